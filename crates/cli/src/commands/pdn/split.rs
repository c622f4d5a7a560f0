//! `damka pdn split`: cuts a large file into smaller ones.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use damka_pdn::{Game, Writer};

use super::files::{FileArgs, Games, players};
use super::keep::written;
use crate::output;

/// Split files by number of games or by the value of a tag
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("how").required(true).args(["games", "by"]))]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Games per file
    #[arg(long, short = 'n', value_name = "N")]
    games: Option<usize>,
    /// One file per value of this tag: Event, White, Date, ...
    #[arg(long, value_name = "TAG")]
    by: Option<String>,
    /// Output directory; created if missing
    #[arg(long, short = 'o', value_name = "DIR", default_value = ".")]
    output: String,
}

/// More different values of a tag than this are no way to sort games.
const MOST_VALUES: usize = 500;

/// The new files.
struct Parts {
    directory: PathBuf,
    open: HashMap<String, Writer<BufWriter<File>>>,
    written: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.games == Some(0) {
            bail!("--games: 0 is not possible");
        }
        self.files.required()?;
        let directory = PathBuf::from(&self.output);
        std::fs::create_dir_all(&directory).with_context(|| self.output.clone())?;
        let mut parts = Parts { directory, open: HashMap::new(), written: 0 };
        let mut failed = 0;
        let reached = self.files.each(|name, games| {
            let stem = Path::new(name).file_stem().map_or("games".into(), |stem| stem.to_string_lossy());
            let stem = if name == "-" { "games".into() } else { stem };
            let mut taken = 0;
            let work = |number: usize, game: Game| {
                let who = format!("{name}: game {number} ({})", players(&game));
                let value = self.by.as_ref().map(|tag| slug(game.tags.known(tag).unwrap_or("unknown")));
                (value, written(game, None).map_err(|error| format!("{who}: left out, {error}")))
            };
            games.keep_words().in_order(work, |games: &Games, (value, text)| {
                let text = match text {
                    Ok(text) => text,
                    Err(reason) => {
                        failed += 1;
                        games.print(|| writeln!(std::io::stderr(), "{reason}"))?;
                        return Ok(());
                    }
                };
                let part = match (value, self.games) {
                    (Some(value), _) => format!("{stem}-{value}.pdn"),
                    (None, Some(most)) => format!("{stem}-{:04}.pdn", taken / most + 1),
                    (None, None) => format!("{stem}-0001.pdn"),
                };
                taken += 1;
                if self.by.is_none() {
                    parts.close_others(&part)?;
                }
                parts.write(part, &text)
            })
        })?;
        let files = parts.written;
        parts.close_others("")?;
        eprintln!("{} written", output::count(files, "file"));
        Ok(reached.code(failed > 0))
    }
}

impl Parts {
    fn write(&mut self, part: String, text: &str) -> Result<()> {
        if !self.open.contains_key(&part) {
            if self.open.len() >= MOST_VALUES {
                bail!("--by: more than {MOST_VALUES} different values");
            }
            let path = self.directory.join(&part);
            // What is there already is somebody's.
            let file = File::create_new(&path).with_context(|| path.display().to_string())?;
            self.open.insert(part.clone(), Writer::new(BufWriter::new(file)));
            self.written += 1;
        }
        if let Some(writer) = self.open.get_mut(&part) {
            writer.write_text(text)?;
        }
        Ok(())
    }

    /// Finishes every file but this one.
    fn close_others(&mut self, part: &str) -> Result<()> {
        if self.open.contains_key(part) {
            return Ok(());
        }
        for (_, writer) in self.open.drain() {
            writer.finish()?;
        }
        Ok(())
    }
}

/// A value as part of a file name: letters and digits of any language, dashes between.
fn slug(value: &str) -> String {
    let words = value.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    if slug.is_empty() { "unknown".into() } else { slug.to_lowercase() }
}
