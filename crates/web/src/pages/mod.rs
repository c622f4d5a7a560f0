//! The pages: what is around the board, and what a person can do there.

mod acting;
mod actions;
mod bars;
mod challenge;
pub mod dialogs;
mod entering;
pub mod gamecard;
pub mod games;
mod help;
pub mod icons;
mod keyboard;
mod levels;
mod moves;
mod newgame;
pub mod notes;
mod options;
mod performing;
pub mod play;
pub mod prefs;
mod rail;
mod share;
mod shelf;
pub mod show;
mod status;
pub mod table;
pub mod thinking;

pub use rail::Rail;
