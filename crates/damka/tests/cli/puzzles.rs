//! damka puzzles.

use crate::run::{Scratch, damka};

/// A file of one puzzle that holds.
const HEAD: &str = "puzzles russian";

#[test]
fn what_came_with_the_program_is_listed() {
    let run = damka(&["puzzles", "list", "--variant", "russian", "--sample", "5"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 5), "{run:?}");
    for line in run.out.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        assert!(fields.len() >= 3 && fields[1].split(' ').count() >= 3, "{line}");
        let moves = damka(&["moves", "--variant", "russian", "--fen", fields[0]]);
        assert_eq!(moves.code, 0, "{line}");
        assert!(fields[2].trim_end_matches(" |").parse::<u16>().is_ok(), "{line}");
    }
    let hard = damka(&["puzzles", "list", "--variant", "russian", "--least", "1500", "--theme", "shot"]);
    assert!(hard.out.lines().all(|line| line.contains("shot")) && !hard.out.is_empty(), "{hard:?}");
}

#[test]
fn proofs_are_repeated() {
    let run = damka(&["puzzles", "verify", "--variant", "russian", "--sample", "2", "--nodes", "60000"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.ends_with("together: 2 of 2 hold\n"), "{run:?}");
}

/// Two kings against a man far away: the line is legal and has the themes of its file, but other moves win as well.
#[test]
fn what_does_not_hold_is_named() {
    // White: kings on a1 and c1. Black: a man on h6.
    let line = "Waaaaadaaaaaaaam c1-b2,h6-g5,b2-c3 1000 o\n";
    let text = format!("{HEAD} 1\nblock 1 {} 1000 1000 o\n\n{line}", line.len());
    let file = Scratch::new("doubtful.txt", text.as_bytes());
    let run = damka(&["puzzles", "verify", "--nodes", "20000", "--file", file.path()]);
    assert!(run.code == 1 && run.out.contains("does not hold: russian"), "{run:?}");
    let none = Scratch::new("none.txt", format!("{HEAD} 0\n\n").as_bytes());
    let run = damka(&["puzzles", "verify", "--file", none.path()]);
    assert!(run.code == 2 && run.err.contains("no puzzles to verify"), "{run:?}");
}

#[test]
fn bad_input_is_named() {
    let check = |args: &[&str], told: &str| {
        let run = damka(&[&["puzzles"], args].concat());
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(told), "{}", run.err);
    };
    check(&["list", "--variant", "chess"], "chess");
    check(&["list", "--theme", "castling"], "known are: shot");
    check(&["list", "--file", "no-such-file"], "no-such-file");
    let file = Scratch::new("bad.txt", format!("{HEAD} 1\nblock 1 9 9 9 -\n\nnonsense\n").as_bytes());
    check(&["list", "--file", file.path()], "block 0");
}
