//! The score of a match: Elo with its error, and the sequential test.

use std::collections::HashMap;

use super::{Record, Trouble};

/// The score of the first player, game by game and pair by pair.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Games in which something went wrong.
    pub troubles: usize,
    /// Among those: clocks that ran out.
    pub timeouts: usize,
    /// Pairs of games by the points of the first player, 0 to 4 halves.
    pub pairs: [usize; 5],
    /// Pairs of which one game has ended.
    open: HashMap<usize, usize>,
}

/// A difference in strength.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger the first player is.
    pub difference: f64,
    /// Within so much, with 95 % confidence.
    pub error: f64,
}

/// A sequential probability ratio test of two differences in Elo.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// Not better than this.
    pub elo0: f64,
    /// At least as good as this.
    pub elo1: f64,
    /// The risk of accepting wrongly.
    pub alpha: f64,
    /// The risk of rejecting wrongly.
    pub beta: f64,
}

/// What a test says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo1` it is.
    Accepted,
    /// `elo0` it is.
    Rejected,
    /// Play on.
    Open,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        let points = record.points();
        match points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.troubles += usize::from(record.trouble.is_some());
        self.timeouts += usize::from(matches!(record.trouble, Some(Trouble::Time(..))));
        match self.open.remove(&(record.number / 2)) {
            Some(other) => self.pairs[points + other] += 1,
            None => {
                self.open.insert(record.number / 2, points);
            }
        }
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; 0.5 before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The difference in Elo. Pairs share an opening and are not independent, so the error is taken from
    /// pairs where there are some.
    pub fn elo(&self) -> Elo {
        let (mean, variance, count) = self.sample();
        let error = 1.96 * (variance / count.max(1.0)).sqrt();
        let (low, high) = (elo(mean - error), elo(mean + error));
        Elo { difference: elo(self.score()), error: (high - low) / 2.0 }
    }

    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        let (mean, variance, count) = self.sample();
        if count < 2.0 || variance <= 0.0 {
            return 0.0;
        }
        let (s0, s1) = (expected(sprt.elo0), expected(sprt.elo1));
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What the test says by now.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        let llr = self.llr(sprt);
        let (low, high) = sprt.bounds();
        match llr {
            llr if llr >= high => Verdict::Accepted,
            llr if llr <= low => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// Mean, variance and number of pairs, or of games while no pair is complete. Half a pair of each kind
    /// is added to the count of the variance: a short run of equal results is no certainty.
    fn sample(&self) -> (f64, f64, f64) {
        let pairs: usize = self.pairs.iter().sum();
        let (counts, top) = match pairs {
            0 => (vec![self.losses, self.draws, self.wins], 2.0),
            _ => (self.pairs.to_vec(), 4.0),
        };
        let count: f64 = counts.iter().sum::<usize>() as f64;
        if count == 0.0 {
            return (0.5, 0.25, 0.0);
        }
        let share = |kind: usize| kind as f64 / top;
        let mean = counts.iter().enumerate().map(|(kind, &n)| n as f64 * share(kind)).sum::<f64>() / count;
        let prior = 0.5;
        let weight = |n: usize| n as f64 + prior;
        let all = count + prior * counts.len() as f64;
        let centre = counts.iter().enumerate().map(|(kind, &n)| weight(n) * share(kind)).sum::<f64>() / all;
        let spread = |(kind, &n): (usize, &usize)| weight(n) * (share(kind) - centre).powi(2);
        let variance = counts.iter().enumerate().map(spread).sum::<f64>() / all;
        (mean, variance, count)
    }
}

impl Sprt {
    /// The usual risks of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Below the first the test is rejected, above the second accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

/// The difference in Elo that a score means, at most 1200 either way.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo lets expect.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.1} +/- {:.1}", self.difference, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: usize, draws: usize, losses: usize, pairs: [usize; 5]) -> Tally {
        Tally { wins, draws, losses, pairs, ..Tally::default() }
    }

    #[test]
    fn elo_of_scores() {
        let check = |tally: Tally, difference: f64, most_error: f64| {
            let elo = tally.elo();
            assert!((elo.difference - difference).abs() < 0.5, "{elo}");
            assert!(elo.error > 0.0 && elo.error < most_error, "{elo}");
        };
        check(tally(0, 0, 0, [0; 5]), 0.0, 1e4);
        check(tally(150, 100, 150, [50, 0, 100, 0, 50]), 0.0, 40.0);
        check(tally(100, 200, 100, [0, 50, 100, 50, 0]), 0.0, 20.0);
        check(tally(300, 0, 100, [0, 0, 100, 0, 100]), 190.8, 40.0);
        check(tally(40, 0, 0, [0, 0, 0, 0, 20]), 1199.8, 1200.0);
    }

    #[test]
    fn the_test_decides_both_ways() {
        let sprt = Sprt::new(0.0, 20.0);
        let (low, high) = sprt.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
        assert_eq!(tally(2, 0, 0, [0, 0, 0, 0, 1]).verdict(&sprt), Verdict::Open);
        assert_eq!(tally(700, 1000, 300, [50, 150, 300, 300, 200]).verdict(&sprt), Verdict::Accepted);
        assert_eq!(tally(500, 1000, 500, [100, 200, 400, 200, 100]).verdict(&sprt), Verdict::Rejected);
    }
}
