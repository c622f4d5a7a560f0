//! Files of games opened for reading, with a progress bar on big ones.

use std::fs::File;
use std::io::{self, IsTerminal, Read};

use anyhow::{Context, Result, bail};
use damka_pdn::{Charset, Game, Limits, Reader};
use indicatif::{ProgressBar, ProgressStyle};

/// Which files, and how they are written.
#[derive(clap::Args, Debug)]
pub(crate) struct FileArgs {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The encoding, where finding it out fails: utf-8, cp1251, koi8-r, cp866, latin1, ...
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// Below this a bar would only flicker.
const BIG: u64 = 2 << 20;

/// The games of one file, one after the other.
pub(crate) struct Games {
    name: String,
    reader: Reader<Box<dyn Read>>,
    bar: Option<ProgressBar>,
    read: usize,
    size: u64,
}

impl FileArgs {
    /// The names, at least one of them.
    pub(crate) fn required(&self) -> Result<&[String]> {
        if self.is_empty() {
            bail!("no files are given");
        }
        Ok(&self.files)
    }

    /// The names.
    pub(crate) fn names(&self) -> &[String] {
        &self.files
    }

    /// Is there no file?
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Opens one of the files.
    pub(crate) fn open(&self, name: &str) -> Result<Games> {
        let charset = match &self.encoding {
            Some(label) => {
                Some(Charset::of_name(label).with_context(|| format!("--encoding: unknown '{label}'"))?)
            }
            None => None,
        };
        let (input, size): (Box<dyn Read>, u64) = match name {
            "-" => (Box::new(io::stdin()), 0),
            path => {
                let file = File::open(path).with_context(|| path.to_owned())?;
                let about = file.metadata().with_context(|| path.to_owned())?;
                if about.is_dir() {
                    bail!("{path}: is a directory, expected a file of games");
                }
                (Box::new(file), about.len())
            }
        };
        let reader = Reader::with_options(input, charset, Limits::default());
        let bar = (size > BIG && io::stderr().is_terminal()).then(|| bar(size, name));
        Ok(Games { name: name.to_owned(), reader, bar, read: 0, size })
    }
}

impl Games {
    /// The next game with its number from 1; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<(usize, Game)>> {
        let game = self.reader.next().transpose().with_context(|| self.name.clone())?;
        self.read += 1;
        if let Some(bar) = &self.bar {
            match game {
                Some(_) if self.read.is_multiple_of(64) || self.size <= BIG => {
                    bar.set_position(self.reader.offset())
                }
                Some(_) => {}
                None => bar.finish_and_clear(),
            }
        }
        Ok(game.map(|game| (self.read, game)))
    }

    /// Shows a bar for small files too: what is done with each game takes long.
    pub(crate) fn always_show_progress(&mut self) {
        if self.bar.is_none() && self.size > 0 && io::stderr().is_terminal() {
            self.bar = Some(bar(self.size, &self.name));
        }
    }

    /// Runs something that prints without tearing the bar.
    pub(crate) fn print(&self, print: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// What is read, as far as it is known by now.
    pub(crate) fn reader(&self) -> &Reader<Box<dyn Read>> {
        &self.reader
    }
}

fn bar(size: u64, name: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(size).with_style(style).with_message(name.to_owned())
}

/// Who played: for telling games apart in reports.
pub(crate) fn players(game: &Game) -> String {
    let name = |tag| game.tags.known(tag).unwrap_or("?");
    format!("{} - {}", name("White"), name("Black"))
}
