//! Sheets for school and club: positions as crisp diagrams on A4, black and white, solutions on the last page; a game as
//! a scoresheet with diagrams.
//!
//! A [`Sheet`] says what is on the paper; [`Sheet::pdf`] lays it out. The words are the caller's.

mod board;
mod font;
mod layout;
mod paper;

pub use layout::{Diagram, Sheet};
