//! `damka pdn`: checks, converts and replays files of games.

mod check;
mod convert;
mod files;
mod replay;

pub(crate) use files::{FileArgs, players};

use std::process::ExitCode;

use anyhow::Result;

/// Check, convert and replay files of games
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Action {
    Check(check::Args),
    Convert(convert::Args),
    Replay(replay::Args),
}

impl Action {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self {
            Action::Check(args) => args.run(),
            Action::Convert(args) => args.run(),
            Action::Replay(args) => args.run(),
        }
    }
}
