//! One file for each subcommand.

pub(crate) mod fen;
pub(crate) mod moves;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod variants;
