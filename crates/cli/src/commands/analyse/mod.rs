//! `damka analyse`: what the engine thinks of a position, or of every move of recorded games.

mod annotate;
mod describe;
mod done;
mod games;
mod position;
mod sheet;
mod told;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::brain::{SizeArgs, ThinkArgs};
use crate::commands::pdn::GameFileArgs;
use crate::language::Language;

/// Analyse a position, or every move of the games in PDN files
///
/// A move is judged by the winning chances it gives away: `?!` from 0.075, `?` from 0.15, `??` from 0.3 on a scale
/// from -1 (lost) to 1 (won); `!` is the only good move, `!!` one that starts with a sacrifice. Unless told otherwise,
/// every position of a game gets the same number of nodes, so results are repeatable.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    source: GameFileArgs,
    /// Analyse this position instead of files
    #[arg(long, value_name = "FEN", conflicts_with = "files")]
    fen: Option<String>,
    /// Number of best lines
    #[arg(long, value_name = "N", default_value = "1")]
    multi_pv: NonZeroUsize,
    #[command(flatten)]
    think: ThinkArgs,
    #[command(flatten)]
    size: SizeArgs,
    /// Print JSON: one object for a position, one per line for games
    #[arg(long)]
    json: bool,
    /// Tell the story: only the moves that mattered, why they were bad where that can be proved, and what was better;
    /// with --json every move has its reasons
    #[arg(long, conflicts_with_all = ["fen", "pdn"])]
    review: bool,
    /// Language of --review
    #[arg(long, value_enum, value_name = "NAME", default_value_t, requires = "review")]
    language: Language,
    /// Append JSON to this file, one line per game, skipping games it already has
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<String>,
    /// Write annotated PDN to this file and print only a summary of each game
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pdn: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let variant = self.source.game.variant()?;
        match (&self.fen, self.source.files.is_empty(), variant) {
            (None, false, _) => self.games(variant),
            (fen, true, Some(variant)) => self.position(variant, fen.as_deref().unwrap_or("start")),
            _ => bail!("nothing to analyse: give --variant and --fen, or PDN files"),
        }
    }
}
