//! From a score to the chance of winning.

use damka_wire::Score;

/// The chance of winning, 0 to 1, a draw counting half.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chance(f64);

/// How steeply chances rise with the score, per hundredth of a man: what players of draughts sites are used to.
///
/// Compromise: one figure for every game. Fitted on self-play of a few thousand nodes a move it would be twice as steep
/// (international 0.0083, english 0.0092), but engines punish every slip and people do not; and a search of
/// [`NODES`](crate::NODES) errs by about the score that would then be an inaccuracy.
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
    /// use damka_wire::Score;
    /// assert_eq!(Chance::of(Score::Men(0)), Chance::EVEN);
    /// assert_eq!(Chance::of(Score::Win(9)), Chance::SURE);
    /// assert!(Chance::of(Score::Men(100)).share() > 0.55);
    /// ```
    pub fn of(score: Score) -> Chance {
        match score.proven() {
            Some(sign) => Chance((f64::from(sign) + 1.0) / 2.0),
            None => Chance(1.0 / (1.0 + (-SLOPE * f64::from(score.value())).exp())),
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
