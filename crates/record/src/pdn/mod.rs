//! Records and games of PDN files: which game it is, how its squares are called, how far it is legal.

mod naming;
mod reading;
mod replay;
mod rewrite;
mod times;
mod which;
mod writing;

pub use naming::Naming;
pub(crate) use replay::run;
pub use replay::{Failure, Replay, Undecided, replay};
pub use rewrite::rewrite;
pub use which::variants;
