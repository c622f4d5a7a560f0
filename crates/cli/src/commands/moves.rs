//! `damka moves`: the legal moves of a position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_rules::{AnyPosition, Route, Square};
use serde_json::{Value, json};

use crate::output;
use crate::select::PositionArgs;

/// List the legal moves of a position, captures with their full paths
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Give full paths only where start and end are ambiguous
    #[arg(long)]
    short: bool,
    /// Print JSON: texts, stops and captured squares
    #[arg(long, conflicts_with = "short")]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let pos = self.position.position()?;
        if self.json {
            let mut moves = pos.moves();
            moves.sort_by_cached_key(|route| full(&pos, route));
            output::print_json(&moves.iter().map(|route| describe(&pos, route)).collect())?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut texts: Vec<String> = match self.short {
            true => pos.move_texts(),
            false => pos.moves().iter().map(|route| full(&pos, route)).collect(),
        };
        texts.sort();
        let mut out = output::stdout();
        for text in texts {
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn full(pos: &AnyPosition, route: &Route) -> String {
    route.text(pos.script())
}

fn describe(pos: &AnyPosition, route: &Route) -> Value {
    let names = |squares: &[Square]| squares.iter().map(|&sq| pos.square_name(sq)).collect::<Vec<_>>();
    json!({
        "move": full(pos, route),
        "short": pos.write(route),
        "stops": names(route.stops()),
        "taken": names(route.taken()),
        "promotes": route.promotes(),
    })
}
