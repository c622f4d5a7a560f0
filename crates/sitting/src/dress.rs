//! How a game is dressed: the colours of its pieces, the squares it is drawn on, what is around it.

use damka_rules::{Side, Variant};

/// How a game is dressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dress {
    /// Green against red instead of white against black.
    pub green: bool,
    /// The squares in use are the light ones.
    pub on_light: bool,
    /// The colours of the pieces are drawn by lot, and the person sits at the bottom and begins.
    pub lot: bool,
    /// Taken pieces are turned over until the move is finished and they leave.
    pub turn_victims: bool,
    /// Games are scored as the challenge.
    pub challenge: bool,
}

impl Dress {
    /// The dress of a game. Only games with a dress of their own differ.
    pub fn of(variant: Variant) -> Dress {
        match variant.base() {
            Variant::Shashki => Dress { green: true, challenge: true, ..Dress::default() },
            Variant::Checkers => Dress { on_light: true, lot: true, ..Dress::default() },
            // The source of the Armenian rules says so.
            Variant::Armenian => Dress { turn_victims: true, ..Dress::default() },
            _ => Dress::default(),
        }
    }

    /// The side a person must have, if there is no choice.
    pub fn person(self) -> Option<Side> {
        (self.challenge || self.lot).then_some(Side::White)
    }
}
