//! Portable draughts notation: a streaming reader and a strict writer.
//!
//! [`Reader`] takes what the field writes: the encodings of the last forty years, results instead of
//! stars, captures with a dash, prose between the moves. It never panics, holds one [`Game`] at a time,
//! and says in [`Game::skipped`] what it could not use and where. [`Writer`] writes PDN 3.0 as the
//! standard's writing grammar has it.
//!
//! Whether a move is legal is not known here: a [`MoveText`] is squares and a sign, and its `Display`
//! is text for the rules to read.

mod builder;
mod comment;
#[cfg_attr(not(feature = "encodings"), path = "utf8.rs")]
mod encoding;
mod game;
mod gametype;
mod guess;
mod lexer;
mod limits;
mod movetext;
mod place;
mod reader;
mod score;
mod source;
mod tags;
mod tagscan;
mod token;
mod wrap;
mod writer;

pub use comment::{Clock, Command, Comment};
pub use encoding::Charset;
pub use game::{Action, Game, Line, Marks, MoveNumber, Step, Strength};
pub use gametype::{Details, GameType, KNOWN_GAMES, KnownGame, NotAGameType, Notation};
pub use guess::candidates;
pub use limits::Limits;
pub use movetext::{MAX_SQUARES, MoveText, NotAMove, Separator, SquareText};
pub use place::{Place, Reason, Skipped};
pub use reader::Reader;
pub use score::{NotAScore, Score, Winner};
pub use tags::{Tag, Tags};
pub use writer::{Capture, Ending, Style, WriteError, Writer, to_pdn, to_pdn_with};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
