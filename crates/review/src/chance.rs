//! From a score to the chance of winning.

use damka_rules::Variant;
use damka_wire::Score;

/// The chance of winning, 0 to 1, a draw counting half.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chance(f64);

/// How steeply chances rise with the score, per hundredth of a man.
///
/// Compromise: one figure for every game until enough games of each have been fitted.
const SLOPE: f64 = 0.004;

impl Chance {
    /// Sure to lose.
    pub const NONE: Chance = Chance(0.0);
    /// Either side may win.
    pub const EVEN: Chance = Chance(0.5);
    /// Sure to win.
    pub const SURE: Chance = Chance(1.0);

    /// The chance of the side a score belongs to. What is proven is certain.
    ///
    /// ```
    /// use damka_review::Chance;
    /// use damka_rules::Variant::Russian;
    /// use damka_wire::Score;
    /// assert_eq!(Chance::of(Russian, Score::Men(0)), Chance::EVEN);
    /// assert_eq!(Chance::of(Russian, Score::Win(9)), Chance::SURE);
    /// assert!(Chance::of(Russian, Score::Men(100)).share() > 0.55);
    /// ```
    pub fn of(variant: Variant, score: Score) -> Chance {
        match score.proven() {
            Some(sign) => Chance((f64::from(sign) + 1.0) / 2.0),
            None => Chance(1.0 / (1.0 + (-slope(variant) * f64::from(score.value())).exp())),
        }
    }

    /// 0 to 1.
    pub fn share(self) -> f64 {
        self.0
    }

    /// The opponent's.
    #[must_use]
    pub fn other(self) -> Chance {
        Chance(1.0 - self.0)
    }

    /// How much less this is than `best`, on the scale of -1 (lost) to 1 (won); never negative.
    pub fn loss_from(self, best: Chance) -> f64 {
        (2.0 * (best.0 - self.0)).max(0.0)
    }
}

/// The slope of a variant.
fn slope(_variant: Variant) -> f64 {
    SLOPE
}
