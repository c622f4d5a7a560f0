//! A room as its players see it.

mod bench;
mod properties;
mod stories;
