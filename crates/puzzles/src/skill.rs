//! How good a solver is and how hard a puzzle: Glicko-2, every attempt a game between the two.
//!
//! After M. E. Glickman, "Example of the Glicko-2 system"; every attempt is a rating period of one game.

/// Points of the scale people see in one of Glickman's.
const SCALE: f64 = 173.7178;
/// The rating in the middle of the scale.
const MIDDLE: f64 = 1500.0;
/// Constrains how fast the volatility changes.
const TAU: f64 = 0.5;
/// No rating is more certain, so that people can always improve, nor less.
const DEVIATIONS: (f64, f64) = (45.0, 350.0);
/// Nor outside these.
const RATINGS: (f64, f64) = (300.0, 3500.0);
/// Days in a period without games, after which somebody's rating is less certain.
const PERIOD: f64 = 7.0;

/// A rating with what is unknown about it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Skill {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How erratic its owner is.
    pub volatility: f64,
}

impl Default for Skill {
    /// Somebody of whom nothing is known.
    fn default() -> Skill {
        Skill { rating: 1200.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Skill {
    /// A puzzle of which our levels' rating is known.
    pub fn of_puzzle(rating: u16) -> Skill {
        Skill { rating: rating.into(), deviation: 150.0, ..Skill::default() }
    }

    /// The chance to solve a puzzle, or of a puzzle not to be solved.
    pub fn chance_against(self, other: Skill) -> f64 {
        expectation(self.mu(), other.mu(), other.phi())
    }

    /// After an attempt: 1 for a solution, 0 for a failure. `weight`, 0 to 1, says how much it counts: less where the
    /// theme was known beforehand.
    #[must_use]
    pub fn after(self, other: Skill, points: f64, weight: f64) -> Skill {
        let (mu, phi, their) = (self.mu(), self.phi(), other.phi());
        let g = impact(their);
        let expected = expectation(mu, other.mu(), their);
        let variance = 1.0 / (g * g * expected * (1.0 - expected)).max(1e-9);
        let change = g * (points - expected);
        let volatility = volatility(phi, self.volatility, variance, variance * change);
        let before = (phi * phi + volatility * volatility).sqrt();
        let after = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        let full = Skill {
            rating: (mu + after * after * change) * SCALE + MIDDLE,
            deviation: after * SCALE,
            volatility,
        };
        self.towards(full, weight.clamp(0.0, 1.0)).within_bounds()
    }

    /// After some days without a puzzle.
    #[must_use]
    pub fn rested(self, days: f64) -> Skill {
        let phi = self.phi();
        let grown = (phi * phi + self.volatility * self.volatility * (days / PERIOD).max(0.0)).sqrt();
        Skill { deviation: grown * SCALE, ..self }.within_bounds()
    }

    fn towards(self, other: Skill, share: f64) -> Skill {
        let mix = |from: f64, to: f64| from + (to - from) * share;
        Skill {
            rating: mix(self.rating, other.rating),
            deviation: mix(self.deviation, other.deviation),
            volatility: mix(self.volatility, other.volatility),
        }
    }

    /// Kept numbers may come from outside.
    fn within_bounds(self) -> Skill {
        let sound = |value: f64, (least, most): (f64, f64), otherwise: f64| match value.is_finite() {
            true => value.clamp(least, most),
            false => otherwise,
        };
        let new = Skill::default();
        Skill {
            rating: sound(self.rating, RATINGS, new.rating),
            deviation: sound(self.deviation, DEVIATIONS, new.deviation),
            volatility: sound(self.volatility, (0.01, 0.15), new.volatility),
        }
    }

    fn mu(self) -> f64 {
        (self.within_bounds().rating - MIDDLE) / SCALE
    }
    fn phi(self) -> f64 {
        self.within_bounds().deviation / SCALE
    }
}

/// How much a game against somebody uncertain tells.
fn impact(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

fn expectation(mu: f64, other: f64, phi: f64) -> f64 {
    1.0 / (1.0 + (-impact(phi) * (mu - other)).exp())
}

/// The new volatility: where Glickman's function crosses zero, by the Illinois method.
fn volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    let sigma = if sigma.is_finite() { sigma.clamp(0.01, 0.15) } else { 0.06 };
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let (mut low, mut high) = (a, (delta * delta - phi * phi - variance).max(0.0).ln());
    if !high.is_finite() {
        let steps = (1..100).find(|&k| f(a - f64::from(k) * TAU) >= 0.0).unwrap_or(1);
        high = a - f64::from(steps) * TAU;
    }
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..100 {
        if (high - low).abs() <= 1e-6 {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(rating: f64, deviation: f64) -> Skill {
        Skill { rating, deviation, volatility: 0.06 }
    }

    /// One game of Glickman's own example, computed by hand: he has g = 0.9955 and E = 0.639 for it.
    #[test]
    fn agrees_with_the_paper() {
        assert!((impact(30.0 / SCALE) - 0.9955).abs() < 1e-4);
        assert!((expectation(0.0, -100.0 / SCALE, 30.0 / SCALE) - 0.639).abs() < 1e-3);
        // Its three games at once: variance 1.7785 and delta -0.4834 leave a volatility of 0.05999.
        assert!((volatility(200.0 / SCALE, 0.06, 1.7785, -0.4834) - 0.05999).abs() < 1e-5);
    }

    #[test]
    fn solving_raises_the_solver_and_lowers_the_puzzle() {
        let (solver, puzzle) = (Skill::default(), Skill::of_puzzle(1400));
        let better = solver.after(puzzle, 1.0, 1.0);
        assert!(better.rating > solver.rating + 50.0 && better.deviation < solver.deviation);
        assert!(puzzle.after(solver, 0.0, 1.0).rating < puzzle.rating);
        assert!(solver.after(puzzle, 0.0, 1.0).rating < solver.rating);
        let half = solver.after(puzzle, 1.0, 0.5);
        assert!((half.rating - solver.rating) * 2.0 - (better.rating - solver.rating) < 1e-6);
        assert_eq!(solver.after(puzzle, 1.0, 0.0), solver);
    }

    /// Somebody whose true rating is 1700 is found out within a hundred puzzles.
    #[test]
    fn finds_the_true_rating() {
        let truth = skill(1700.0, 45.0);
        let mut solver = Skill::default();
        let mut dice = 12345u64;
        for _ in 0..150 {
            let puzzle = Skill::of_puzzle(solver.rating as u16);
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let solved = (dice >> 11) as f64 / (1u64 << 53) as f64 <= truth.chance_against(puzzle);
            solver = solver.after(puzzle, if solved { 1.0 } else { 0.0 }, 1.0);
        }
        assert!((solver.rating - 1700.0).abs() < 150.0, "{solver:?}");
        assert!(solver.deviation < 90.0, "{solver:?}");
    }

    #[test]
    fn rest_makes_uncertain() {
        let known = skill(1500.0, 50.0);
        assert!(known.rested(365.0).deviation > 60.0);
        assert!(known.rested(1e9).deviation <= 350.0);
        assert_eq!(known.rested(-5.0), known);
    }

    #[test]
    fn nonsense_from_outside_does_no_harm() {
        let bad = Skill { rating: f64::NAN, deviation: -3.0, volatility: f64::INFINITY };
        for (us, them) in [(bad, bad), (bad, Skill::default()), (Skill::default(), bad)] {
            let after = us.after(them, 1.0, 1.0);
            assert!(after.rating.is_finite() && after.deviation.is_finite() && after.volatility.is_finite());
        }
    }
}
