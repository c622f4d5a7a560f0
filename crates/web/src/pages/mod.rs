//! The pages: what is around the board, and what a person can do there.

mod acting;
mod actions;
mod bars;
mod challenge;
pub mod dialogs;
mod entering;
mod header;
mod help;
mod icons;
mod keyboard;
pub mod lesson;
mod moves;
mod newgame;
mod options;
pub mod play;
pub mod prefs;
pub mod review;
mod share;
pub mod show;
mod status;
pub mod table;
mod thinking;

pub use header::Header;
