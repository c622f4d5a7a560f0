//! A position of the 10x10 board as DXP writes it: 50 letters from square 1 on, `w z W Z e`.

use std::fmt;

use damka_rules::{Piece, Side};

/// The playable squares of the board, numbered from 1.
pub const SQUARES: usize = 50;

/// Black's letter, Dutch zwart.
const BLACK: char = 'z';

/// A board and who is to move on it; not necessarily a possible one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Who is to move.
    pub side: Side,
    /// Square 1 first.
    pub cells: [Option<Piece>; SQUARES],
}

impl Position {
    /// Twenty men each, White to move.
    pub fn initial() -> Self {
        let mut cells = [None; SQUARES];
        cells[..20].fill(Some(Piece::man(Side::Black)));
        cells[30..].fill(Some(Piece::man(Side::White)));
        Position { side: Side::White, cells }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell: &Option<Piece>| cell.map_or('e', |piece| piece.letter(BLACK));
        write!(f, "{}{}", side_letter(self.side), self.cells.iter().map(letter).collect::<String>())
    }
}

/// The letter of a side: that of its kings.
pub(crate) fn side_letter(side: Side) -> char {
    Piece::king(side).letter(BLACK)
}

/// The side a letter stands for.
pub(crate) fn read_side(letter: u8) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side_letter(side) == char::from(letter))
}

/// What a letter says of a square.
pub(crate) fn read_cell(letter: u8) -> Option<Option<Piece>> {
    match letter {
        b'e' => Some(None),
        letter => Piece::from_letter(char::from(letter), BLACK).map(Some),
    }
}
