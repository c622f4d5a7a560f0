//! The games of draughts: boards, laws, positions, moves, draws, FEN and move text.
//!
//! No input or output, no clock, no random numbers; generation allocates nothing.
//!
//! ```
//! use damka_rules::{Game, Variant};
//! let mut game = Game::new("russian".parse::<Variant>().unwrap());
//! game.play_text("c3-d4").unwrap();
//! assert_eq!(game.position().to_fen(), "B:Wd4,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6");
//! ```
//!
//! Feature `serde`: variants, sides, outcomes, endings, pieces and positions as their canonical texts, games as variant,
//! start, moves and ending, routes as squares; what is read is checked like any other input.
#![no_std]

extern crate alloc;

// First, so that the macros of the one list are in scope everywhere below.
#[macro_use]
pub mod variants;

mod any;
mod arrange;
mod bits;
mod brief;
mod draws;
mod english;
mod fen;
mod game;
mod generate;
mod geometry;
mod key;
mod laws;
mod legal;
mod list;
mod naming;
mod outcome;
pub mod perft;
mod piece;
mod plain;
mod position;
mod refusal;
mod route;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod side;
mod square;
mod text;
mod tree;
mod typed;

pub use any::{AnyPositionError, MoveError};
pub use arrange::arrange;
pub use bits::{Bits, Singles};
pub use brief::Brief;
pub use draws::{Countdown, DrawClock, DrawLaw};
pub use fen::FenError;
pub use game::{Game, GameError, Played};
pub use geometry::{Board8, Board10, Board12, Dir, Dirs, Full8, Geometry, Grid, Marker, Mirror8, Playable};
pub use key::Key;
pub use laws::{Choice, Goal, KingRange, Landing, Laws, Notation, Obligation, Promotion, Removal, Rules};
pub use list::{MoveList, Moves};
pub use naming::{Script, file_letter};
pub use outcome::{Ending, Outcome};
pub use piece::{Piece, Role};
pub use position::{Move, Position, SetOf};
pub use refusal::{Refusal, Wish};
pub use route::Route;
pub use setup::{PositionError, Setup};
pub use side::{BySide, Side};
pub use square::Square;
pub use text::{Mark, MoveText, TextError};
pub use tree::{NodeId, Tree, TreeError};
pub use variants::{AnyPosition, HouseRule, UnknownName, Variant};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The guide's examples are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rules-in-rust.md")]
struct Guide;
