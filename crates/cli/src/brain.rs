//! The engine as commands ask for it: its size, and how long it may think.

use std::time::Duration;

use damka_endgame::default_directory;
use damka_engine::{Engine, Limits, Options};

/// How large the engine is.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Hash table size in megabytes; default: 64, or 32 to analyse games, as in the page
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// How long it thinks about a position.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ThinkArgs {
    /// Milliseconds per position
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Nodes per position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

impl SizeArgs {
    pub(crate) fn options(&self) -> Options {
        self.options_or(64)
    }

    fn options_or(&self, hash_mb: usize) -> Options {
        let given = self.hash.map(|megabytes| megabytes as usize);
        Options { hash_mb: given.unwrap_or(hash_mb), threads: self.threads as usize }
    }

    /// An engine of this size, with whatever endgame tables there are, and small ones soon.
    pub(crate) fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.options());
        engine.grow_tables(&default_directory());
        engine
    }

    /// The same as the page's where no size is given: then a review says the same here and there.
    pub(crate) fn reviewer(&self) -> Engine {
        with_tables(self.options_or(damka_review::HASH_MB))
    }
}

fn with_tables(options: Options) -> Engine {
    let mut engine = Engine::new(options);
    engine.use_tables(Some(&default_directory()));
    engine
}

impl ThinkArgs {
    /// The limits, or the usual ones where none is given.
    pub(crate) fn limits(&self, usual: Limits) -> Limits {
        self.given().unwrap_or(usual)
    }

    /// The limits, if any are given.
    pub(crate) fn given(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.map(Duration::from_millis),
            ..Limits::default()
        };
        (limits != Limits::default()).then_some(limits)
    }
}
