//! `damka puzzles verify`: the proof of every puzzle again, by a search larger than those that made it.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use damka_puzzles::Themes;
use damka_puzzles::proof::{self, Terms};

use super::{Selection, ask_each};
use crate::{failure, output};

/// Prove puzzles again: at every turn of the solver one move wins and every other loses the advantage
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Nodes for each move of the solver
    #[arg(long, short = 'n', value_name = "N", default_value_t = 600_000)]
    nodes: u64,
    /// Exit with code 1 unless at least this percentage holds
    #[arg(long, value_name = "PERCENT", default_value_t = 99)]
    least: usize,
    /// Puzzles proved in parallel
    #[arg(long, short = 'c', value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let all = self.selection.read()?;
        if all.iter().all(|(_, puzzles)| puzzles.is_empty()) {
            bail!("there are no puzzles to verify");
        }
        let mut out = output::stdout();
        let (mut held, mut asked) = (0, 0);
        for (variant, puzzles) in &all {
            let proofs = ask_each(puzzles, self.concurrency, |engine, puzzle| {
                if Themes::of(&puzzle.replay()) != puzzle.themes() {
                    return Err("its themes are not those of its line".to_string());
                }
                proof::verify(engine, puzzle, self.nodes, Terms::HELD).map_err(|doubt| doubt.to_string())
            })?;
            let mut right = 0;
            for (puzzle, proof) in puzzles.iter().zip(&proofs) {
                match proof {
                    Ok(()) => right += 1,
                    Err(doubt) => {
                        let (fen, moves) = (puzzle.start().to_fen(), puzzle.move_texts().join(" "));
                        writeln!(out, "does not hold: {variant} | {fen} | {moves} | {doubt} | {puzzle}")?;
                    }
                }
            }
            let count = puzzles.len();
            writeln!(out, "{variant}: {right} of {count} hold, {} nodes for each move", self.nodes)?;
            out.flush()?;
            (held, asked) = (held + right, asked + count);
        }
        writeln!(out, "together: {held} of {asked} hold")?;
        out.flush()?;
        let enough = held * 100 >= asked * self.least;
        Ok(if enough { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}
