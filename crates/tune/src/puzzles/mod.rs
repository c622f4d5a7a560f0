//! Puzzles from fast games: a level errs, a small search sees it, two larger ones prove it, our levels rate it. Whatever
//! can be refused for little is refused first.
//!
//! The maker goes through a queue of variants and can be stopped at any time: what it found lies in `VARIANT.found`,
//! how many games it has looked at in `VARIANT.games`. Games have numbers and each is always the same. Before it plays it
//! can look at the puzzles of other games on the same board.

mod args;
mod begin;
mod cousins;
mod shelf;
mod sieve;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_puzzles::proof::{self, Choice, Effort, Miss, Terms};
use damka_puzzles::{Normal, Puzzle, trial};
use damka_rules::{Game, Route, Variant};

pub use args::Args;
pub use shelf::{import, shelve};
use sieve::{Sieve, Stage};

/// How puzzles are made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variants in turn, and how many puzzles of each are wanted.
    pub wanted: Vec<(Variant, usize)>,
    /// Where the finds are kept.
    pub folder: PathBuf,
    /// Where endgame tables are; small ones are built if there are none.
    pub tables: Option<PathBuf>,
    /// Makes the games repeatable.
    pub seed: u64,
    /// Nodes of the two proofs.
    pub effort: Effort,
    /// Tries of each level at each puzzle.
    pub tries: u32,
    /// Look at the puzzles of other games first.
    pub cousins: bool,
    /// Games begin with pieces thrown on the board, at most so many, instead of an opening.
    pub endings: Option<usize>,
    /// Games of one variant at most, so that a barren one does not stop the queue.
    pub most_games: u64,
}

/// No game is longer.
const MOST_PLIES: usize = 120;
/// Players of the games: they see short tactics and miss others.
const LEVELS: std::ops::RangeInclusive<u8> = 2..=5;
/// Players when there are enough of what those miss.
const STRONGER: std::ops::RangeInclusive<u8> = 5..=7;
/// Nodes of the look at every position, and in one game out of eight, for what lies deeper.
const LOOK: u64 = 1_000;
const LONG_LOOK: u64 = 5_000;
/// Nodes of the look at a puzzle of another game: most are none here, and those that are lie deeper than most.
const COUSIN_LOOK: u64 = 4_000;
/// What that look has to see.
const SUSPECT: Terms = Terms { margin: 0.5, winning: 0.4, without: 0.3 };
/// A game is decided when one side has at least this chance whatever is played, for so many plies.
const DECIDED: f64 = 0.85;
const DECIDED_PLIES: u32 = 3;
/// Tries of each level for a first idea of how hard a puzzle is.
const ROUGH_TRIES: u32 = 4;
/// Puzzles taken from one game at most, and plies from one to where the next is looked for: it would be much the same.
const A_GAME: usize = 3;
const APART: usize = 4;
/// No hundred points of ratings get more than this part of the puzzles wanted: the easy ones would fill the file.
const BAND: u16 = 100;
const BAND_PART: (usize, usize) = (3, 5);

/// Makes puzzles of every variant of the plan; `tell` hears how far it is.
pub fn make(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<()> {
    std::fs::create_dir_all(&plan.folder).context("cannot make the folder")?;
    for &(variant, wanted) in &plan.wanted {
        Maker::new(plan, variant, wanted)?.run(tell)?;
    }
    Ok(())
}

struct Maker<'a> {
    plan: &'a Plan,
    variant: Variant,
    /// Plays the games and looks at every position.
    player: Engine,
    /// Finds lines.
    scout: Engine,
    /// Proves them: knows nothing of how they were found.
    judge: Engine,
    /// Positions of puzzles and of their lines.
    known: HashSet<Normal>,
    /// How many are wanted.
    wanted: usize,
    /// Ratings of what was found.
    ratings: Vec<u16>,
    next_game: u64,
    sieve: Sieve,
}

