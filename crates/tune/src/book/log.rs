//! The file of a growing tree: a line for what it was grown by, then one for every expanded position.
//!
//! `damka book tree 1, variant russian, nodes 20000`
//! `0 <tab> W:W...:B... <tab> c3-d4=7 c3-b4=3 ...`

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use damka_rules::{AnyPosition, Route};

use super::Plan;
use super::tree::Tree;

/// Where the tree is written while it grows.
pub(super) struct Log {
    file: File,
    name: String,
}

/// Reads what there is of a tree and goes on behind it. A last line that was cut off is removed.
pub(super) fn open(path: &Path, plan: &Plan, tree: &mut Tree) -> Result<Log> {
    let name = path.display().to_string();
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .with_context(|| format!("cannot open {name}"))?;
    let terms = format!("damka book tree 1, variant {}, nodes {}", plan.variant, plan.nodes);
    let mut whole = 0;
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let length = reader.read_line(&mut line).with_context(|| format!("cannot read {name}"))?;
        let Some(text) = line.strip_suffix('\n') else { break };
        if number == 1 {
            ensure!(
                text == terms,
                "{name} was grown by other terms ({text}); give another file for the tree"
            );
        } else {
            read(text, plan, tree).with_context(|| format!("{name}, line {number}"))?;
        }
        whole += length as u64;
    }
    file.set_len(whole).with_context(|| format!("cannot write {name}"))?;
    file.seek(SeekFrom::End(0)).with_context(|| format!("cannot write {name}"))?;
    let mut log = Log { file, name };
    if whole == 0 {
        log.line(&terms)?;
    }
    Ok(log)
}

impl Log {
    /// Writes an expanded position down.
    pub(super) fn append(&mut self, ply: usize, pos: &AnyPosition, judged: &[(Route, i32)]) -> Result<()> {
        let word = |(route, value): &(Route, i32)| format!("{}={value}", pos.write(route));
        let words: Vec<String> = judged.iter().map(word).collect();
        self.line(&format!("{ply}\t{}\t{}", pos.to_fen(), words.join(" ")))
    }

    fn line(&mut self, text: &str) -> Result<()> {
        let line = format!("{text}\n");
        self.file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", self.name))
    }
}

/// Expands the tree as a line says.
fn read(line: &str, plan: &Plan, tree: &mut Tree) -> Result<()> {
    let mut fields = line.split('\t');
    let (Some(ply), Some(fen), Some(words), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        bail!("expected ply, position and moves");
    };
    let ply: usize = ply.parse().with_context(|| format!("ply {ply:?}"))?;
    let pos = AnyPosition::from_fen(plan.variant, fen)?;
    let leaf = tree.find_leaf(ply, &pos).context("no line before this one leads to this position")?;
    let mut judged = Vec::new();
    for word in words.split(' ') {
        let (text, value) = word.split_once('=').with_context(|| format!("{word:?}: expected move=value"))?;
        let value = value.parse().with_context(|| format!("value of {word:?}"))?;
        judged.push((pos.play_text(text)?.1, value));
    }
    ensure!(
        judged.len() == pos.count_moves(),
        "{} moves where there are {}",
        judged.len(),
        pos.count_moves()
    );
    tree.expand(leaf, judged);
    Ok(())
}
