//! `damka pdn replay`: plays the games of files through and reports those that do not go.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_rules::Variant;
use serde_json::{Value, json};

use super::files::{FileArgs, players};
use crate::replay::{Failure, Replay, replay};
use crate::select::GuessedArgs;
use crate::{failure, output};

/// Play games through by the rules; report failures by game, ply and reason
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    game: GuessedArgs,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// The totals only
    #[arg(long, short = 'q')]
    quiet: bool,
}

/// What was found in a file, or in all of them.
#[derive(Default)]
struct Tally {
    /// Games that have moves, or a fault.
    games: usize,
    failed: usize,
    /// Games that break off because moves were not written down.
    unrecorded: usize,
    /// Positions, forfeits and the like.
    without_moves: usize,
    plies: usize,
    variants: BTreeMap<String, usize>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let given = self.game.variant()?;
        let mut total = Tally::default();
        for name in self.files.required()? {
            let tally = self.replay(name, given)?;
            self.sum_up(name, &tally, "file")?;
            total.add(tally);
        }
        if self.files.names().len() > 1 {
            self.sum_up("total", &total, "total")?;
        }
        Ok(if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }

    fn replay(&self, name: &str, given: Option<Variant>) -> Result<Tally> {
        let mut games = self.files.open(name)?;
        let mut out = output::stdout();
        let mut tally = Tally::default();
        while let Some((number, game)) = games.next()? {
            let replay = replay(&game, given);
            tally.count(&replay);
            let Some(failure) = replay.failure.as_ref().filter(|_| !self.quiet) else { continue };
            let text = match self.json {
                true => describe(name, number, &game, &replay, failure).to_string(),
                false => sentence(name, number, &game, failure),
            };
            games.print(|| writeln!(out, "{text}"))?;
        }
        out.flush()?;
        Ok(tally)
    }

    fn sum_up(&self, name: &str, tally: &Tally, kind: &str) -> Result<()> {
        let Tally { games, failed, unrecorded, without_moves, plies, variants } = tally;
        let replayed = games - failed;
        let mut out = output::stdout();
        if self.json {
            let about = json!({ "type": kind, "file": name, "games": games, "replayed": replayed,
                "failed": failed, "unrecorded": unrecorded, "without_moves": without_moves, "plies": plies,
                "variants": variants });
            writeln!(out, "{about}")?;
        } else {
            let mut about = format!("{replayed} of {games} games replayed, {plies} plies");
            let kinds: Vec<_> = variants.iter().map(|(name, games)| format!("{games} {name}")).collect();
            if !kinds.is_empty() {
                about.push_str(&format!(" ({})", kinds.join(", ")));
            }
            for (count, what) in [(unrecorded, "broken off"), (without_moves, "without moves")] {
                if *count > 0 {
                    about.push_str(&format!(", {count} {what}"));
                }
            }
            writeln!(out, "{name}: {about}")?;
        }
        out.flush()?;
        Ok(())
    }
}

impl Tally {
    fn count(&mut self, replay: &Replay) {
        if replay.plies == 0 && replay.failure.is_none() {
            self.without_moves += 1;
            return;
        }
        self.games += 1;
        self.plies += replay.plies;
        self.failed += usize::from(replay.failure.is_some());
        self.unrecorded += usize::from(replay.unrecorded);
        let name = replay.variant.map_or("unknown".to_owned(), |variant| variant.to_string());
        *self.variants.entry(name).or_default() += 1;
    }

    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.failed += other.failed;
        self.unrecorded += other.unrecorded;
        self.without_moves += other.without_moves;
        self.plies += other.plies;
        for (name, games) in other.variants {
            *self.variants.entry(name).or_default() += games;
        }
    }
}

fn sentence(name: &str, number: usize, game: &damka_pdn::Game, failure: &Failure) -> String {
    let Failure { ply, at, text, reason } = failure;
    // Most reasons begin with the move they are about.
    let about = if reason.contains(text.as_str()) { String::new() } else { format!("{text}: ") };
    format!("{name}: game {number} ({}), line {}, ply {ply}: {about}{reason}", players(game), at.line)
}

fn describe(name: &str, number: usize, game: &damka_pdn::Game, replay: &Replay, failure: &Failure) -> Value {
    let Failure { ply, at, text, reason } = failure;
    json!({
        "type": "failure",
        "file": name,
        "game": number,
        "players": players(game),
        "variant": replay.variant.map(|variant| variant.to_string()),
        "line": at.line,
        "column": at.column,
        "ply": ply,
        "move": text,
        "reason": reason,
    })
}
