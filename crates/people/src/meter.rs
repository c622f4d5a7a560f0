//! What happened so far, in numbers, for whoever watches the server.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counters of a club, in the words of Prometheus.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    pub(crate) moves: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) founded: AtomicU64,
    pub(crate) failures: AtomicU64,
    pub(crate) limited: AtomicU64,
    pub(crate) sockets: AtomicI64,
    pub(crate) rooms: AtomicI64,
    /// Microseconds between a move and its being stored, added up.
    pub(crate) waited: AtomicU64,
}

pub(crate) fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

impl Meter {
    /// Everything, as `/metrics` says it.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let whole = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        for (name, help, value) in [
            ("damka_rows_total", "rows stored", whole(&self.moves)),
            ("damka_refused_total", "messages refused", whole(&self.refused)),
            ("damka_games_total", "games founded", whole(&self.founded)),
            ("damka_store_failures_total", "groups that could not be stored", whole(&self.failures)),
            ("damka_limited_total", "requests beyond the limits", whole(&self.limited)),
            ("damka_store_wait_microseconds_total", "time rows waited to be stored", whole(&self.waited)),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        }
        for (name, help, value) in [
            ("damka_sockets", "open sockets", &self.sockets),
            ("damka_rooms", "games in memory", &self.rooms),
        ] {
            let value = value.load(Ordering::Relaxed);
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        out
    }
}
