//! How far the evaluation was off where men stood alike: it errs again in the same way.

use damka_rules::{Bits, Position, Rules, Side};

/// Places for structures of men, for each side to move.
const PLACES: usize = 1 << 14;
/// Corrections are kept in so many parts of a hundredth of a man, and within so many hundredths.
const PARTS: i32 = 64;
const MOST: i32 = 100;
/// A correction moves by at most this share of 256 towards what was found.
const STEPS: i32 = 256;

/// Mean errors of the evaluation by side to move and structure of men.
pub(crate) struct Corrections(Box<[i16]>);

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections(vec![0; 2 * PLACES].into())
    }

    #[inline(always)]
    fn place<R: Rules>(pos: &Position<R>) -> usize {
        let white = pos.men(Side::White).fold().wrapping_mul(0xa076_1d64_78bd_642f);
        let black = pos.men(Side::Black).fold().wrapping_mul(0xe703_7ed1_a0b4_28db).rotate_left(32);
        let mixed = (white ^ black).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
        (mixed >> 50) as usize | (pos.turn() as usize) << 14
    }

    /// How much better than evaluated the side to move stands, in hundredths of a man.
    #[inline(always)]
    pub(crate) fn of<R: Rules>(&self, pos: &Position<R>) -> i32 {
        self.0[Self::place(pos)] as i32 / PARTS
    }

    /// A search of this depth found the evaluation off by so much.
    #[inline(always)]
    pub(crate) fn learn<R: Rules>(&mut self, pos: &Position<R>, off: i32, depth: i32) {
        let kept = &mut self.0[Self::place(pos)];
        let share = (depth + 1).min(16);
        let aim = off.clamp(-MOST, MOST) * PARTS;
        *kept = ((*kept as i32 * (STEPS - share) + aim * share) / STEPS) as i16;
    }
}
