//! Everything the rules promise, as data.
#![allow(clippy::unwrap_used, reason = "a test may simply fail")]

mod complete;
mod decisions;
mod draws;
mod names;
mod perft;
mod properties;
mod refusals;
mod serial;
mod texts;
mod trees;

use std::path::PathBuf;

/// A file or folder of the project's `data/`.
fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)
}
