//! Reviews with a real engine.

use damka_engine::{Engine, Limits, Options};
use damka_review::{Judgement, Review, drive};
use damka_rules::{Game, Variant};
use damka_wire::Score;

fn engine() -> Engine {
    Engine::new(Options { hash_mb: 4, threads: 1 })
}

fn game(variant: Variant, fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_fen(variant, fen).expect("a position");
    for text in moves {
        game.play_text(text).expect("a legal move");
    }
    game
}

fn reviewed(game: &Game) -> Review {
    drive(&mut engine(), game, &Limits::nodes(5_000))
}

#[test]
fn a_man_given_away_is_noticed() {
    // c3-d4 runs into e5xc3; anything else holds.
    let judged =
        reviewed(&game(Variant::Russian, "W:Wc3,a1,g1,h2:Be5,h8,f8,d8", &["c3-d4", "e5xc3"])).judged();
    assert!(judged[0].judgement >= Some(Judgement::Mistake), "{:?}", judged[0]);
    assert_ne!(judged[0].best[0], "c3-d4");
    assert_eq!(judged[1].judgement, None, "a forced move is nobody's fault");
}

/// Whoever takes the last piece loses in antidraughts, and wins elsewhere.
#[test]
fn the_last_piece_counts_by_the_goal() {
    let check = |variant: Variant, expected: Score| {
        let judged = reviewed(&game(variant, "W:Wc3:Bd4", &["c3xe5"])).judged();
        assert_eq!(judged[0].after, expected, "{variant}");
        assert_eq!(judged[0].judgement, None, "{variant}: the only move");
    };
    check(Variant::Russian, Score::Win(1));
    check(Variant::Antidraughts, Score::Loss(1));
}

#[test]
fn a_review_can_be_repeated() {
    let game = game(Variant::Russian, "start", &["c3-d4", "d6-c5", "b2-c3", "f6-g5"]);
    let mut used = engine();
    let first = drive(&mut used, &game, &Limits::nodes(3_000)).judged();
    assert_eq!(first.len(), 4);
    assert_eq!(first, drive(&mut used, &game, &Limits::nodes(3_000)).judged());
    assert_eq!(first, drive(&mut engine(), &game, &Limits::nodes(3_000)).judged());
}
