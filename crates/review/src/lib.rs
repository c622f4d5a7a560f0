//! Judging games and positions: what a move cost, how well somebody played, and problems with one best move.
//!
//! A [`Review`] is a state machine: it says which position it wants searched ([`Review::next`]), hears the lines
//! ([`Review::hear`]), and at the end knows every move, both players, and [why](Review::because) a move was bad. It has no engine and no clock, so the
//! page drives it with its worker and the command line with its own engine.

#[cfg(feature = "engine")]
mod ask;
mod chance;
mod judgement;
pub mod problem;
mod review;
mod summary;

#[cfg(feature = "engine")]
pub use ask::{ask, drive};
pub use chance::{Chance, Curve};
pub use judgement::{Judged, Judgement};
pub use review::{HASH_MB, LINES, NODES, Question, Review};
pub use summary::Summary;
