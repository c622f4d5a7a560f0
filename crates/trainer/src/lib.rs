//! The endgame trainer: studies played against somebody who makes no mistake.
//!
//! A [`Study`] says what is played and for what; [`Session`] is one attempt as a state machine: a move goes in, what it
//! did and the answer come out. Neither knows tables nor an engine: they ask an [`Oracle`]. Feature `tables`: endgame
//! tables as that oracle.

mod oracle;
mod petrov;
mod session;
mod study;
#[cfg(feature = "tables")]
mod tables;

pub use oracle::{Oracle, Verdict, Wdl};
pub use petrov::Stage;
pub use session::{Effect, Hint, Medal, Session, Standing};
pub use study::{Duty, STUDIES, Study};
