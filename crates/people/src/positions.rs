//! Positions over plain requests: legal moves, the opening, what tables, book and engine say.

use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use damka_endgame::{Verdict, Wdl, default_directory, named};
use damka_engine::{Book, Limits, Report, Stop};
use damka_rules::{AnyPosition, Game, Variant};
use damka_wire::Gathered;
use damka_wire::brain::Line;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Refusal};
use crate::club::Club;

/// No line of moves is longer, no search takes more milliseconds, no more lines are told.
const MOST_MOVES: usize = 500;
const MOST_MILLIS: u64 = 1_000;
const MOST_LINES: usize = 5;

/// What somebody wants to know.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    variant: String,
    /// Where the line begins, as FEN; the variant's own start otherwise.
    fen: Option<String>,
    /// The moves from there, with commas.
    moves: String,
    /// How long the engine thinks; not at all without it.
    millis: u64,
    /// How many lines it tells.
    lines: usize,
}

/// What is known of a position.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Known {
    fen: String,
    white_to_move: bool,
    legal: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    /// `won`, `drawn` or `lost`, if a table covers the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Table>,
    /// Moves of the opening book, the best first, with their weights.
    book: Vec<(String, u16)>,
    /// What the engine found, the best first.
    lines: Vec<Line>,
}

/// What a table says.
#[derive(Debug, Serialize)]
struct Table {
    verdict: &'static str,
    /// Plies to the next capture or promotion.
    plies: u32,
    /// The moves, the best first.
    moves: Vec<(String, &'static str)>,
}

/// Answers.
pub(crate) async fn position(State(club): State<Club>, Query(asked): Query<Asked>) -> Answer<Json<Known>> {
    let variant: Variant = asked.variant.parse().map_err(Refusal::bad)?;
    let mut game = match &asked.fen {
        Some(fen) => Game::from_fen(variant, fen).map_err(Refusal::bad)?,
        None => Game::new(variant),
    };
    let moves: Vec<&str> = asked.moves.split(',').filter(|text| !text.is_empty()).collect();
    if moves.len() > MOST_MOVES {
        return Err(Refusal::bad(format!("at most {MOST_MOVES} moves")));
    }
    for (number, text) in (1..).zip(moves) {
        game.play_text(text).map_err(|why| Refusal::bad(format!("move {number}, {text}: {why}")))?;
    }
    let position = *game.position();
    let (millis, count) = (asked.millis.min(MOST_MILLIS), asked.lines.clamp(1, MOST_LINES));
    let opening = damka_openings::recognise(&game).map(damka_openings::Opening::name);
    let ending = game.ending().map(|ending| ending.key());
    let over = game.ending().is_some();
    let lines = match millis {
        0 => Some(Vec::new()),
        _ if over => Some(Vec::new()),
        _ => club.engines().with(move |engine| searched(engine, &game, millis, count)).await,
    };
    Ok(Json(Known {
        fen: position.to_fen(),
        white_to_move: position.turn() == damka_rules::Side::White,
        legal: position.move_texts(),
        ending,
        opening,
        // A position no table covers, or no tables at all.
        table: named::ask(&position, &default_directory()).ok().and_then(table),
        book: booked(&position),
        lines: lines.unwrap_or_default(),
    }))
}

fn searched(engine: &mut damka_engine::Engine, game: &Game, millis: u64, count: usize) -> Vec<Line> {
    let limits =
        Limits { move_time: Some(Duration::from_millis(millis)), multi_pv: count, ..Limits::default() };
    let mut gathered = Gathered::at(*game.position());
    let found = engine.search(game, &limits, &Stop::new(), &mut |report: &Report| _ = gathered.add(report));
    gathered.correct(&found);
    gathered.lines().to_vec()
}

fn booked(position: &AnyPosition) -> Vec<(String, u16)> {
    let Some(book) = Book::embedded(position.variant()) else { return Vec::new() };
    book.probe(position).into_iter().map(|(route, weight)| (position.write(&route), weight)).collect()
}

fn table(answer: named::Answer) -> Option<Table> {
    let verdict = answer.verdict?;
    let moves = answer.moves.into_iter().map(|(text, verdict)| (text, worded(verdict))).collect();
    Some(Table { verdict: worded(verdict), plies: verdict.plies.into(), moves })
}

fn worded(verdict: Verdict) -> &'static str {
    match verdict.wdl {
        Wdl::Win => "won",
        Wdl::Draw => "drawn",
        Wdl::Loss => "lost",
    }
}
