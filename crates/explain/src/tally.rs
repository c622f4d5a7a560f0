//! Counting pieces, and what changed hands between two positions.

use damka_rules::{AnyPosition, BySide, KingRange, Role, Side, Variant};

/// How many men and kings each side has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Men.
    pub men: BySide<u8>,
    /// Kings.
    pub kings: BySide<u8>,
}

impl Tally {
    /// The pieces of a position.
    pub fn of(pos: &AnyPosition) -> Tally {
        let mut tally = Tally::default();
        for (_, piece) in pos.to_setup().pieces {
            match piece.role {
                Role::Man => tally.men[piece.side] += 1,
                Role::King => tally.kings[piece.side] += 1,
            }
        }
        tally
    }

    /// Men and kings of a side.
    pub fn pieces(&self, side: Side) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// What a side has more than the other, in halves of a man.
    pub fn balance(&self, side: Side, variant: Variant) -> i32 {
        let worth = |side| i32::from(self.men[side]) * MAN + i32::from(self.kings[side]) * king(variant);
        worth(side) - worth(side.other())
    }
}

/// A man in halves of a man.
pub(crate) const MAN: i32 = 2;

/// A king in halves of a man: one that flies is worth three men, one that steps a man and a half.
pub(crate) fn king(variant: Variant) -> i32 {
    match variant.laws().king_range {
        KingRange::Short => 3,
        _ => 6,
    }
}

/// What one side took from the other and gave for it between two positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Haul {
    /// Pieces taken.
    pub taken: u8,
    /// Kings among them.
    pub kings: u8,
    /// Pieces given.
    pub given: u8,
    /// Gain in halves of a man, crowned men included.
    pub gain: i32,
}

impl Haul {
    /// What `side` has done between two positions of a line.
    pub fn between(from: &AnyPosition, to: &AnyPosition, side: Side) -> Haul {
        let (before, after, other) = (Tally::of(from), Tally::of(to), side.other());
        let variant = from.variant();
        Haul {
            taken: before.pieces(other).saturating_sub(after.pieces(other)),
            kings: before.kings[other].saturating_sub(after.kings[other]),
            given: before.pieces(side).saturating_sub(after.pieces(side)),
            gain: after.balance(side, variant) - before.balance(side, variant),
        }
    }
}
