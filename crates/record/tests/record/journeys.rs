//! Round trips of the stored forms.

use damka_record::{Record, Tag};
use damka_rules::{Game, Variant};
use proptest::prelude::*;

use crate::random::{Dice, game};

/// A record of a random game, with times and tags.
pub(crate) fn record(variant: Variant, seed: u64, plies: usize) -> (Game, Record) {
    let game = game(variant, seed, plies);
    let mut record = Record::from_game(&game);
    let mut dice = Dice(seed ^ 1);
    let timed = dice.roll(3);
    for ply in &mut record.moves {
        ply.spent.used = (timed > 0 && dice.roll(5) > 0).then(|| dice.roll(100_000) as u32);
        ply.spent.left = (timed > 1).then(|| dice.roll(1_000_000) as u32);
    }
    for name in ["White", "Event"].iter().take(dice.roll(3)) {
        record.set_tag(name, ["Ann", "Ա. Պետրոսյան = 1/2 @ 100%", "a \"b\"\n~c", ""][dice.roll(4)]);
    }
    (game, record)
}

fn same(game: &Game, again: &Game) {
    assert_eq!(game.positions(), again.positions());
    // The path between the same ends over the same victims is not told by the text.
    let texts = |game: &Game| game.moves().iter().map(|played| played.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(game), texts(again));
    assert_eq!((game.ending(), game.outcome()), (again.ending(), again.outcome()));
    assert_eq!(game.touch_move(), again.touch_move());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn games_come_back(seed: u64, plies in 0_usize..160) {
        for &variant in Variant::EVERY {
            let (game, record) = record(variant, seed, plies);
            same(&game, &record.replay().unwrap());
            let json = record.to_json();
            prop_assert_eq!(&Record::from_json(&json).unwrap(), &record, "{}", json);
            let line = record.to_string();
            prop_assert_eq!(&line.parse::<Record>().unwrap(), &record, "{}", line);
        }
    }

    #[test]
    fn nonsense_is_refused_in_order(text: String) {
        let _ = Record::from_json(&text);
        if let Ok(record) = format!("russian {text}").parse::<Record>() {
            let _ = record.replay();
        }
    }
}

#[test]
fn json_is_plain() {
    let mut game = Game::new(Variant::RussianOptional).with_touch_move();
    game.play_text("c3-d4").unwrap();
    game.resign(game.turn()).unwrap();
    let mut record = Record::from_game(&game);
    record.tags.push(Tag("White".into(), "Ann".into()));
    record.moves[0].spent.used = Some(1200);
    assert_eq!(
        record.to_json(),
        "{\"version\":1,\"variant\":\"russian+optional-capture\",\"touch-move\":true,\"moves\":[\"c3-d4\"],\
         \"used\":[1200],\"ending\":\"resigned-black\",\"outcome\":\"1-0\",\"tags\":[[\"White\",\"Ann\"]]}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    let check = |json: &str, expect: &str| {
        let error = match Record::from_json(json) {
            Err(error) => error.to_string(),
            Ok(record) => record.replay().unwrap_err().to_string(),
        };
        assert!(error.contains(expect), "{json}: {error}");
    };
    check("", "stored game");
    check("{\"version\":1}", "missing field `variant`");
    check("{\"version\":2,\"variant\":\"russian\"}", "version 2 is newer");
    check("{\"version\":1,\"variant\":\"chess\"}", "unknown variant 'chess'");
    check("{\"version\":1,\"variant\":\"russian\",\"ending\":\"eaten\"}", "unknown ending 'eaten'");
    check("{\"version\":1,\"variant\":\"russian\",\"outcome\":\"3-0\"}", "unknown result '3-0'");
    check("{\"version\":1,\"variant\":\"russian\",\"start\":\"W:Wz9\"}", "the start: FEN, column 4");
    check("{\"version\":1,\"variant\":\"russian\",\"moves\":[\"c3-d4\",\"d4-e5\"]}", "ply 2: d4-e5");
    check("{\"version\":1,\"variant\":\"russian\",\"moves\":[\"pawn\"]}", "ply 1: move 'pawn'");
}

#[test]
fn a_result_alone_ends_the_game() {
    let check = |line: &str, outcome: &str| {
        let game = line.parse::<Record>().unwrap().replay().unwrap();
        assert_eq!(game.outcome().unwrap().to_string(), outcome, "{line}");
    };
    check("russian c3-d4 result=1-0", "1-0");
    check("russian c3-d4 result=1/2-1/2", "1/2-1/2");
    check("antidraughts 32-28 result=0-1", "0-1");
    // An end on the board counts more.
    check("russian from=W:Wc3:Bd4 c3xe5 result=0-1", "1-0");
}
