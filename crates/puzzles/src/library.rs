//! The file of one variant's puzzles: a head that says what each block holds, then the blocks, easy ones first.
//!
//! ```text
//! puzzles russian 2
//! block 2 96 812 1140 abn
//!
//! Wabc... c3-d4,e5:c3,b2:d4 812 ab
//! Waad... e3-f4,g5:e3,d2:f4 1140 bn
//! ```
//!
//! A block is told by its number of puzzles, its bytes, its lowest and highest rating and its themes, so a page can
//! fetch the head and then only what it wants. A blank line ends the head.

use std::fmt::Write as _;
use std::ops::Range;

use damka_rules::{UnknownName, Variant};

use crate::{Puzzle, PuzzleError, Themes};

/// What a block holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Number of its first puzzle in the file.
    pub first: usize,
    /// How many puzzles.
    pub count: usize,
    /// Where it lies in the file, in bytes.
    pub bytes: Range<usize>,
    /// Its lowest and its highest rating.
    pub ratings: (u16, u16),
    /// The themes of any of its puzzles.
    pub themes: Themes,
}

/// The head of a file: what can be had from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    variant: Variant,
    blocks: Vec<Block>,
}

/// Why a file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LibraryError {
    /// The head is not one.
    #[error("line {line} of the head: {why}")]
    Head {
        /// Counts from 1.
        line: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// No such game.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// The block is not in the text, or not what the head says.
    #[error("block {0} is cut off or has other puzzles than its head says")]
    Block(usize),
    /// A puzzle that cannot be used.
    #[error("block {block}, puzzle {puzzle}: {why}")]
    Puzzle {
        /// Which block, from 0.
        block: usize,
        /// Which of its puzzles, from 0.
        puzzle: usize,
        /// What is wrong.
        why: Box<PuzzleError>,
    },
}

/// Puzzles in a block.
const BLOCK: usize = 50;

impl Library {
    /// Writes the file of a variant's puzzles, easy ones first.
    pub fn write(variant: Variant, puzzles: &[Puzzle]) -> String {
        let mut sorted: Vec<(&Puzzle, String)> = puzzles.iter().map(|p| (p, p.to_string())).collect();
        sorted.sort_by(|(a, first), (b, second)| (a.rating(), first).cmp(&(b.rating(), second)));
        let (mut head, mut body) = (format!("puzzles {variant} {}\n", sorted.len()), String::new());
        for block in sorted.chunks(BLOCK) {
            let before = body.len();
            block.iter().for_each(|(_, line)| _ = writeln!(body, "{line}"));
            let themes = block.iter().fold(Themes::default(), |all, (puzzle, _)| all.and(puzzle.themes()));
            let (least, most) = (block[0].0.rating(), block[block.len() - 1].0.rating());
            let _ = writeln!(head, "block {} {} {least} {most} {themes}", block.len(), body.len() - before);
        }
        format!("{head}\n{body}")
    }

    /// Reads the head of a file; the blocks need not be there.
    pub fn read(text: &str) -> Result<Library, LibraryError> {
        let end = text.find("\n\n").ok_or(LibraryError::Head { line: 1, why: "no blank line ends it" })?;
        let mut lines = text[..end].lines().enumerate();
        let (_, title) = lines.next().unwrap_or_default();
        let wrong = |line: usize, why| LibraryError::Head { line: line + 1, why };
        let words: Vec<&str> = title.split(' ').collect();
        let ["puzzles", variant, count] = words[..] else {
            return Err(wrong(0, "'puzzles VARIANT COUNT' is expected"));
        };
        let variant = variant.parse()?;
        let mut library = Library { variant, blocks: Vec::new() };
        let mut at = end + 2;
        for (line, text) in lines {
            let block =
                library.block(text, at).ok_or(wrong(line, "'block COUNT BYTES LEAST MOST THEMES'"))?;
            at = block.bytes.end;
            library.blocks.push(block);
        }
        match count.parse() == Ok(library.count()) {
            true => Ok(library),
            false => Err(wrong(0, "the blocks hold another number of puzzles")),
        }
    }

