//! A position as text and as a picture: what terminals, notebooks and other people's pages show.
//!
//! [`svg`] draws a plain diagram. [`board`] draws the wooden board of our own page, whose pieces ([`wood`]) and colours
//! ([`palette`]) are here, too: page, picture to take away and preview of a link are one drawing.

pub mod board;
pub mod palette;
mod svg;
mod text;
pub mod wood;

pub use svg::{Look, svg};
pub use text::{Signs, text};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
