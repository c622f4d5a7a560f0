//! Plays the page in a real browser.
//!
//! A [`Harness`] starts the `damka` binary and one chromedriver; a [`Page`] is a browser that
//! remembers nothing; a [`Server`] can be stopped to see what works without a network. Tests are
//! functions over a harness, listed in `tests/browser/main.rs` and run by [`run`].

mod axe;
mod browser;
mod driver;
mod harness;
mod measure;
mod page;
mod pause;
mod plain;
mod run;
mod scratch;
mod server;
mod trace;

pub use axe::{Findings, Violation};
pub use harness::Harness;
pub use measure::{at_least, at_most, times_count};
pub use page::{Look, Page};
pub use pause::Pause;
pub use plain::PlainServer;
pub use run::{Case, Running, Verdict, run};
pub use scratch::Scratch;
pub use server::Server;
pub use trace::{Task, frames};
