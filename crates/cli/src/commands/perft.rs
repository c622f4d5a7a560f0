//! `damka perft`: counts the leaves of the move tree.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use damka_rules::{AnyPosition, MoveList, perft, with_position};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::output;
use crate::select::PositionArgs;

/// Count the positions a number of plies ahead
///
/// The last line of output is the count alone.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies
    #[arg(long, short = 'd', value_name = "N")]
    depth: u32,
    /// Show the count for each move as well
    #[arg(long)]
    divide: bool,
    /// Also count captures that differ only in the order of the pieces taken
    #[arg(long)]
    ordered: bool,
    /// Number of threads; default: all cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Deeper trees do not fit into the count, nor into a life.
const DEEPEST: u32 = 60;

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let pos = self.position.position()?;
        if self.depth > DEEPEST {
            bail!("--depth: {} is more than {DEEPEST}", self.depth);
        }
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("--threads")?;
        let mut out = output::stdout();
        if self.ordered {
            let ordered = with_position!(&pos, pos => perft::perft_ordered(pos, self.depth));
            writeln!(out, "ordered {ordered}")?;
        }
        let began = Instant::now();
        let parts = pool.install(|| divide(&pos, self.depth));
        let total = parts.iter().map(|(_, count)| count).sum::<u64>();
        let seconds = began.elapsed().as_secs_f64();
        if self.divide {
            for (text, count) in parts.iter().filter(|(text, _)| !text.is_empty()) {
                writeln!(out, "{text} {count}")?;
            }
        }
        let speed = total as f64 / seconds.max(1e-9) / 1e6;
        // Losing the speed is no reason to lose the count.
        let _ = writeln!(io::stderr(), "{seconds:.3} s, {speed:.1} million positions per second");
        writeln!(out, "{total}")?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Each move with the leaves below it, sorted by text. Depth 0 is one leaf without a move.
///
/// Threads take subtrees two plies down, so that one long branch does not leave the others waiting.
fn divide(pos: &AnyPosition, depth: u32) -> Vec<(String, u64)> {
    if depth == 0 {
        return vec![(String::new(), 1)];
    }
    let (texts, next): (Vec<String>, Vec<AnyPosition>) = below(pos).into_iter().unzip();
    let mut parts: Vec<(String, u64)> = texts.into_iter().map(|text| (text, 0)).collect();
    let split = depth > 3;
    let mut work: Vec<(usize, AnyPosition)> = Vec::new();
    for (n, next) in next.into_iter().enumerate() {
        if split {
            work.extend(below(&next).into_iter().map(|(_, pos)| (n, pos)));
        } else {
            work.push((n, next));
        }
    }
    let left = depth - 1 - u32::from(split);
    let counted: Vec<(usize, u64)> = work.par_iter().map(|(n, pos)| (*n, count(pos, left))).collect();
    counted.into_iter().for_each(|(n, count)| parts[n].1 += count);
    parts.sort();
    parts
}

/// Every move in words, and what comes after it.
fn below(pos: &AnyPosition) -> Vec<(String, AnyPosition)> {
    with_position!(pos, typed => {
        let mut moves = MoveList::new();
        typed.legal_moves(&mut moves);
        moves.iter().map(|&m| (typed.route(m).text(pos.script()), typed.play(m).into())).collect()
    })
}

/// The one place where the generator of every game is compiled for counting.
fn count(pos: &AnyPosition, depth: u32) -> u64 {
    with_position!(pos, pos => perft::perft(pos, depth))
}
