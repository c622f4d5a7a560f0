//! From a score to the chance of winning.

use damka_rules::Variant;
use damka_wire::Score;

/// The chance of winning, 0 to 1, a draw counting half.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Chance(f64);

/// From scores to chances in one game of draughts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// How steeply chances rise with the score, per hundredth of a man.
    slope: f64,
}

/// Every fitted game and its slope in millionths; `damka-tune curve` makes it.
const FITTED: &str = include_str!("../../../data/chances/curve.txt");

impl Curve {
    /// What players of draughts sites are used to.
    pub const USUAL: Curve = Curve { slope: 0.004 };

    /// The curve of a game; that of a house rule is its game's. Puzzles and lessons use it.
    pub fn of(variant: Variant) -> Curve {
        let name = variant.base().name();
        let slope = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.split(' ').next()?.parse().ok();
        let fitted: Option<u32> = FITTED.lines().find_map(slope);
        fitted.map_or(Curve::USUAL, |millionths| Curve { slope: f64::from(millionths) / 1e6 })
    }

    /// The chance of the side a score belongs to. What is proven is certain.
    pub fn chance(self, score: Score) -> Chance {
        match score.proven() {
            Some(sign) => Chance((f64::from(sign) + 1.0) / 2.0),
            None => Chance(1.0 / (1.0 + (-self.slope * f64::from(score.value())).exp())),
        }
    }
}

impl Chance {
    /// Sure to lose.
    pub const NONE: Chance = Chance(0.0);
    /// Either side may win.
    pub const EVEN: Chance = Chance(0.5);
    /// Sure to win.
    pub const SURE: Chance = Chance(1.0);

    /// The chance of the side a score belongs to by the [usual](Curve::USUAL) curve.
    ///
    /// ```
    /// use damka_review::Chance;
    /// use damka_wire::Score;
    /// assert_eq!(Chance::of(Score::Men(0)), Chance::EVEN);
    /// assert_eq!(Chance::of(Score::Win(9)), Chance::SURE);
    /// assert!(Chance::of(Score::Men(100)).share() > 0.55);
    /// ```
    pub fn of(score: Score) -> Chance {
        Curve::USUAL.chance(score)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game was fitted, and a man more is worth something but does not decide.
    #[test]
    fn every_game_has_a_curve() {
        for variant in Variant::games() {
            let curve = Curve::of(variant);
            assert_ne!(curve, Curve::USUAL, "{variant} has no line in data/chances/curve.txt");
            let man = curve.chance(Score::Men(100)).share();
            assert!((0.55..0.90).contains(&man), "{variant}: {man}");
        }
    }

    #[test]
    fn house_rules_have_the_curve_of_their_game() {
        for &variant in Variant::EVERY {
            assert_eq!(Curve::of(variant), Curve::of(variant.base()));
        }
    }
}
