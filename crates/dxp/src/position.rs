//! A position of the 10x10 board as DXP writes it: 50 letters from square 1 on, `w z W Z e`.

use std::fmt;

/// The playable squares of the board, numbered from 1.
pub const SQUARES: usize = 50;

/// White or Black (`Z`, Dutch zwart).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `W`.
    White,
    /// `Z`.
    Black,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// `e`.
    Empty,
    /// `w`.
    WhiteMan,
    /// `W`.
    WhiteKing,
    /// `z`.
    BlackMan,
    /// `Z`.
    BlackKing,
}

/// A board and who is to move on it; not necessarily a possible one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Who is to move.
    pub side: Side,
    /// Square 1 first.
    pub cells: [Cell; SQUARES],
}

impl Side {
    /// The letter DXP uses.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'Z',
        }
    }

    /// The side a letter stands for.
    pub const fn from_letter(letter: u8) -> Option<Side> {
        match letter {
            b'W' => Some(Side::White),
            b'Z' => Some(Side::Black),
            _ => None,
        }
    }

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl Cell {
    /// The letter DXP uses.
    pub const fn letter(self) -> char {
        match self {
            Cell::Empty => 'e',
            Cell::WhiteMan => 'w',
            Cell::WhiteKing => 'W',
            Cell::BlackMan => 'z',
            Cell::BlackKing => 'Z',
        }
    }

    /// The cell a letter stands for.
    pub const fn from_letter(letter: u8) -> Option<Cell> {
        Some(match letter {
            b'e' => Cell::Empty,
            b'w' => Cell::WhiteMan,
            b'W' => Cell::WhiteKing,
            b'z' => Cell::BlackMan,
            b'Z' => Cell::BlackKing,
            _ => return None,
        })
    }
}

impl Position {
    /// Twenty men each, White to move.
    pub fn initial() -> Self {
        let mut cells = [Cell::Empty; SQUARES];
        cells[..20].fill(Cell::BlackMan);
        cells[30..].fill(Cell::WhiteMan);
        Position { side: Side::White, cells }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side.letter(), self.cells.iter().map(|cell| cell.letter()).collect::<String>())
    }
}
