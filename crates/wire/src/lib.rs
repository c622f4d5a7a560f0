//! What the page, its engine worker and the server say to each other.
//!
//! Every message between threads or machines is a type of this crate, written as one JSON text by [`encode`] and
//! read by [`decode`]. Whoever speaks first says which [`PROTOCOL`] it speaks. What is kept rather than
//! said (settings, stored games) is not this crate's business.

pub mod brain;
#[cfg(feature = "engine")]
mod gather;
pub mod lobby;
pub mod people;
pub mod place;
pub mod room;
mod score;
mod text;

#[cfg(feature = "engine")]
pub use gather::Gathered;
pub use score::Score;
pub use text::{DecodeError, MOST_BYTES, decode, encode};

/// The version of all messages; it grows whenever an old reader would misunderstand a new one.
pub const PROTOCOL: u32 = 2;
