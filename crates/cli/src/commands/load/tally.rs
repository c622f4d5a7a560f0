//! What happened, added up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Counters of all players.
#[derive(Default)]
pub(super) struct Tally {
    lost: AtomicU64,
    reordered: AtomicU64,
    games: AtomicU64,
    returns: AtomicU64,
    /// Microseconds from a move's leaving to its reaching the opponent.
    times: Mutex<Vec<u32>>,
    /// The first and the last move.
    span: Mutex<Option<(Instant, Instant)>>,
    /// The longest time somebody was cut off.
    away: AtomicU64,
}

impl Tally {
    pub(super) fn moved(&self, took: Duration) {
        let micros = took.as_micros().try_into().unwrap_or(u32::MAX);
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
        let now = Instant::now();
        let mut span = self.span.lock().unwrap_or_else(PoisonError::into_inner);
        *span = Some((span.map_or(now, |(first, _)| first), now));
    }

    pub(super) fn lost(&self, moves: usize) {
        self.lost.fetch_add(moves as u64, Ordering::Relaxed);
    }

    pub(super) fn reordered(&self) {
        self.reordered.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn game(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn returned(&self, away: Duration) {
        self.returns.fetch_add(1, Ordering::Relaxed);
        self.away.fetch_max(away.as_millis().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn is_clean(&self) -> bool {
        self.lost.load(Ordering::Relaxed) + self.reordered.load(Ordering::Relaxed) == 0
    }

    /// One line that begins with what matters.
    pub(super) fn summary(&self) -> String {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_unstable();
        let at = |per_mille: usize| {
            let index = (times.len() * per_mille / 1000).min(times.len().saturating_sub(1));
            f64::from(times.get(index).copied().unwrap_or_default()) / 1000.0
        };
        let span = *self.span.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = span.map_or(0.0, |(first, last)| (last - first).as_secs_f64()).max(0.001);
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        format!(
            "lost {}, reordered {}, p99 {:.1} ms, p90 {:.1}, p50 {:.1}; {} moves, {:.0} a second, {} games over; \
             {} returns, the longest after {} ms",
            count(&self.lost),
            count(&self.reordered),
            at(990),
            at(900),
            at(500),
            times.len(),
            times.len() as f64 / seconds,
            count(&self.games),
            count(&self.returns),
            count(&self.away)
        )
    }
}
