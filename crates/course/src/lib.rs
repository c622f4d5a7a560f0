//! The course: lessons that follow the two-minute lesson, as data.
//!
//! A [`Course`] lists the lessons of a game with their titles; a [`Lesson`] is a few [`Step`]s, each a position with a task
//! and a text in every language; [`Step::judge`] says what to think of the moves made so far and what the other side
//! answers. Both are read from files of `data/course`, which the page fetches one by one: [`Course::path`] and
//! [`Course::lesson_path`] say which. Feature `embedded`: the files that came with the program.

mod course;
#[cfg(feature = "embedded")]
mod embedded;
mod lesson;
mod step;
mod text;

pub use course::{Course, Entry};
#[cfg(feature = "embedded")]
pub use embedded::file;
pub use lesson::{CourseError, Lesson, Wrong};
pub use step::{Step, Task, Verdict};
pub use text::{LANGUAGES, Text};
