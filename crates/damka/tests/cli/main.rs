//! The command as people run it: small stories with the real binary.
#![allow(clippy::unwrap_used, reason = "a test may simply fail")]

mod analyse;
mod bad_input;
mod bench;
mod corpus;
mod dxp;
mod house;
mod hub;
mod matches;
mod pdn;
mod pdn_files;
mod pdn_search;
mod play;
mod positions;
mod puzzles;
mod run;
mod sheet;
mod solve;
