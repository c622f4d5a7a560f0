//! A review told: the moves that mattered, why, and what was better.

use std::fmt::Write as _;

use damka_explain::{Because, Catalogue};
use damka_review::{Judged, Summary};
use damka_rules::Side;
use serde_json::{Value, json};

use super::games::Analysed;
use super::sheet::{heading, short};
use super::{describe, sheet};

/// The moves that mattered, in sentences, and how well both played.
pub(super) fn told(analysed: &Analysed<'_>, words: &Catalogue) -> String {
    let mut text = heading(analysed);
    for one in analysed.review.judged() {
        let reasons = analysed.review.because(one.ply);
        let Some(lead) = lead(&one, words) else { continue };
        let place = one.ply + usize::from(sheet::second_begins(analysed));
        let (number, dots) = (place / 2 + 1, if place.is_multiple_of(2) { "." } else { "..." });
        let chances = format!("{:.0} % → {:.0} %", share(analysed, &one, 0), share(analysed, &one, 1));
        // Writing into a string does not fail.
        let _ = writeln!(text, "{number:>4}{dots:<3} {}{}  {lead}  ({chances})", one.text, one.sign());
        for because in &reasons {
            let _ = writeln!(text, "        {} {}", words.say(because), because.line.texts().join(" "));
        }
        if one.judgement.is_some() {
            let _ = writeln!(text, "        {}", words.fill("better", &[short(&one.best)]));
        }
    }
    let summary = analysed.review.summary();
    for (side, summary) in [("white", &summary.white), ("black", &summary.black)] {
        if summary.moves > 0 {
            let name = words.fill::<&str>(side, &[]);
            let _ = writeln!(text, "     {name}: {}", player(summary, words));
        }
    }
    text.push('\n');
    text
}

/// The mover's chance in per cent before the move (with the best one) and after it.
fn share(analysed: &Analysed<'_>, one: &Judged, later: usize) -> f64 {
    let white = analysed.review.chance(one.ply + later).map_or(0.5, |chance| chance.share());
    100.0 * if one.side == Side::White { white } else { 1.0 - white }
}

/// What a move was, in a word or two; nothing for one that needs no word.
fn lead(one: &Judged, words: &Catalogue) -> Option<String> {
    let say = |key: &str| words.fill::<&str>(key, &[]);
    let mut said = match one.judgement {
        Some(judgement) => format!("{}.", say(describe::name(judgement))),
        None if one.brilliant => say("brilliant"),
        None if one.only_move => say("only-move"),
        None => return None,
    };
    if one.missed_win {
        said = format!("{said} {}", say("missed-win"));
    }
    Some(said)
}

fn player(summary: &Summary, words: &Catalogue) -> String {
    let accuracy = format!("{:.1}", summary.accuracy.unwrap_or_default());
    let mut parts = vec![words.fill("accuracy", &[accuracy])];
    let counts = [
        ("inaccuracies", summary.inaccuracies),
        ("mistakes", summary.mistakes),
        ("blunders", summary.blunders),
        ("missed-wins", summary.missed_wins),
        ("only-moves", summary.only_moves),
        ("brilliancies", summary.brilliancies),
    ];
    let told = counts.into_iter().filter(|(_, count)| *count > 0);
    parts.extend(told.map(|(key, count)| words.fill(key, &[count.to_string()])));
    parts.join(", ")
}

/// The reasons of a move for programs, with their sentences.
pub(super) fn reasons(analysed: &Analysed<'_>, one: &Judged, words: &Catalogue) -> Value {
    let describe = |because: &Because| {
        let start = because.line.start();
        json!({
            "what": because.what.key(),
            "numbers": because.what.numbers(),
            "where": because.at.map(|at| start.square_name(at)),
            "from": start.to_fen(),
            "line": because.line.texts(),
            "text": words.say(because),
        })
    };
    analysed.review.because(one.ply).iter().map(describe).collect()
}
