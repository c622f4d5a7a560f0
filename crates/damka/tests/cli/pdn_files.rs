//! pdn and files: nothing is destroyed, nothing is lost in silence, one bad file does not stop the others.

use crate::run::{Scratch, damka, damka_with, games};

#[test]
fn a_file_can_be_converted_onto_itself() {
    let file = Scratch::new("same.pdn", b"[White \"A\"]\n1. c3-d4 d6-c5 2. b2-c3 1-0\n");
    let run = damka(&["pdn", "convert", file.path(), "-o", file.path()]);
    assert_eq!(run.code, 0, "{run:?}");
    let written = std::fs::read_to_string(&file.0).unwrap();
    assert!(written.contains("[White \"A\"]") && written.contains("1. c3-d4 d6-c5 2. b2-c3 *"), "{written}");
    let filtered = damka(&["pdn", "filter", "--player", "a", file.path(), "-o", file.path()]);
    assert_eq!(filtered.code, 0, "{filtered:?}");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), written);
}

#[test]
fn what_cannot_be_read_leaves_the_output_alone() {
    let file = Scratch::new("kept.pdn", b"precious");
    let run = damka(&["pdn", "convert", "no/such/file.pdn", "-o", file.path()]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), "precious");
    let directory = file.0.parent().unwrap();
    let parts = std::fs::read_dir(directory).unwrap().flatten();
    let left: Vec<_> =
        parts.filter(|entry| entry.file_name().to_string_lossy().contains("kept.pdn.")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn short_and_cyrillic_moves_are_carried_over() {
    let check = |text: &str, expect: &str| {
        let run = damka_with(&["pdn", "convert", "-"], text);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{text}: {run:?}");
        assert!(run.out.contains(expect), "{text}: {}", run.out);
        assert_eq!(damka_with(&["pdn", "replay", "-"], text).code, 0, "{text}");
    };
    check("1. cb4 fg5 2. bc5 *", "1. c3-b4 f6-g5 2. b4-c5");
    check("1. cd4 fe5 2. d:f6 *", "1. c3-d4 f6-e5 2. d4:f6");
    check("1. с3-д4 ф6-е5 2. д:ф6 *", "1. c3-d4 f6-e5 2. d4:f6");
    check("1. c3-d4 (1. cb4 ba5) f6-e5 *", "1. c3-d4 (1. c3-b4 b6-a5) 1... f6-e5");
}

#[test]
fn nothing_is_lost_in_silence() {
    // A short move nobody can make sense of becomes a comment, and is told.
    let run = damka_with(&["pdn", "convert", "-"], "[White \"A\"]\n1. c3-d4 hc5 2. e3-f4 *\n");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("game 1 (A - ?): kept as it was from there, ply 2:"), "{}", run.err);
    assert!(run.out.contains("hc5") && run.out.contains("e3-f4"), "{}", run.out);
    // Words between the moves become comments.
    let run = damka_with(&["pdn", "convert", "-"], "1. c3-d4 strong! d6-c5 *\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("1. c3-d4 {strong!} 1... d6-c5"), "{}", run.out);
    assert!(run.err.contains("line 1, column 10: not a move: \"strong!\", kept as a comment"), "{}", run.err);
    // What has no place at all is told.
    let run = damka_with(&["pdn", "convert", "-"], "1. c3-d4 *\n\n[FILENAME \"x\"]\n");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("tags without a game, from [FILENAME]"), "{}", run.err);
    // A game of words alone does not pass for one without moves.
    let run = damka_with(&["pdn", "replay", "-"], "[White \"A\"] 1. zz9 yy8 *\n");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("ply 1: not a move: \"zz9 yy8\""), "{}", run.out);
}

#[test]
fn one_missing_file_does_not_stop_the_others() {
    let [first, last] = ["first.pdn", "last.pdn"].map(|name| Scratch::new(name, b"1. c3-d4 *\n"));
    for action in ["replay", "check", "stats", "filter"] {
        let run = damka(&["pdn", action, first.path(), "no/such/file.pdn", last.path()]);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{action}: {run:?}");
        assert!(run.err.contains("no/such/file.pdn: No such file"), "{}", run.err);
    }
    let run = damka(&["pdn", "replay", first.path(), "no/such/file.pdn", last.path()]);
    assert!(run.out.contains("total: 2 of 2 games replayed"), "{}", run.out);
    let run = damka(&["pdn", "convert", first.path(), "no/such/file.pdn", last.path()]);
    assert_eq!((run.code, run.out.matches("c3-d4").count()), (2, 2), "{run:?}");
}

