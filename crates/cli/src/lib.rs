//! The `damka` command: its arguments, its subcommands, what it prints. The program itself (`crates/damka`) adds the page,
//! so that all of this is compiled while the page is.

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
use damka_server::Bundle;

/// Does what the command line asks for; serves or writes this page if that is what it asks for.
pub fn main(page: &'static Bundle) -> ExitCode {
    match run(page) {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}

fn run(page: &'static Bundle) -> Result<ExitCode> {
    match args::parse()? {
        Some(cli) => cli.chosen().run(page),
        // Help or the version was asked for, and printed.
        None => Ok(ExitCode::SUCCESS),
    }
}
