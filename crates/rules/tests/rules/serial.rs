//! The serde forms: canonical texts, checked when they are read.

use damka_rules::variants::Russian;
use damka_rules::{AnyPosition, Ending, Game, Piece, Played, Position, Route, Side, Square, Variant};

#[test]
fn games_survive_a_round_trip() {
    let check = |game: &Game, expected: &str| {
        let text = serde_json::to_string(game).unwrap();
        assert_eq!(text, expected);
        let again: Game = serde_json::from_str(&text).unwrap();
        assert_eq!(again.positions(), game.positions());
        assert_eq!((again.ending(), again.start_fen()), (game.ending(), game.start_fen()));
        assert_eq!(again.touch_move(), game.touch_move());
    };
    let mut game = Game::new(Variant::RussianOptional).with_touch_move();
    game.play_text("c3-d4").unwrap();
    game.resign(Side::Black).unwrap();
    check(
        &game,
        r#"{"variant":"russian+optional-capture","moves":["c3-d4"],"ending":"resigned-black","touch-move":true}"#,
    );
    let mut game = Game::from_fen(Variant::English, "W:WK5:BK1:H3:F40").unwrap();
    game.play_text("5-9").unwrap();
    check(&game, r#"{"variant":"english","start":"W:WK5:BK1:H3:F40","moves":["5-9"]}"#);
    let mut game = Game::from_fen(Variant::International, "W:W28:B23").unwrap();
    game.play_text("28x19").unwrap();
    check(
        &game,
        r#"{"variant":"international","start":"W:W28:B23","moves":["28x19"],"ending":"no-pieces-black"}"#,
    );
}

#[test]
fn a_stored_game_is_checked() {
    let check = |text: &str, expected: &str| {
        let error = serde_json::from_str::<Game>(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(r#"{"variant":"chess","moves":[]}"#, "unknown variant 'chess'");
    check(r#"{"variant":"russian","moves":["c3-d4","c3-d4"]}"#, "move 2: c3-d4 is not legal");
    check(r#"{"variant":"russian","moves":[],"start":"W:Wz9"}"#, "column 4");
    check(r#"{"variant":"russian","moves":[],"ending":"no-pieces-white"}"#, "White has no pieces left");
    check(
        r#"{"variant":"international","start":"W:W28:B23","moves":["28x19"],"ending":"agreed"}"#,
        "the game ended by no-pieces-black, not agreed",
    );
    check(r#"{"variant":"russian","moves":[],"colour":"red"}"#, "unknown field");
}

#[test]
fn small_things_are_texts() {
    let check = |found: String, expected: &str| assert_eq!(found, expected);
    let pos = AnyPosition::from_fen(Variant::Armenian, "B:WKa1:Bb7").unwrap();
    let text = serde_json::to_string(&pos).unwrap();
    check(text.clone(), "\"armenian B:WKa1:Bb7\"");
    assert_eq!(serde_json::from_str::<AnyPosition>(&text).unwrap(), pos);
    assert_eq!(
        serde_json::from_str::<AnyPosition>("\"armenian\"").unwrap(),
        AnyPosition::start(Variant::Armenian)
    );
    check(serde_json::to_string(&(Side::White, Square::new(7))).unwrap(), "[\"white\",7]");
    check(serde_json::to_string(&Ending::Time(Side::White)).unwrap(), "\"time-white\"");
    assert!(serde_json::from_str::<Square>("0").is_err());
    assert!(serde_json::from_str::<Variant>("\"russian+removed-at-once\"").is_err());
}

#[test]
fn moves_are_squares() {
    let pos = AnyPosition::from_fen(Variant::Russian, "W:Wh6:Bc5,g7").unwrap();
    let route = &pos.routes()[0];
    let text = serde_json::to_string(route).unwrap();
    assert_eq!(text, r#"{"stops":[12,3,17],"taken":[8,14],"promotes":true}"#);
    assert_eq!(&serde_json::from_str::<Route>(&text).unwrap(), route);
    for wrong in [r#"{"stops":[12]}"#, r#"{"stops":[12,3],"taken":[8,14]}"#, r#"{"stops":[0,3]}"#] {
        assert!(serde_json::from_str::<Route>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn typed_positions_pieces_and_played_moves() {
    let pos: Position<Russian> = serde_json::from_str("\"W:Wh6:Bg7,c5\"").unwrap();
    assert_eq!(serde_json::to_string(&pos).unwrap(), "\"W:Wh6:Bg7,c5\"");
    let error = serde_json::from_str::<Position<Russian>>("\"W:Wz9\"").unwrap_err().to_string();
    assert!(error.contains("column 4"), "{error}");
    let played = &pos.erased().legal_moves()[0];
    let text = serde_json::to_string(played).unwrap();
    assert_eq!(text, r#"{"text":"h6:b4","route":{"stops":[12,3,17],"taken":[8,14],"promotes":true}}"#);
    assert_eq!(&serde_json::from_str::<Played>(&text).unwrap(), played);
    for (letter, piece) in [("\"w\"", Piece::man(Side::White)), ("\"B\"", Piece::king(Side::Black))] {
        assert_eq!(serde_json::to_string(&piece).unwrap(), letter);
        assert_eq!(serde_json::from_str::<Piece>(letter).unwrap(), piece);
    }
    assert!(serde_json::from_str::<Piece>("\"x\"").is_err());
}
