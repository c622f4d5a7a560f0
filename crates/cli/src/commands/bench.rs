//! `damka bench`: a fixed piece of work, its node count and its speed.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use damka_engine::{BENCH_DEPTH, bench};
use serde_json::json;

use crate::{output, select};

/// Search a fixed set of positions and report node count and speed
///
/// The node count is the same on every machine and changes only when the search does.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The game, or `all`; can be repeated
    #[arg(long, short = 'v', value_name = "NAME", default_values_t = ["russian".to_owned()])]
    variant: Vec<String>,
    /// Depth in plies
    #[arg(long, short = 'd', value_name = "N", default_value_t = BENCH_DEPTH)]
    depth: u32,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The search knows no more.
const DEEPEST: u32 = 100;

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if !(1..=DEEPEST).contains(&self.depth) {
            bail!("--depth: {} is not in 1-{DEEPEST}", self.depth);
        }
        let variants = select::several(&self.variant)?;
        let mut out = output::stdout();
        let mut total = 0;
        for variant in &variants {
            let run = bench(*variant, self.depth);
            total += run.nodes;
            if self.json {
                let about = json!({ "variant": variant.to_string(), "depth": self.depth, "nodes": run.nodes,
                    "seconds": run.time.as_secs_f64(), "nps": run.nps() });
                writeln!(out, "{about}")?;
            } else {
                let (seconds, speed) = (run.time.as_secs_f64(), run.nps() as f64 / 1e6);
                let name = variant.to_string();
                writeln!(out, "{name:<14} {:>12} nodes {seconds:>7.2} s {speed:>6.2} M nodes/s", run.nodes)?;
            }
            out.flush()?;
        }
        if !self.json {
            writeln!(out, "{total}")?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
