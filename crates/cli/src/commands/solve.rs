//! `damka solve`: an examination of problems with one best move each.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use damka_engine::{Engine, Limits, Options};
use damka_review::problem::{self, Problem};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::{failure, output};

/// Solve problems from files with lines of the form `variant | FEN | move | proof`
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Files of problems
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Milliseconds for each problem
    #[arg(long, short = 't', value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Nodes for each problem instead: same result on every machine
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,
    /// Exit with code 1 unless at least this percentage is solved
    #[arg(long, value_name = "PERCENT", default_value_t = 95)]
    least: usize,
    /// Problems solved in parallel
    #[arg(long, short = 'c', value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.least > 100 {
            bail!("--least: {} is more than 100 percent", self.least);
        }
        let suites = self.files.iter().map(read).collect::<Result<Vec<_>>>()?;
        let (limits, each) = match self.nodes {
            Some(nodes) => (Limits::nodes(nodes), format!("{nodes} nodes")),
            None => (Limits::move_time(Duration::from_millis(self.time)), format!("{} ms", self.time)),
        };
        let mut out = output::stdout();
        let (mut right, mut asked) = (0, 0);
        for (file, problems) in self.files.iter().zip(&suites) {
            let failed = examine(problems, &limits, self.concurrency.clamp(1, 256))?;
            for &number in &failed {
                writeln!(out, "not solved: {}", problems[number])?;
            }
            let all = problems.len();
            let solved = all - failed.len();
            writeln!(out, "{}: {solved} of {all} solved in {each} each", file.display())?;
            out.flush()?;
            (right, asked) = (right + solved, asked + all);
        }
        Ok(if right * 100 >= asked * self.least { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}

/// The numbers of the problems that were not solved.
fn examine(problems: &[Problem], limits: &Limits, threads: usize) -> Result<Vec<usize>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("--concurrency")?;
    let engine = || {
        let mut engine = Engine::new(Options { hash_mb: 64, threads: 1 });
        engine.use_tables(None);
        engine
    };
    let solved: Vec<bool> = pool.install(|| {
        let solve = |engine: &mut Engine, problem: &Problem| problem.solves(engine, limits);
        problems.par_iter().map_init(engine, solve).collect::<Result<_, _>>()
    })?;
    Ok(solved.iter().enumerate().filter(|(_, solved)| !**solved).map(|(number, _)| number).collect())
}

/// The problems of a file, every one of them legal.
fn read(file: &PathBuf) -> Result<Vec<Problem>> {
    let place = || file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(place)?;
    let problems = problem::parse(&text).with_context(place)?;
    if problems.is_empty() {
        bail!("{}: no problems in it", file.display());
    }
    Ok(problems)
}
