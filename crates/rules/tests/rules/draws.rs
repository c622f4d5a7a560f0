//! Draw laws and endings, in short games.

use damka_rules::{Ending, Game, GameError, Side, Variant};

/// Plays the moves over and over until the game ends; the plies it took and why.
fn until_drawn(variant: &str, fen: &str, cycle: &[&str]) -> (usize, String) {
    let variant: Variant = variant.parse().unwrap();
    let mut game = Game::from_fen(variant, fen).unwrap();
    for text in cycle.iter().cycle().take(400) {
        if let Some(ending) = game.ending() {
            return (game.ply(), ending.to_string());
        }
        game.play_text(text).unwrap_or_else(|e| panic!("{variant} {text}: {e}"));
    }
    panic!("{variant}: still going on after {} plies", game.ply());
}

#[test]
fn threefold_comes_first_when_pieces_shuffle() {
    let (plies, why) =
        until_drawn("russian", "W:WKa1,Kc1,Ke1:BKh8,Kb8", &["c1-d2", "b8-a7", "d2-c1", "a7-b8"]);
    assert_eq!((plies, why.as_str()), (8, "draw: the same position for the third time"));
}

#[test]
fn one_king_against_one_is_drawn_after_five_moves_each() {
    let moves = ["c1-d2", "b8-a7", "d2-h6", "a7-b8", "h6-g5", "b8-a7", "g5-d2", "a7-b8", "d2-c1", "b8-a7"];
    let mut game = Game::from_fen(Variant::Russian, "W:WKc1:BKb8").unwrap();
    for (ply, text) in moves.iter().enumerate() {
        let left = 10 - ply;
        let plies = if left == 1 { "ply" } else { "plies" };
        let countdown = game.countdown().unwrap().to_string();
        assert_eq!(countdown, format!("draw in {left} {plies}: at most two pieces against a king"));
        game.play_text(text).unwrap();
    }
    assert_eq!(game.ending().unwrap().to_string(), "draw: at most two pieces against a king");
}

#[test]
fn the_challenge_draws_after_six_quiet_king_plies() {
    let (plies, why) = until_drawn("shashki", "W:WKa1,c1:BKh6,b8", &["a1-b2", "h6-g5", "b2-a1", "g5-h6"]);
    assert_eq!((plies, why.as_str()), (6, "draw: kings only, no capture"));
}

#[test]
fn one_piece_each() {
    let game = Game::from_fen(Variant::Turkish, "W:Wa2:BKh8").unwrap();
    assert_eq!(game.ending().unwrap().to_string(), "draw: one piece each");
    let game = Game::from_fen(Variant::Armenian, "W:Wa2:BKh8").unwrap();
    assert!(game.ending().is_none());
    assert_eq!(game.claimable().unwrap().to_string(), "one piece each");
    let mut game = Game::from_fen(Variant::Armenian, "W:WKa2:BKa7").unwrap();
    assert_eq!(game.claim_draw(Side::White), Err(GameError::NothingToClaim), "a capture is on");
}

/// The source calls it "a draw by agreement of the players (if one piece each is left)".
#[test]
fn a_claim_needs_consent_and_the_right_side() {
    let mut game = Game::from_fen(Variant::Armenian, "W:Wa2:BKh8").unwrap();
    assert_eq!(game.claim_draw(Side::Black), Err(GameError::NotYourTurn));
    assert_eq!(game.claim_draw(Side::White), Ok(None));
    assert_eq!(game.decline_draw(Side::White), Err(GameError::NoOffer));
    assert_eq!(game.decline_draw(Side::Black), Ok(()));
    assert_eq!(game.draw_offer(), None);
    game.claim_draw(Side::White).unwrap();
    assert_eq!(game.accept_draw(Side::White), Err(GameError::NoOffer));
    assert_eq!(game.accept_draw(Side::Black).unwrap().to_string(), "1/2-1/2");
    assert_eq!(game.claim_draw(Side::White), Err(GameError::Over));
    assert_eq!(game.decline_draw(Side::Black), Err(GameError::Over));
}

#[test]
fn only_the_board_ends_a_game_on_the_board() {
    let mut game = Game::new(Variant::Russian);
    let ending = Ending::Blocked(Side::Black);
    assert_eq!(game.end(ending), Err(GameError::NotOnTheBoard(ending)));
    assert!(game.end(Ending::Time(Side::Black)).is_ok());
}

