//! Search and evaluation for every variant behind one small facade.
//!
//! [`Engine::search`] thinks about a [`Game`](damka_rules::Game) within [`Limits`], can be ended by a
//! [`Stop`] from another thread, and tells what it finds in [`Report`]s. Everything below is generic over
//! the rules and compiled once per variant: the variant is looked at once per search, never per node.

mod bench;
mod book;
mod engine;
pub mod eval;
#[cfg(all(feature = "tables", not(target_family = "wasm")))]
mod grow;
mod levels;
mod limits;
mod once;
mod oracle;
mod report;
mod score;
mod search;
#[cfg(feature = "tables")]
mod tables;
#[cfg(test)]
mod testing;

pub use bench::{BENCH_DEPTH, Bench, bench};
pub use book::{Book, BookError, BookMove};
pub use engine::{Answer, Engine, Options};
pub use levels::Level;
pub use limits::{Limits, Stop, TimeLeft};
pub use oracle::{Oracle, Verdict, Wdl};
pub use report::Report;
pub use score::{Meaning, Score};
pub use search::Root;
pub use search::clock::{Now, system_now};
pub use search::meeting::{Meeting, Pool};
pub use search::params::Margins;

#[cfg(test)]
mod tests;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
