//! Games of PDN files: round trips, names of squares, short and ambiguous moves.

use damka_pdn::{Game as PdnGame, Reader};
use damka_record::pdn::{replay, rewrite};
use damka_record::{Record, Spent};
use damka_rules::{Notation, Outcome, Side, Variant};
use proptest::prelude::*;

use crate::journeys::record;

fn read(text: &str) -> PdnGame {
    Reader::new(text.as_bytes()).next().expect("a game").expect("no i/o error")
}

/// Tags that PDN tames: no control characters, no blanks at the ends.
fn tame(record: &mut Record) {
    for tag in &mut record.tags {
        tag.1 = tag.1.replace('\n', " ").trim().to_owned();
    }
    // An empty value is as good as none.
    record.tags.retain(|tag| !tag.1.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_variant_comes_back_from_pdn(seed: u64, plies in 0_usize..160) {
        for &variant in Variant::EVERY {
            let (game, mut record) = record(variant, seed, plies);
            tame(&mut record);
            let text = record.to_pdn_text().unwrap();
            let again = read(&text);
            prop_assert!(again.skipped.is_empty(), "{:?}\n{}", again.skipped, text);
            let replayed = replay(&again, None);
            prop_assert!(replayed.undecided.is_empty() && replayed.failure.is_none(), "{:?}\n{}", replayed, text);
            let found = replayed.record(&again).unwrap();
            prop_assert_eq!(&found, &record, "{}", text);
            prop_assert_eq!(found.replay().unwrap().ending(), game.ending(), "{}", text);
        }
    }

    #[test]
    fn numbers_and_letters_say_the_same(seed: u64, plies in 1_usize..80) {
        for &variant in Variant::EVERY {
            let (_, mut record) = record(variant, seed, plies);
            tame(&mut record);
            for notation in [Notation::Numeric, Notation::Algebraic] {
                let mut game = record.to_pdn();
                let replayed = replay(&game, None);
                rewrite(&mut game, &replayed, notation);
                // PDN has letters for 8x8 only.
                let Ok(text) = damka_pdn::to_pdn(&game) else { continue };
                let again = Record::from_pdn(&read(&text), None);
                prop_assert_eq!(again.as_ref(), Ok(&record), "{}", text);
            }
        }
    }
}

#[test]
fn tags_tell_the_game() {
    let check = |variant: Variant, expect: &[&str]| {
        let text = Record::new(variant).to_pdn_text().unwrap();
        for tag in ["GameType", "Variant"] {
            let line = text.lines().find(|line| line.starts_with(&format!("[{tag} "))).unwrap_or_default();
            let expected = expect.iter().find(|line| line.starts_with(&format!("[{tag} "))).unwrap_or(&"");
            assert_eq!(&line, expected, "{variant}");
        }
    };
    check(Variant::Russian, &["[GameType \"25,W,8,8,A0,0\"]"]);
    check(Variant::English, &["[GameType \"21,B,8,8,N1,0\"]"]);
    check(Variant::Spanish, &["[GameType \"24,W,8,8,N1,1\"]"]);
    check(Variant::Thai, &["[GameType \"31,W,8,8,N2,0\"]"]);
    check(Variant::Checkers, &["[Variant \"checkers\"]"]);
    check(Variant::RussianOptional, &["[Variant \"russian+optional-capture\"]"]);
    check(Variant::Armenian, &["[Variant \"armenian\"]"]);
    check(Variant::Antidraughts, &["[GameType \"98,W,10,10,N2,0\"]", "[Variant \"antidraughts\"]"]);
}

#[test]
fn results_are_in_the_scale_of_the_game() {
    let check = |variant: Variant, white: &str, draw: &str| {
        for (outcome, expect) in [(Outcome::Win(Side::White), white), (Outcome::Draw, draw)] {
            let record = Record { outcome: Some(outcome), ..Record::new(variant) };
            assert_eq!(record.to_pdn().tags.get("Result"), Some(expect), "{variant}");
        }
    };
    check(Variant::Russian, "1-0", "1/2-1/2");
    check(Variant::International, "2-0", "1-1");
    check(Variant::Killer, "2-0", "1-1");
    check(Variant::Frisian, "1-0", "1/2-1/2");
    check(Variant::Armenian, "1-0", "1/2-1/2");
    check(Variant::RussianOptional, "1-0", "1/2-1/2");
}

#[test]
fn squares_are_called_as_the_game_type_says() {
    let check = |text: &str, variant: Variant, moves: &[&str]| {
        let record = Record::from_pdn(&read(text), None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = record.moves.iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!((record.variant, found.as_slice()), (variant, moves), "{text}");
    };
    check("[GameType \"25,W,8,8,N0,0\"] 1. 10-14 *", Variant::Russian, &["c3-d4"]);
    check("[GameType \"25,W,8,8,N0,0\"] [FEN \"W:W10:B32\"] 1. 10-14 *", Variant::Russian, &["c3-d4"]);
    check("[GameType \"25\"] 1. 22-18 *", Variant::Russian, &["c3-d4"]);
    // A wrong corner, as some programs write it.
    check("[GameType \"20,W,10,10,N1,0\"] 1. 32-28 19-23 *", Variant::International, &["32-28", "19-23"]);
    check("[GameType \"24,W,8,8,N1,1\"] 1. 10-14 23-19 *", Variant::Spanish, &["23-19", "10-14"]);
    check("[GameType \"24\"] 1. 23-19 10-14 *", Variant::Spanish, &["23-19", "10-14"]);
    // The side that starts is not the usual one.
    check("[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 d6-e5 *", Variant::Pool, &["22-18", "10-15"]);
    check("[GameType \"31\"] 1. 25-22 *", Variant::Thai, &["8-11"]);
    check("[GameType \"31,W,8,8,N2,0\"] 1. 25-22 *", Variant::Thai, &["25-22"]);
}

#[test]
fn names_of_games() {
    // Our name, and a game that says it in its own way.
    let cases = r#"
        checkers: [Variant "checkers"] 1. 22-18 *
        english: [Variant "Checkers"] 1. 11-15 *
        english: [Variant "checkers"] 1. 11-15 *
        russian: [Variant "Shashki"] 1. c3-d4 *
        shashki: [Variant "shashki"] 1. c3-d4 *
        russian+optional-capture: [GameType "25"] [Variant "russian+optional-capture"] 1. c3-d4 *
        frisian: [Variant "Frisian draughts"] 1. 32-28 *
    "#;
    for case in cases.trim().lines() {
        let (variant, text) = case.trim().split_once(": ").unwrap();
        let found = replay(&read(text), None);
        assert_eq!((found.variant, found.failure), (variant.parse().ok(), None), "{text}");
    }
}

#[test]
fn short_and_cyrillic_moves() {
    let check = |text: &str, moves: &[&str]| {
        let record = Record::from_pdn(&read(text), None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = record.moves.iter().map(|ply| ply.text.replace(':', "x")).collect();
        assert_eq!(found, moves, "{text}");
    };
    check("1. cd4 fe5 2. d:f6 g:e5 *", &["c3-d4", "f6-e5", "d4xf6", "g7xe5"]);
    check("1. с3-д4 ф6-е5 *", &["c3-d4", "f6-e5"]);
    check("1. цд4 фе5 *", &["c3-d4", "f6-e5"]);
}

#[test]
fn the_rest_of_the_game_decides() {
    // From 30 to 14 over 25 and 17 or over 26 and 18.
    let start = "[GameType \"21\"] [FEN \"W:W30:B25,26,17,18,9,5\"]";
    let check = |moves: &str, first: &str, undecided: usize| {
        let text = format!("{start} {moves} *");
        let found = replay(&read(&text), None);
        assert_eq!(found.failure, None, "{text}");
        let route = found.moves[0].text(Variant::English.script());
        assert_eq!((route.as_str(), found.undecided.len()), (first, undecided), "{text}");
    };
    // Black then moves a piece that stands, or jumps to a square that is empty, only after one of them.
    check("1. 30x14 26-31", "30x21x14", 0);
    check("1. 30x14 9x18", "30x23x14", 0);
    check("1. 30x23x14", "30x23x14", 0);
    let mut open = replay(&read(&format!("{start} 1. 30x14 *")), None);
    open.undecided[0].choices.sort();
    assert_eq!(open.undecided[0].choices, ["30x21x14", "30x23x14"]);
    // Neither goes: the failure is told where the better one ends.
    let failed = replay(&read(&format!("{start} 1. 30x14 9x18 2. 1-2 *")), None);
    assert_eq!(failed.failure.map(|failure| failure.ply), Some(3));
}

#[test]
fn what_is_wrong_is_named() {
    let check = |text: &str, expect: &str| {
        let error = Record::from_pdn(&read(text), None).unwrap_err().to_string();
        assert!(error.contains(expect), "{text}: {error}");
    };
    check("[GameType \"25\"] 1. c3-d4 d4-c3 *", "ply 2: d4-c3 is not legal");
    check("[White \"a\"] 1. chess is not draughts *", "ply 1: not a move: \"chess is not draughts\"");
    check("[White \"a\"] *", "ply 0: nothing tells which game");
    check("[GameType \"25\"] [FEN \"W:Wz9:B1\"] *", "ply 0: FEN, column 4");
    check("[GameType \"25\"] 1. c3-d4 - 2. d2-c3 *", "ply 2: the move is missing");
}

#[test]
fn results_names_and_times_of_others_are_kept() {
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n[Termination \"normal\"]\n\
                1. c3-d4 {[%emt 0:00:02.5] [%clk 0:05:00]} d6-c5 2-0";
    let record = Record::from_pdn(&read(text), None).unwrap();
    assert_eq!((record.tag("White"), record.tag("Termination")), (Some("Ann"), Some("normal")));
    assert_eq!((record.outcome, record.ending), (Some(Outcome::Win(Side::White)), None));
    assert_eq!(record.moves[0].spent, Spent { used: Some(2500), left: Some(300_000) });
    assert_eq!(record.replay().unwrap().outcome(), Some(Outcome::Win(Side::White)));
    let delft = Record::from_pdn(&read("[Result \"4-6\"] [GameType \"20\"] 1. 32-28 4-6"), None).unwrap();
    assert_eq!(delft.to_pdn().tags.get("Result"), Some("4-6"));
}

#[test]
fn pasted_text() {
    let check = |text: &str, usual: Variant, expect: Result<&str, &str>| match (
        Record::from_pdn_text(text, usual),
        expect,
    ) {
        (Ok(record), Ok(line)) => assert_eq!(record.to_string(), line, "{text}"),
        (Err(failure), Err(reason)) => assert!(failure.to_string().contains(reason), "{text}: {failure}"),
        (found, _) => panic!("{text}: {found:?}"),
    };
    check("1. c3-d4 *", Variant::Brazilian, Ok("brazilian c3-d4"));
    check("1. 32-28 *", Variant::Russian, Ok("international 32-28"));
    check("[GameType \"25\"] 1. c3-d4 *", Variant::RussianOptional, Ok("russian+optional-capture c3-d4"));
    check("[GameType \"25\"] 1. c3-d4 *", Variant::International, Ok("russian c3-d4"));
    check("[Variant \"russian\"] 1. c3-d4 *", Variant::RussianOptional, Ok("russian c3-d4"));
    check("[White \"Ann\"] 1. c3-d4 0-2", Variant::Russian, Ok("russian c3-d4 result=0-1 ~White=Ann"));
    check("", Variant::Russian, Err("there is no game in this text"));
    check("hello", Variant::Russian, Err("there is no game in this text"));
    check("1. c3-d4 a1-h8 *", Variant::Russian, Err("ply 2: a1-h8 is not legal"));
}
