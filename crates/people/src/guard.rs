//! Who may ask at all: pages of this site, and nobody too often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use axum::http::{HeaderMap, header};

/// Does the request come from a page of this very site, or from no page at all? Programs send no origin; browsers
/// always do with sockets and with whatever changes something.
pub(crate) fn is_own(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    host.is_some() && origin == host
}

/// Is the name asked for one of this machine's own? Another site's name that leads here is a trick.
pub(crate) fn is_local(headers: &HeaderMap, nearby: Option<IpAddr>) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let ours = |address: IpAddr| address.is_loopback() || nearby == Some(address);
    name == "localhost" || name.parse().is_ok_and(ours)
}

/// How many are remembered at most.
const MOST: usize = 50_000;

/// So many requests a second from one address, and some more at once.
#[derive(Debug)]
pub(crate) struct Limits {
    rate: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// What somebody may still ask.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(burst: f64, now: Instant) -> Bucket {
        Bucket { left: burst, at: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, rate: f64, burst: f64, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + gone * rate).min(burst);
        let some = self.left >= 1.0;
        if some {
            self.left -= 1.0;
        }
        some
    }
}

impl Limits {
    /// No limit if `rate` is 0.
    pub(crate) fn new(rate: u32) -> Limits {
        let rate = f64::from(rate);
        Limits { rate, burst: rate * 10.0, buckets: Mutex::default() }
    }

    /// May this address ask now?
    pub(crate) fn allows(&self, address: IpAddr, now: Instant) -> bool {
        if self.rate == 0.0 {
            return true;
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() >= MOST {
            // Those whose bucket is full again need not be remembered.
            let (rate, burst) = (self.rate, self.burst);
            buckets.retain(|_, bucket| {
                bucket.left + now.saturating_duration_since(bucket.at).as_secs_f64() * rate < burst
            });
        }
        let bucket = buckets.entry(address).or_insert_with(|| Bucket::full(self.burst, now));
        bucket.take(self.rate, self.burst, now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_pages_of_this_site() {
        for (origin, host, own) in [
            (None, "127.0.0.1:8064", true),
            (Some("http://127.0.0.1:8064"), "127.0.0.1:8064", true),
            (Some("https://damka.example"), "damka.example", true),
            (Some("http://evil.example"), "127.0.0.1:8064", false),
            (Some("http://127.0.0.1:9999"), "127.0.0.1:8064", false),
            (Some("null"), "127.0.0.1:8064", false),
            (Some("http://127.0.0.1:8064.evil.example"), "127.0.0.1:8064", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            assert_eq!(is_own(&headers), own, "{origin:?} {host}");
        }
    }

    #[test]
    fn a_name_that_leads_here_from_elsewhere_is_no_name_of_ours() {
        for (host, local) in [
            ("127.0.0.1:8064", true),
            ("127.0.0.2", true),
            ("localhost:1", true),
            ("192.0.2.7:8064", true),
            ("192.0.2.8:8064", false),
            ("[::1]:8064", true),
            ("evil.example:8064", false),
            ("127.0.0.1.evil.example", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            assert_eq!(is_local(&headers, Some(IpAddr::from([192, 0, 2, 7]))), local, "{host}");
        }
    }

    #[test]
    fn nobody_asks_too_often() {
        let limits = Limits::new(2);
        let (now, one, two) = (Instant::now(), IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        assert_eq!((0..30).filter(|_| limits.allows(one, now)).count(), 20);
        assert!(limits.allows(two, now), "another address is another matter");
        let later = now + Duration::from_secs(3);
        assert_eq!((0..30).filter(|_| limits.allows(one, later)).count(), 6);
        assert!((0..1000).all(|_| Limits::new(0).allows(one, now)));
    }
}
