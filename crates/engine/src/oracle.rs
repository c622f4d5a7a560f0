//! The hook for endgame tables: somebody who knows how a position ends.

use damka_rules::{DrawClock, Position, Rules};

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
    /// A number below 4000 that falls with every good move of the winner to the end of the game, where that
    /// is known: without it a won position is known to be won, but the way has to be found by search.
    pub progress: Option<u16>,
}

/// Knows the outcome of positions with few pieces.
pub trait Oracle<R: Rules>: Send + Sync {
    /// It knows nothing about positions with more pieces.
    fn most_pieces(&self) -> u32;
    /// It knows all that can be known about positions with so many pieces or fewer; about those between this and
    /// [`Oracle::most_pieces`] it knows some things.
    fn complete_pieces(&self) -> u32;
    /// Would it answer at once? Otherwise it is asked only where the answer spares a longer search.
    fn is_ready(&self, _pos: &Position<R>) -> bool {
        true
    }
    /// Only how it ends: enough on the way into what it knows, and it may be cheaper to tell.
    fn outcome(&self, pos: &Position<R>, clock: &DrawClock) -> Option<Wdl> {
        self.probe(pos, clock).map(|verdict| verdict.wdl)
    }
    /// What it knows about this position when the draw laws have counted so far.
    fn probe(&self, pos: &Position<R>, clock: &DrawClock) -> Option<Verdict>;
}
