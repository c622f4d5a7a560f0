//! The puzzles of one game as the room has them: a file whose blocks are read when they are needed.

use std::cell::RefCell;
use std::collections::HashMap;

use damka_puzzles::{Day, Library, LibraryError, Puzzle, Theme, Themes, choose};

/// A file of puzzles.
pub(crate) struct Book {
    text: String,
    library: Library,
    blocks: RefCell<HashMap<usize, Vec<Puzzle>>>,
}

impl Book {
    /// Takes a file up; its blocks are looked at later.
    pub(crate) fn read(text: String) -> Result<Book, LibraryError> {
        let library = Library::read(&text)?;
        Ok(Book { text, library, blocks: RefCell::default() })
    }

    /// A book without puzzles.
    #[cfg(test)]
    pub(crate) fn empty(variant: damka_rules::Variant) -> Book {
        Book::read(Library::write(variant, &[])).expect("what was just written can be read")
    }

    /// How many puzzles there are.
    pub(crate) fn count(&self) -> usize {
        self.library.count()
    }

    /// The themes of any puzzle.
    pub(crate) fn themes(&self) -> Vec<Theme> {
        let all = self.library.blocks().iter().fold(Themes::default(), |all, block| all.and(block.themes));
        Theme::ALL.into_iter().filter(|&theme| all.has(theme)).collect()
    }

    /// The puzzle of a day.
    pub(crate) fn daily(&self, day: Day) -> Option<Puzzle> {
        let (block, within) = self.library.find(self.library.daily(day)?)?;
        self.block(block, |puzzles| puzzles.get(within).cloned())
    }

    /// The puzzle with this number of its own; the rating it had says where to look first.
    pub(crate) fn find(&self, number: u32, rating: u16) -> Option<Puzzle> {
        let fits = |puzzle: &&Puzzle| puzzle.number() == number;
        self.library
            .near(rating, None)
            .into_iter()
            .find_map(|block| self.block(block, |all| all.iter().find(fits).cloned()))
    }

    /// A puzzle near a rating that was not seen lately; `dice` decides among equals. When all have been seen, an old
    /// one comes again.
    pub(crate) fn pick(&self, rating: u16, theme: Option<Theme>, seen: &[u32], dice: u64) -> Option<Puzzle> {
        self.pick_new(rating, theme, seen, dice).or_else(|| self.pick_new(rating, theme, &[], dice))
    }

    fn pick_new(&self, rating: u16, theme: Option<Theme>, seen: &[u32], dice: u64) -> Option<Puzzle> {
        self.library.near(rating, theme).into_iter().find_map(|block| {
            self.block(block, |puzzles| {
                let fits = |puzzle: &Puzzle| {
                    theme.is_none_or(|theme| puzzle.themes().has(theme)) && !seen.contains(&puzzle.number())
                };
                let fitting: Vec<(usize, u16)> = puzzles
                    .iter()
                    .enumerate()
                    .filter(|(_, puzzle)| fits(puzzle))
                    .map(|(within, puzzle)| (within, puzzle.rating()))
                    .collect();
                choose(&fitting, rating, dice).map(|within| puzzles[within].clone())
            })
        })
    }

    /// Puzzles for a sheet: so many near a rating, each once, the easiest first.
    pub(crate) fn sheet(&self, rating: u16, theme: Option<Theme>, count: usize, dice: u64) -> Vec<Puzzle> {
        let (mut found, mut seen) = (Vec::<Puzzle>::new(), Vec::new());
        for n in 0..count as u64 {
            let Some(puzzle) = self.pick_new(rating, theme, &seen, dice.wrapping_add(n * 7919)) else {
                break;
            };
            seen.push(puzzle.number());
            found.push(puzzle);
        }
        found.sort_by_key(Puzzle::rating);
        found
    }

    /// Looks at the puzzles of a block; one that cannot be read has none.
    fn block<T>(&self, number: usize, look: impl FnOnce(&[Puzzle]) -> T) -> T {
        let mut blocks = self.blocks.borrow_mut();
        let puzzles = blocks.entry(number).or_insert_with(|| {
            let bytes = self.library.blocks().get(number).map(|block| block.bytes.clone());
            let text = bytes.and_then(|bytes| self.text.get(bytes)).unwrap_or_default();
            self.library.read_block(number, text).unwrap_or_default()
        });
        look(puzzles)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use damka_rules::Variant;

    use super::*;

    /// The puzzles that come with the page.
    pub(crate) fn russian() -> Book {
        Book::read(include_str!("../../../../data/puzzles/russian.txt").into()).expect("a file of puzzles")
    }

    #[test]
    fn puzzles_are_found_by_number_and_near_a_rating() {
        let book = russian();
        let puzzle = book.pick(1200, None, &[], 5).expect("there are puzzles");
        assert_eq!(book.find(puzzle.number(), puzzle.rating()).as_ref(), Some(&puzzle));
        assert_eq!(book.find(puzzle.number(), 0).as_ref(), Some(&puzzle), "a wrong rating only takes longer");
        let other = book.pick(1200, None, &[puzzle.number()], 5).expect("there are more");
        assert_ne!(other.number(), puzzle.number());
    }

    #[test]
    fn themes_are_kept_to() {
        let book = russian();
        let themes = book.themes();
        assert!(themes.contains(&Theme::Shot), "{themes:?}");
        for theme in themes {
            let puzzle = book.pick(1500, Some(theme), &[], 1).expect("the head says there is one");
            assert!(puzzle.themes().has(theme));
        }
    }

    #[test]
    fn when_all_have_been_seen_they_come_again() {
        let book = russian();
        let mut seen = Vec::new();
        while let Some(puzzle) = book.pick_new(1000, Some(Theme::Blockade), &seen, 3) {
            seen.push(puzzle.number());
            assert!(seen.len() <= book.count(), "none comes twice");
        }
        assert!(!seen.is_empty());
        let again = book.pick(1000, Some(Theme::Blockade), &seen, 3).expect("an old one");
        assert!(seen.contains(&again.number()));
    }

    #[test]
    fn a_day_has_one_puzzle_and_a_sheet_has_each_once() {
        let book = russian();
        assert_eq!(book.daily(Day(20_000)), book.daily(Day(20_000)));
        assert_ne!(book.daily(Day(20_000)), book.daily(Day(20_001)));
        let sheet = book.sheet(1000, None, 12, 7);
        let mut numbers: Vec<u32> = sheet.iter().map(Puzzle::number).collect();
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 12);
        assert!(sheet.is_sorted_by_key(Puzzle::rating));
        let empty = Book::empty(Variant::Thai);
        assert!(empty.count() == 0 && empty.daily(Day(1)).is_none() && empty.pick(1, None, &[], 1).is_none());
    }
}