    fn block(&self, text: &str, at: usize) -> Option<Block> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["block", count, bytes, least, most, themes] = words[..] else { return None };
        let bytes = at..at.checked_add(bytes.parse().ok()?)?;
        let ratings = (least.parse().ok()?, most.parse().ok()?);
        let count: usize = count.parse().ok().filter(|&count| 0 < count && count <= bytes.len())?;
        Some(Block { first: self.count(), count, bytes, ratings, themes: Themes::read(themes).ok()? })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many puzzles there are.
    pub fn count(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.first + block.count)
    }

    /// The blocks, easy ones first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The block that holds a puzzle by its number in the file, and its number there.
    pub fn find(&self, number: usize) -> Option<(usize, usize)> {
        let block = self.blocks.iter().rposition(|block| block.first <= number)?;
        let within = number - self.blocks[block].first;
        (within < self.blocks[block].count).then_some((block, within))
    }

    /// The puzzles of a block, from the bytes it lies in.
    pub fn read_block(&self, block: usize, text: &str) -> Result<Vec<Puzzle>, LibraryError> {
        let puzzle = |(number, line)| {
            Puzzle::read(self.variant, line).map_err(|why| LibraryError::Puzzle {
                block,
                puzzle: number,
                why: Box::new(why),
            })
        };
        let puzzles: Vec<Puzzle> = text.lines().enumerate().map(puzzle).collect::<Result<_, _>>()?;
        let told = self.blocks.get(block).ok_or(LibraryError::Block(block))?;
        let same = told.count == puzzles.len()
            && puzzles.first().is_some_and(|first| first.rating() == told.ratings.0)
            && puzzles.last().is_some_and(|last| last.rating() == told.ratings.1);
        if same { Ok(puzzles) } else { Err(LibraryError::Block(block)) }
    }

    /// Every puzzle of a whole file.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, LibraryError> {
        let library = Library::read(text)?;
        let mut puzzles = Vec::new();
        for (number, block) in library.blocks.iter().enumerate() {
            let bytes = text.get(block.bytes.clone()).ok_or(LibraryError::Block(number))?;
            puzzles.extend(library.read_block(number, bytes)?);
        }
        match library.blocks.last().is_none_or(|last| last.bytes.end == text.len()) {
            true => Ok(puzzles),
            false => Err(LibraryError::Block(library.blocks.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::puzzle;

    fn several() -> Vec<Puzzle> {
        let one = puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]);
        (0..120).map(|n| one.clone().rated(900 + (n * 37) % 1200)).collect()
    }

    #[test]
    fn files_are_read_back_whole_and_by_block() {
        let puzzles = several();
        let text = Library::write(Variant::Russian, &puzzles);
        let read = Library::read_all(&text).unwrap();
        assert_eq!(read.len(), 120);
        assert!(read.is_sorted_by_key(Puzzle::rating));
        let head = &text[..text.find("\n\n").unwrap() + 2];
        let library = Library::read(head).unwrap();
        assert_eq!(library.blocks().iter().map(|b| b.count).collect::<Vec<_>>(), [50, 50, 20]);
        for (number, expected) in read.iter().enumerate() {
            let (block, within) = library.find(number).unwrap();
            let bytes = &text[library.blocks()[block].bytes.clone()];
            assert_eq!(&library.read_block(block, bytes).unwrap()[within], expected);
        }
        assert_eq!(library.find(120), None);
        assert_eq!(Library::write(Variant::Russian, &read), text, "written the same from any order");
    }

    #[test]
    fn an_empty_library_is_one() {
        let text = Library::write(Variant::Thai, &[]);
        assert_eq!(Library::read_all(&text).unwrap(), []);
    }

    #[test]
    fn damage_is_named() {
        let text = Library::write(Variant::Russian, &several());
        let check = |text: String, expected: &str| {
            let error = Library::read_all(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(String::new(), "line 1 of the head");
        check(text.replace("puzzles russian 120", "puzzles russian 121"), "another number");
        check(text.replace("puzzles russian", "puzzles klingon"), "unknown variant");
        check(text.replacen("block 50", "block x", 1), "line 2 of the head");
        check(text.replacen("d4-e5", "d4-e6", 1), "block 0, puzzle 0: ");
        check(text[..text.len() - 10].into(), "block 2");
        check(text.clone() + "more\n", "block 3");
    }
}
