//! An analysed game in words: a line for every move, and how well both played.

use std::fmt::Write as _;

use damka_review::Summary;

use super::games::Analysed;
use crate::commands::pdn::players;
use crate::wording;

/// Moves of a line that are shown.
const SHOWN: usize = 8;

/// Which game, its opening and every move.
pub(super) fn moves(analysed: &Analysed<'_>) -> String {
    let mut text = heading(analysed);
    let second = second_begins(analysed);
    for one in analysed.review.judged() {
        let place = one.ply + usize::from(second);
        let turn = match place % 2 {
            0 => format!("{:>3}.", place / 2 + 1),
            _ if one.ply == 0 => "1...".into(),
            _ => "    ".into(),
        };
        let played = format!("{}{}", one.text, one.sign());
        let best = short(&one.best);
        // Writing into a string does not fail.
        let _ = writeln!(text, "{turn} {played:<12} {:>9}  best {:>8} {best}", one.after, one.before);
        let lines = analysed.review.lines(one.ply).unwrap_or_default();
        for (rank, line) in lines.iter().enumerate().take(analysed.lines).skip(1) {
            let _ = writeln!(text, "{:>29}{}. {:>8} {}", "", rank + 1, line.score, short(&line.moves));
        }
    }
    text + &ending(analysed)
}

/// Does the side that usually moves second begin? Then its first move is half a pair: `1...`.
pub(super) fn second_begins(analysed: &Analysed<'_>) -> bool {
    analysed.replayed.start.is_some_and(|start| start.turn() != start.variant().laws().starts)
}

/// Which game, its opening, and how well both played.
pub(super) fn summary(analysed: &Analysed<'_>) -> String {
    heading(analysed) + &ending(analysed)
}

pub(super) fn heading(analysed: &Analysed<'_>) -> String {
    let Analysed { file, number, game, replayed, .. } = analysed;
    let variant = replayed.variant.map_or_else(String::new, |variant| format!(", {variant}"));
    let result = game.score().map_or_else(String::new, |score| format!(", {score}"));
    let mut text = format!("{file}: game {number}: {}{variant}{result}\n", players(game));
    if let Some(opening) = crate::replay::opening(replayed) {
        let _ = writeln!(text, "     {}", wording::opening(opening));
    }
    text
}

fn ending(analysed: &Analysed<'_>) -> String {
    let summary = analysed.review.summary();
    let mut text = String::new();
    for (name, side) in [("White", &summary.white), ("Black", &summary.black)] {
        if side.moves > 0 {
            let _ = writeln!(text, "     {name}: {}", player(side));
        }
    }
    if let Some(failure) = &analysed.replayed.failure {
        let _ = writeln!(text, "     ply {}: {}", failure.ply, failure.reason);
    }
    text.push('\n');
    text
}

/// How well somebody played, in a line.
pub(super) fn player(summary: &Summary) -> String {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts = vec![
        format!("accuracy {:.1} %", summary.accuracy.unwrap_or_default()),
        count(summary.inaccuracies, "inaccuracy", "inaccuracies"),
        count(summary.mistakes, "mistake", "mistakes"),
        count(summary.blunders, "blunder", "blunders"),
    ];
    if summary.missed_wins > 0 {
        parts.push(count(summary.missed_wins, "missed win", "missed wins"));
    }
    if summary.only_moves > 0 {
        parts.push(count(summary.only_moves, "only move found", "only moves found"));
    }
    parts.join(", ")
}

pub(super) fn short(line: &[String]) -> String {
    line.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ")
}
