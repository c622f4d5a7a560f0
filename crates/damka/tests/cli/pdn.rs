//! pdn check, convert, replay, with files made here.

use crate::run::{Scratch, damka, damka_with};

const SMALL: &str = "[White \"A\"]\n[Black \"B\"]\n[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0\n\
                     [White \"C\"]\n1. c3-d4 f6-e5 2. a3-b4 *\n";

#[test]
fn replay_names_game_ply_and_reason() {
    let run = damka_with(&["pdn", "replay", "-"], SMALL);
    assert_eq!(run.code, 1, "{run:?}");
    let lines: Vec<_> = run.out.lines().collect();
    assert!(lines[0].starts_with("-: game 2 (C - ?), line 6, ply 3: a3-b4 is not legal:"), "{}", run.out);
    assert!(lines[0].contains("you must capture with d4: d4:f6"), "{}", run.out);
    assert_eq!(lines[1], "-: 1 of 2 games replayed, 6 plies (2 russian)");
    let json = damka_with(&["pdn", "replay", "--json", "-"], SMALL);
    let failure: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!((&failure["game"], &failure["ply"]), (&2.into(), &3.into()));
    assert_eq!(damka_with(&["pdn", "replay", "-q", "-"], SMALL).out.lines().count(), 1);
}

#[test]
fn the_variant_is_told_tagged_or_guessed() {
    let check = |args: &[&str], text: &str, expect: &str| {
        let args: Vec<_> = ["pdn", "replay", "-"].iter().chain(args).copied().collect();
        let run = damka_with(&args, text);
        assert!(run.out.contains(expect), "{text}: {run:?}");
    };
    check(&[], "1. 11-15 23-19 *", "1 english");
    check(&[], "1. 32-28 19-23 2. 28x19 14x23 *", "1 international");
    check(&[], "[GameType \"26\"] 1. c3-d4 *", "1 brazilian");
    check(&[], "[Variant \"Frisian\"] 1. 32-28 *", "1 frisian");
    check(&["--variant", "pool"], "1. c3-d4 *", "0 of 1 games");
    check(&["--variant", "russian", "--option", "optional-capture"], "1. c3-d4 b6-c5 2. b2-a1 *", "0 of 1");
    check(&[], "1. c3-c4 f6-f5 *", "1 turkish");
    check(&[], "[White \"A\"] 1-0", "1 without moves");
    check(&[], "", "0 of 0 games");
}

#[test]
fn check_tells_what_was_skipped() {
    let run = damka_with(&["pdn", "check", "-"], "1. c3-d4 nonsense d6-c5 1-0\n");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("game 1 (? - ?), line 1, column 10"), "{}", run.out);
    assert!(run.out.contains("1 game, 2 moves, 1 place skipped"), "{}", run.out);
    let clean = damka_with(&["pdn", "check", "--json", "-"], "1. c3-d4 d6-c5 1-0\n");
    assert_eq!(clean.code, 0, "{clean:?}");
}

#[test]
fn convert_writes_what_the_standard_asks_for() {
    let text = "[White \"A\"]\n1. G3-F4 F6-G5 2. h2-g3 (2. c3-d4 b6-c5) g7-f6 3. a3-b4 {ok} b6-c5 1-0\n";
    let run = damka_with(&["pdn", "convert", "-"], text);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("[GameType \"25,W,8,8,A0,0\"]"), "{}", run.out);
    assert!(run.out.contains("1. g3-f4 f6-g5 2. h2-g3 (2. c3-d4 b6-c5)"), "{}", run.out);
    assert!(run.out.trim_end().ends_with('*'), "{}", run.out);
    // What was written reads the same.
    let again = damka_with(&["pdn", "convert", "-"], &run.out);
    assert_eq!(again.out, run.out);
    let numeric = damka_with(&["pdn", "convert", "--to", "numeric", "--scores", "-"], text);
    assert!(numeric.out.contains("1. 24-19 11-16") && numeric.out.contains("1-0\n"), "{}", numeric.out);
    assert!(numeric.out.contains("[GameType \"25,W,8,8,N2,0\"]"), "{}", numeric.out);
    let back = damka_with(&["pdn", "convert", "-"], &numeric.out);
    assert!(back.out.contains("1. g3-f4 f6-g5"), "{}", back.out);
    let faulty = damka_with(&["pdn", "convert", "--legal-only", "-"], SMALL);
    assert_eq!((faulty.code, faulty.err.lines().count()), (1, 1), "{faulty:?}");
    assert!(!faulty.out.contains("[White \"C\"]"));
}

#[test]
fn a_file_in_an_old_code_page_is_read() {
    // "Партия" in windows-1251, enough of it to be told.
    let mut text =
        b"[Event \"\xCF\xE0\xF0\xF2\xE8\xFF \xF7\xE5\xEC\xEF\xE8\xEE\xED\xE0\xF2\xE0\"]\n".to_vec();
    text.extend_from_slice(b"[White \"\xCF\xE5\xF2\xF0\xEE\xE2\"]\n1. c3-d4 d6-c5 2-0\n");
    let file = Scratch::new("cp1251.pdn", &text);
    let run = damka(&["pdn", "convert", file.path()]);
    assert!(run.out.contains("Партия чемпионата") && run.out.contains("Петров"), "{run:?}");
    let told = damka(&["pdn", "convert", "--encoding", "cp1251", file.path()]);
    assert_eq!(told.out, run.out);
}
