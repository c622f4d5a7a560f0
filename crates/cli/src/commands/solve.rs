//! `damka solve`: an examination of problems with one best move each.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use damka_engine::{Engine, Options};
use damka_tune::tactics::{self, Problem};

use crate::{failure, output};

/// Solve problems: files with `variant | FEN | move | proof` on every line
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The problems
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Time for each, in milliseconds
    #[arg(long, short = 't', value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Exit code 1 if fewer percent are solved
    #[arg(long, value_name = "PERCENT", default_value_t = 95)]
    least: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.least > 100 {
            bail!("--least: {} is more than 100 percent", self.least);
        }
        let suites = self.files.iter().map(read).collect::<Result<Vec<_>>>()?;
        let mut engine = Engine::new(Options { hash_mb: 64, threads: 1 });
        engine.use_tables(None);
        let time = Duration::from_millis(self.time);
        let mut out = output::stdout();
        let (mut right, mut asked) = (0, 0);
        for (file, problems) in self.files.iter().zip(&suites) {
            let mut solved = 0;
            for problem in problems {
                match tactics::solves(&mut engine, problem, time)? {
                    true => solved += 1,
                    false => writeln!(out, "not solved: {}", tactics::write(problem))?,
                }
            }
            let all = problems.len();
            writeln!(out, "{}: {solved} of {all} solved in {} ms each", file.display(), self.time)?;
            out.flush()?;
            (right, asked) = (right + solved, asked + all);
        }
        Ok(if right * 100 >= asked * self.least { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}

/// The problems of a file, every one of them legal.
fn read(file: &PathBuf) -> Result<Vec<Problem>> {
    let place = || file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(place)?;
    let problems = tactics::parse(&text).with_context(place)?;
    if problems.is_empty() {
        bail!("{}: there is no problem in it", file.display());
    }
    Ok(problems)
}
