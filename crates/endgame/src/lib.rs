//! Endgame tables: index, build, compress, probe.
//!
//! Everything is generic over [`Rules`](damka_rules::Rules), so every variant has tables. A table covers one
//! material with one side to move; positions with Black to move are turned, so one table serves both
//! colours. It says who wins, and in how many plies the next piece is taken or crowned.

mod blocks;
mod choose;
mod endings;
mod error;
mod file;
mod frame;
mod index;
mod make;
mod material;
pub mod named;
mod parallel;
#[cfg(not(target_family = "wasm"))]
mod place;
mod road;
mod sample;
mod slice;
mod solve;
mod tables;
mod value;
mod verify;

pub use error::TableError;
pub use file::directory;
pub use make::{Event, Report};
pub use material::{Force, Material, MaterialError};
#[cfg(not(target_family = "wasm"))]
pub use place::{DIRECTORY_VARIABLE, default_directory};
pub use sample::random_position;
pub use slice::Census;
pub use tables::Tables;
pub use value::{Verdict, Wdl};