/// The counters of a FEN go on counting: `H` plies without progress, `F` the number of the move.
#[test]
fn counters_of_a_fen_are_kept() {
    let mut game = Game::from_fen(Variant::International, "B:WK1,K2,K3:BK46:H28:F70").unwrap();
    assert_eq!(game.countdown().unwrap().plies, 4);
    for (text, number) in [("46-41", 71), ("1-6", 71), ("41-46", 72), ("6-1", 72)] {
        assert!(game.ending().is_none());
        game.play_text(text).unwrap();
        assert_eq!(game.move_number(game.ply()), number);
    }
    assert_eq!(game.ending().unwrap().key(), "three-against-king-32");
    assert_eq!(game.start_fen().unwrap(), "B:WK1,K2,K3:BK46:H28:F70");
    let mut game = Game::from_fen(Variant::Russian, "W:Wc3,Ka1:BKh2:H4").unwrap();
    assert_eq!(game.to_fen(), "W:Wc3,Ka1:BKh2:H4:F1");
    game.play_text("c3-d4").unwrap();
    assert_eq!(game.to_fen(), "B:Wd4,Ka1:BKh2:H0:F1");
    assert_eq!(Game::new(Variant::English).start_fen(), None);
}

#[test]
fn goals() {
    let ending = |variant: Variant, fen: &str, text: &str| {
        let mut game = Game::from_fen(variant, fen).unwrap();
        game.play_text(text).unwrap();
        (game.outcome().map(|o| o.to_string()), game.ending().map(|e| e.to_string()).unwrap_or_default())
    };
    let won = |why: &str| (Some("1-0".to_string()), why.to_string());
    let lost = |why: &str| (Some("0-1".to_string()), why.to_string());
    assert_eq!(ending(Variant::Russian, "W:Wc3:Bd4", "c3xe5"), won("Black has no pieces left"));
    assert_eq!(ending(Variant::Russian, "W:Wg3:Bh4,h8,g7,f8,e7,d8,f6,h6", "g3-f4").0, None);
    assert_eq!(ending(Variant::Antidraughts, "W:W28:B23", "28x19"), lost("Black has no pieces left"));
    assert_eq!(ending(Variant::Breakthrough, "W:W6:B23", "6-1"), won("White crowned the first king"));
    assert_eq!(ending(Variant::Russian, "W:Wb2,c1,h2:Ba3", "h2-g3"), won("Black cannot move"));
}

#[test]
fn agreements() {
    let mut game = Game::new(Variant::Russian);
    assert!(game.accept_draw(Side::Black).is_err());
    assert_eq!(game.offer_draw(Side::White).unwrap(), None);
    assert_eq!(game.accept_draw(Side::Black).unwrap().to_string(), "1/2-1/2");
    assert!(game.resign(Side::White).is_err());
    game.undo();
    let mut game = Game::new(Variant::Russian);
    game.offer_draw(Side::White).unwrap();
    game.play_text("c3-d4").unwrap();
    assert_eq!(game.draw_offer(), Some(Side::White));
    game.play_text("b6-a5").unwrap();
    assert_eq!(game.draw_offer(), None);
}

#[test]
fn touch_move_binds() {
    let mut game = Game::new(Variant::Russian).with_touch_move();
    let c3 = damka_rules::Square::new(22);
    game.touch(c3).unwrap();
    assert!(game.play_text("e3-f4").unwrap_err().to_string().contains("touched"));
    game.play_text("c3-d4").unwrap();
}

/// Finding 15: the questions of data/laws/README.md, each with the ply that answers it.
#[test]
fn disputed_draw_laws() {
    let check = |variant: &str, fen: &str, cycle: &[&str], plies: usize, law: &str| {
        let variant: Variant = variant.parse().unwrap();
        let mut game = Game::from_fen(variant, fen).unwrap();
        for text in cycle.iter().cycle().take(plies) {
            assert_eq!(game.ending(), None, "{variant} {fen} after {} plies", game.ply());
            game.play_text(text).unwrap_or_else(|e| panic!("{variant} {text}: {e}"));
        }
        assert_eq!(game.ending().map(|e| e.key()).as_deref(), Some(law), "{variant} {fen}");
    };
    // FMJD-64, 7.2.5 holds beside 7.2.6 with four pieces: kings only for 15 moves each.
    check("russian", "W:WKa1,Kc1:BKh6,Kb8:H29", &["a1-b2"], 1, "kings-only-30");
    // 7.2.7 does not ask for a road free of others: the man on a1 changes nothing.
    let road = ["c1-d2", "h8-g7", "d2-e3", "g7-f6", "e3-f2", "f6-e5", "f2-g1", "e5-h8", "g1-f2", "h8-g7"];
    check("russian", "W:WKc1,Ke1,a1:BKh8", &road, 10, "main-road-10");
    // Antidraughts has no laws for few pieces.
    check("antidraughts", "W:WK1,K6:BK50:H49", &["1-7"], 1, "kings-only-50");
}
