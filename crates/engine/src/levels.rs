//! Levels of play: a ladder from somebody who has just learnt the moves to full strength.
//!
//! Weak levels are weak in a human way: they look ahead a few plies only, lose sight of long exchanges, and
//! misjudge positions by an amount that is always the same for the same position and seed. They do not
//! throw in random blunders beside perfect tactics; only the first levels, for small children, now and then
//! move without having looked at all.

use std::time::Duration;

use damka_rules::{Game, KingRange, Variant};

use crate::search::Handicap;
use crate::{Engine, Limits, Report, Stop};

/// A step of the ladder.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level may do.
struct Rung {
    depth: u32,
    nodes: u64,
    noise: i32,
    sight: Option<u32>,
    /// Plies of opening knowledge.
    book: usize,
    /// Moves out of a hundred made without looking.
    careless: u64,
}

/// Somebody who moves without looking, so many times out of a hundred, and hardly looks otherwise.
const fn child(careless: u64, noise: i32) -> Rung {
    Rung { careless, ..rung(1, 400, noise, 1, 0) }
}

const fn rung(depth: u32, nodes: u64, noise: i32, sight: u32, book: usize) -> Rung {
    let sight = if sight == 0 { None } else { Some(sight) };
    Rung { depth, nodes, noise, sight, book, careless: 0 }
}

/// Every level's name.
const NAMES: [&str; 13] = [
    "first steps",
    "small child",
    "schoolchild",
    "just learnt",
    "beginner",
    "casual",
    "hobby player",
    "club player",
    "strong club player",
    "candidate master",
    "master",
    "grandmaster",
    "full strength",
];

/// What each level below full strength is, weakest first. A sight of 0 is unlimited.
type Ladder = [Rung; NAMES.len() - 1];

/// Boards of 32 squares, kings that fly. Strong players draw nearly every game there: to be felt, a step at the top has
/// to be high. What each step is worth was measured: see CONTRIBUTING.md.
const FLYING: Ladder = [
    child(62, 160),
    child(33, 160),
    child(12, 160),
    rung(1, 400, 160, 1, 0),
    rung(2, 1_000, 130, 2, 0),
    rung(3, 2_000, 190, 3, 0),
    rung(3, 2_000, 108, 3, 2),
    rung(4, 4_000, 100, 5, 4),
    rung(5, 8_000, 80, 8, 6),
    rung(6, 12_000, 50, 0, 10),
    rung(7, 20_000, 26, 0, 20),
    rung(10, 40_000, 10, 0, 40),
];

/// Boards of 32 squares, kings that step: a slip costs less.
const STEPPING: Ladder = [
    child(62, 160),
    child(33, 160),
    child(12, 160),
    rung(1, 400, 28, 1, 0),
    rung(2, 1_000, 80, 2, 0),
    rung(3, 2_000, 125, 3, 0),
    rung(3, 2_000, 74, 3, 2),
    rung(4, 4_000, 75, 5, 4),
    rung(5, 8_000, 52, 8, 6),
    rung(6, 12_000, 18, 0, 10),
    rung(8, 32_000, 0, 0, 20),
    rung(10, 40_000, 10, 0, 40),
];

/// Larger boards. Where there is more room every ply counts, up to the top.
const LARGE: Ladder = [
    child(74, 160),
    child(32, 160),
    child(12, 133),
    rung(2, 1_000, 122, 3, 0),
    rung(2, 1_000, 92, 4, 0),
    rung(3, 2_000, 121, 3, 0),
    rung(3, 2_000, 77, 8, 2),
    rung(4, 4_000, 59, 0, 4),
    rung(5, 9_000, 31, 0, 6),
    rung(7, 22_000, 27, 0, 10),
    rung(10, 54_000, 12, 0, 20),
    rung(20, 210_000, 0, 0, 40),
];

/// Games whose men never move diagonally: there is less to see, and more is seen.
const STRAIGHT: Ladder = [
    child(74, 160),
    child(36, 160),
    child(12, 110),
    rung(2, 1_000, 78, 3, 0),
    rung(2, 1_000, 55, 4, 0),
    rung(3, 2_000, 88, 3, 0),
    rung(3, 2_000, 45, 8, 2),
    rung(4, 4_000, 42, 0, 4),
    rung(5, 9_000, 24, 0, 6),
    rung(7, 22_000, 24, 0, 10),
    rung(10, 54_000, 12, 0, 20),
    rung(20, 210_000, 0, 0, 40),
];

/// Everything that can be done.
const FULL_STRENGTH: Rung = rung(250, u64::MAX, 0, 0, 60);

/// The ladder of a game.
fn ladder(variant: Variant) -> &'static Ladder {
    let laws = variant.laws();
    match laws.king_range {
        _ if !(0..4).any(|diagonal| laws.man_moves.has(diagonal)) => &STRAIGHT,
        _ if variant.grid().squares() > SMALL_SQUARES => &LARGE,
        KingRange::Short => &STEPPING,
        _ => &FLYING,
    }
}

/// The largest board that counts as small.
const SMALL_SQUARES: usize = 32;

/// Nobody waits longer for a level below full strength.
const PATIENCE: Duration = Duration::from_secs(2);

