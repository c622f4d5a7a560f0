//! Files of games opened for reading, with a progress bar on big ones.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use damka_pdn::{Charset, Game, Limits, Reader};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::failure;
use crate::select::GuessedArgs;

/// Which files, and how they are written.
#[derive(clap::Args, Debug)]
pub(crate) struct FileArgs {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Encoding, if detection fails: utf-8, cp1251, koi8-r, cp866, latin1, ...
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// Which files, and which game is in them where they do not say it themselves.
#[derive(clap::Args, Debug)]
pub(crate) struct GameFileArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) game: GuessedArgs,
}

/// Below this a bar would only flicker.
const BIG: u64 = 2 << 20;
/// So many games, or so many bytes of the file, are worked on at a time: enough for every core, little memory.
const BATCH: usize = 1024;
const BATCH_BYTES: u64 = 4 << 20;

/// Were all files there, so that what was found is the whole truth?
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reached {
    /// Every file was read.
    All,
    /// Some could not be opened; that has been told.
    Some,
}

/// The games of one file, one after the other.
pub(crate) struct Games {
    name: String,
    reader: Reader<Box<dyn Read + Send>>,
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

    /// Visits one file after the other. One that cannot be opened is told of and does not stop the rest.
    pub(crate) fn each(&self, mut visit: impl FnMut(&str, Games) -> Result<()>) -> Result<Reached> {
        self.charset()?;
        let mut reached = Reached::All;
        for name in self.required()? {
            match self.open(name) {
                Ok(games) => visit(name, games)?,
                Err(error) => {
                    failure::report(&error);
                    reached = Reached::Some;
                }
            }
        }
        Ok(reached)
    }

    /// Opens one of the files.
    pub(crate) fn open(&self, name: &str) -> Result<Games> {
        let charset = self.charset()?;
        let (input, size): (Box<dyn Read + Send>, u64) = match name {
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

    fn charset(&self) -> Result<Option<Charset>> {
        let Some(label) = &self.encoding else { return Ok(None) };
        let charset = Charset::of_name(label).with_context(|| format!("--encoding: unknown '{label}'"))?;
        Ok(Some(charset))
    }
}

impl Reached {
    /// The exit code: what is wrong with the files counts more than what was found in them.
    pub(crate) fn code(self, found: bool) -> ExitCode {
        match (self, found) {
            (Reached::Some, _) => ExitCode::from(failure::BAD_INPUT),
            (Reached::All, true) => ExitCode::from(failure::FOUND),
            (Reached::All, false) => ExitCode::SUCCESS,
        }
    }
}

impl Games {
    /// Makes comments of stray words, so that a file written again holds them.
    pub(crate) fn keep_words(mut self) -> Games {
        self.reader = self.reader.keep_words();
        self
    }

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

    /// Works on the games with all cores and takes the results in the order of the file, holding few at a time.
    pub(crate) fn in_order<T: Send>(
        &mut self,
        work: impl Fn(usize, Game) -> T + Sync,
        mut take: impl FnMut(&Games, T) -> Result<()>,
    ) -> Result<()> {
        let mut batch = self.batch()?;
        while !batch.is_empty() {
            let (next, done) = rayon::join(
                || self.batch(),
                || batch.into_par_iter().map(|(number, game)| work(number, game)).collect::<Vec<T>>(),
            );
            for result in done {
                take(self, result)?;
            }
            batch = next?;
        }
        Ok(())
    }

    fn batch(&mut self) -> Result<Vec<(usize, Game)>> {
        let end = self.reader.offset() + BATCH_BYTES;
        let mut batch = Vec::new();
        while batch.len() < BATCH && self.reader.offset() < end {
            let Some(game) = self.next()? else { break };
            batch.push(game);
        }
        Ok(batch)
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
    pub(crate) fn reader(&self) -> &Reader<Box<dyn Read + Send>> {
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
