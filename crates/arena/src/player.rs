//! Whoever can choose a move.

use std::time::Duration;

use damka_engine::{Engine, Limits, Now, Options, Score, Stop};
use damka_rules::{Game, Route, Variant};

/// Why a player did not choose a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program ended or could not be started.
    #[error("crashed: {0}")]
    Crashed(String),
    /// What it said is no legal move.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// It did not answer.
    #[error("no answer after {0:?}")]
    Silent(Duration),
}

/// A move chosen, and what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub route: Route,
    /// Its score for the player, if it says one.
    pub score: Option<Score>,
    /// Positions visited, if known.
    pub nodes: u64,
    /// Plies searched, if known.
    pub depth: u32,
}

/// Whoever can choose a move: an engine here, a program elsewhere.
pub trait Player: Send {
    /// What it is called.
    fn name(&self) -> &str;
    /// The next game has nothing to do with the last.
    fn new_game(&mut self, variant: Variant) -> Result<(), Fault>;
    /// Chooses a move of a game that is not over.
    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault>;
    /// Processor time it has used so far, if that is what counts; otherwise the time on the wall does.
    fn processor_time(&self) -> Option<Duration> {
        None
    }
}

/// Our engine in this process.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    /// The processor's clock, if that one counts.
    now: Option<Now>,
}

impl EnginePlayer {
    /// An engine of this size.
    pub fn new(name: &str, options: Options) -> EnginePlayer {
        EnginePlayer::with_engine(name, Engine::new(options))
    }

    /// A given engine: with weights or tables of its own.
    pub fn with_engine(name: &str, engine: Engine) -> EnginePlayer {
        EnginePlayer { name: name.into(), engine, now: None }
    }

    /// A given engine whose time is told by `now`: the processor time of the thread it plays in.
    pub fn counting(name: &str, engine: Engine, now: Now) -> EnginePlayer {
        EnginePlayer { name: name.into(), engine: engine.with_clock(now), now: Some(now) }
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let report = self.engine.search(game, limits, &Stop::new(), &mut |_| ());
        let route = report.best().ok_or_else(|| Fault::Illegal("none at all".into()))?.clone();
        Ok(Choice { route, score: Some(report.score), nodes: report.nodes, depth: report.depth })
    }

    fn processor_time(&self) -> Option<Duration> {
        self.now.map(|now| now())
    }
}
