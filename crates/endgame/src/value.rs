//! What a table says about a position.

/// The longest distance a table can hold, in plies.
pub(crate) const DEEPEST: u8 = 126;

/// How a position ends with best play, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Wdl {
    /// The same seen by the other side.
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    pub(crate) const fn from_bits(bits: u8) -> Wdl {
        match bits & 3 {
            0 => Wdl::Draw,
            1 => Wdl::Win,
            _ => Wdl::Loss,
        }
    }

    pub(crate) const fn bits(self) -> u8 {
        match self {
            Wdl::Draw => 0,
            Wdl::Win => 1,
            Wdl::Loss => 2,
        }
    }
}

/// How a position ends, and how far away the next step is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// How it ends.
    pub wdl: Wdl,
    /// Plies until a piece is taken or crowned, or the loser cannot move: the winner goes the shortest way,
    /// the loser the longest. Zero in a draw, and where the game is over.
    pub plies: u8,
}

impl Verdict {
    /// A draw.
    pub const DRAW: Verdict = Verdict { wdl: Wdl::Draw, plies: 0 };

    pub(crate) const fn new(wdl: Wdl, plies: u8) -> Verdict {
        Verdict { wdl, plies }
    }

    /// One byte for the builder; zero is a draw, or not yet known.
    pub(crate) const fn code(self) -> u8 {
        match self.wdl {
            Wdl::Draw => 0,
            Wdl::Win => 1 + 2 * self.plies,
            Wdl::Loss => 2 + 2 * self.plies,
        }
    }

    pub(crate) const fn from_code(code: u8) -> Verdict {
        if code == 0 {
            return Verdict::DRAW;
        }
        let wdl = if code % 2 == 1 { Wdl::Win } else { Wdl::Loss };
        Verdict { wdl, plies: (code - 1) / 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for code in 0..=2 + 2 * DEEPEST {
            assert_eq!(Verdict::from_code(code).code(), code);
        }
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            assert_eq!(Wdl::from_bits(wdl.bits()), wdl);
        }
    }
}
