//! People playing each other over a network.
//!
//! A [`Club`] owns the rooms that live on this server: **one task owns a game**, handles its messages one after
//! another, stores what happened and only then tells it. [`routes`] puts a club behind HTTP and WebSockets. The
//! database is opened when somebody first plays with somebody, not before.

mod accounts;
mod answer;
mod club;
mod engines;
mod games;
mod guard;
mod keeper;
mod meter;
mod positions;
mod rating;
mod routes;
mod secret;
mod socket;

pub use club::{Club, Options};
pub use routes::routes;
pub use secret::secret as new_secret;
