//! A folder of conversations as data, for the tests of the protocols.

use std::fs;

/// Has every file of a folder checked, its name and its lines without remarks; there are at least so many.
pub(crate) fn each(folder: &str, least: usize, check: fn(&str, Vec<&str>)) {
    let entries = fs::read_dir(folder).expect("a folder of transcripts");
    let files: Vec<_> = entries.map(|entry| entry.expect("a file in it").path()).collect();
    assert!(files.len() >= least, "only {} transcripts found", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a text");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        check(&path.display().to_string(), lines.collect());
    }
}
