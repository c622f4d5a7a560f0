//! Tables against what is known about endings, and against a solver that knows nothing of tables.
#![allow(clippy::unwrap_used)]

mod brute;
mod classics;
mod files;
mod playout;
