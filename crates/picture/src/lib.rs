//! A position as text and as a picture: what terminals, notebooks and other people's pages show.
//!
//! The board of our own page is drawn elsewhere; this one needs no style sheet and no script.

mod svg;
mod text;

pub use svg::{Look, svg};
pub use text::{Signs, text};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
