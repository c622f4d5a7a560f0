//! How steeply the chance of winning rises with the score, fitted on games between players of middle strength.
//!
//! Engines that punish every slip would make it steeper than people feel it. The lines go into `data/chances/curve.txt`,
//! which reviews and puzzles read.

use std::fmt;

use damka_arena::Openings;
use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_rules::{Outcome, Side, Variant};

/// How it is fitted.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Games played for it.
    pub games: u64,
    /// Nodes for the score of a position.
    pub nodes: u64,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitted {
    variant: Variant,
    /// Per hundredth of a man.
    pub slope: f64,
    positions: usize,
    games: u64,
}

impl fmt::Display for Fitted {
    /// A line of the file: the game, millionths per hundredth of a man, what it rests on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fitted { variant, slope, positions, games } = self;
        write!(f, "{variant} {:.0} {positions} positions of {games} games", slope * 1e6)
    }
}

/// Every so many plies a score is taken, so that one game does not speak too often.
const STEP: usize = 5;
/// Plies of chance a game begins with.
const OPENING: usize = 6;
/// The players.
const LEVELS: [u8; 3] = [6, 7, 8];
/// No game is longer.
const MOST_PLIES: usize = 500;

/// Plays the games and fits the slope.
pub fn fit(plan: &Plan) -> Fitted {
    let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
    let seen: Vec<(f64, f64)> =
        (0..plan.games).flat_map(|number| played(&mut engine, plan, number)).collect();
    Fitted { variant: plan.variant, slope: slope(&seen), positions: seen.len(), games: plan.games }
}

/// Scores and results for White of one game.
fn played(engine: &mut Engine, plan: &Plan, number: u64) -> Vec<(f64, f64)> {
    let mut game = Openings::random(plan.variant, OPENING, 1).get(number as usize);
    let level = |n: u64| Level::new(LEVELS[n as usize % LEVELS.len()]).expect("a level of the ladder");
    let levels = [level(number), level(number / 3)];
    let mut scores = Vec::new();
    engine.new_game();
    while game.ending().is_none() && game.ply() < MOST_PLIES {
        if game.ply().is_multiple_of(STEP) {
            let report = engine.search(&game, &Limits::nodes(plan.nodes), &Stop::new(), &mut |_| ());
            if !report.score.is_proven() {
                let sign = if game.turn() == Side::White { 1 } else { -1 };
                scores.push(f64::from(sign * report.score.value()));
            }
        }
        let level = levels[game.ply() % 2];
        let report = engine.play(&game, level, number, &Limits::default(), &Stop::new(), &mut |_| ());
        if report.best().is_none_or(|route| game.play_route(route).is_err()) {
            break;
        }
    }
    let result = match game.outcome() {
        Some(Outcome::Win(Side::White)) => 1.0,
        Some(Outcome::Win(Side::Black)) => 0.0,
        _ => 0.5,
    };
    scores.into_iter().map(|score| (score, result)).collect()
}

/// The slope of greatest likelihood, by halving: the likelihood has one peak.
fn slope(seen: &[(f64, f64)]) -> f64 {
    let gradient = |slope: f64| -> f64 {
        seen.iter().map(|&(score, result)| score * (result - 1.0 / (1.0 + (-slope * score).exp()))).sum()
    };
    let (mut low, mut high) = (0.0, 0.1);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if gradient(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_slope_is_found_again() {
        for true_slope in [0.004, 0.009] {
            let seen: Vec<(f64, f64)> = (-300..=300)
                .map(f64::from)
                .map(|score| (score, 1.0 / (1.0 + (-true_slope * score).exp())))
                .collect();
            assert!((slope(&seen) - true_slope).abs() < 1e-6);
        }
    }

    #[test]
    fn who_is_ahead_wins_more_often() {
        let found = fit(&Plan { variant: Variant::English, games: 6, nodes: 300 });
        assert!(found.slope > 0.0005 && found.positions > 30, "{found}");
    }
}
