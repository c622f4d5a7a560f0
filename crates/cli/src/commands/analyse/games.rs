//! The analysis of recorded games, move by move.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use damka_engine::{Engine, Limits, Report, Score, Stop};
use damka_openings::Opening;
use damka_rules::{AnyPosition, Game, Side, Variant};
use serde_json::{Value, json};

use super::position::texts;
use super::{Args, done};
use crate::commands::pdn::players;
use crate::replay::{self, Replay, replay};
use crate::{failure, output, wording};

/// A game of sixty plies takes a few seconds.
const USUAL: Duration = Duration::from_millis(100);

/// A move of a game and what the engine thinks of it.
struct Judged {
    number: usize,
    side: Side,
    text: String,
    fen: String,
    /// Lines of the position before it, the best first.
    lines: Vec<(Score, Vec<String>)>,
    /// What the move played is worth, for the side that made it.
    played: Score,
}

impl Args {
    pub(super) fn games(&self, variant: Option<Variant>) -> Result<ExitCode> {
        let mut finished = match &self.output {
            Some(path) => done::read(path)?,
            None => done::Done::default(),
        };
        let mut out: Box<dyn Write> = match &self.output {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                Box::new(file.with_context(|| path.clone())?)
            }
            None => Box::new(output::stdout()),
        };
        let json = self.json || self.output.is_some();
        let mut engine = self.size.engine();
        let mut failed = 0;
        for name in self.files.names() {
            let mut games = self.files.open(name)?;
            games.always_show_progress();
            while let Some((number, game)) = games.next()? {
                if finished.take(name, number) {
                    continue;
                }
                let replayed = replay(&game, variant);
                failed += usize::from(replayed.failure.is_some());
                let Some(judged) = self.judge(&mut engine, &replayed) else { continue };
                let text = match json {
                    true => format!("{}\n", describe(name, number, &game, &replayed, &judged)),
                    false => sentences(name, number, &game, &replayed, &judged),
                };
                // A line is written whole and at once: an interruption costs one game at most.
                games.print(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
            }
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }

    /// Every position of the game is searched once: what a move is worth is what the opponent has after it.
    fn judge(&self, engine: &mut Engine, replayed: &Replay) -> Option<Vec<Judged>> {
        let mut game = Game::from_position(replayed.start?);
        let limits = Limits { multi_pv: self.multi_pv.get(), ..self.think.limits(USUAL) };
        engine.new_game();
        let mut judged: Vec<Judged> = Vec::new();
        let mut before = search(engine, &game, &limits);
        for (index, route) in replayed.moves.iter().enumerate() {
            let pos = *game.position();
            let text = pos.write(route);
            if game.play_route(route).is_err() {
                // Over by the laws, but they played on.
                game = Game::from_position(pos.play_route(route)?);
            }
            let after = search(engine, &game, &limits);
            let lost = after.is_empty();
            let played = match after.first() {
                Some(best) => -best.score,
                None if lost => Score::win_in(1),
                None => Score::DRAW,
            };
            let lines = before.iter().map(|line| (line.score, texts(&pos, line))).collect();
            judged.push(Judged { number: index, side: pos.turn(), text, fen: pos.to_fen(), lines, played });
            before = after;
        }
        Some(judged)
    }
}

/// The lines of a position; none where there is no move.
fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> Vec<Report> {
    let mut lines: Vec<Report> = Vec::new();
    let last = engine.search(game, limits, &Stop::new(), &mut |report| {
        if report.multi_pv == 1 {
            lines.clear();
        }
        lines.push(report.clone());
    });
    if lines.len() < 2 {
        lines = vec![last];
    }
    lines.retain(|line| !line.pv.is_empty());
    lines
}

impl Judged {
    /// Hundredths of a man given away.
    fn loss(&self) -> i32 {
        let best = self.lines.first().map_or(0, |(score, _)| score.value());
        (best - self.played.value()).max(0)
    }

    /// The usual marks.
    fn mark(&self) -> &'static str {
        match self.loss() {
            200.. => "??",
            100.. => "?",
            50.. => "?!",
            _ => "",
        }
    }
}

fn sentences(
    name: &str,
    number: usize,
    game: &damka_pdn::Game,
    replayed: &Replay,
    judged: &[Judged],
) -> String {
    let variant = replayed.variant.map_or_else(String::new, |variant| format!(", {variant}"));
    let result = game.score().map_or_else(String::new, |score| format!(", {score}"));
    let mut text = format!("{name}: game {number}: {}{variant}{result}\n", players(game));
    if let Some(opening) = replay::opening(replayed) {
        // Writing into a string does not fail.
        let _ = writeln!(text, "     {}", wording::opening(opening));
    }
    // Where the side that usually moves second begins, its first move is half a pair: `1...`.
    let second = replayed.start.is_some_and(|start| start.turn() != start.variant().laws().starts);
    for one in judged {
        let place = one.number + usize::from(second);
        let turn = match place % 2 {
            0 => format!("{:>3}.", place / 2 + 1),
            _ if one.number == 0 => "1...".into(),
            _ => "    ".into(),
        };
        let played = format!("{}{}", one.text, one.mark());
        let best = one.lines.first().map_or_else(String::new, |(score, line)| {
            format!("best {score:>8} {}", line.iter().take(8).cloned().collect::<Vec<_>>().join(" "))
        });
        let worth = one.played.to_string();
        let _ = writeln!(text, "{turn} {played:<12} {worth:>9}  {best}");
        for (rank, (score, line)) in one.lines.iter().enumerate().skip(1) {
            let line = line.iter().take(8).cloned().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{:>29}{}. {score:>8} {line}", "", rank + 1);
        }
    }
    if let Some(failure) = &replayed.failure {
        let _ = writeln!(text, "     ply {}: {}", failure.ply, failure.reason);
    }
    text.push('\n');
    text
}

fn describe(
    name: &str,
    number: usize,
    game: &damka_pdn::Game,
    replayed: &Replay,
    judged: &[Judged],
) -> Value {
    let moves: Vec<Value> = judged
        .iter()
        .map(|one| {
            let line = |(score, line): &(Score, Vec<String>)| {
                json!({ "score": score.to_string(), "centimen": score.value(), "pv": line })
            };
            json!({
                "ply": one.number + 1,
                "side": one.side.letter().to_string(),
                "move": one.text,
                "fen": one.fen,
                "score": one.played.to_string(),
                "centimen": one.played.value(),
                "loss": one.loss(),
                "mark": one.mark(),
                "lines": one.lines.iter().map(line).collect::<Vec<_>>(),
            })
        })
        .collect();
    let opening = |opening: &Opening| {
        json!({
            "name": opening.name(),
            "language": opening.language(),
            "latin": opening.latin(),
            "english": opening.name_in("en"),
            "plies": opening.plies,
        })
    };
    json!({
        "file": name,
        "game": number,
        "white": game.tags.known("White"),
        "black": game.tags.known("Black"),
        "result": game.score().map(|score| score.to_string()),
        "variant": replayed.variant.map(|variant| variant.to_string()),
        "fen": replayed.start.as_ref().map(AnyPosition::to_fen),
        "opening": replay::opening(replayed).map(opening),
        "failure": replayed.failure.as_ref().map(|failure| format!("ply {}: {}", failure.ply, failure.reason)),
        "moves": moves,
    })
}
