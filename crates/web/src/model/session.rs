//! A sitting on the screen: the sitting itself, and which side is at the bottom.

use std::ops::Deref;

use damka_rules::{FenError, Side};
use damka_sitting::clock::Millis;
use damka_sitting::{Act, Effect, Sitting};

pub use damka_sitting::Agreement;
pub use damka_sitting::scene::pieces;

/// A sitting on the screen.
#[derive(Clone, Debug)]
pub struct Session {
    sitting: Sitting,
    /// Which side sits at the bottom of the screen.
    pub bottom: Side,
}

impl Deref for Session {
    type Target = Sitting;
    fn deref(&self) -> &Sitting {
        &self.sitting
    }
}

impl From<Sitting> for Session {
    /// The lone person sits at the bottom.
    fn from(sitting: Sitting) -> Session {
        let bottom = sitting.agreement.seats.lone_person().unwrap_or(Side::White);
        Session { sitting, bottom }
    }
}

impl Session {
    /// A new game by these agreements, from the start or from a FEN.
    pub fn new(agreement: Agreement, start: Option<&str>, seed: u64) -> Result<Session, FenError> {
        Sitting::new(agreement, start, seed).map(Into::into)
    }

    /// Does an act.
    pub fn act(&mut self, act: Act, now: Millis) -> Vec<Effect> {
        self.sitting.handle(act, now)
    }

    /// The side of whoever uses this device: the lone person, else whoever is to move.
    pub fn side(&self) -> Side {
        self.agreement.seats.lone_person().unwrap_or(self.game.turn())
    }
}
