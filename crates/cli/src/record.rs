//! Games of ours written down as PDN.

use damka_pdn::{Action, GameType, Score, Step};
use damka_rules::{AnyPosition, Game, Outcome};

/// A game as PDN, with these tags before those that follow from the game.
pub(crate) fn to_pdn(game: &Game, tags: &[(&str, &str)]) -> damka_pdn::Game {
    let mut record = damka_pdn::Game::default();
    for (name, value) in tags {
        record.tags.push(name, value);
    }
    let kind = GameType::of_variant(game.variant().name());
    let result = score(game.outcome(), kind.as_ref());
    record.tags.set("Result", &result.to_string());
    match kind {
        Some(kind) if game.variant().house_rule().is_none() => {
            record.tags.set("GameType", &kind.to_string());
        }
        // A variant the standard has no number for is named in words.
        _ => record.tags.set("Variant", &game.variant().to_string()),
    }
    let start = game.positions()[0];
    if start != AnyPosition::start(game.variant()) {
        record.tags.set("FEN", &start.to_fen());
    }
    if let Some(ending) = game.ending() {
        record.tags.set("Termination", &ending.to_string());
    }
    let moves = game.moves().iter().filter_map(|played| played.text.parse().ok());
    record.line.steps = moves.map(|text| Step::new(Action::Move(text))).collect();
    record.end = Some(result);
    record
}

/// The result as the game counts it: 2-0 or 1-0.
fn score(outcome: Option<Outcome>, kind: Option<&GameType>) -> Score {
    let two = kind.and_then(GameType::known).is_some_and(|known| known.two_points);
    let text = match (outcome, two) {
        (None, _) => "*".to_owned(),
        (Some(Outcome::Draw), true) => "1-1".to_owned(),
        (Some(Outcome::Win(side)), true) => {
            if side == damka_rules::Side::White {
                "2-0".to_owned()
            } else {
                "0-2".to_owned()
            }
        }
        (Some(outcome), false) => outcome.to_string(),
    };
    text.parse().unwrap_or(Score::Open)
}
