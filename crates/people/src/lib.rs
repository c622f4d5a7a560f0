//! People playing each other over a network.
//!
//! A [`Club`] owns the rooms that live on this server: **one task owns a game**, handles its messages one after
//! another, stores what happened and only then tells it. [`routes`] puts a club behind HTTP and WebSockets. The
//! database is opened when somebody first plays with somebody, not before.

mod accounts;
mod answer;
mod bots;
mod challenges;
mod club;
mod engines;
mod errand;
mod games;
mod guard;
mod keeper;
mod lobby;
mod meter;
mod news;
mod online;
mod positions;
mod rating;
mod records;
mod relay;
mod routes;
mod secret;
mod shape;
mod socket;
mod steps;
mod streams;

pub use club::{Club, Options};
pub use guard::{Proxy, is_this_machine};
pub use routes::routes;
pub use secret::secret as new_secret;
