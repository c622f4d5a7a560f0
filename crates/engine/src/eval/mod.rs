//! Evaluation: men patterns learned from games, kings, material and what is drawn anyway.
//!
//! Everything is computed from White's view on the board's bits and is a sum of weights; [`features`] gives
//! the same sum as a list, which is what the trainer works on.

mod canon;
mod courts;
mod embedded;
mod factors;
mod features;
mod hand;
pub mod net;
mod scalars;
mod sparse;
mod vector;
mod weights;
mod windows;

use damka_rules::{Bits, Position, Rules, Side};

pub(crate) use self::embedded::book as embedded_book;
pub use self::factors::Factors;
pub use self::features::{Features, features};
use self::scalars::{FULL, PHASES};
pub use self::weights::{Numbering, UNIT, Weights, WeightsError};

impl<R: Rules> Weights<R> {
    /// The value of a quiet position in hundredths of a man, for the side to move.
    #[inline]
    pub fn evaluate(&self, pos: &Position<R>) -> i32 {
        let value = self.white(pos);
        let value = match pos.turn() {
            Side::White => value,
            Side::Black => -value,
        };
        match &self.net {
            Some(net) => value + net.evaluate(pos) * scalars::scale(pos) / FULL,
            None => value,
        }
    }

    #[inline]
    fn white(&self, pos: &Position<R>) -> i32 {
        let mut packed = 0i32;
        if self.sees_windows {
            windows::patterns(pos, |n| packed = packed.wrapping_add(self.patterns[n]));
        }
        let [mut opening, mut ending] = unpacked(packed);
        if self.sees_courts && pos.kings().any() {
            let mut packed = 0i32;
            courts::patterns(pos, &mut |n| packed = packed.wrapping_add(self.patterns[n]));
            let [more, later] = unpacked(packed);
            opening += more;
            ending += later;
        }
        scalars::scalars(pos, self.sees_danger, |term, times| {
            opening += self.terms[term][0] * times;
            ending += self.terms[term][1] * times;
        });
        let phase = scalars::phase::<R>(pos.occupied().count());
        let sum = opening * phase + ending * (PHASES - phase);
        finish(sum, scalars::scale(pos))
    }
}

/// How much of its value a position keeps, 0 to 1: endings that cannot be won are draws.
pub fn certainty<R: Rules>(pos: &Position<R>) -> f32 {
    scalars::scale(pos) as f32 / FULL as f32
}

/// Opening and ending sums from the two halves of a word.
#[inline(always)]
fn unpacked(packed: i32) -> [i32; 2] {
    // The lower half borrows from the upper one when it is negative: rounding gives it back.
    [(packed.wrapping_add(0x8000)) >> 16, packed as i16 as i32]
}

/// From a weighted sum to hundredths of a man.
#[inline(always)]
fn finish(sum: i32, scale: i32) -> i32 {
    sum / (PHASES * UNIT) * scale / FULL
}

#[cfg(test)]
mod tests {
    use damka_rules::{Variant, dispatch};

    use super::*;
    use crate::testing;

    /// Weights with something different everywhere.
    fn wild<R: Rules>(numbering: &Numbering<R>) -> Weights<R> {
        let mut random = fastrand::Rng::with_seed(7);
        let stored = (0..numbering.weights()).map(|_| random.i16(-500..500)).collect();
        Weights::new(numbering, stored).unwrap()
    }

    #[test]
    fn turned_boards_are_worth_the_opposite() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => {
                let weights = wild::<R>(&Numbering::new());
                for pos in testing::positions::<R>(4) {
                    assert_eq!(weights.white(&pos), -weights.white(&pos.mirrored()), "{variant}");
                    assert_eq!(weights.evaluate(&pos), weights.evaluate(&pos.mirrored()), "{variant}");
                }
            });
        }
    }

    #[test]
    fn features_times_weights_is_the_evaluation() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => {
                let numbering = Numbering::<R>::new();
                let weights = wild(&numbering);
                let mut list = Features::default();
                for pos in testing::positions::<R>(4) {
                    features(&numbering, &pos, &mut list);
                    assert_eq!(list.score(weights.stored()), weights.white(&pos), "{variant}");
                }
            });
        }
    }
}
