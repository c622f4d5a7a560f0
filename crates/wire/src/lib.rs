//! What the page, its engine worker and the server say to each other.
//!
//! Only types of this crate cross a thread or a network; `serde` lives here and nowhere else.

pub mod brain;
pub mod places;
