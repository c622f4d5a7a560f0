//! What can stand on a square.

use crate::Side;

/// Man or king.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Role {
    /// A plain piece.
    Man,
    /// A crowned piece (damka, tama, dama).
    King,
}

/// A man or king of one side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// A man of `side`.
    pub const fn man(side: Side) -> Piece {
        Piece { side, role: Role::Man }
    }
    /// A king of `side`.
    pub const fn king(side: Side) -> Piece {
        Piece { side, role: Role::King }
    }

    /// The letter of boards written square by square: `w` or the protocol's letter for Black, capital for kings.
    pub const fn letter(self, black: char) -> char {
        let letter = match self.side {
            Side::White => 'w',
            Side::Black => black,
        };
        match self.role {
            Role::Man => letter,
            Role::King => letter.to_ascii_uppercase(),
        }
    }

    /// The piece such a letter stands for.
    pub const fn from_letter(letter: char, black: char) -> Option<Piece> {
        let man = letter.to_ascii_lowercase();
        let side = match man {
            'w' => Side::White,
            _ if man == black => Side::Black,
            _ => return None,
        };
        Some(if man == letter { Piece::man(side) } else { Piece::king(side) })
    }
}
