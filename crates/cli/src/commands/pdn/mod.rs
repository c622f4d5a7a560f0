//! `damka pdn`: checks, converts, replays, searches, splits and counts files of games.

mod check;
mod convert;
mod criteria;
mod files;
mod filter;
mod keep;
mod replay;
mod split;
mod stats;

pub(crate) use files::{GameFileArgs, players};

use std::process::ExitCode;

use anyhow::Result;

/// Check, convert, replay, search, split or summarise files of games
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Action {
    Check(check::Args),
    Convert(convert::Args),
    Replay(replay::Args),
    #[command(visible_alias = "search")]
    Filter(filter::Args),
    Split(split::Args),
    Stats(stats::Args),
}

impl Action {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self {
            Action::Check(args) => args.run(),
            Action::Convert(args) => args.run(),
            Action::Replay(args) => args.run(),
            Action::Filter(args) => args.run(),
            Action::Split(args) => args.run(),
            Action::Stats(args) => args.run(),
        }
    }
}
