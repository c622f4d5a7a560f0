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

/// When the first so many tries all end alike, the others would as well: a level that solves half of them would be
/// taken for another in one case of sixteen, and then by half a step.
const ALIKE: u32 = 5;
/// Strong levels hardly differ from one try to the next, and think long.
const STEADY: u8 = 9;
const ALIKE_STEADY: u32 = 3;

/// The same with no more tries than it takes to know: full strength does the same every time, others often do.
fn short_share(engine: &mut Engine, puzzle: &Puzzle, level: Level, tries: u32) -> f64 {
    if level == Level::FULL {
        return share(engine, puzzle, level, 1);
    }
    let alike = if level.number() >= STEADY { ALIKE_STEADY } else { ALIKE };
    let mut solved = 0;
    for n in 0..tries {
        if n == alike && (solved == 0 || solved == n) {
            return f64::from(solved / n);
        }
        solved += u32::from(solves(engine, puzzle, level, u64::from(n) + 1));
    }
    f64::from(solved) / f64::from(tries.max(1))
}

/// The first rating: where, going up the levels, the share of solved tries crosses one half. It is looked for by halving:
/// the weakest level that solves it needs not be looked for from the bottom.
pub fn rating(engine: &mut Engine, puzzle: &Puzzle, tries: u32) -> u16 {
    rating_by(&mut |level| short_share(engine, puzzle, level, tries))
}

/// The same by whoever knows what share of tries a level solves.
fn rating_by(share: &mut dyn FnMut(Level) -> f64) -> u16 {
    let levels: Vec<Level> = Level::all().collect();
    // All below `low` solve less than half, all from `high` on at least half.
    let (mut low, mut high) = (0, levels.len());
    let (mut below, mut above) = (0.0, 1.0);
    while low < high {
        // Weak levels think for a shorter time: ask them rather than strong ones.
        let middle = (low + high - 1) / 2;
        let found = share(levels[middle]);
        if found >= 0.5 {
            (high, above) = (middle, found);
        } else {
            (low, below) = (middle + 1, found);
        }
    }
    let Some(&level) = levels.get(high) else { return (rating_of(Level::FULL) + STEP).round() as u16 };
    let way = if above > below { (0.5 - below) / (above - below) } else { 1.0 };
    (rating_of(level) - STEP * (1.0 - way)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_lie_where_half_of_the_tries_succeed() {
        let check = |shares: [f64; 13], expected: u16| {
            let mut asked = 0;
            let found = rating_by(&mut |level| {
                asked += 1;
                shares[usize::from(level.number())]
            });
            assert_eq!(found, expected, "{shares:?}");
            assert!(asked <= 4, "{asked} levels asked");
        };
        check([1.0; 13], 425);
        check([0.0; 13], 2450);
        let mut shares = [0.0; 13];
        shares[12] = 1.0;
        check(shares, 2225);
        shares = [0.0, 0.0, 0.0, 0.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        check(shares, 1025);
    }
}
