//! Who may ask at all: pages of this site, and nobody too often.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::str::FromStr;
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

/// Does a page of this very machine ask, and nobody in between? Only that one may open the door to others.
pub fn is_this_machine(peer: IpAddr, headers: &HeaderMap) -> bool {
    let direct = !headers.contains_key("x-forwarded-for") && !headers.contains_key("forwarded");
    peer.is_loopback() && direct && is_local(headers, None) && is_own(headers)
}

/// A proxy, or a network of them: `10.0.0.2`, `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proxy {
    network: u128,
    mask: u128,
}

/// Addresses of both protocols in one space.
fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl FromStr for Proxy {
    type Err = String;

    fn from_str(text: &str) -> Result<Proxy, String> {
        let wrong = || format!("'{text}' is no address and no network such as 10.0.0.0/8");
        let (address, length) = text.split_once('/').map_or((text, None), |(a, n)| (a, Some(n)));
        let address: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let whole = if address.is_ipv4() { 32 } else { 128 };
        let length: u32 = length.map_or(Ok(whole), |n| n.trim().parse()).map_err(|_| wrong())?;
        if length > whole {
            return Err(wrong());
        }
        let mask = u128::MAX.checked_shl(whole - length).unwrap_or_default();
        Ok(Proxy { network: bits(address) & mask, mask })
    }
}

impl Proxy {
    fn is(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.network
    }
}

/// Whose request this is. What proxies say is believed only of those we know, from the nearest one outwards.
pub(crate) fn asker(peer: IpAddr, headers: &HeaderMap, proxies: &[Proxy]) -> IpAddr {
    let known = |address: IpAddr| proxies.iter().any(|proxy| proxy.is(address));
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let named: Vec<&str> = lines.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut asker = peer;
    for name in named.iter().rev() {
        match name.parse() {
            Ok(address) if known(asker) => asker = address,
            _ => break,
        }
    }
    asker
}

/// How many are remembered at most.
const MOST: usize = 50_000;

/// So many requests a second of one kind, and some more at once.
#[derive(Debug)]
pub(crate) struct Limits<K> {
    rate: f64,
    burst: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
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

impl<K: Eq + Hash> Limits<K> {
    /// So many a second, and what so many seconds allow at once; no limit if `rate` is 0.
    pub(crate) fn new(rate: f64, seconds: f64) -> Limits<K> {
        Limits { rate, burst: rate * seconds, buckets: Mutex::default() }
    }

    /// May this one ask now?
    pub(crate) fn allows(&self, asker: K, now: Instant) -> bool {
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
        let bucket = buckets.entry(asker).or_insert_with(|| Bucket::full(self.burst, now));
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
    fn only_this_machine_opens_the_door() {
        for (peer, host, origin, forwarded, expected) in [
            ("127.0.0.1", "127.0.0.1:8064", "http://127.0.0.1:8064", "", true),
            ("::1", "[::1]:8064", "http://[::1]:8064", "", true),
            ("127.0.0.1", "localhost:8064", "", "", true),
            ("192.168.1.7", "192.168.1.5:8064", "http://192.168.1.5:8064", "", false),
            ("127.0.0.1", "127.0.0.1:8064", "http://evil.example", "", false),
            ("127.0.0.1", "evil.example", "http://evil.example", "", false),
            ("127.0.0.1", "127.0.0.1:8064", "", "203.0.113.5", false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [("host", host), ("origin", origin), ("x-forwarded-for", forwarded)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(is_this_machine(peer.parse().unwrap(), &headers), expected, "{peer} {host} {origin}");
        }
    }

    #[test]
    fn only_proxies_we_know_are_believed() {
        let proxies: Vec<Proxy> =
            ["10.0.0.2", "127.0.0.0/8", "fd00::/8"].map(|text| text.parse().unwrap()).into();
        for (peer, forwarded, expected) in [
            ("203.0.113.5", "", "203.0.113.5"),
            ("203.0.113.5", "198.51.100.7", "203.0.113.5"),
            ("10.0.0.2", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.3", "198.51.100.7", "10.0.0.3"),
            ("127.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
            ("127.0.0.1", "198.51.100.7, 6.6.6.6, 10.0.0.2", "6.6.6.6"),
            ("127.0.0.1", "nonsense", "127.0.0.1"),
            ("fd12::1", "2001:db8::9", "2001:db8::9"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let found = asker(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(found.to_string(), expected, "{peer} {forwarded}");
        }
        for wrong in ["", "example.org", "10.0.0.0/33", "10.0.0.0/x"] {
            assert!(wrong.parse::<Proxy>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn nobody_asks_too_often() {
        let limits = Limits::new(2.0, 10.0);
        let (now, one, two) = (Instant::now(), IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        assert_eq!((0..30).filter(|_| limits.allows(one, now)).count(), 20);
        assert!(limits.allows(two, now), "another address is another matter");
        let later = now + Duration::from_secs(3);
        assert_eq!((0..30).filter(|_| limits.allows(one, later)).count(), 6);
        assert!((0..1000).all(|_| Limits::new(0.0, 10.0).allows(one, now)));
    }
}
