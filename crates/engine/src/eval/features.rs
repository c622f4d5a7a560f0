//! The evaluation as a list of weights and how often each counts: what training works on.

use damka_rules::{Bits, Position, Rules};

use super::scalars::{FULL, PHASES};
use super::weights::{Numbering, UNIT};
use super::{courts, finish, scalars, windows};

/// The terms of one position, seen from White.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Weight number and how often it counts. A number may come twice.
    pub list: Vec<(u32, i32)>,
    /// Numerator of the factor for drawn endings; 16 is full value.
    pub scale: i32,
}

impl Features {
    /// Divides a sum of `weight * value * scale`: then it is in hundredths of a man.
    pub const DIVISOR: i32 = PHASES * UNIT * FULL;

    /// The score for White with these weights, exactly as the engine computes it.
    pub fn score(&self, weights: &[i16]) -> i32 {
        let sum = self.list.iter().map(|&(at, value)| weights[at as usize] as i32 * value).sum();
        finish(sum, self.scale)
    }
}

/// Fills the caller's list with the terms of a position.
///
/// ```
/// use damka_engine::eval::{features, Features, Numbering, Weights};
/// use damka_rules::{variants::Russian, Position};
/// let numbering = Numbering::<Russian>::new();
/// let weights = Weights::hand_made_with(&numbering);
/// let mut list = Features::default();
/// let pos = Position::start();
/// features(&numbering, &pos, &mut list);
/// assert_eq!(list.score(weights.stored()), weights.evaluate(&pos));
/// ```
pub fn features<R: Rules>(numbering: &Numbering<R>, pos: &Position<R>, out: &mut Features) {
    out.list.clear();
    out.scale = scalars::scale(pos);
    let phase = scalars::phase::<R>(pos.occupied().count());
    let list = &mut out.list;
    let mut add = |term: usize, times: i32| {
        for (offset, share) in [(0, phase), (1, PHASES - phase)] {
            if times * share != 0 {
                list.push((2 * term as u32 + offset, times * share));
            }
        }
    };
    scalars::scalars(pos, true, &mut add);
    let mut see = |n: usize| {
        let n = numbering.patterns[n];
        if n != 0 {
            add(Numbering::<R>::FIRST_PATTERN + n.unsigned_abs() as usize - 1, n.signum());
        }
    };
    windows::patterns(pos, &mut see);
    if pos.kings().any() {
        courts::patterns(pos, &mut see);
    }
}
