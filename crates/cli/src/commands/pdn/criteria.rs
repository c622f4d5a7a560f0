//! Which games are looked for.

use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use damka_pdn::{Game, Score, Winner};
use damka_rules::{AnyPosition, Setup, Variant};

use crate::replay::{self, Replay, replay};

/// Which games: those that meet every condition. Text matches anywhere, ignoring case
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Which games")]
pub(crate) struct Criteria {
    /// Player, with either colour
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// White player
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black player
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Result: 1-0, 0-1, 1/2-1/2, or * for none; 2-0, 0-2 and 1-1 mean the same
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true)]
    result: Option<String>,
    /// Year or years: 1947, 1947..1960, 1947.., ..1960
    #[arg(long, value_name = "YEARS")]
    year: Option<Span>,
    /// Text of a tag: Event=Ленинград; can be repeated
    #[arg(long = "tag", value_name = "NAME=TEXT")]
    tags: Vec<String>,
    /// Game of this variant
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: Option<String>,
    /// Name of the opening, in any language
    #[arg(long, value_name = "TEXT")]
    opening: Option<String>,
    /// Position that occurred in the game
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Length in plies: 40, 40..60, 40..
    #[arg(long, value_name = "PLIES")]
    plies: Option<Span>,
    /// Invert: games that do not meet the conditions
    #[arg(long)]
    not: bool,
}

/// From one number to another, both included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    from: usize,
    to: usize,
}

/// What is looked for, read and checked.
pub(crate) struct Wanted {
    /// Tag names and lower-case texts: any of the tags must have the text.
    texts: Vec<(Vec<String>, String)>,
    result: Option<Option<Winner>>,
    year: Option<Span>,
    variant: Option<Variant>,
    opening: Option<String>,
    position: Option<String>,
    plies: Option<Span>,
    not: bool,
}

/// A game that was looked for.
pub(crate) struct Hit {
    /// The game played through, where that was needed to tell.
    pub(crate) replay: Option<Replay>,
    /// The ply after which the position stood on the board.
    pub(crate) ply: Option<usize>,
}

impl Criteria {
    /// Reads and checks what was asked.
    pub(crate) fn read(&self) -> Result<Wanted> {
        let mut texts = Vec::new();
        let mut want = |tags: &[&str], text: &Option<String>| {
            if let Some(text) = text {
                texts.push((tags.iter().map(|tag| (*tag).to_owned()).collect(), text.to_lowercase()));
            }
        };
        want(&["White", "Black"], &self.player);
        want(&["White"], &self.white);
        want(&["Black"], &self.black);
        for tag in &self.tags {
            let (name, text) =
                tag.split_once('=').with_context(|| format!("--tag: '{tag}' is not like Event=text"))?;
            want(&[name.trim()], &Some(text.to_owned()));
        }
        let result = self.result.as_deref().map(result).transpose()?;
        let variant = self.variant.as_deref().map(str::parse).transpose()?;
        if let Some(fen) = &self.position {
            check_position(fen, variant)?;
        }
        let opening = self.opening.as_ref().map(|text| text.to_lowercase());
        let position = self.position.clone();
        Ok(Wanted {
            texts,
            result,
            year: self.year,
            variant,
            opening,
            position,
            plies: self.plies,
            not: self.not,
        })
    }
}

/// Who won; `None` for games without a result.
fn result(text: &str) -> Result<Option<Winner>> {
    let score: Score = text.parse().map_err(|_| anyhow!("--result: '{text}' is not like 1-0"))?;
    match (score, score.winner()) {
        (Score::Open, _) => Ok(None),
        (_, Some(winner)) => Ok(Some(winner)),
        _ => bail!("--result: '{text}' does not say who won"),
    }
}

