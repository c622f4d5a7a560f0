//! What happened so far, in numbers, for whoever watches the server.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something that is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Count {
    Rows,
    Refused,
    Games,
    Failures,
    Limited,
    /// Microseconds between a move and its being stored, added up.
    Waited,
    Sockets,
    Rooms,
}

/// Every count in its order: its name in the words of Prometheus, and its explanation. What only grows is a total.
const COUNTS: [(&str, &str); 8] = [
    ("damka_rows_total", "rows stored"),
    ("damka_refused_total", "messages refused"),
    ("damka_games_total", "games founded"),
    ("damka_store_failures_total", "groups that could not be stored"),
    ("damka_limited_total", "requests beyond the limits"),
    ("damka_store_wait_microseconds_total", "time rows waited to be stored"),
    ("damka_sockets", "open sockets"),
    ("damka_rooms", "games in memory"),
];

/// The counts of a club.
#[derive(Debug, Default)]
pub(crate) struct Meter([AtomicU64; COUNTS.len()]);

impl Meter {
    pub(crate) fn add(&self, count: Count, more: u64) {
        self.0[count as usize].fetch_add(more, Ordering::Relaxed);
    }

    /// One fewer: somebody left.
    pub(crate) fn drop_one(&self, count: Count) {
        self.0[count as usize].fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, count: Count) -> u64 {
        self.0[count as usize].load(Ordering::Relaxed)
    }

    /// Everything, as `/metrics` says it.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for ((name, help), count) in COUNTS.iter().zip(&self.0) {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            let value = count.load(Ordering::Relaxed);
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        out
    }
}
