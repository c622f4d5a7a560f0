//! The page without a browser: plain structs, tested on the host.

pub mod faces;
pub mod lesson;
pub mod link;
pub mod old;
pub mod pdn;
pub mod session;
pub mod settings;
pub mod shelf;

// The drawing of boards has a crate of its own: the server draws with it, too.
pub use damka_picture::{board as picture, palette, wood};
// What a game at a board is has a crate of its own; the page calls it by its old names.
pub use damka_sitting::{challenge, clock, dress, entry, seats};
