//! The pages: what is around the board, and what a person can do there.

mod acting;
pub mod actions;
pub mod bars;
mod challenge;
pub mod dialogs;
pub mod entering;
pub mod gamecard;
pub mod games;
mod help;
pub mod icons;
mod keyboard;
pub mod levels;
pub mod moves;
mod newgame;
pub mod notes;
mod options;
pub mod paper;
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
