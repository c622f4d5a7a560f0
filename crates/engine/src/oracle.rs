//! The hook for endgame tables: somebody who knows how a position ends.

use damka_rules::{Position, Rules};

/// How a position ends with best play, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

/// What an oracle knows about a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// How it ends.
    pub wdl: Wdl,
    /// In how many plies, where that is known.
    pub plies: Option<u16>,
}

/// Knows the outcome of positions with few pieces.
///
/// A verdict is about the position alone: draw laws that count moves are the search's business.
pub trait Oracle<R: Rules>: Send + Sync {
    /// It knows nothing about positions with more pieces.
    fn most_pieces(&self) -> u32;
    /// What it knows about this position.
    fn probe(&self, pos: &Position<R>) -> Option<Verdict>;
}
