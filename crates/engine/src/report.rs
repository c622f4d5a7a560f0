//! What a search has found so far.

use std::time::Duration;

use damka_rules::Route;

use crate::Score;

/// One line of a search: its best move, its score and what it cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// Score for the side to move.
    pub score: Score,
    /// The line; empty only when there is no legal move.
    pub pv: Vec<Route>,
    /// 1 for the best line, 2 for the second one, and so on.
    pub multi_pv: usize,
    /// Did it come from the opening book?
    pub from_book: bool,
}

impl Report {
    /// The move to play; `None` when there is no legal move.
    pub fn best(&self) -> Option<&Route> {
        self.pv.first()
    }
    /// The answer expected, for pondering.
    pub fn expected(&self) -> Option<&Route> {
        self.pv.get(1)
    }
    /// Positions per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (self.nodes as u128 * 1_000_000 / micros) as u64
    }
}
