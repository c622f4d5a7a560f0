//! `damka sheet`: positions to solve, or a game with diagrams, as a PDF for printing.

mod game;
mod puzzles;

use std::fs;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use damka_explain::Catalogue;
use damka_sheet::Sheet;

use crate::commands::pdn::GameFileArgs;
use crate::language::Language;
use crate::output;

/// Print positions to solve, or a game with diagrams, as PDF (A4, black and white)
///
/// One game of a .pdn file becomes a scoresheet. Any other file holds one position per line: `FEN | solution | rating |
/// themes` as printed by `damka puzzles list` (the last three are optional), or `variant | FEN | solution | remark` as
/// in data/tactics. Solutions go on the last page.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    source: GameFileArgs,
    /// Output file; `-` is standard output
    #[arg(long, short = 'o', value_name = "FILE")]
    output: String,
    /// The title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Language of the captions
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    language: Language,
    /// Diagrams per row
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    columns: u8,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Only positions with this theme
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Only positions with ratings in this range, such as 1200-1600
    #[arg(long, value_name = "LOW-HIGH", value_parser = ratings)]
    rating: Option<(u32, u32)>,
    /// Number of the game in a PDN file
    #[arg(long, value_name = "N", default_value_t = 1)]
    number: usize,
    /// Draw a diagram after every N moves of both sides
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let words = self.language.catalogue();
        let variant = self.source.game.variant()?;
        let [name] = self.source.files.required()? else {
            bail!("one file at a time: a sheet has one title")
        };
        let is_game = name.to_lowercase().ends_with(".pdn");
        let sheet = if is_game {
            self.scoresheet(name, variant, &words)?
        } else {
            self.positions(name, variant, &words)?
        };
        let pdf = Sheet { columns: self.columns.into(), ..sheet }.pdf();
        match self.output.as_str() {
            "-" => return output::print_bytes(&pdf),
            path => fs::File::create(path)
                .and_then(|mut file| file.write_all(&pdf))
                .with_context(|| path.to_owned())?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A title, or what is there instead of one.
    fn title(&self, usual: impl FnOnce() -> String) -> String {
        self.title.clone().unwrap_or_else(usual)
    }
}

fn ratings(text: &str) -> Result<(u32, u32), String> {
    let (low, high) = text.split_once('-').ok_or("two numbers with a dash between are expected")?;
    let number = |text: &str| text.trim().parse().map_err(|_| format!("'{text}' is no number"));
    Ok((number(low)?, number(high)?))
}

/// `White to move` in the language.
fn to_move(pos: &damka_rules::AnyPosition, words: &Catalogue) -> String {
    words.fill::<&str>(&format!("{}-to-move", pos.turn().key()), &[])
}