impl<'a> Maker<'a> {
    fn new(plan: &'a Plan, variant: Variant, wanted: usize) -> Result<Maker<'a>> {
        // Tables are emptied before every question: small ones sooner.
        let engine = |hash_mb| Engine::new(Options { hash_mb, threads: 1 });
        let (player, mut scout, mut judge) = (engine(1), engine(1), engine(4));
        scout.use_tables(plan.tables.as_deref());
        judge.use_tables(plan.tables.as_deref());
        let puzzles = shelf::read_found(&plan.folder, variant)?;
        let next_game = shelf::read_games(&plan.folder, variant)?;
        let (known, ratings) = (HashSet::new(), Vec::new());
        let sieve = Sieve::default();
        let mut maker =
            Maker { plan, variant, player, scout, judge, known, wanted, ratings, next_game, sieve };
        puzzles.iter().for_each(|puzzle| maker.remember(puzzle));
        Ok(maker)
    }

    fn run(&mut self, tell: &mut dyn FnMut(&str)) -> Result<()> {
        if self.plan.cousins {
            self.ask_cousins(tell)?;
        }
        let (begun, first, before) = (Instant::now(), self.next_game, self.found());
        while self.found() < self.wanted && self.next_game < self.plan.most_games {
            for puzzle in self.look_through(self.next_game) {
                shelf::append(&self.plan.folder, &puzzle)?;
            }
            self.next_game += 1;
            if self.next_game.is_multiple_of(20) || self.found() >= self.wanted {
                shelf::write_games(&self.plan.folder, self.variant, self.next_game)?;
                let hours = begun.elapsed().as_secs_f64() / 3600.0;
                tell(&format!(
                    "{}: {} puzzles of {}, {} games; {:.0} puzzles and {:.0} games an hour; {}",
                    self.variant,
                    self.found(),
                    self.wanted,
                    self.next_game,
                    (self.found() - before) as f64 / hours,
                    (self.next_game - first) as f64 / hours,
                    self.sieve
                ));
            }
        }
        Ok(())
    }

    /// Looks at the puzzles of other games, those on a board of the same size first; in an order of chance, so that no
    /// game and no rating comes first.
    fn ask_cousins(&mut self, tell: &mut dyn FnMut(&str)) -> Result<()> {
        let mut positions = Vec::new();
        for &other in Variant::EVERY.iter().filter(|&&other| other != self.variant) {
            let puzzles = shelf::read_found(&self.plan.folder, other)?;
            let smaller = other.grid().squares() < self.variant.grid().squares();
            let carried = puzzles.iter().flat_map(|puzzle| cousins::carried(puzzle.start(), self.variant));
            positions.extend(carried.map(|position| (smaller, position)));
        }
        fastrand::Rng::with_seed(self.plan.seed).shuffle(&mut positions);
        positions.sort_by_key(|&(smaller, _)| smaller);
        let (asked, before) = (positions.len(), self.found());
        for (_, position) in positions {
            if self.found() >= self.wanted {
                break;
            }
            let game = Game::from_position(position);
            if let Some(choice) = self.look(&game, COUSIN_LOOK)
                && let Some(puzzle) = self.puzzle(&game, &choice)
            {
                self.remember(&puzzle);
                shelf::append(&self.plan.folder, &puzzle)?;
            }
        }
        let (variant, sieve, new) = (self.variant, &self.sieve, self.found() - before);
        tell(&format!("{variant}: {new} puzzles from {asked} of other games; {sieve}"));
        Ok(())
    }

    fn found(&self) -> usize {
        self.ratings.len()
    }

    fn remember(&mut self, puzzle: &Puzzle) {
        // Later positions of a line would be the same puzzle again.
        self.known.extend(puzzle.replay().positions().iter().step_by(2).map(Normal::of));
        self.ratings.push(puzzle.rating());
    }

    /// The puzzles of one game.
    fn look_through(&mut self, number: u64) -> Vec<Puzzle> {
        let mut random =
            fastrand::Rng::with_seed(self.plan.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let mut game = begin::begin(self.variant, self.plan.endings, self.plan.seed, number, &mut random);
        let players = if self.is_crowded() { STRONGER } else { LEVELS };
        let look = if number.is_multiple_of(8) { LONG_LOOK } else { LOOK };
        let levels = [(); 2].map(|()| Level::new(random.u8(players.clone())).expect("a level of the ladder"));
        let (mut puzzles, mut decided, mut next) = (Vec::new(), 0, 0);
        self.player.new_game();
        while game.outcome().is_none() && game.ply() < MOST_PLIES && puzzles.len() < A_GAME {
            if let Some(choice) = self.look(&game, look) {
                let (best, second) = choice.chances();
                let sure = best <= -DECIDED || second >= DECIDED;
                decided = if sure { decided + 1 } else { 0 };
                if decided >= DECIDED_PLIES {
                    break;
                }
                let mut found = if game.ply() >= next { self.puzzle(&game, &choice) } else { None };
                if found.is_none()
                    && game.ply() >= next
                    && let Some(slip) = slip(&game, &mut random)
                    && let Some(choice) = self.look(&slip, LOOK)
                {
                    found = self.puzzle(&slip, &choice);
                }
                if let Some(puzzle) = found {
                    self.remember(&puzzle);
                    puzzles.push(puzzle);
                    next = game.ply() + APART;
                }
            }
            let level = levels[game.ply() % 2];
            let report = self.sieve.time(Stage::Play, || {
                self.player.play(&game, level, number, &Limits::default(), &Stop::new(), &mut |_| ())
            });
            if report.best().is_none_or(|route| game.play_route(route).is_err()) {
                break;
            }
        }
        puzzles
    }

    /// What a small search makes of a position where there is a choice.
    fn look(&mut self, game: &Game, nodes: u64) -> Option<Choice> {
        if game.position().moves().len() < 2 {
            return None;
        }
        self.sieve.time(Stage::Look, || Choice::search_on(&mut self.player, game, nodes))
    }

    /// The puzzle of a position, rated, if there is one nobody knows.
    fn puzzle(&mut self, game: &Game, choice: &Choice) -> Option<Puzzle> {
        self.sieve.count(Stage::Look);
        if !choice.stands_out(SUSPECT) || self.known.contains(&Normal::of(game.position())) {
            return None;
        }
        self.sieve.count(Stage::Suspect);
        let best = &choice.best.pv[0];
        if proof::is_one_move(game, best) {
            self.sieve.miss(Miss::OneMove);
            return None;
        }
        if self.is_common(game, best) {
            return None;
        }
        self.sieve.count(Stage::Rare);
        let effort = self.plan.effort;
        let found = self.sieve.time(Stage::Find, || proof::find(&mut self.scout, game, effort));
        let puzzle = found.inspect_err(|&miss| self.sieve.miss(miss)).ok()?;
        self.sieve.count(Stage::Find);
        if self.is_crowded() {
            let rough =
                self.sieve.time(Stage::Rate, || trial::rating(&mut self.player, &puzzle, ROUGH_TRIES));
            self.has_room(rough).then_some(())?;
        }
        let judge = &mut self.judge;
        let proof = || proof::verify(judge, &puzzle, effort.second, Terms::STRICT);
        self.sieve.time(Stage::Confirm, proof).ok()?;
        self.sieve.count(Stage::Confirm);
        let rating =
            self.sieve.time(Stage::Rate, || trial::rating(&mut self.player, &puzzle, self.plan.tries));
        self.has_room(rating).then(|| puzzle.rated(rating)).inspect(|_| self.sieve.count(Stage::Rate))
    }

    /// Are more puzzles so hard wanted?
    fn has_room(&self, rating: u16) -> bool {
        let alike = self.ratings.iter().filter(|&&other| other / BAND == rating / BAND).count();
        alike < (self.wanted * BAND_PART.0).div_ceil(BAND_PART.1)
    }

    /// Does a level that solves what there is enough of play this move at once? Then it would be one more of those.
    fn is_common(&mut self, game: &Game, best: &Route) -> bool {
        let Some(crowded) = self.ratings.iter().copied().filter(|&rating| !self.has_room(rating)).max()
        else {
            return false;
        };
        let solver = Level::all().find(|&level| trial::rating_of(level) >= f64::from(crowded));
        let player = &mut self.player;
        solver.is_some_and(|level| {
            self.sieve.time(Stage::Rare, || {
                (1..=ROUGH_TRIES / 2).all(|seed| {
                    let limits = Limits::nodes(LOOK);
                    let report =
                        player.play(game, level, u64::from(seed), &limits, &Stop::new(), &mut |_| ());
                    report.best().is_some_and(|route| route.same_move(best))
                })
            })
        })
    }

    /// Is there any rating of which no more are wanted?
    fn is_crowded(&self) -> bool {
        self.ratings.iter().any(|&rating| !self.has_room(rating))
    }
}

/// The game after a move that somebody could have made without looking: there errors are more frequent.
fn slip(game: &Game, random: &mut fastrand::Rng) -> Option<Game> {
    let routes = game.position().moves();
    let route = routes.get(random.usize(..routes.len().max(1)))?;
    let mut slip = game.clone();
    slip.play_route(route).ok()?;
    slip.outcome().is_none().then_some(slip)
}

/// Reads `russian=1000`.
pub fn read_wish(text: &str) -> Result<(Variant, usize)> {
    let (variant, count) = text.split_once('=').context("a wish is VARIANT=COUNT")?;
    Ok((variant.parse()?, count.parse().context("the count of a wish")?))
}

/// The file of a variant in a folder.
fn file(folder: &Path, variant: Variant, what: &str) -> PathBuf {
    folder.join(format!("{variant}.{what}"))
}
