//! The `damka` command. `main` only turns what `run` says into an exit code.

mod args;
mod board;
mod commands;
mod failure;
mod output;
mod replay;
mod select;
mod wording;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Cli;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}

fn run() -> Result<ExitCode> {
    match args::parse()? {
        Some(Cli { command, .. }) => command.run(),
        // Help or the version was asked for, and printed.
        None => Ok(ExitCode::SUCCESS),
    }
}
