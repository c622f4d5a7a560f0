//! Reasons from files: a position, a move, and what a review says about it.

use damka_engine::{Engine, Limits, Options};
use damka_review::drive;
use damka_rules::{Game, Variant};

use crate::playing::contradiction;

/// Positions searched for each question.
const NODES: u64 = 20_000;

/// `FEN | move | reason`: the first reason a review gives for the move, its line played out.
fn check(engine: &mut Engine, variant: Variant, line: &str) -> Result<(), String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, text, expected] = fields[..] else { return Err(format!("{line}: three fields are expected")) };
    let mut game = Game::from_fen(variant, fen).map_err(|error| format!("{line}: {error}"))?;
    game.play_text(text).map_err(|error| format!("{line}: {error}"))?;
    let review = drive(engine, &game, &Limits::nodes(NODES));
    let found = review.because(0);
    let said: Vec<String> = found.iter().map(ToString::to_string).collect();
    if said.first().is_none_or(|first| first != expected) {
        return Err(format!("{line}: said {said:?}; {:?}", review.judged().first()));
    }
    for because in &found {
        if let Some(wrong) = contradiction(engine, &game, 0, because) {
            return Err(format!("{line}: {because}: {wrong}"));
        }
    }
    Ok(())
}

#[test]
fn moves_are_bad_for_the_reason_given() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/reasons");
    let mut engine = Engine::new(Options { hash_mb: 4, threads: 1 });
    engine.use_tables(None);
    let (mut count, mut wrong, mut games) = (0, Vec::new(), 0);
    for &variant in Variant::EVERY {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{variant}.txt")) else { continue };
        games += 1;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            count += 1;
            wrong.extend(check(&mut engine, variant, line).err());
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 40 && games >= 4, "{count} positions of {games} games");
}
