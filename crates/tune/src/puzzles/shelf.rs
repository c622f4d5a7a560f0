//! Where the maker keeps what it found, and how that becomes the files of `data/puzzles`.

use std::collections::HashSet;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};
use damka_puzzles::{Library, Normal, Puzzle};
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

/// Takes the files of `data/puzzles` for finds of a folder; returns how many of each variant were not there before.
pub fn import(shelf: &Path, folder: &Path) -> Result<Vec<(Variant, usize)>> {
    fs::create_dir_all(folder).context("cannot make the folder")?;
    let mut taken = Vec::new();
    for &variant in Variant::EVERY {
        let path = file(shelf, variant, "txt");
        let text = read(&path)?;
        if text.is_empty() {
            continue;
        }
        let mut known: HashSet<Normal> =
            read_found(folder, variant)?.iter().map(|puzzle| Normal::of(puzzle.start())).collect();
        let shelved = Library::read_all(&text).with_context(|| path.display().to_string())?;
        let new: Vec<_> = shelved.iter().filter(|puzzle| known.insert(Normal::of(puzzle.start()))).collect();
        new.iter().try_for_each(|puzzle| append(folder, puzzle))?;
        taken.push((variant, new.len()));
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shelved_is_found_again_once() {
        let folder = std::env::temp_dir().join(format!("damka-puzzles-{}", std::process::id()));
        let (shelf, found) = (folder.join("shelf"), folder.join("found"));
        fs::create_dir_all(&shelf).unwrap();
        let text = include_str!("../../../../data/puzzles/portuguese.txt");
        fs::write(shelf.join("portuguese.txt"), text).unwrap();
        let count = Library::read_all(text).unwrap().len();
        assert_eq!(import(&shelf, &found).unwrap(), [(Variant::Portuguese, count)]);
        assert_eq!(import(&shelf, &found).unwrap(), [(Variant::Portuguese, 0)], "none of them is new");
        assert_eq!(read_found(&found, Variant::Portuguese).unwrap().len(), count);
        let out = folder.join("out");
        assert_eq!(shelve(&found, &out).unwrap(), [(Variant::Portuguese, count, text.len())]);
        assert_eq!(fs::read_to_string(out.join("portuguese.txt")).unwrap(), text);
        fs::remove_dir_all(&folder).unwrap();
    }
}
