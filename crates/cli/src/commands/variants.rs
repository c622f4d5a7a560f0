//! `damka variants`: the games there are.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_rules::{Notation, Variant, file_letter};
use serde_json::{Value, json};

use crate::{output, select};

/// List the games with their boards and options
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.json {
            output::print_json(&Variant::games().map(describe).collect())?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = output::stdout();
        writeln!(out, "{:<14} {:<6} {:<9} options", "name", "board", "squares")?;
        for variant in Variant::games() {
            let grid = variant.grid();
            let board = format!("{}x{}", grid.width, grid.height);
            let options = select::option_names(variant).join(", ");
            writeln!(out, "{:<14} {board:<6} {:<9} {options}", variant.name(), corners(variant))?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn describe(variant: Variant) -> Value {
    let grid = variant.grid();
    json!({
        "name": variant.name(),
        "width": grid.width,
        "height": grid.height,
        "squares": grid.squares(),
        "algebraic": variant.laws().notation == Notation::Algebraic,
        "starts": variant.laws().starts.letter().to_string(),
        "options": select::option_names(variant),
    })
}

/// How its squares are called, by an example.
fn corners(variant: Variant) -> String {
    match variant.laws().notation {
        Notation::Numeric => format!("1-{}", variant.grid().squares()),
        Notation::Algebraic => {
            let last = file_letter(variant.grid().width - 1);
            format!("a1-{last}{}", variant.grid().height)
        }
    }
}
