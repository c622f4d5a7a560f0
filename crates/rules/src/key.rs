//! Position keys for tables and repetition.
//!
//! A key is made of the three words of a position with four multiplications, three of them side by side: as
//! cheap as updating a table of random numbers move by move, with no table to load and nothing to get out of
//! step. All arithmetic is on 64 bits, because WebAssembly has no wider product.

use crate::{Bits, Move, Position, Rules};

/// A 64-bit hash of a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Key(pub u64);

/// Spreads a word over its own upper half and back.
#[inline(always)]
const fn mixed(word: u64, factor: u64) -> u64 {
    let spread = word.wrapping_mul(factor);
    spread ^ spread >> 32
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
        let white = mixed(self.white.fold(), 0xa076_1d64_78bd_642f);
        let black = mixed(self.black.fold(), 0xe703_7ed1_a0b4_28db).rotate_left(21);
        let kings = mixed(self.kings.fold(), 0x8ebc_6af0_9c88_c6e3).rotate_left(42);
        Key(mixed(white ^ black ^ kings ^ rest, 0x5899_65cc_7537_4cc3))
    }

    /// The key after a move, ahead of making it (to fetch table entries early).
    #[inline(always)]
    pub fn key_after(&self, m: Move<R>) -> Key {
        self.play(m).key()
    }
}
