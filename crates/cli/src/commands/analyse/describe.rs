//! An analysed game as JSON.

use damka_explain::Catalogue;
use damka_openings::Opening;
use damka_review::{Judged, Judgement, Summary};
use damka_rules::{AnyPosition, Side};
use damka_wire::Score;
use serde_json::{Value, json};

use super::games::Analysed;
use super::told;

/// The game; with words, the reasons of bad moves too.
pub(super) fn describe(analysed: &Analysed<'_>, words: Option<&Catalogue>) -> Value {
    let Analysed { file, number, game, replayed, review, .. } = analysed;
    let mut fens = replayed.start.into_iter().collect::<Vec<AnyPosition>>();
    for route in &replayed.moves {
        fens.extend(fens.last().and_then(|pos| pos.play_route(route)));
    }
    let describe_move = |one: &Judged| {
        let lines = review.lines(one.ply).unwrap_or_default().iter().take(analysed.lines);
        let lines: Vec<Value> =
            lines.map(|line| with(score(line.score), &[("pv", json!(line.moves))])).collect();
        let chance = |ply| review.chance(ply).map(|chance| rounded(chance.share()));
        let mut described = with(
            score(one.after),
            &[
                ("ply", json!(one.ply + 1)),
                ("side", json!(one.side.letter().to_string())),
                ("move", json!(one.text)),
                ("fen", json!(fens.get(one.ply).map(AnyPosition::to_fen))),
                ("loss", json!(rounded(one.loss))),
                ("mark", json!(one.sign())),
                ("judgement", json!(one.judgement.map(name))),
                ("missed_win", json!(one.missed_win)),
                ("only_move", json!(one.only_move)),
                ("brilliant", json!(one.brilliant)),
                ("white_chance", json!(chance(one.ply + 1))),
                ("answer", json!(one.answer)),
                ("accuracy", json!(rounded(one.accuracy))),
                ("lines", json!(lines)),
            ],
        );
        if let Some(words) = words {
            described["because"] = told::reasons(analysed, one, words);
        }
        described
    };
    let moves: Vec<Value> = review.judged().iter().map(describe_move).collect();
    let opening = |opening: &Opening| {
        json!({
            "name": opening.name(),
            "language": opening.language(),
            "latin": opening.latin(),
            "english": opening.name_in("en"),
            "plies": opening.plies,
        })
    };
    let summary = review.summary();
    json!({
        "file": file,
        "game": number,
        "white": game.tags.known("White"),
        "black": game.tags.known("Black"),
        "result": game.score().map(|score| score.to_string()),
        "variant": replayed.variant.map(|variant| variant.to_string()),
        "fen": replayed.start.as_ref().map(AnyPosition::to_fen),
        "opening": crate::replay::opening(replayed).map(opening),
        "failure": replayed.failure.as_ref().map(|failure| format!("ply {}: {}", failure.ply, failure.reason)),
        "summary": { "white": player(&summary[Side::White]), "black": player(&summary[Side::Black]) },
        "moves": moves,
    })
}

fn score(score: Score) -> Value {
    json!({ "score": score.to_string(), "centimen": score.value() })
}

fn with(mut object: Value, pairs: &[(&str, Value)]) -> Value {
    for (key, value) in pairs {
        object[*key] = value.clone();
    }
    object
}

fn player(summary: &Summary) -> Value {
    json!({
        "moves": summary.moves,
        "accuracy": summary.accuracy.map(rounded),
        "loss": rounded(summary.loss),
        "inaccuracies": summary.inaccuracies,
        "mistakes": summary.mistakes,
        "blunders": summary.blunders,
        "missed_wins": summary.missed_wins,
        "only_moves": summary.only_moves,
        "brilliant_moves": summary.brilliancies,
    })
}

/// Three places are more than anybody can tell apart, and the same on every machine.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// In JSON and comments.
pub(super) fn name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}
