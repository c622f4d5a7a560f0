//! When to stop thinking: limits turned into a plan.

use std::time::Duration;

use crate::{Limits, Stop};

/// Tells the time since some fixed moment. In the browser the caller gives one; elsewhere the system does.
pub type Now = fn() -> Duration;

/// The system's clock; on WebAssembly, which has none, time stands still.
pub fn system_now() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
    #[cfg(target_family = "wasm")]
    Duration::ZERO
}

/// Kept back for the way of the answer through pipes and schedulers.
const OVERHEAD: Duration = Duration::from_millis(8);
/// Kept back at least when the time of a single move is given: so fast a game is played on a quiet machine.
const LEAST_OVERHEAD: Duration = Duration::from_millis(2);
/// What stays on a clock for the moments when the machine is busy elsewhere, or half of what there is.
const RESERVE: Duration = Duration::from_millis(100);
/// Moves a game still has when nobody says so.
const MOVES_LEFT: u32 = 28;

/// What a move of so much time leaves unused: a fiftieth, within reason.
fn overhead(time: Duration) -> Duration {
    (time / 50).clamp(LEAST_OVERHEAD, OVERHEAD).min(time / 4)
}

/// A plan for one search.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    now: Now,
    start: Duration,
    /// When pondering ended; the plan counts from here.
    hit: Option<Duration>,
    /// Past this no new iteration begins.
    soft: Option<Duration>,
    /// Past this the search stops at once.
    hard: Option<Duration>,
    ponder: bool,
}

impl Clock {
    pub(crate) fn new(limits: &Limits, now: Now) -> Clock {
        let (mut soft, mut hard) = (None, None);
        if let Some(time) = limits.move_time {
            hard = Some(time.saturating_sub(overhead(time)));
        }
        if let Some(left) = limits.clock {
            let usable = left.time.saturating_sub(OVERHEAD + RESERVE.min(left.time / 2));
            let moves = left.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
            let share = usable / moves + left.increment.mul_f64(0.7);
            // With one move to go everything may be used, otherwise never more than a third.
            let most = if moves == 1 { usable.mul_f64(0.9) } else { usable / 3 };
            soft = Some(share.mul_f64(0.6).min(most));
            let most = share.mul_f64(2.5).min(most).max(Duration::from_millis(1));
            hard = Some(hard.map_or(most, |h: Duration| h.min(most)));
        }
        Clock { now, start: now(), hit: None, soft, hard, ponder: limits.ponder }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }

    /// Notes a ponder hit; returns the time that counts, if any does yet.
    fn counted(&mut self, stop: &Stop) -> Option<Duration> {
        if !self.ponder {
            return Some(self.elapsed());
        }
        if self.hit.is_none() && stop.is_ponder_hit() {
            self.hit = Some((self.now)());
        }
        self.hit.map(|hit| (self.now)().saturating_sub(hit))
    }

    /// May limits end the search yet? Not while pondering.
    pub(crate) fn is_running(&mut self, stop: &Stop) -> bool {
        self.counted(stop).is_some()
    }

    /// Must the search stop now?
    pub(crate) fn is_over(&mut self, stop: &Stop) -> bool {
        let Some(hard) = self.hard else { return false };
        self.counted(stop).is_some_and(|used| used >= hard)
    }

    /// Is there time for another iteration? `ease` above one spends longer on difficult moves.
    pub(crate) fn may_go_on(&mut self, stop: &Stop, ease: f64) -> bool {
        let Some(soft) = self.soft else { return true };
        self.counted(stop).is_none_or(|used| used < soft.mul_f64(ease))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even the last moves of a long game leave something on the clock.
    #[test]
    fn never_forfeits() {
        for (time, increment) in [(1000, 10), (100, 0), (60_000, 0), (20, 10)] {
            let mut left = Duration::from_millis(time);
            let increment = Duration::from_millis(increment);
            for _ in 0..400 {
                let clock = Clock::new(&Limits::clock(left, increment), system_now);
                let used = clock.hard.unwrap() + Duration::from_micros(500);
                if left < Duration::from_millis(3) {
                    break;
                }
                assert!(used < left, "{used:?} of {left:?}");
                left = left - used + increment;
            }
        }
    }

    #[test]
    fn a_move_leaves_little_time_unused() {
        let ms = Duration::from_millis;
        for (time, kept) in [(0, 0), (4, 1), (20, 2), (100, 2), (200, 4), (5000, 8)] {
            assert_eq!(overhead(ms(time)), ms(kept), "{time}");
        }
    }

    #[test]
    fn pondering_holds_no_limit_before_the_hit() {
        let limits = Limits { ponder: true, ..Limits::move_time(Duration::ZERO) };
        let mut clock = Clock::new(&limits, system_now);
        let stop = Stop::new();
        assert!(!clock.is_over(&stop));
        stop.ponder_hit();
        assert!(clock.is_over(&stop));
    }
}
