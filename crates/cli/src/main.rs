//! The `damka` command. `main` only turns what `run` says into an exit code.

mod args;
mod board;
mod brain;
mod choices;
mod commands;
mod draft;
mod failure;
mod files;
mod input;
mod language;
mod output;
mod record;
mod replay;
mod select;
mod squares;
mod thinker;
mod wording;

use std::process::ExitCode;

use anyhow::Result;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}

fn run() -> Result<ExitCode> {
    match args::parse()? {
        Some(cli) => cli.chosen().run(),
        // Help or the version was asked for, and printed.
        None => Ok(ExitCode::SUCCESS),
    }
}