/// A position that no variant has is a mistake, and not a position that was not found.
fn check_position(fen: &str, variant: Option<Variant>) -> Result<()> {
    let candidates = variant.map_or_else(|| Variant::games().collect(), |variant| vec![variant]);
    let mut first = None;
    for variant in candidates {
        match AnyPosition::from_fen(variant, fen) {
            Ok(_) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.map_or_else(|| anyhow!("no variant"), Into::into)).context("--position")
}

impl Wanted {
    /// Is this one of the games?
    pub(crate) fn test(&self, game: &Game) -> Option<Hit> {
        let found = self.find(game);
        match (found, self.not) {
            (Some(hit), false) => Some(hit),
            (None, true) => Some(Hit { replay: None, ply: None }),
            _ => None,
        }
    }

    fn find(&self, game: &Game) -> Option<Hit> {
        let has = |tag: &String, text: &str| {
            game.tags.known(tag).is_some_and(|value| value.to_lowercase().contains(text))
        };
        let texts = self.texts.iter().all(|(tags, text)| tags.iter().any(|tag| has(tag, text)));
        let result = self.result.is_none_or(|wanted| {
            let score = game.score();
            match wanted {
                None => score.is_none_or(|score| score == Score::Open),
                Some(winner) => score.and_then(Score::winner) == Some(winner),
            }
        });
        let year = self.year.is_none_or(|span| year(game).is_some_and(|year| span.holds(year)));
        if !(texts && result && year) {
            return None;
        }
        self.find_on_board(game)
    }

    fn find_on_board(&self, game: &Game) -> Option<Hit> {
        if self.variant.is_none() && self.opening.is_none() && self.position.is_none() && self.plies.is_none()
        {
            return Some(Hit { replay: None, ply: None });
        }
        let replay = replay(game, None);
        if self.variant.is_some_and(|wanted| replay.variant != Some(wanted))
            || self.plies.is_some_and(|span| !span.holds(replay.plies))
        {
            return None;
        }
        if let Some(text) = &self.opening {
            let opening = replay::opening(&replay)?;
            let names = ["ru", "en", "hy"].into_iter().filter_map(|language| opening.name_in(language));
            let mut names = names.chain([opening.name()]).chain(opening.latin());
            names.find(|name| name.to_lowercase().contains(text))?;
        }
        let mut ply = None;
        if let Some(fen) = &self.position {
            let wanted = AnyPosition::from_fen(replay.variant?, fen).ok()?;
            ply = Some(replay.positions().iter().position(|pos| same(pos, &wanted))?);
        }
        Some(Hit { replay: Some(replay), ply })
    }
}

/// The same pieces and the same side to move; how often a king has moved does not matter.
fn same(pos: &AnyPosition, wanted: &AnyPosition) -> bool {
    let bare = |pos: &AnyPosition| Setup { king_runs: Default::default(), ..pos.to_setup() };
    pos == wanted || (pos.variant().laws().king_run > 0 && bare(pos) == bare(wanted))
}

/// The year of a game: four digits in a row in its date.
pub(crate) fn year(game: &Game) -> Option<usize> {
    let date = game.tags.known("Date").or_else(|| game.tags.known("EventDate"))?;
    let runs = date.split(|letter: char| !letter.is_ascii_digit());
    runs.filter(|run| run.len() == 4).find_map(|run| run.parse().ok())
}

impl Span {
    fn holds(self, number: usize) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let wrong = || format!("'{text}' is not like 40, 40..60, 40.. or ..60");
        let number = |text: &str, missing: usize| match text.trim() {
            "" => Ok(missing),
            digits => digits.parse().map_err(|_| wrong()),
        };
        let span = match text.split_once("..") {
            Some((from, to)) => Span { from: number(from, 0)?, to: number(to, usize::MAX)? },
            None => {
                let only = text.trim().parse().map_err(|_| wrong())?;
                Span { from: only, to: only }
            }
        };
        if span.from > span.to { Err(format!("'{text}' runs backwards")) } else { Ok(span) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let check = |text: &str, inside: &[usize], outside: &[usize]| {
            let span: Span = text.parse().unwrap();
            assert!(inside.iter().all(|number| span.holds(*number)), "{text}");
            assert!(!outside.iter().any(|number| span.holds(*number)), "{text}");
        };
        check("40", &[40], &[39, 41]);
        check("40..60", &[40, 60], &[39, 61]);
        check("40..", &[40, 9999], &[39]);
        check("..60", &[0, 60], &[61]);
        for bad in ["", "x", "60..40", "1-2", "1..x"] {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }
}
