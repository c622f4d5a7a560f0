//! One stored form of a game: which game, where it began, what was played, how it ended.
//!
//! A [`Record`] is text and numbers only, so it can be kept, sent and read by a later version; what it
//! says is checked when it is [replayed](Record::replay). It can be written as JSON ([`Record::to_json`])
//! and as one line of text (its `Display` and `FromStr`).

mod ending;
mod line;
mod record;
#[cfg(feature = "serde")]
mod stored;

pub use ending::{UnknownEnding, UnknownOutcome, ending_name, read_ending};
pub use line::LineError;
pub use record::{Ply, Record, ReplayError, Tag};
#[cfg(feature = "serde")]
pub use stored::{JsonError, VERSION};
