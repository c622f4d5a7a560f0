//! Which games an earlier run has analysed.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, ErrorKind};

use anyhow::{Context, Result};
use serde_json::Value;

/// Games that need not be analysed again.
#[derive(Default)]
pub(super) struct Done(HashSet<(String, u64)>);

impl Done {
    /// Is this game among them? Each is asked for once.
    pub(super) fn take(&mut self, file: &str, number: usize) -> bool {
        self.0.remove(&(file.to_owned(), number as u64))
    }
}

/// Reads the output of an earlier run. A last line that was cut off is removed.
pub(super) fn read(path: &str) -> Result<Done> {
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Done::default()),
        Err(error) => return Err(error).with_context(|| path.to_owned()),
    };
    let mut done = HashSet::new();
    let mut whole = 0;
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_line(&mut line).with_context(|| path.to_owned())?;
        if length == 0 || !line.ends_with('\n') {
            break;
        }
        let wrong = || format!("{path}, line {number}: this is not the output of an analysis");
        let value: Value = serde_json::from_str(&line).with_context(wrong)?;
        let name = value["file"].as_str().with_context(wrong)?;
        let game = value["game"].as_u64().with_context(wrong)?;
        done.insert((name.to_owned(), game));
        whole += length as u64;
    }
    file.set_len(whole).with_context(|| path.to_owned())?;
    Ok(Done(done))
}
