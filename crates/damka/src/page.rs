//! The page inside the program.

use damka_server::Bundle;
#[allow(unused_imports, reason = "a build without the page has no files")]
use damka_server::File;

/// What `build.rs` made: the page, or nothing.
pub(crate) static PAGE: Bundle = include!(concat!(env!("OUT_DIR"), "/assets.rs"));