impl Level {
    /// The lowest.
    pub const LOWEST: Level = Level(0);
    /// Full strength.
    pub const FULL: Level = Level(NAMES.len() as u8 - 1);

    /// The level with this number, 0 to 12.
    ///
    /// ```
    /// use damka_engine::Level;
    /// assert_eq!(Level::new(3).unwrap().name(), "just learnt");
    /// assert_eq!(Level::new(13), None);
    /// ```
    pub fn new(number: u8) -> Option<Level> {
        ((number as usize) < NAMES.len()).then_some(Level(number))
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (0..NAMES.len() as u8).map(Level)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its English name; catalogues translate it by number.
    pub fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    fn rung(self, variant: Variant) -> &'static Rung {
        ladder(variant).get(self.0 as usize).unwrap_or(&FULL_STRENGTH)
    }

    /// The tighter of the caller's limits and the level's own.
    fn within(self, variant: Variant, limits: &Limits) -> Limits {
        if self == Level::FULL {
            return limits.clone();
        }
        let rung = self.rung(variant);
        let time = limits.move_time.map_or(PATIENCE, |t| t.min(PATIENCE));
        Limits {
            depth: Some(limits.depth.unwrap_or(rung.depth).min(rung.depth)),
            nodes: Some(limits.nodes.unwrap_or(rung.nodes).min(rung.nodes)),
            move_time: Some(time),
            infinite: false,
            ..limits.clone()
        }
    }
}

impl Engine {
    /// Plays at a level: like [`Engine::search`], but no better than the level allows.
    ///
    /// `seed` makes games different: give each game its own.
    pub fn play(
        &mut self,
        game: &Game,
        level: Level,
        seed: u64,
        limits: &Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report),
    ) -> Report {
        let rung = level.rung(game.variant());
        if game.ply() < rung.book
            && let Some(report) = self.from_book(game, seed)
        {
            on_info(&report);
            return report;
        }
        if let Some(report) = careless(game, rung.careless, seed) {
            on_info(&report);
            return report;
        }
        let handicap = Handicap { noise: rung.noise, seed, sight: rung.sight };
        self.search_with(game, &level.within(game.variant(), limits), stop, handicap, on_info)
    }
}

/// Any move at all, so many times out of a hundred: always the same in the same position of a game.
fn careless(game: &Game, percent: u64, seed: u64) -> Option<Report> {
    let mixed = |word: u64| (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let dice = mixed(mixed(game.position().key().0 ^ seed).wrapping_add(game.ply() as u64));
    if (dice >> 32) % 100 >= percent {
        return None;
    }
    let routes = game.position().routes();
    let route = routes.get((dice >> 8) as usize % routes.len().max(1))?.clone();
    Some(Report { pv: vec![route], multi_pv: 1, ..Report::default() })
}

#[cfg(test)]
mod tests {
    use damka_rules::{Outcome, Side};

    use super::*;
    use crate::Options;

    #[test]
    fn every_level_answers_legally_and_soon() {
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        for variant in [Variant::Russian, Variant::Armenian, Variant::Antidraughts] {
            for level in Level::all().filter(|&l| l < Level::FULL) {
                let mut game = Game::new(variant);
                for _ in 0..4 {
                    let report = engine.play(&game, level, 7, &Limits::infinite(), &Stop::new(), &mut |_| ());
                    assert!(report.nodes <= level.rung(variant).nodes + 100, "{variant} {level:?}");
                    game.play_route(report.best().unwrap()).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_seed_decides() {
        let game = Game::new(Variant::Russian);
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        let mut first = |seed| {
            let report = engine.play(&game, Level(1), seed, &Limits::default(), &Stop::new(), &mut |_| ());
            report.best().cloned()
        };
        assert_eq!(first(1), first(1));
        assert!((0..20).any(|seed| first(seed) != first(100)), "games are different");
    }

    /// Games out of forty that somebody who moves at random wins against a level; a draw is half a game.
    fn won_at_random(variant: Variant, level: Level) -> f64 {
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        let play = |seed: u64| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut game = Game::new(variant);
            let side = if seed.is_multiple_of(2) { Side::White } else { Side::Black };
            while game.outcome().is_none() && game.ply() < 200 {
                let routes = game.position().routes();
                let route = if game.turn() == side {
                    routes[random.usize(..routes.len())].clone()
                } else {
                    let report =
                        engine.play(&game, level, seed, &Limits::default(), &Stop::new(), &mut |_| ());
                    report.best().unwrap().clone()
                };
                game.play_route(&route).unwrap();
            }
            match game.outcome() {
                Some(Outcome::Win(winner)) if winner == side => 1.0,
                Some(Outcome::Win(_)) => 0.0,
                _ => 0.5,
            }
        };
        (0..40).map(play).sum()
    }

    /// Whoever moves at random wins about one game in four against the lowest level, hardly one against the third.
    #[test]
    fn a_small_child_can_win() {
        for variant in [Variant::Russian, Variant::English, Variant::Armenian] {
            let lowest = won_at_random(variant, Level::LOWEST);
            assert!((4.0..20.0).contains(&lowest), "{variant}: {lowest} of 40");
            let third = won_at_random(variant, Level(2));
            assert!(third < 5.0, "{variant}: {third} of 40");
        }
    }
}
