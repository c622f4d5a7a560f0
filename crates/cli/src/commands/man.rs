//! `damka man`: the manual page, of the whole command or of one subcommand.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Cli;
use crate::output;

/// Print the manual page
///
/// For example: damka man | man -l -
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The command; default: all of them
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut cli = Cli::command();
        cli.build();
        let command = match &self.command {
            Some(name) => cli.find_subcommand(name).with_context(|| format!("unknown command '{name}'"))?,
            None => &cli,
        };
        let mut text = Vec::new();
        Man::new(command.clone()).render(&mut text)?;
        output::print_bytes(&text)
    }
}
