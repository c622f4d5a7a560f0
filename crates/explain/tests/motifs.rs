//! Motifs from lines: each test says what a line does, and some say what it does not.

use damka_explain::{Line, Motif, motifs};
use damka_rules::{AnyPosition, Variant};

fn found(variant: Variant, fen: &str, line: &str) -> Vec<Motif> {
    let pos = AnyPosition::from_fen(variant, fen).expect("a position");
    let mut played = Line::at(pos);
    for text in line.split_whitespace() {
        played.play_text(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    motifs(&played)
}

/// These motifs and no others.
#[track_caller]
fn check(variant: Variant, fen: &str, line: &str, expected: &[&str]) {
    let mut keys: Vec<&str> = found(variant, fen, line).into_iter().map(Motif::key).collect();
    let mut expected = expected.to_vec();
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected, "{variant} {fen} {line}");
}

#[test]
fn exchanges() {
    check(Variant::Russian, "W:Wc3,b2,a1:Be5,h8", "c3-d4 e5:c3 b2:d4", &["exchange", "decoy"]);
    check(Variant::Russian, "W:Wc3,b4,a5:Be5,h8", "c3-d4 e5:c3 b4:d2", &["exchange-back", "decoy"]);
}

#[test]
fn men_that_get_through() {
    check(Variant::Russian, "W:Wf6:Bc7,e7,c5", "f6:d8:b6:d4", &["crowned-in-passing"]);
    check(Variant::Russian, "W:Wd6:Bh8,h2", "d6-c7 h2-g1 c7-b8", &["breakthrough"]);
    check(Variant::Russian, "W:Wf6:Bc7,g7", "f6:h8", &[]);
}

#[test]
fn no_way_out() {
    check(Variant::Russian, "W:Wg3,e1:Bh4", "e1-f2", &["blockade"]);
    check(Variant::Russian, "B:Wc3:Bd6", "d6-c5 c3-b4 c5:a3", &["zugzwang"]);
}

#[test]
fn two_at_once() {
    check(Variant::Russian, "W:Wc5:Bc7,e5", "c5-d6 c7-b6 d6:f4", &["fork", "gap"]);
}

#[test]
fn shots() {
    check(Variant::English, "W:WK7,K10:B3,K19", "10-6 3x10 6x24", &["shot", "decoy"]);
    check(Variant::Russian, "W:We5,a3:Bb6,c5,b4", "e5-d6 c5:e7 a3:a7", &["shot", "clearance"]);
    check(Variant::English, "W:W9,31,32:B5,15,24", "32-28 5x14 28x10", &["shot", "free-tempo"]);
    check(Variant::Armenian, "W:WKd5,d4:Bb4,Kd1", "d5-d8 d1xd5 d8xa4", &["shot", "decoy", "both-ways"]);
}

#[test]
fn led_by_the_hand() {
    check(Variant::Russian, "W:Wa3,b2,d2:Bb8,d6,f4", "d2-e3 f4:d2 b2-c3 d2:b4 a3:e7", &["recall", "decoy"]);
    check(
        Variant::Russian,
        "W:Wf4,Kh4,a1,c1:Bh6,b4,Kd4,a3",
        "c1-b2 a3:g5 h4:a5",
        &["shot", "decoy", "sent-to-king"],
    );
}

#[test]
fn the_law_of_the_most() {
    check(
        Variant::International,
        "W:W13,22,25,38:B7,18,29,39",
        "38-33 39x17 13x2",
        &["shot", "decoy", "majority-trap"],
    );
}

#[test]
fn a_line_without_moves_has_no_motif() {
    assert!(motifs(&Line::at(AnyPosition::start(Variant::Russian))).is_empty());
}

/// `DAMKA_LINES=FILE cargo test -p damka-explain --test motifs -- --ignored --nocapture`: the motifs of a file of
/// `variant | FEN | anything | moves`.
#[test]
#[ignore = "a tool"]
fn list() {
    let Some(path) = std::env::var_os("DAMKA_LINES") else { return };
    for line in std::fs::read_to_string(path).expect("a file").lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let variant = fields[0].parse().expect("a variant");
        let pos = AnyPosition::from_fen(variant, fields[1]).expect("a position");
        let texts: Vec<&str> = fields[3].split_whitespace().collect();
        for plies in (1..=texts.len()).step_by(2) {
            let found: Vec<&str> =
                motifs(&Line::read(pos, &texts[..plies])).into_iter().map(Motif::key).collect();
            println!("{} | {} | {} | {}", fields[0], fields[1], texts[..plies].join(" "), found.join(" "));
        }
    }
}
