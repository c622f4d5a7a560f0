//! `damka puzzles`: list them, prove them again, count them, and let our levels solve them.

mod levels;
mod list;
mod stats;
mod verify;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use damka_engine::{Engine, Options};
use damka_puzzles::{Library, Puzzle};
use damka_rules::Variant;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::choices::choices;
use crate::select::several;

choices! {
    /// Puzzles with one winning move at every turn
    pub(crate) enum Action {
        List(list::Args),
        Verify(verify::Args),
        Stats(stats::Args),
        Levels(levels::Args),
    }
}

/// Which puzzles.
#[derive(clap::Args, Debug)]
pub(crate) struct Selection {
    /// The game, such as russian or armenian+removed-at-once; can be repeated; default: every game with puzzles
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: Vec<String>,
    /// A file of puzzles instead of the built-in ones; can be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    file: Vec<PathBuf>,
    /// At most N of each game, spread from easy to hard
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
}

impl Selection {
    /// The puzzles of each game.
    pub(crate) fn read(&self) -> Result<Vec<(Variant, Vec<Puzzle>)>> {
        let mut all = Vec::new();
        for path in &self.file {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            let puzzles = Library::read_all(&text).with_context(|| path.display().to_string())?;
            all.push((Library::read(&text)?.variant(), puzzles));
        }
        let named = !self.variant.is_empty();
        let variants = if named { several(&self.variant)? } else { Variant::EVERY.to_vec() };
        for variant in variants.into_iter().filter(|_| self.file.is_empty()) {
            match damka_puzzles::file(variant) {
                Some(text) => {
                    all.push((variant, Library::read_all(text).with_context(|| variant.to_string())?))
                }
                None if named => bail!("there are no puzzles of {variant}"),
                None => {}
            }
        }
        if let Some(most) = self.sample {
            all.iter_mut().for_each(|(_, puzzles)| *puzzles = spread(puzzles, most));
        }
        Ok(all)
    }
}

/// At most so many, evenly from beginning to end.
fn spread(puzzles: &[Puzzle], most: usize) -> Vec<Puzzle> {
    let wanted = most.min(puzzles.len());
    (0..wanted).map(|n| puzzles[n * puzzles.len() / wanted].clone()).collect()
}

/// Asks something of every puzzle, several at a time, each thread with an engine of its own.
fn ask_each<T: Send>(
    puzzles: &[Puzzle],
    threads: usize,
    ask: impl Fn(&mut Engine, &Puzzle) -> T + Sync + Send,
) -> Result<Vec<T>> {
    let pool =
        ThreadPoolBuilder::new().num_threads(threads.clamp(1, 256)).build().context("--concurrency")?;
    let engine = || {
        let mut engine = Engine::new(Options { hash_mb: 16, threads: 1 });
        engine.use_tables(None);
        engine
    };
    Ok(pool.install(|| puzzles.par_iter().map_init(engine, ask).collect()))
}
