//! A book on trial: games from the start position against the same engine without it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use damka_engine::{Book, Engine, Limits, Options};
use damka_rules::{Game, Key, Variant};

use crate::arena::{self, Choice, Control, EnginePlayer, Fault, Openings, Player, Tally};

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
        let plain = EnginePlayer::new("without", options);
        let reader = Reader { engine, plain: EnginePlayer::new("with", options), games: 0 };
        Ok([Box::new(reader), Box::new(plain)])
    };
    let mut beginnings: HashSet<Vec<Key>> = HashSet::new();
    let tally = arena::play(&schedule, &make, &mut |record, _| {
        let positions = record.game.positions();
        beginnings.insert(positions.iter().take(BEGINNING + 1).map(|pos| pos.key()).collect());
        ControlFlow::Continue(())
    })?;
    Ok(Trial { tally, beginnings: beginnings.len() })
}

/// Plays by the book while it lasts.
struct Reader {
    /// Has the book.
    engine: Engine,
    /// Thinks where the book ends.
    plain: EnginePlayer,
    games: u64,
}

impl Player for Reader {
    fn name(&self) -> &str {
        self.plain.name()
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.games += 1;
        self.plain.new_game(variant)
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let known = self.engine.from_book(game, self.games);
        match known.and_then(|report| report.best().cloned()) {
            Some(route) => Ok(Choice { route, score: None, nodes: 0, depth: 0 }),
            None => self.plain.choose(game, limits),
        }
    }
}
