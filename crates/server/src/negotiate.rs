//! Which compressed form of a file a browser accepts.

/// A content coding we can send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    /// The best coding that an `Accept-Encoding` header allows.
    pub(crate) fn best(accept: &str) -> Self {
        match () {
            () if allows(accept, "br") => Self::Brotli,
            () if allows(accept, "gzip") => Self::Gzip,
            () => Self::Plain,
        }
    }
}

/// Does an `Accept-Encoding` header allow a coding?
pub(crate) fn allows(accept: &str, name: &str) -> bool {
    let quality = |name: &str| {
        let entries = accept.split(',').map(|entry| entry.split_once(';').unwrap_or((entry, "")));
        let mut named = entries.filter(|(coding, _)| coding.trim().eq_ignore_ascii_case(name));
        named.next().map(|(_, parameters)| weight(parameters))
    };
    quality(name).or(quality("*")).is_some_and(|weight| weight > 0.0)
}

/// The `q` among the parameters of an entry; 1 if there is none, 0 if it is no number.
fn weight(parameters: &str) -> f32 {
    let mut pairs = parameters.split(';').filter_map(|pair| pair.split_once('='));
    let q = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    q.map_or(1.0, |(_, value)| value.trim().parse().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_allowed_coding_wins() {
        for (accept, expected) in [
            ("", Coding::Plain),
            ("identity", Coding::Plain),
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("GZIP", Coding::Gzip),
            ("br;q=0, gzip;q=0.5", Coding::Gzip),
            ("br; q=0.1, gzip;q=1", Coding::Brotli),
            ("*", Coding::Brotli),
            ("*;q=0", Coding::Plain),
            ("br;q=0, *", Coding::Gzip),
            ("br;q=x", Coding::Plain),
            (",;,=;q", Coding::Plain),
        ] {
            assert_eq!(Coding::best(accept), expected, "{accept:?}");
        }
    }
}
