//! `damka perft`: counts the leaves of the move tree.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use damka_rules::{AnyPosition, MoveList, Position, Rules, perft, with_position};

use crate::output;
use crate::select::PositionArgs;

/// Count the positions after so many plies; the last line is the count alone
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies
    #[arg(long, short = 'd', value_name = "N")]
    depth: u32,
    /// The count below each move as well
    #[arg(long)]
    divide: bool,
    /// Also count captures of the same pieces in another order as other moves
    #[arg(long)]
    ordered: bool,
    /// How many threads; as many as the machine has if not given
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
        let threads = self.threads.or(std::thread::available_parallelism().ok()).map_or(1, usize::from);
        let mut out = output::stdout();
        if self.ordered {
            let ordered = with_position!(&pos, pos => perft::perft_ordered(pos, self.depth));
            writeln!(out, "ordered {ordered}")?;
        }
        let began = Instant::now();
        let parts = divide(&pos, self.depth, threads);
        let total = parts.iter().map(|(_, count)| count).sum::<u64>();
        let seconds = began.elapsed().as_secs_f64();
        if self.divide {
            for (text, count) in parts.iter().filter(|(text, _)| !text.is_empty()) {
                writeln!(out, "{text} {count}")?;
            }
        }
        let speed = total as f64 / seconds.max(1e-9) / 1e6;
        // Losing the speed is no reason to lose the count.
        let _ = writeln!(io::stderr(), "{seconds:.3} s, {speed:.1} million positions a second");
        writeln!(out, "{total}")?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Each move with the leaves below it, sorted by text. Depth 0 is one leaf without a move.
fn divide(pos: &AnyPosition, depth: u32, threads: usize) -> Vec<(String, u64)> {
    if depth == 0 {
        return vec![(String::new(), 1)];
    }
    let mut parts = with_position!(pos, typed => {
        let mut moves = MoveList::new();
        typed.legal_moves(&mut moves);
        let counts = counts(typed, depth, threads);
        let named = moves.iter().zip(counts);
        named.map(|(&m, count)| (typed.route(m).text(pos.script()), count)).collect::<Vec<_>>()
    });
    parts.sort();
    parts
}

/// The leaves below each legal move, in the generator's order. Threads take subtrees two plies down, so
/// that one long branch does not leave the others waiting.
fn counts<R: Rules>(pos: &Position<R>, depth: u32, threads: usize) -> Vec<u64> {
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    if depth == 1 {
        return vec![1; moves.len()];
    }
    let mut work: Vec<(usize, Position<R>)> = Vec::new();
    let split = depth > 3;
    for (index, &m) in moves.iter().enumerate() {
        let next = pos.play(m);
        if !split {
            work.push((index, next));
            continue;
        }
        let mut replies = MoveList::new();
        next.legal_moves(&mut replies);
        work.extend(replies.iter().map(|&reply| (index, next.play(reply))));
    }
    let left = depth - 1 - u32::from(split);
    let (next, work) = (&AtomicUsize::new(0), &work);
    let count = || {
        let mut mine = vec![0; moves.len()];
        while let Some((index, pos)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            mine[*index] += perft::perft(pos, left);
        }
        mine
    };
    let mut total = vec![0; moves.len()];
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(work.len()).max(1)).map(|_| scope.spawn(count)).collect();
        for thread in threads {
            let mine = thread.join().expect("counting does not panic");
            total.iter_mut().zip(mine).for_each(|(sum, count)| *sum += count);
        }
    });
    total
}
