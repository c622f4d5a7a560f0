//! `damka puzzles stats`: how many there are, how hard they are, what they are about.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_puzzles::{Library, Puzzle, Theme};

use super::Selection;
use crate::{failure, output};

/// Count puzzles by rating and theme
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// Exit with code 1 unless ratings span at least this much
    #[arg(long, value_name = "POINTS", default_value_t = 0)]
    span: u16,
}

/// Points of a bar of the histogram, and how many puzzles the longest bar has room for, in letters.
const STEP: u16 = 100;
const WIDTH: usize = 50;

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let all = self.selection.read()?;
        let mut out = output::stdout();
        for (variant, puzzles) in &all {
            let bytes = Library::write(*variant, puzzles).len();
            writeln!(
                out,
                "{variant}: {} puzzles, {} bytes each",
                puzzles.len(),
                bytes / puzzles.len().max(1)
            )?;
        }
        let puzzles: Vec<&Puzzle> = all.iter().flat_map(|(_, puzzles)| puzzles).collect();
        let ratings = || puzzles.iter().map(|puzzle| puzzle.rating());
        let (Some(least), Some(most)) = (ratings().min(), ratings().max()) else {
            return Ok(ExitCode::SUCCESS);
        };
        writeln!(out, "\nratings from {least} to {most}, {} points", most - least)?;
        let bars: Vec<(u16, usize)> = (least / STEP..=most / STEP)
            .map(|bar| (bar * STEP, ratings().filter(|rating| rating / STEP == bar).count()))
            .collect();
        let longest = bars.iter().map(|bar| bar.1).max().unwrap_or(1).max(1);
        for (rating, count) in bars {
            writeln!(out, "{rating:5} {count:6} {}", "#".repeat((count * WIDTH).div_ceil(longest)))?;
        }
        writeln!(out)?;
        for theme in Theme::ALL {
            let count = puzzles.iter().filter(|puzzle| puzzle.themes().has(theme)).count();
            writeln!(out, "{count:6} {}", theme.key())?;
        }
        out.flush()?;
        Ok(if most - least >= self.span { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}
