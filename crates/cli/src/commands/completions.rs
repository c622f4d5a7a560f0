//! `damka completions`: what a shell needs to complete our commands.

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::args::Cli;
use crate::output;

/// Print completions for a shell
///
/// For example: damka completions bash > ~/.local/share/bash-completion/completions/damka
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut text = Vec::new();
        generate(self.shell, &mut Cli::command(), "damka", &mut text);
        output::print_bytes(&text)
    }
}
