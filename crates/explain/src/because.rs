//! A reason: what happens, where, and the line that shows it.

use std::fmt;

use damka_rules::Square;

use crate::Line;

/// What happens. Numbers count pieces on the line.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The opponent takes pieces for nothing.
    Loses {
        /// How many.
        pieces: u8,
        /// Kings among them.
        kings: u8,
    },
    /// The opponent takes more than is given.
    Shot {
        /// Pieces the opponent takes.
        taken: u8,
        /// Pieces the opponent gives.
        given: u8,
    },
    /// The opponent crowns a man.
    LetsKing,
    /// The opponent crowns the first king, which wins.
    LetsFirstKing,
    /// The player is left with pieces and no move.
    Blocked,
    /// The player loses every piece.
    LosesAll,
    /// Every move loses pieces; if only one could pass.
    Zugzwang {
        /// How many.
        pieces: u8,
    },
    /// The same with few pieces, as many on either side.
    Opposition {
        /// How many.
        pieces: u8,
    },
    /// A proven win is no longer one.
    ThrowsWin,
    /// A proven draw is now lost.
    ThrowsDraw,
    /// Another capture took more.
    TookFewer {
        /// Pieces the move took.
        took: u8,
        /// Pieces that could have been taken.
        could: u8,
    },
    /// Pieces could have been taken for nothing.
    MissedTaking {
        /// How many.
        pieces: u8,
        /// Kings among them.
        kings: u8,
    },
    /// A shot was there.
    MissedShot {
        /// Pieces to take.
        taken: u8,
        /// Pieces to give.
        given: u8,
    },
    /// A man could have been crowned.
    MissedKing,
    /// The first king, and with it the game, could have been had.
    MissedFirstKing,
    /// The opponent could have been left without a move.
    MissedBlock,
    /// The opponent's last piece could have been taken.
    MissedAll,
}

impl What {
    /// A stable name for catalogues and JSON.
    pub const fn key(self) -> &'static str {
        match self {
            What::Loses { .. } => "loses",
            What::Shot { .. } => "shot",
            What::LetsKing => "lets-king",
            What::LetsFirstKing => "lets-first-king",
            What::Blocked => "blocked",
            What::LosesAll => "loses-all",
            What::Zugzwang { .. } => "zugzwang",
            What::Opposition { .. } => "opposition",
            What::ThrowsWin => "throws-win",
            What::ThrowsDraw => "throws-draw",
            What::TookFewer { .. } => "took-fewer",
            What::MissedTaking { .. } => "missed-taking",
            What::MissedShot { .. } => "missed-shot",
            What::MissedKing => "missed-king",
            What::MissedFirstKing => "missed-first-king",
            What::MissedBlock => "missed-block",
            What::MissedAll => "missed-all",
        }
    }

    /// Its numbers, in the order sentences use them.
    pub fn numbers(self) -> Vec<u8> {
        match self {
            What::Loses { pieces, kings } | What::MissedTaking { pieces, kings } => vec![pieces, kings],
            What::Shot { taken, given } | What::MissedShot { taken, given } => vec![taken, given],
            What::Zugzwang { pieces } | What::Opposition { pieces } => vec![pieces],
            What::TookFewer { took, could } => vec![took, could],
            _ => Vec::new(),
        }
    }

    /// Does its line begin with the move that was better, rather than with the answer to the move played?
    pub const fn is_missed(self) -> bool {
        matches!(
            self,
            What::TookFewer { .. }
                | What::MissedTaking { .. }
                | What::MissedShot { .. }
                | What::MissedKing
                | What::MissedFirstKing
                | What::MissedBlock
                | What::MissedAll
        )
    }
}

/// Why a move was bad, proved.
#[derive(Clone, Debug)]
pub struct Because {
    /// What happens.
    pub what: What,
    /// Where, if that can be said by one square: where a king appears, what is taken first.
    pub at: Option<Square>,
    /// The line that shows it: the answer to the move, or, where something was missed, what was better. A verdict of
    /// tables has none.
    pub line: Line,
}

impl fmt::Display for Because {
    /// As files of reasons write it: `shot 3 2`, `lets-king h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what.key())?;
        for number in self.what.numbers() {
            write!(f, " {number}")?;
        }
        match self.at {
            Some(square) => write!(f, " {}", self.line.start().square_name(square)),
            None => Ok(()),
        }
    }
}
