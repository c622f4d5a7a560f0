//! A book on trial: games from the start position against the same engine without it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use damka_arena::{self as arena, Choice, Control, EnginePlayer, Fault, Openings, Player, Tally};
use damka_engine::{Book, Engine, Level, Limits, Options, Stop};
use damka_rules::{Game, Key, Variant};

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Wins, draws and losses of the side with the book.
    pub tally: Tally,
    /// Different beginnings of [`BEGINNING`] plies among the games.
    pub beginnings: usize,
}

/// So many plies are the beginning of a game.
pub const BEGINNING: usize = 8;

/// Every pair of games is played with another number of nodes, from what was asked for up to 60 % more: an
/// engine that always answers alike would play the same few games again and again.
const SPEEDS: u64 = 25;

/// Plays so many pairs of games with colours exchanged, all from the start position.
pub fn trial(variant: Variant, book: &Book, pairs: usize, nodes: u64) -> Result<Trial, Fault> {
    let schedule = arena::Schedule {
        openings: Openings::List(vec![Game::new(variant)]),
        pairs,
        controls: [Control::Nodes(nodes); 2],
        most_plies: 300,
        concurrency: 1,
    };
    let options = Options { hash_mb: 8, threads: 1 };
    let make = || -> Result<arena::Pairing, Fault> {
        let mut engine = Engine::new(options);
        engine.set_book(variant, Some(book.clone()));
        let varied = |name| Varied { player: EnginePlayer::new(name, options), games: 0 };
        Ok([Box::new(Reader { engine, thinker: varied("with") }), Box::new(varied("without"))])
    };
    let mut beginnings: HashSet<Vec<Key>> = HashSet::new();
    let tally = arena::play(&schedule, &make, &mut |record, _| {
        let positions = record.game.positions();
        beginnings.insert(positions.iter().take(BEGINNING + 1).map(|pos| pos.key()).collect());
        ControlFlow::Continue(())
    })?;
    Ok(Trial { tally, beginnings: beginnings.len() })
}

/// Different beginnings among so many games of a level against itself.
pub fn beginnings(variant: Variant, book: &Book, level: Level, games: u64) -> usize {
    let mut engine = Engine::new(Options { hash_mb: 8, threads: 1 });
    engine.set_book(variant, Some(book.clone()));
    let mut seen: HashSet<Vec<Key>> = HashSet::new();
    for seed in 0..games {
        engine.new_game();
        let mut game = Game::new(variant);
        while game.ply() < BEGINNING && game.ending().is_none() {
            let report = engine.play(&game, level, seed, &Limits::default(), &Stop::new(), &mut |_| ());
            let Some(route) = report.best() else { break };
            game.play_route(route).expect("the engine plays legal moves");
        }
        seen.insert(game.positions().iter().map(|pos| pos.key()).collect());
    }
    seen.len()
}

/// Thinks a little longer in some games than in others.
struct Varied {
    player: EnginePlayer,
    games: u64,
}

impl Player for Varied {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.games += 1;
        self.player.new_game(variant)
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let pair = self.games.saturating_sub(1) / 2;
        let nodes = limits.nodes.map(|nodes| nodes + nodes * (pair % SPEEDS) / 40);
        self.player.choose(game, &Limits { nodes, ..limits.clone() })
    }
}

/// Plays by the book while it lasts.
struct Reader {
    /// Has the book.
    engine: Engine,
    /// Goes on where the book ends.
    thinker: Varied,
}

impl Player for Reader {
    fn name(&self) -> &str {
        self.thinker.name()
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.thinker.new_game(variant)
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let known = self.engine.from_book(game, self.thinker.games);
        match known.and_then(|report| report.best().cloned()) {
            Some(route) => Ok(Choice { route, score: None, nodes: 0, depth: 0 }),
            None => self.thinker.choose(game, limits),
        }
    }
}
