//! Puzzles: positions where one move wins at every turn of the solver.
//!
//! A [`Puzzle`] is a position, a proved line, a rating and themes; a [`Library`] is the file of one variant, read block
//! by block. How somebody solves, what comes next and what comes again are state machines that are given the time and
//! a random number: [`Attempt`], [`Streak`], [`Rush`], [`Repetition`], [`Skill`].
//!
//! Feature `engine`: the proof of a puzzle and the levels that solve it. Feature `embedded`: the puzzles that came
//! with the program.

mod attempt;
mod choose;
#[cfg(feature = "embedded")]
mod embedded;
mod library;
mod packed;
#[cfg(feature = "engine")]
pub mod proof;
mod puzzle;
mod repetition;
mod rush;
mod skill;
mod streak;
mod theme;
#[cfg(feature = "engine")]
pub mod trial;

pub use attempt::{Attempt, Effect};
pub use choose::{Day, choose};
#[cfg(feature = "embedded")]
pub use embedded::file;
pub use library::{Block, Library, LibraryError};
pub use packed::{Normal, PackedError};
pub use puzzle::{Puzzle, PuzzleError};
pub use repetition::{Card, Repetition};
pub use rush::Rush;
pub use skill::Skill;
pub use streak::Streak;
pub use theme::{Tally, Theme, Themes};

/// A position to test with.
#[cfg(test)]
fn position(variant: damka_rules::Variant, fen: &str) -> damka_rules::AnyPosition {
    damka_rules::AnyPosition::from_fen(variant, fen).unwrap()
}
