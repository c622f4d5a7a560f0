//! Position keys for tables and repetition.
//!
//! A key is two folded multiplications of the three words of a position: as cheap as updating a table of
//! random numbers move by move, with no table to load and nothing to get out of step.

use crate::{Bits, Move, Position, Rules};

/// A 64-bit hash of a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Key(pub u64);

#[inline(always)]
fn folded(a: u64, b: u64) -> u64 {
    let wide = a as u128 * b as u128;
    wide as u64 ^ (wide >> 64) as u64
}

impl<R: Rules> Position<R> {
    /// The key of this position.
    #[inline(always)]
    pub fn key(&self) -> Key {
        let runs = if R::LAWS.king_run > 0 {
            u32::from_le_bytes([
                self.runs.white.at,
                self.runs.white.count,
                self.runs.black.at,
                self.runs.black.count,
            ]) as u64
        } else {
            0
        };
        let rest = self.turn as u64 | runs << 8;
        let men =
            folded(self.white.fold() ^ 0xa076_1d64_78bd_642f, self.black.fold() ^ 0xe703_7ed1_a0b4_28db);
        Key(folded(men ^ 0x8ebc_6af0_9c88_c6e3, self.kings.fold() ^ 0x5899_65cc_7537_4cc3)
            ^ (rest ^ 0x1d8e_4e27_c47d_124f).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The key after a move, ahead of making it (to fetch table entries early).
    #[inline(always)]
    pub fn key_after(&self, m: Move<R>) -> Key {
        self.play(m).key()
    }
}
