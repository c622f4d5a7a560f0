//! `damka pdn replay`: plays the games of files through and reports those that do not go.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_pdn::{Game, Reason};
use damka_record::pdn::Undecided;
use damka_rules::Variant;
use serde_json::{Value, json};

use super::files::{GameFileArgs, Games, players};
use crate::output;
use crate::replay::{Failure, Replay, replay};

/// Replay games and report illegal moves by game, ply and reason
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    source: GameFileArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Print totals only
    #[arg(long, short = 'q')]
    quiet: bool,
}

/// What is worth a line of its own.
enum Found<'a> {
    Failure(&'a Failure),
    Undecided(&'a Undecided),
}

/// What was found in a game, in a file, or in all of them.
#[derive(Default)]
struct Tally {
    /// Games that have moves, or a fault.
    games: usize,
    failed: usize,
    /// Games with a capture that may be several, whatever comes after it.
    undecided: usize,
    /// Games that break off because moves were not written down.
    unrecorded: usize,
    /// Positions, forfeits and the like.
    without_moves: usize,
    /// Places with words that are no moves.
    unread: usize,
    plies: usize,
    variants: BTreeMap<String, usize>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let given = self.source.game.variant()?;
        let mut total = Tally::default();
        let reached = self.source.files.each(|name, games| {
            let tally = self.replay(name, games, given)?;
            self.sum_up(name, &tally, "file")?;
            total.add(tally);
            Ok(())
        })?;
        if self.source.files.names().len() > 1 {
            self.sum_up("total", &total, "total")?;
        }
        Ok(reached.code(total.failed + total.undecided > 0))
    }

    fn replay(&self, name: &str, mut games: Games, given: Option<Variant>) -> Result<Tally> {
        let mut out = output::stdout();
        let mut total = Tally::default();
        let work = |number: usize, game: Game| {
            let replay = replay(&game, given);
            (
                Tally::of(&game, &replay),
                if self.quiet { Vec::new() } else { self.lines(name, number, &game, &replay) },
            )
        };
        games.in_order(work, |games, (tally, lines)| {
            total.add(tally);
            for line in lines {
                games.print(|| writeln!(out, "{line}"))?;
            }
            Ok(())
        })?;
        out.flush()?;
        Ok(total)
    }

    /// What is to be told of a game.
    fn lines(&self, name: &str, number: usize, game: &Game, replay: &Replay) -> Vec<String> {
        let failure = replay.failure.iter().map(|failure| match self.json {
            true => place(name, number, game, replay, Found::Failure(failure)).to_string(),
            false => sentence(name, number, game, failure),
        });
        let undecided = replay.undecided.iter().map(|one| match self.json {
            true => place(name, number, game, replay, Found::Undecided(one)).to_string(),
            false => format!("{name}: game {number} ({}), line {}, {one}", players(game), one.at.line),
        });
        failure.chain(undecided).collect()
    }

    fn sum_up(&self, name: &str, tally: &Tally, kind: &str) -> Result<()> {
        let Tally { games, failed, undecided, unrecorded, without_moves, unread, plies, variants } = tally;
        let replayed = games - failed;
        let mut out = output::stdout();
        if self.json {
            let about = json!({ "type": kind, "file": name, "games": games, "replayed": replayed,
                "failed": failed, "undecided": undecided, "unrecorded": unrecorded,
                "without_moves": without_moves, "unread": unread, "plies": plies, "variants": variants });
            writeln!(out, "{about}")?;
        } else {
            let mut about = format!("{replayed} of {games} games replayed, {plies} plies");
            let kinds: Vec<_> = variants.iter().map(|(name, games)| format!("{games} {name}")).collect();
            if !kinds.is_empty() {
                about.push_str(&format!(" ({})", kinds.join(", ")));
            }
            let counts = [
                (undecided, "ambiguous"),
                (unrecorded, "broken off"),
                (without_moves, "without moves"),
                (unread, "places not read (see damka pdn check)"),
            ];
            for (count, what) in counts {
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
    /// What one game counts.
    fn of(game: &Game, replay: &Replay) -> Tally {
        let is_text = |reason: &Reason| matches!(reason, Reason::NotAMove(_));
        let unread = game.skipped.iter().filter(|skip| is_text(&skip.reason)).count();
        if replay.plies == 0 && replay.failure.is_none() {
            return Tally { without_moves: 1, unread, ..Tally::default() };
        }
        let name = replay.variant.map_or("unknown".to_owned(), |variant| variant.to_string());
        Tally {
            games: 1,
            failed: usize::from(replay.failure.is_some()),
            undecided: usize::from(!replay.undecided.is_empty()),
            unrecorded: usize::from(replay.unrecorded),
            without_moves: 0,
            unread,
            plies: replay.plies,
            variants: BTreeMap::from([(name, 1)]),
        }
    }

    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.failed += other.failed;
        self.undecided += other.undecided;
        self.unrecorded += other.unrecorded;
        self.without_moves += other.without_moves;
        self.unread += other.unread;
        self.plies += other.plies;
        for (name, games) in other.variants {
            *self.variants.entry(name).or_default() += games;
        }
    }
}

fn sentence(name: &str, number: usize, game: &Game, failure: &Failure) -> String {
    let Failure { ply, at, text, reason } = failure;
    // Most reasons begin with the move they are about.
    let about = if reason.contains(text.as_str()) { String::new() } else { format!("{text}: ") };
    format!("{name}: game {number} ({}), line {}, ply {ply}: {about}{reason}", players(game), at.line)
}

/// A fault or an ambiguity, and where it is. `about` says what only one of the two has.
fn place(file: &str, number: usize, game: &Game, replay: &Replay, found: Found) -> Value {
    let (kind, ply, at, text, about) = match found {
        Found::Failure(Failure { ply, at, text, reason }) => {
            ("failure", ply, at, text, ("reason", json!(reason)))
        }
        Found::Undecided(Undecided { ply, at, text, choices }) => {
            ("undecided", ply, at, text, ("choices", json!(choices)))
        }
    };
    json!({
        "type": kind,
        "file": file,
        "game": number,
        "players": players(game),
        "variant": replay.variant.map(|variant| variant.to_string()),
        "line": at.line,
        "column": at.column,
        "ply": ply,
        "move": text,
        (about.0): about.1,
    })
}
