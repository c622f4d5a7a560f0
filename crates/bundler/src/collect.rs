//! The files of the bundle before they are packed: generated ones, style sheets, static files, templates.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::slim;

/// Where the engine's files lie in the bundle.
pub(crate) const EQUIPMENT: &str = "engine/";

/// Where texts lie that rooms fetch when they need them: puzzles, lessons.
pub(crate) const SHELF: &str = "shelf/";

/// Where the words of the page lie in the bundle.
pub(crate) const WORDS: &str = "words/";

/// Files by their path inside the bundle, in a stable order.
#[derive(Default)]
pub(crate) struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// Adds or replaces a file.
    pub(crate) fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.0.insert(path, bytes);
    }

    /// The files in the order of their paths.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }
}

/// The files that name the bundle's version and therefore lie outside of it.
pub(crate) struct Templates {
    pub(crate) index: String,
    pub(crate) worker: String,
    pub(crate) manifest: String,
}

impl Templates {
    /// Reads them from the shell directory of the web crate.
    pub(crate) fn read(shell: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            index: text(&shell.join("index.html"))?,
            worker: text(&shell.join("sw.js"))?,
            manifest: text(&shell.join("manifest.webmanifest"))?,
        })
    }
}

/// Adds the engine's files (kinds and where they are) and the script that lists them for the engine.
pub(crate) fn equipment(web: &Path, kinds: &[(String, PathBuf)], files: &mut Files) -> anyhow::Result<()> {
    let mut lists = Vec::new();
    for (kind, dir) in kinds {
        let mut found = Files::default();
        tree(dir, "", &mut found)?;
        let mut stems = Vec::new();
        for (path, bytes) in found.iter() {
            let Some(stem) = path.strip_suffix(".bin") else { continue };
            stems.push(format!("{stem:?}"));
            files.add(format!("{EQUIPMENT}{kind}/{path}"), bytes.to_vec());
        }
        lists.push(format!("{kind}: [{}]", stems.join(", ")));
    }
    let script = text(&web.join("shell/brain-boot.js"))?;
    let script = script.replace("{{equipment}}", &format!("{{ {} }}", lists.join(", ")));
    files.add("brain-boot.js".to_owned(), script.into_bytes());
    Ok(())
}

/// Adds what lies ready in the web crate: the boot script, the joined style sheet, static files.
pub(crate) fn web(web: &Path, files: &mut Files) -> anyhow::Result<()> {
    files.add("boot.js".to_owned(), text(&web.join("shell/boot.js"))?.into_bytes());
    files.add("style.css".to_owned(), style(&web.join("style"))?.into_bytes());
    words(&web.join("words"), WORDS, files)?;
    let fixed = web.join("static");
    if fixed.is_dir() {
        tree(&fixed, "", files)?;
    }
    Ok(())
}

/// Adds what rooms bring along: their words and their style sheets, `rooms/NAME.LANG.txt` and `rooms/NAME.css`. A long
/// sheet is a directory `NAME`, joined like the page's own.
pub(crate) fn rooms(rooms: &Path, files: &mut Files) -> anyhow::Result<()> {
    words(&rooms.join("words"), "rooms/", files)?;
    let dir = rooms.join("style");
    for entry in std::fs::read_dir(&dir).with_context(|| format!("reading {}", dir.display()))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).context("a file name is not Unicode")?;
        let sheet = if path.is_dir() { style(&path)? } else { slim::style(&text(&path)?) };
        files.add(format!("rooms/{name}.css"), sheet.into_bytes());
    }
    Ok(())
}

/// Adds texts that rooms fetch when they need them; notes for people who write them stay behind.
pub(crate) fn shelves(shelves: &[(String, PathBuf)], files: &mut Files) -> anyhow::Result<()> {
    for (kind, dir) in shelves {
        let mut found = Files::default();
        tree(dir, &format!("{SHELF}{kind}/"), &mut found)?;
        let texts = found.iter().filter(|(path, _)| !path.ends_with(".md"));
        texts.for_each(|(path, bytes)| files.add(path.to_owned(), bytes.to_vec()));
    }
    Ok(())
}

/// Adds the words of every language, one message a line: their names are for people who write them.
fn words(dir: &Path, prefix: &str, files: &mut Files) -> anyhow::Result<()> {
    let mut found = Files::default();
    tree(dir, prefix, &mut found)?;
    for (path, bytes) in found.iter() {
        let text = std::str::from_utf8(bytes).with_context(|| format!("{path} is not UTF-8"))?;
        let messages = text.lines().filter_map(|line| line.split_once(": "));
        let values: String = messages.map(|(_, text)| format!("{text}\n")).collect();
        files.add(path.to_owned(), values.into_bytes());
    }
    Ok(())
}

/// Adds every file below `dir` with `prefix` before its path; hidden files stay behind.
pub(crate) fn tree(dir: &Path, prefix: &str, files: &mut Files) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| format!("reading {}", dir.display()))? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("a file name is not Unicode")?;
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            tree(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else {
            files.add(format!("{prefix}{name}"), std::fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// All style sheets of a directory, joined in the order of their names.
fn style(dir: &Path) -> anyhow::Result<String> {
    let mut sheets = Files::default();
    tree(dir, "", &mut sheets)?;
    let mut joined = String::new();
    for (path, bytes) in sheets.iter().filter(|(path, _)| path.ends_with(".css")) {
        joined += std::str::from_utf8(bytes).with_context(|| format!("{path} is not UTF-8"))?;
        joined.push('\n');
    }
    Ok(slim::style(&joined))
}

fn text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}
