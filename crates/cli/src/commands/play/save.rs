//! Saving a game: never over another file without being told to.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

/// Writes a text to a file; what came of it.
pub(super) fn save(path: &str, replace: bool, text: &str) -> String {
    if path.is_empty() {
        return "save to which file? For example: pdn game.pdn".into();
    }
    let mut options = OpenOptions::new();
    match replace {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    match options.open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => format!("saved to {path}"),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            format!("{path} exists; to replace it: pdn! {path}")
        }
        Err(error) => format!("{path}: {error}"),
    }
}
