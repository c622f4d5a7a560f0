//! Players of matches as they are written on the command line.

use std::fs;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use damka_arena::{Choice, Control, EnginePlayer, Fault, Player};
use damka_endgame::default_directory;
use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_rules::{Game, Variant};

use super::control;
use super::hub_player::HubPlayer;
use super::line_player::LinePlayer;

/// A player: our engine, a program that speaks Hub, or one that answers a line with a line.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    text: String,
    kind: Kind,
    /// Its own time, where it differs from the other's.
    control: Option<Control>,
}

#[derive(Clone, Debug)]
enum Kind {
    Engine(Settings),
    Hub(String),
    Line(String),
}

/// What can be set of our engine.
#[derive(Clone, Debug)]
struct Settings {
    options: Options,
    level: Option<Level>,
    weights: Option<String>,
    tables: bool,
    name: Option<String>,
}

impl FromStr for Spec {
    type Err = anyhow::Error;

    /// `damka`, `damka:level=3,weights=hand,hash=16,threads=1,nodes=5000,name=old`, `hub:COMMAND` or `line:COMMAND`.
    fn from_str(text: &str) -> Result<Spec> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "hub" if !rest.trim().is_empty() => {
                Ok(Spec { text: text.into(), kind: Kind::Hub(rest.trim().into()), control: None })
            }
            "line" if !rest.trim().is_empty() => {
                Ok(Spec { text: text.into(), kind: Kind::Line(rest.trim().into()), control: None })
            }
            "damka" => engine(text, rest),
            _ => bail!("player '{text}': expected damka, damka:NAME=VALUE,..., hub:COMMAND or line:COMMAND"),
        }
    }
}

fn engine(text: &str, settings: &str) -> Result<Spec> {
    let options = Options { hash_mb: 16, threads: 1 };
    let mut made = Settings { options, level: None, weights: None, tables: true, name: None };
    let mut own = control::ControlArgs::default();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let wrong = || anyhow!("player '{text}': {key}: '{value}' is not possible");
        match key {
            "hash" => made.options.hash_mb = within(value, 65_536).with_context(wrong)?,
            "threads" => made.options.threads = within(value, 256).with_context(wrong)?,
            "level" => made.level = Some(value.parse().ok().and_then(Level::new).with_context(wrong)?),
            "weights" => made.weights = Some(value.to_owned()),
            "tables" => {
                made.tables = matches!(value, "on" | "off").then_some(value == "on").with_context(wrong)?
            }
            "name" => made.name = Some(value.to_owned()),
            "nodes" => own.nodes = Some(value.parse().with_context(wrong)?),
            "depth" => own.depth = Some(value.parse().with_context(wrong)?),
            "time" => own.time = Some(value.parse().with_context(wrong)?),
            _ => bail!(
                "player '{text}': unknown setting '{key}'; known are: hash, threads, level, weights, tables, \
                 name, nodes, depth, time"
            ),
        }
    }
    Ok(Spec { text: text.into(), kind: Kind::Engine(made), control: own.chosen()? })
}

fn within(value: &str, most: usize) -> Option<usize> {
    value.parse().ok().filter(|number| (1..=most).contains(number))
}

impl Spec {
    /// How long it thinks: as it was told itself, or as both were. Without either a level thinks as long as its
    /// own limits let it, everybody else about 10,000 positions.
    pub(super) fn control_or(&self, common: Option<Control>) -> Control {
        let limited = |made: &Settings| made.level.is_some_and(|level| level < Level::FULL);
        self.control.or(common).unwrap_or(match &self.kind {
            Kind::Engine(made) if limited(made) => Control::Nodes(u64::MAX),
            _ => Control::Nodes(10_000),
        })
    }

    /// Makes the player; called once in every thread. With `processor` it is its processor time that counts.
    pub(super) fn make(&self, variant: Variant, processor: bool) -> Result<Box<dyn Player>, Fault> {
        match &self.kind {
            Kind::Hub(command) => Ok(Box::new(HubPlayer::start(command, variant, processor)?)),
            Kind::Line(command) => Ok(Box::new(LinePlayer::start(command, processor)?)),
            Kind::Engine(made) => {
                let name = made.name.as_deref().unwrap_or(&self.text);
                let mut engine = Engine::new(made.options);
                if made.tables {
                    engine.use_tables(Some(&default_directory()));
                    engine.prepare(variant);
                }
                if let Some(weights) = &made.weights {
                    let failed = |error: anyhow::Error| Fault::Crashed(format!("{weights}: {error:#}"));
                    set_weights(&mut engine, variant, weights).map_err(failed)?;
                }
                Ok(match made.level {
                    Some(level) => Box::new(LevelPlayer::new(name, engine, level)),
                    None if processor => {
                        Box::new(EnginePlayer::counting(name, engine, control::processor_now))
                    }
                    None => Box::new(EnginePlayer::with_engine(name, engine)),
                })
            }
        }
    }
}

/// `hand`, or a file.
pub(crate) fn set_weights(engine: &mut Engine, variant: Variant, weights: &str) -> Result<()> {
    if weights == "hand" {
        engine.use_hand_made_weights(variant);
        return Ok(());
    }
    Ok(engine.load_weights(variant, &fs::read(weights)?)?)
}

/// Our engine at a level.
struct LevelPlayer {
    name: String,
    engine: Engine,
    level: Level,
    seed: u64,
}

/// Every game of a process has its own seed.
static SEEDS: AtomicU64 = AtomicU64::new(1);

impl LevelPlayer {
    fn new(name: &str, engine: Engine, level: Level) -> LevelPlayer {
        LevelPlayer { name: name.into(), engine, level, seed: 0 }
    }
}

impl Player for LevelPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
        self.seed = SEEDS.fetch_add(1, Ordering::Relaxed);
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let report = self.engine.play(game, self.level, self.seed, limits, &Stop::new(), &mut |_| ());
        let route = report.best().ok_or_else(|| Fault::Illegal("none at all".into()))?.clone();
        Ok(Choice { route, score: Some(report.score), nodes: report.nodes, depth: report.depth })
    }
}