#[test]
fn results_glued_to_the_next_game_part_them() {
    let run = damka_with(&["pdn", "replay", "-"], "1. 32-28 19-23 0-201.33-29 19-24 2-0\n");
    assert!(run.out.contains("2 of 2 games replayed, 4 plies (2 international)"), "{}", run.out);
}

#[test]
fn wide_text_without_a_mark_is_read() {
    let text = "[White \"Абациев\"]\n[Event \"Первенство Ленинграда\"]\n1. c3-d4 d6-c5 2-0\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let file = Scratch::new("wide.pdn", &wide);
    let run = damka(&["pdn", "convert", file.path()]);
    assert!(run.out.contains("[White \"Абациев\"]") && run.out.contains("1. c3-d4 d6-c5"), "{run:?}");
}

#[test]
fn numbers_are_counted_from_the_corner_the_game_type_says() {
    let check = |args: &[&str], text: &str, expect: &[&str]| {
        let args: Vec<_> = ["pdn", "convert", "-"].iter().chain(args).copied().collect();
        let run = damka_with(&args, text);
        assert_eq!(run.code, 0, "{text}: {run:?}");
        for expect in expect {
            assert!(run.out.contains(expect), "{text}: {}", run.out);
        }
    };
    check(&[], "[GameType \"25,W,8,8,N0,0\"] 1. 10-14 *", &["1. c3-d4", "\"25,W,8,8,A0,0\""]);
    check(&["--to", "numeric"], "[GameType \"25\"] 1. c3-d4 *", &["1. 22-18", "\"25,W,8,8,N2,0\""]);
    check(&[], "[GameType \"24\"] 1. 23-19 *", &["1. 10-14", "\"24,W,8,8,N1,1\""]);
    check(&[], "[GameType \"28,W,8,8,N2,1\"] 1. 23-19 *", &["1. 10-14", "\"28,W,8,8,N1,1\""]);
    check(&["--to", "algebraic"], "[GameType \"21\"] 1. 11-15 *", &["1. f6-e5", "\"21,B,8,8,A3,0\""]);
    check(&["--crosses"], "[GameType \"25\"] 1. c3-d4 f6-e5 2. d4:f6 *", &["2. d4xf6"]);
}

#[test]
fn large_boards_keep_their_numbers() {
    let run = damka_with(&["pdn", "convert", "--to", "algebraic", "-"], "[GameType \"20\"] 1. 32-28 *");
    assert!(run.code == 1 && run.out.contains("1. 32-28"), "{run:?}");
    assert!(run.err.contains("too large for letters"), "{run:?}");
}

#[test]
fn a_capture_that_may_be_several_is_decided_by_the_rest() {
    let start = "[GameType \"21\"] [FEN \"W:W30:B25,26,17,18,9,5\"]";
    let run = damka_with(&["pdn", "convert", "-"], &format!("{start} 1... 30x14 2. 9x18 *"));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("1... 30x23x14 2. 9x18"), "{}", run.out);
    let run = damka_with(&["pdn", "replay", "-"], &format!("{start} 1... 30x14 *"));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("ply 1: 30x14 may be") && run.out.contains("fits each"), "{}", run.out);
    assert!(run.out.contains("1 of 1 games replayed, 1 plies (1 english), 1 ambiguous"), "{}", run.out);
}

#[test]
fn our_own_games_replay_and_come_back() {
    for file in games() {
        let path = file.to_str().unwrap();
        let before = damka(&["pdn", "replay", "-q", path]);
        assert_eq!(before.code, 0, "{path}: {before:?}");
        let converted = damka(&["pdn", "convert", path]);
        assert_eq!((converted.code, converted.err.as_str()), (0, ""), "{path}");
        assert_eq!(converted.out, std::fs::read_to_string(&file).unwrap(), "{path}");
        assert_eq!(damka(&["pdn", "check", path]).code, 0, "{path}");
    }
}
