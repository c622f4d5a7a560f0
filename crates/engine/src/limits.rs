//! How long to think, and the handle that ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// A player's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// What is left.
    pub time: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// Moves until the next control; `None` if the rest of the game must be played in it.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Whatever is reached first counts; with nothing given it runs until it is stopped.
///
/// ```
/// use damka_engine::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::depth(12) };
/// assert_eq!(limits.depth, Some(12));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<TimeLeft>,
    /// Keeps searching until stopped, even when a win is proven or there is one move only.
    pub infinite: bool,
    /// How many best lines are wanted; 0 and 1 both mean one.
    pub multi_pv: usize,
    /// Thinks on the opponent's time: no limit holds before [`Stop::ponder_hit`].
    pub ponder: bool,
}

impl Limits {
    /// Until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
    /// So many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }
    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
    /// So much time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
    /// By the clock.
    pub fn clock(time: Duration, increment: Duration) -> Limits {
        Limits { clock: Some(TimeLeft { time, increment, moves_to_go: None }), ..Limits::default() }
    }
}

/// Ends a search from elsewhere, or tells it that the expected move was played. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    state: Arc<AtomicU8>,
    /// Asked from time to time in place of another thread that could speak up.
    watch: Option<fn() -> bool>,
}

const STOPPED: u8 = 1;
const HIT: u8 = 2;

impl Stop {
    /// A fresh handle.
    pub fn new() -> Stop {
        Stop::default()
    }
    /// A handle that is stopped as soon as `watch` says so. The search asks it every thousand positions or so:
    /// in a Web Worker nobody can call [`Stop::stop`] while it runs.
    pub fn watching(watch: fn() -> bool) -> Stop {
        Stop { watch: Some(watch), ..Stop::default() }
    }
    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.state.fetch_or(STOPPED, Ordering::Relaxed);
    }
    /// The opponent played the expected move: from now on the limits hold.
    pub fn ponder_hit(&self) {
        self.state.fetch_or(HIT, Ordering::Relaxed);
    }
    /// Makes the handle fresh again.
    pub fn reset(&self) {
        self.state.store(0, Ordering::Relaxed);
    }
    /// Has it been stopped?
    pub fn is_stopped(&self) -> bool {
        self.state.load(Ordering::Relaxed) & STOPPED != 0 || self.watch.is_some_and(|watch| watch())
    }
    /// Has the expected move been played?
    pub fn is_ponder_hit(&self) -> bool {
        self.state.load(Ordering::Relaxed) & HIT != 0
    }
}
