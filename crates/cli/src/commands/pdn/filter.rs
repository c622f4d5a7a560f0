//! `damka pdn filter`: finds games in files and writes them, lists them or counts them.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use damka_pdn::{Game, Writer};

use super::criteria::{Criteria, Hit, Wanted};
use super::files::{FileArgs, Games, Reached, players};
use super::keep::written;
use crate::draft::Draft;
use crate::output;

/// Find games by player, result, year, opening, position and more; write, list or count them
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Output file; default: standard output. It may be one of the input files
    #[arg(long, short = 'o', value_name = "FILE", conflicts_with_all = ["list", "count"])]
    output: Option<String>,
    /// List the games instead: file, number, players, result
    #[arg(long)]
    list: bool,
    /// Count the games instead
    #[arg(long, conflicts_with = "list")]
    count: bool,
    // Last, as its heading stands above whatever follows it.
    #[command(flatten)]
    criteria: Criteria,
}

/// A game that was found: its text or its line, or why it cannot be written.
type Found = Option<Result<String, String>>;

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let wanted = self.criteria.read()?;
        let mut found = 0_u64;
        let mut failed = 0_usize;
        let reached = match &self.output {
            Some(path) => {
                self.files.required()?;
                let mut writer = Writer::new(Draft::create(path).with_context(|| path.clone())?);
                let mut take = |text: &str| writer.write_text(text);
                let reached = self.search(&wanted, &mut found, &mut failed, &mut take)?;
                if found > 0 || reached == Reached::All {
                    writer.finish().and_then(Draft::finish).with_context(|| path.clone())?;
                }
                eprintln!("{} written", output::count(found, "game"));
                reached
            }
            None if self.list || self.count => {
                let mut out = output::stdout();
                let count = self.count;
                let mut take = |line: &str| if count { Ok(()) } else { writeln!(out, "{line}") };
                let reached = self.search(&wanted, &mut found, &mut failed, &mut take)?;
                if count {
                    writeln!(out, "{found}")?;
                }
                out.flush()?;
                reached
            }
            None => {
                let mut writer = Writer::new(output::stdout());
                let mut take = |text: &str| writer.write_text(text);
                let reached = self.search(&wanted, &mut found, &mut failed, &mut take)?;
                writer.finish()?;
                reached
            }
        };
        Ok(reached.code(failed > 0))
    }

    fn search(
        &self,
        wanted: &Wanted,
        found: &mut u64,
        failed: &mut usize,
        take: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Reached> {
        self.files.each(|name, games| {
            let work = |number: usize, game: Game| self.test(wanted, name, number, game);
            games.keep_words().in_order(work, |games: &Games, result: Found| {
                match result {
                    Some(Ok(text)) => {
                        *found += 1;
                        take(&text)?;
                    }
                    Some(Err(reason)) => {
                        *failed += 1;
                        games.print(|| writeln!(std::io::stderr(), "{reason}"))?;
                    }
                    None => {}
                }
                Ok(())
            })
        })
    }

    fn test(&self, wanted: &Wanted, name: &str, number: usize, game: Game) -> Found {
        let hit = wanted.test(&game)?;
        if self.count {
            return Some(Ok(String::new()));
        }
        let who = format!("{name}: game {number} ({})", players(&game));
        if self.list {
            return Some(Ok(line(&who, &game, &hit)));
        }
        Some(written(game, hit.replay).map_err(|error| format!("{who}: left out, {error}")))
    }
}

fn line(who: &str, game: &Game, hit: &Hit) -> String {
    let result = game.score().map_or_else(|| "*".to_owned(), |score| score.to_string());
    let ply = hit.ply.map_or_else(String::new, |ply| format!(", position after ply {ply}"));
    format!("{who}, line {}: {result}{ply}", game.at.line)
}
