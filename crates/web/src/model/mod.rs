//! The page without a browser: plain structs, tested on the host.

pub mod challenge;
pub mod clock;
pub mod dice;
pub mod dress;
pub mod entry;
pub mod faces;
pub mod lesson;
pub mod link;
pub mod palette;
pub mod pdn;
pub mod picture;
pub mod seats;
pub mod session;
pub mod settings;
pub mod store;
pub mod wood;
