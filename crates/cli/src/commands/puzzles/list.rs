//! `damka puzzles list`: one puzzle a line.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use damka_puzzles::Theme;

use super::Selection;
use crate::output;

/// Print puzzles, one per line: FEN | moves | rating | themes
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Only puzzles with this theme
    #[arg(long, value_name = "KEY")]
    theme: Option<String>,
    /// Lowest rating
    #[arg(long, value_name = "RATING")]
    least: Option<u16>,
    /// Highest rating
    #[arg(long, value_name = "RATING")]
    most: Option<u16>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let theme = self.theme.as_deref().map(read_theme).transpose()?;
        let ratings = self.least.unwrap_or(0)..=self.most.unwrap_or(u16::MAX);
        let all = self.selection.read()?;
        let mut out = output::stdout();
        for puzzle in all.iter().flat_map(|(_, puzzles)| puzzles) {
            if !ratings.contains(&puzzle.rating()) || theme.is_some_and(|t| !puzzle.themes().has(t)) {
                continue;
            }
            let moves = puzzle.move_texts().join(" ");
            let themes: Vec<&str> = puzzle.themes().iter().map(Theme::key).collect();
            let (fen, rating, themes) = (puzzle.start().to_fen(), puzzle.rating(), themes.join(" "));
            writeln!(out, "{}", format!("{fen} | {moves} | {rating} | {themes}").trim_end())?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn read_theme(key: &str) -> Result<Theme> {
    let Some(theme) = Theme::of_key(key) else {
        bail!("unknown theme '{key}'; known are: {}", Theme::ALL.map(Theme::key).join(", "));
    };
    Ok(theme)
}
