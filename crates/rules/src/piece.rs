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
}
