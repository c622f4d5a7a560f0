//! damka play, line by line.

use crate::run::{Scratch, damka, damka_bytes, damka_with, refused};

fn play(args: &[&str], input: &str) -> String {
    let args: Vec<_> = ["play", "--variant", "russian", "--seed", "1"].iter().chain(args).copied().collect();
    let run = damka_with(&args, input);
    assert_eq!(run.code, 0, "{run:?}");
    run.out
}

#[test]
fn a_move_is_answered() {
    let out = play(&["--level", "3"], "c3-d4\nquit\n");
    assert_eq!(out.matches("Damka: ").count(), 1, "{out}");
    assert!(
        out.contains("White to move (you)") && out.contains("Black to move (Damka, just learnt)"),
        "{out}"
    );
}

#[test]
fn an_opening_is_called_by_its_name() {
    let out = play(&["--side", "both"], "a3-b4\nb6-a5\ne3-d4\nundo\nquit\n");
    assert_eq!(out.matches("Игра Бодянского (Bodyansky's Game)").count(), 1, "{out}");
}

#[test]
fn refusals_are_worded() {
    let out =
        play(&["--side", "both", "--fen", "W:Wc3,e3,h2:Bd4,b6"], "e3-f4\nc4-d5\nd4-c5\nc3-b4\nnonsense\n");
    for told in ["you must capture with c3", "'c4'", "the piece on d4 is the opponent's", "'nonsense'"] {
        assert!(out.contains(told), "{told}: {out}");
    }
}

#[test]
fn the_other_wishes() {
    let file = Scratch::new("play.pdn", b"");
    let input = format!(
        "help\nmoves\nfen\nhint\nc3-d4\nundo\nundo\nflip\nlevel 3\nlevel\nc3-b4\npdn\npdn {0}\npdn! {0}\nresign\nundo\ndraw\ndraw\n\
         new\ngo\nquit\n",
        file.path()
    );
    let out = play(&["--side", "both", "--depth", "3"], &input);
    for told in [
        "show the move Damka would play",
        "a3-b4 c3-b4",
        "W:Wa3,c3",
        "hint: ",
        "there is no move to take back",
        "level 3: ",
        "full strength",
        "1. c3-b4",
        "exists; to replace it: pdn! ",
        "saved to ",
        "Black resigned",
        "White offers a draw: type draw to accept",
        "draw by agreement",
        "Damka: ",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    let replayed = damka(&["pdn", "replay", file.path()]);
    assert!(replayed.out.contains("1 of 1 games"), "{replayed:?}");
}

/// Bytes that are no text are one bad line, not the end of the game.
#[test]
fn nonsense_bytes_are_survived() {
    let input = b"\xff\xfe\xff\nc3-d4\nquit\n";
    let run = damka_bytes(&["play", "--variant", "russian", "--side", "both"], &[], input);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("Black to move"), "{}", run.out);
}

/// A dumb terminal gets a board of ASCII, in whatever order the letters of Hub are known for.
#[test]
fn a_dumb_terminal_is_shown_letters() {
    let args = ["play", "--variant", "russian", "--side", "both", "--fen", "W:Wc3,Ka1:Bd4,Kh8"];
    let run = damka_bytes(&args, &[("TERM", "dumb")], b"quit\n");
    assert!(run.out.is_ascii(), "{}", run.out);
    for row in ["  8   .   .   .   B", "  4   .   b   .   .", "  3 .   w   .   .", "  1 W   .   .   ."] {
        assert!(run.out.contains(row), "{row}: {}", run.out);
    }
}

#[test]
fn the_computer_plays_itself_to_the_end() {
    for variant in ["russian", "english", "armenian", "breakthrough"] {
        let run = damka(&["play", "--variant", variant, "--side", "none", "--level", "1", "--seed", "3"]);
        assert_eq!(run.code, 0, "{run:?}");
        let last = run.out.lines().last().unwrap();
        assert!(last.contains("wins: ") || last.contains("draw"), "{variant}: {last}");
    }
}

#[test]
fn touch_move_and_the_draw_counter() {
    let out = play(&["--side", "both", "--fen", "W:WKa1,Kc1,Ke1:BKh2"], "a1-b2\n");
    assert!(out.contains("draw in "), "{out}");
}

#[test]
fn bad_games() {
    refused(&["play"], "--variant");
    refused(&["play", "--variant", "go"], "unknown variant 'go'");
    refused(&["play", "--variant", "russian", "--level", "13"], "--level: 13");
    refused(&["play", "--variant", "russian", "--side", "red"], "red");
    refused(&["play", "--variant", "russian", "--fen", "W:Wa9:Bb2"], "column 4");
}
