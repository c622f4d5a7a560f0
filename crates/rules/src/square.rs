//! Squares by their printed number.

use core::fmt;

/// A playable square: its number 1..=N in reading order (top row first, left to right).
///
/// How a square is shown to people (`c3` or `22`) is the [`Notation`](crate::Notation) of the variant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number. Whether a board has it is the board's business.
    ///
    /// # Panics
    /// If `number` is 0.
    pub const fn new(number: u8) -> Square {
        assert!(number > 0, "squares count from 1");
        Square(number)
    }

    /// The printed number, from 1.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in reading order, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
