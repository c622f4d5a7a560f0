//! Who sits at the board: people and computers of some strength.

use damka_rules::{BySide, Side};
use serde::{Deserialize, Serialize};

/// How strong the computer plays, weakest first. The highest has no limit at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Level(pub u8);

impl Level {
    /// How many there are.
    pub const COUNT: u8 = 13;
    /// The first opponent, for somebody who has just learnt the moves. Those below are for small children.
    pub const FIRST: Level = Level(3);
    /// Full strength.
    pub const FULL: Level = Level(Self::COUNT - 1);

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (0..Self::COUNT).map(Level)
    }

    /// The number the engine is told; `None` is full strength.
    pub fn for_engine(self) -> Option<u8> {
        (self < Self::FULL).then_some(self.0)
    }

    /// How long it may think about a move without a clock, in milliseconds; weak levels need far less.
    pub fn millis(self) -> u32 {
        if self < Self::FULL { 2000 } else { 3000 }
    }
}

/// Who makes the moves of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// Somebody at this device.
    Person,
    /// The engine.
    Computer(Level),
    /// A uniformly random legal move, as the original of the challenge plays.
    Random,
}

impl Seat {
    /// Does a person sit here?
    pub fn is_person(self) -> bool {
        self == Seat::Person
    }
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats(pub BySide<Seat>);

impl Seats {
    /// A person on one side, the computer on the other.
    pub fn against(person: Side, seat: Seat) -> Self {
        let mut seats = Self::both(Seat::Person);
        seats.0[person.other()] = seat;
        seats
    }

    /// The same on both sides.
    pub fn both(seat: Seat) -> Self {
        Self(BySide { white: seat, black: seat })
    }

    /// Who sits on this side.
    pub fn of(self, side: Side) -> Seat {
        self.0[side]
    }

    /// The side of the only person, if there is just one.
    pub fn lone_person(self) -> Option<Side> {
        match (self.0.white.is_person(), self.0.black.is_person()) {
            (true, false) => Some(Side::White),
            (false, true) => Some(Side::Black),
            _ => None,
        }
    }

    /// Do two people share the device?
    pub fn two_people(self) -> bool {
        self.0.white.is_person() && self.0.black.is_person()
    }

    /// Is nobody sitting here?
    pub fn nobody(self) -> bool {
        !self.0.white.is_person() && !self.0.black.is_person()
    }

    /// The strength of a computer at the board, if one is.
    pub fn level(self) -> Option<Level> {
        Side::BOTH.into_iter().find_map(|side| match self.0[side] {
            Seat::Computer(level) => Some(level),
            _ => None,
        })
    }
}
