//! One file for each subcommand.

pub(crate) mod analyse;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod compete;
pub(crate) mod completions;
pub(crate) mod dxp;
pub(crate) mod export_site;
pub(crate) mod fen;
pub(crate) mod hub;
pub(crate) mod load;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzles;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod variants;
