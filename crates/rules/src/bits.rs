//! Sets of squares in one machine word.

use core::{fmt::Debug, hash::Hash, ops::*};

/// A set of squares in one machine word. Implemented for `u64` and `u128` only.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;
    /// How many bits the word has.
    const WIDTH: u32;
    /// Narrows a geometry table: those are computed once in `u128` at compile time.
    fn narrow(wide: u128) -> Self;
    /// The same bits in the widest word.
    fn widen(self) -> u128;
    /// Rotates left, the one primitive behind every step on the board.
    fn rotate(self, by: u32) -> Self;
    /// Shifts right, bits falling off.
    fn shift_down(self, by: u32) -> Self;
    /// How many squares.
    fn count(self) -> u32;
    /// Bit number of the lowest square; the width if empty.
    fn index(self) -> u32;
    /// The lowest square as a set of one.
    fn lowest(self) -> Self;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// The set of one square with this bit number.
    fn single(index: u32) -> Self;
    /// The low 64 bits.
    fn low_word(self) -> u64;
    /// Both halves folded into 64 bits, for hashing.
    fn fold(self) -> u64;
    /// Is there a square?
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Is there none?
    #[inline(always)]
    fn none(self) -> bool {
        self == Self::EMPTY
    }
    /// The squares one by one as sets of one, lowest first.
    #[inline(always)]
    fn singles(self) -> Singles<Self> {
        Singles(self)
    }
}

/// Iterator of [`Bits::singles`].
#[derive(Clone, Debug)]
pub struct Singles<B>(B);

impl<B: Bits> Iterator for Singles<B> {
    type Item = B;
    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        if self.0.none() {
            return None;
        }
        let low = self.0.lowest();
        self.0 = self.0.rest();
        Some(low)
    }
}

macro_rules! bits {
    ($t:ty, $fold:expr) => {
        impl Bits for $t {
            const EMPTY: $t = 0;
            const WIDTH: u32 = <$t>::BITS;
            #[inline(always)]
            fn narrow(wide: u128) -> $t {
                wide as $t
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn rotate(self, by: u32) -> $t {
                self.rotate_left(by)
            }
            #[inline(always)]
            fn shift_down(self, by: u32) -> $t {
                self >> by
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn index(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn lowest(self) -> $t {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn rest(self) -> $t {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn single(index: u32) -> $t {
                1 << index
            }
            #[inline(always)]
            fn low_word(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn fold(self) -> u64 {
                ($fold)(self)
            }
        }
    };
}
bits!(u64, |x| x);
bits!(u128, |x: u128| (x as u64) ^ ((x >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
