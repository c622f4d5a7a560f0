//! How a game ends: who won, and why.

use core::fmt;

use crate::{DrawLaw, Side};

/// The result of a finished game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Somebody won.
    Win(Side),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`, White's score first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Side::White) => "1-0",
            Outcome::Win(Side::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

/// Why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// All pieces of this side are gone.
    NoPieces(Side),
    /// This side cannot move.
    Blocked(Side),
    /// This side crowned the first king.
    FirstKing(Side),
    /// This side gave up.
    Resigned(Side),
    /// This side's time ran out.
    Time(Side),
    /// This side broke off the game by an illegal act (a forfeit in the challenge).
    Forfeit(Side),
    /// A draw law.
    Law(DrawLaw),
    /// Both agreed on a draw.
    Agreed,
}

impl Ending {
    /// The outcome, given whether being left without a move wins (antidraughts).
    pub(crate) const fn outcome(self, losing_wins: bool) -> Outcome {
        match self {
            Ending::NoPieces(side) | Ending::Blocked(side) => {
                Outcome::Win(if losing_wins { side } else { side.other() })
            }
            Ending::FirstKing(side) => Outcome::Win(side),
            Ending::Resigned(side) | Ending::Time(side) | Ending::Forfeit(side) => Outcome::Win(side.other()),
            Ending::Law(_) | Ending::Agreed => Outcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Side| if *side == Side::White { "White" } else { "Black" };
        match self {
            Ending::NoPieces(side) => write!(f, "{} has no pieces left", name(side)),
            Ending::Blocked(side) => write!(f, "{} cannot move", name(side)),
            Ending::FirstKing(side) => write!(f, "{} crowned the first king", name(side)),
            Ending::Resigned(side) => write!(f, "{} resigned", name(side)),
            Ending::Time(side) => write!(f, "{} ran out of time", name(side)),
            Ending::Forfeit(side) => write!(f, "{} forfeited", name(side)),
            Ending::Law(law) => write!(f, "draw: {law}"),
            Ending::Agreed => f.write_str("draw by agreement"),
        }
    }
}
