//! The board on the screen: given pieces, marks and routes, it gives back taps. It knows no law of any game.

mod actors;
mod display;
mod drawing;
mod layout;
mod motion;
mod pointer;
mod view;

pub use display::{Display, Journey, Look};
pub use drawing::Wood;
pub use layout::Layout;
pub use view::{Board, BoardEvent};
