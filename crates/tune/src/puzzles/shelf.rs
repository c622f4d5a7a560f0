//! Where the maker keeps what it found, and how that becomes the files of `data/puzzles`.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};
use damka_puzzles::{Library, Puzzle};
use damka_rules::Variant;

use super::file;

fn read(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Every puzzle found so far, its themes found anew. A last line that was cut off is left out.
pub(crate) fn read_found(folder: &Path, variant: Variant) -> Result<Vec<Puzzle>> {
    let path = file(folder, variant, "found");
    let text = read(&path)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let puzzle = |(number, line)| {
        let read =
            Puzzle::read(variant, line).and_then(|p| Puzzle::new(*p.start(), p.line().to_vec(), p.rating()));
        read.with_context(|| format!("{}, line {}", path.display(), number + 1))
    };
    whole.lines().enumerate().map(puzzle).collect()
}

/// How many games have been looked at.
pub(crate) fn read_games(folder: &Path, variant: Variant) -> Result<u64> {
    let text = read(&file(folder, variant, "games"))?;
    if text.trim().is_empty() { Ok(0) } else { text.trim().parse().context("the number of games") }
}

pub(crate) fn write_games(folder: &Path, variant: Variant, games: u64) -> Result<()> {
    fs::write(file(folder, variant, "games"), games.to_string()).context("cannot write the number of games")
}

pub(crate) fn append(folder: &Path, puzzle: &Puzzle) -> Result<()> {
    let path = file(folder, puzzle.variant(), "found");
    let mut file = fs::OpenOptions::new().create(true).append(true).open(&path)?;
    writeln!(file, "{puzzle}").with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the finds of a folder as files for `data/puzzles`; returns how many there are of each variant, and the bytes.
pub fn shelve(folder: &Path, out: &Path) -> Result<Vec<(Variant, usize, usize)>> {
    fs::create_dir_all(out).context("cannot make the folder")?;
    let mut written = Vec::new();
    for &variant in Variant::EVERY {
        let puzzles = read_found(folder, variant)?;
        if !puzzles.is_empty() {
            let text = Library::write(variant, &puzzles);
            let path = file(out, variant, "txt");
            fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
            written.push((variant, puzzles.len(), text.len()));
        }
    }
    Ok(written)
}
