//! What is agreed before a game.

use damka_rules::{Side, Variant};

use crate::clock::Control;
use crate::dress::Dress;
use crate::seats::{Seat, Seats};

/// What is agreed before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// The game, with its house rule if one is in force.
    pub variant: Variant,
    /// Must a touched piece move?
    pub touch_move: bool,
    /// Who sits where.
    pub seats: Seats,
    /// How time is counted.
    pub control: Control,
    /// Are the colours of the pieces exchanged? (In `checkers` they are drawn by lot.)
    pub swapped: bool,
    /// May moves be taken back?
    pub takeback: bool,
    /// Does the result count for a rating?
    pub rated: bool,
    /// Does the result count for the challenge? (A position from a link does not.)
    pub challenge: bool,
}

impl Agreement {
    /// These players, nothing else agreed; a game of the challenge counts.
    pub fn new(variant: Variant, seats: Seats) -> Self {
        Self {
            variant,
            touch_move: false,
            seats,
            control: Control::None,
            swapped: false,
            takeback: true,
            rated: false,
            challenge: Dress::of(variant).challenge,
        }
    }

    /// A person on this side against this opponent, nothing else agreed.
    pub fn against(variant: Variant, person: Side, seat: Seat) -> Self {
        Self::new(variant, Seats::against(person, seat))
    }

    /// Is something at stake: a rating, or the challenge?
    pub fn counts(&self) -> bool {
        self.rated || self.challenge
    }
}
