//! The two sides of a game, and pairs of things that belong to them.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

use crate::UnknownName;

/// White sits at the bottom of the board and counts rows upwards; Black at the top.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The light pieces, at the bottom.
    White = 0,
    /// The dark pieces, at the top.
    Black = 1,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter used by FEN and Hub.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl Side {
    /// A stable key for files and messages: `white` or `black`.
    pub const fn key(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

impl fmt::Display for Side {
    /// `White` or `Black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

impl FromStr for Side {
    type Err = UnknownName;

    /// Reads a [`key`](Side::key) or a [`letter`](Side::letter), in any case.
    fn from_str(text: &str) -> Result<Side, UnknownName> {
        let means = |side: &Side| {
            text.eq_ignore_ascii_case(side.key())
                || text.eq_ignore_ascii_case(side.letter().encode_utf8(&mut [0; 4]))
        };
        Side::BOTH.into_iter().find(means).ok_or_else(|| UnknownName {
            what: "side",
            name: text.into(),
            known: "white, black".into(),
        })
    }
}

impl Not for Side {
    type Output = Side;
    #[inline(always)]
    fn not(self) -> Side {
        self.other()
    }
}

/// One `T` for each side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// What `make` makes for each side.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, BySide, Variant};
    /// let pos = AnyPosition::start(Variant::Canadian);
    /// assert_eq!(BySide::from_fn(|side| pos.count(side)), BySide { white: 30, black: 30 });
    /// ```
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { white: make(Side::White), black: make(Side::Black) }
    }

    /// Something else for each side.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { white: change(self.white), black: change(self.black) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
