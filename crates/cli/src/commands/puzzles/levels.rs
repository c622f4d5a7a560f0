//! `damka puzzles levels`: our levels solve puzzles, and the stronger should solve more.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use damka_engine::Level;
use damka_puzzles::{Puzzle, trial};

use super::{Selection, ask_each};
use crate::{failure, output};

/// Let every level solve puzzles; exits with code 1 if a level solves fewer than the one below
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Attempts at each puzzle
    #[arg(long, value_name = "N", default_value_t = 2)]
    tries: u32,
    /// Percentage by which a level may fall short of the one below: small samples are noisy
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    tolerance: f64,
    /// Puzzles solved in parallel
    #[arg(long, short = 'c', value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let all = self.selection.read()?;
        let puzzles: Vec<Puzzle> = all.into_iter().flat_map(|(_, puzzles)| puzzles).collect();
        if puzzles.is_empty() {
            bail!("there are no puzzles to solve");
        }
        let mut out = output::stdout();
        let (mut below, mut ordered) = (0.0, true);
        for level in Level::all() {
            let tries = if level == Level::FULL { 1 } else { self.tries };
            let shares = ask_each(&puzzles, self.concurrency, |engine, puzzle| {
                trial::share(engine, puzzle, level, tries)
            })?;
            let percent = 100.0 * shares.iter().sum::<f64>() / shares.len() as f64;
            let falls = percent + self.tolerance < below;
            let remark = if falls { ", fewer than the level below" } else { "" };
            writeln!(out, "level {:2}, {}: {percent:.1} %{remark}", level.number(), level.name())?;
            out.flush()?;
            (below, ordered) = (percent, ordered && !falls);
        }
        Ok(if ordered { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}
