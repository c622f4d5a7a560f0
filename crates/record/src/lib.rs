//! One stored form of a game: which game, where it began, what was played, how it ended.
//!
//! A [`Record`] is text and numbers only, so it can be kept, sent and read by a later version; what it
//! says is checked when it is [replayed](Record::replay). It can be written as JSON ([`Record::to_json`])
//! and as one line of text (its `Display` and `FromStr`); with the feature `pdn` as PDN ([`Record::to_pdn`]).
//! A [`Study`] is a game with its variations and what is said of them.

mod line;
#[cfg(feature = "pdn")]
pub mod pdn;
mod record;
#[cfg(feature = "serde")]
mod stored;
#[cfg(feature = "pdn")]
mod study;

pub use line::LineError;
pub use record::{Ply, Record, ReplayError, Spent, Tag};
#[cfg(feature = "serde")]
pub use stored::{JsonError, VERSION};
#[cfg(feature = "pdn")]
pub use study::{Note, Study};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
