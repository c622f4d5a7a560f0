//! Somebody who knows how positions of few pieces end.

use damka_rules::{Game, Route};

/// How a position ends with best play, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

/// How a position ends, and how far away the next step is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// How it ends.
    pub wdl: Wdl,
    /// Plies until a piece is taken or crowned, or the loser cannot move; zero in a draw.
    pub plies: u8,
}

/// Knows how positions end under the draw laws as far as they have counted.
pub trait Oracle {
    /// How the position of a game ends; `None` if that is not known.
    fn verdict(&self, game: &Game) -> Option<Verdict>;

    /// The moves that keep the outcome, best first: the winner's shortest, the loser's longest way. Empty if they are
    /// not known. The order is always the same.
    fn best(&self, game: &Game) -> Vec<Route>;
}
