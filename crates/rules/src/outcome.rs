//! How a game ends: who won, and why.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::{DrawLaw, Side, UnknownName};

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

impl FromStr for Outcome {
    type Err = UnknownName;

    /// Reads `1-0`, `1/2-1/2`, `0-1` and the two-point scores `2-0`, `1-1`, `0-2`.
    fn from_str(text: &str) -> Result<Outcome, UnknownName> {
        match text {
            "1-0" | "2-0" => Ok(Outcome::Win(Side::White)),
            "0-1" | "0-2" => Ok(Outcome::Win(Side::Black)),
            "1/2-1/2" | "1-1" => Ok(Outcome::Draw),
            _ => Err(UnknownName { what: "result", name: text.into(), known: "1-0, 1/2-1/2, 0-1".into() }),
        }
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

impl Ending {
    /// A stable key for files and messages, read again by `parse`: `resigned-white`, `agreed`, or the key of the
    /// draw law.
    ///
    /// ```
    /// use damka_rules::{DrawLaw, Ending, Side};
    /// let ending = Ending::Law(DrawLaw::KingsOnly { plies: 30 });
    /// assert_eq!(ending.key(), "kings-only-30");
    /// assert_eq!("kings-only-30".parse(), Ok(ending));
    /// assert_eq!("time-black".parse(), Ok(Ending::Time(Side::Black)));
    /// ```
    pub fn key(self) -> String {
        let of = |reason: &str, side: Side| format!("{reason}-{}", side.key());
        match self {
            Ending::NoPieces(side) => of("no-pieces", side),
            Ending::Blocked(side) => of("blocked", side),
            Ending::FirstKing(side) => of("first-king", side),
            Ending::Resigned(side) => of("resigned", side),
            Ending::Time(side) => of("time", side),
            Ending::Forfeit(side) => of("forfeit", side),
            Ending::Law(law) => law.key(),
            Ending::Agreed => "agreed".to_string(),
        }
    }

    /// Does this end lie on the board, so that only the position can bring it about?
    pub const fn is_on_the_board(self) -> bool {
        matches!(self, Ending::NoPieces(_) | Ending::Blocked(_) | Ending::FirstKing(_))
    }
}

impl FromStr for Ending {
    type Err = UnknownName;

    /// Reads a [`key`](Ending::key).
    fn from_str(text: &str) -> Result<Ending, UnknownName> {
        if text == "agreed" {
            return Ok(Ending::Agreed);
        }
        if let Ok(law) = text.parse() {
            return Ok(Ending::Law(law));
        }
        let found = text.rsplit_once('-').and_then(|(reason, side)| {
            let side = Side::BOTH.into_iter().find(|s| s.key() == side)?;
            Some(match reason {
                "no-pieces" => Ending::NoPieces(side),
                "blocked" => Ending::Blocked(side),
                "first-king" => Ending::FirstKing(side),
                "resigned" => Ending::Resigned(side),
                "time" => Ending::Time(side),
                "forfeit" => Ending::Forfeit(side),
                _ => return None,
            })
        });
        found.ok_or_else(|| UnknownName {
            what: "ending",
            name: text.into(),
            known:
                "no-pieces, blocked, first-king, resigned, time or forfeit with -white or -black, agreed, \
                    or a draw law"
                    .into(),
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::NoPieces(side) => write!(f, "{side} has no pieces left"),
            Ending::Blocked(side) => write!(f, "{side} cannot move"),
            Ending::FirstKing(side) => write!(f, "{side} crowned the first king"),
            Ending::Resigned(side) => write!(f, "{side} resigned"),
            Ending::Time(side) => write!(f, "{side} ran out of time"),
            Ending::Forfeit(side) => write!(f, "{side} forfeited"),
            Ending::Law(law) => write!(f, "draw: {law}"),
            Ending::Agreed => f.write_str("draw by agreement"),
        }
    }
}
