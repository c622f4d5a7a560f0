//! The puzzles that came with the program.

use damka_rules::Variant;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The file of a variant's puzzles, if there is one.
pub fn file(variant: Variant) -> Option<&'static str> {
    let name = variant.to_string();
    FILES.iter().find(|(stem, _)| *stem == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    /// A line taken out by hand leaves blocks behind that are not what the head says.
    #[test]
    fn every_file_is_as_it_would_be_written() {
        for (name, text) in FILES {
            let read = Library::read_all(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let variant = name.parse().unwrap_or_else(|_| panic!("{name} is no game"));
            assert_eq!(Library::write(variant, &read), *text, "{name}");
        }
    }
}
