//! Judging games and positions: what a move cost, how well somebody played, and problems with one best move.
//!
//! Pure: an engine is asked by whoever has one, the page its worker, the command line its own.

pub mod problem;
