//! How hard a puzzle is for our own levels: the weakest that solves it gives the first rating.

use damka_engine::{Engine, Level, Limits, Stop};
use damka_rules::Game;

use crate::Puzzle;

/// The rating of the lowest level, and the step to the next.
const LOWEST: f64 = 500.0;
const STEP: f64 = 150.0;
/// Full strength would think for ever: so many nodes are what it gets.
const FULL_NODES: u64 = 200_000;

/// The rating that stands for a level.
pub fn rating_of(level: Level) -> f64 {
    LOWEST + STEP * f64::from(level.number())
}

/// Does a level find every move of the solver? The seed makes tries different.
pub fn solves(engine: &mut Engine, puzzle: &Puzzle, level: Level, seed: u64) -> bool {
    let mut game = Game::from_position(*puzzle.start());
    let limits = if level == Level::FULL { Limits::nodes(FULL_NODES) } else { Limits::default() };
    for (ply, route) in puzzle.line().iter().enumerate() {
        if ply.is_multiple_of(2) && game.position().moves().len() > 1 {
            let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(ply as u64);
            let report = engine.play(&game, level, seed, &limits, &Stop::new(), &mut |_| ());
            if !report.best().is_some_and(|best| best.same_move(route)) {
                return false;
            }
        }
        game.play_route(route).expect("a puzzle is made of legal moves");
    }
    true
}

/// The share of so many tries in which a level solves a puzzle.
pub fn share(engine: &mut Engine, puzzle: &Puzzle, level: Level, tries: u32) -> f64 {
    let solved = (0..tries).filter(|&n| solves(engine, puzzle, level, u64::from(n) + 1)).count();
    solved as f64 / f64::from(tries.max(1))
}

/// The first rating: where, going up the levels, the share of solved tries crosses one half.
pub fn rating(engine: &mut Engine, puzzle: &Puzzle, tries: u32) -> u16 {
    let mut below = 0.0;
    for level in Level::all() {
        // Full strength does the same every time.
        let tries = if level == Level::FULL { 1 } else { tries };
        let share = share(engine, puzzle, level, tries);
        if share >= 0.5 {
            let way = if share > below { (0.5 - below) / (share - below) } else { 1.0 };
            return (rating_of(level) - STEP * (1.0 - way)).round() as u16;
        }
        below = share;
    }
    (rating_of(Level::FULL) + STEP).round() as u16
}
