//! What a server of games has to remember: games row by row, accounts, sessions, ratings, who owns which game.
//!
//! One small set of functions, two databases: a SQLite file, or PostgreSQL by its URL. Each connection has a thread
//! of its own. Writers take whatever has arrived, do it in **one transaction**, and answer when that is on the disk:
//! the slower the disk, the larger the groups. Nothing is acknowledged that is not stored.
//!
//! A game belongs to one server at a time. [`Store::claim`] gives it with an epoch, which every later write names;
//! whoever has lost the game in the meantime is told [`StoreError::Lost`] and has written nothing.

mod accounts;
mod games;
mod instances;
mod lite;
mod post;
mod ratings;
mod schema;
mod search;
mod sql;
mod store;
mod thread;

pub use accounts::{Account, SessionKind};
pub use games::{Claim, Finish, Head, NewGame, Progress, Seated, StoredGame, StoredRow};
pub use instances::LEASE;
pub use ratings::{Rated, StoredRating};
pub use search::{Found, Results, Waiting, Wanted};
pub use sql::StoreError;
pub use store::Store;
