//! Motifs from lines: each test says what a line does, and some say what it does not.

use damka_explain::{Line, Motif, motifs};
use damka_rules::AnyPosition;
use damka_rules::Variant::{self, Armenian, English, International, Russian, Thai, Turkish};

fn found(variant: Variant, fen: &str, line: &str) -> Vec<Motif> {
    let pos = AnyPosition::from_fen(variant, fen).expect("a position");
    let mut played = Line::at(pos);
    for text in line.split_whitespace() {
        played.play_text(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    motifs(&played)
}

/// A game, a position, a line, and the motifs it has: these and no others.
type Case = (Variant, &'static str, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    // Exchanges.
    (Russian, "W:Wc3,b2,a1:Be5,h8", "c3-d4 e5:c3 b2:d4", &["exchange", "decoy"]),
    (Russian, "W:Wc3,b4,a5:Be5,h8", "c3-d4 e5:c3 b4:d2", &["exchange-back", "decoy"]),
    // Men that get through.
    (Russian, "W:Wf6:Bc7,e7,c5", "f6:d8:b6:d4", &["crowned-in-passing"]),
    (Russian, "W:Wd6:Bh8,h2", "d6-c7 h2-g1 c7-b8", &["breakthrough"]),
    (Russian, "W:Wf6:Bc7,g7", "f6:h8", &[]),
    // No way out.
    (Russian, "W:Wg3,e1:Bh4", "e1-f2", &["blockade"]),
    (Russian, "B:Wc3:Bd6", "d6-c5 c3-b4 c5:a3", &["zugzwang"]),
    // Two at once.
    (Russian, "W:Wc5:Bc7,e5", "c5-d6 c7-b6 d6:f4", &["fork", "gap"]),
    // Shots.
    (English, "W:WK7,K10:B3,K19", "10-6 3x10 6x24", &["shot", "decoy"]),
    (Russian, "W:We5,a3:Bb6,c5,b4", "e5-d6 c5:e7 a3:a7", &["shot", "clearance"]),
    (English, "W:W9,31,32:B5,15,24", "32-28 5x14 28x10", &["shot", "free-tempo"]),
    (Armenian, "W:WKd5,d4:Bb4,Kd1", "d5-d8 d1xd5 d8xa4", &["shot", "decoy", "both-ways"]),
    // Led by the hand.
    (Russian, "W:Wa3,b2,d2:Bb8,d6,f4", "d2-e3 f4:d2 b2-c3 d2:b4 a3:e7", &["recall", "decoy"]),
    (Russian, "W:Wf4,Kh4,a1,c1:Bh6,b4,Kd4,a3", "c1-b2 a3:g5 h4:a5", &["shot", "decoy", "sent-to-king"]),
    // The law of the most.
    (International, "W:W13,22,25,38:B7,18,29,39", "38-33 39x17 13x2", &["shot", "decoy", "majority-trap"]),
    // What is taken stands until the end, and in the way.
    (International, "W:W8,13,24,27,34:BK3", "27-22 3x19 13x24", &["decoy", "turkish-stroke"]),
    (Russian, "W:Wd6,f6,b4,c3,e3,b2:BKd8", "f6-e7 d8:c5 d6:b4", &["decoy", "turkish-stroke"]),
    (Russian, "W:Wf6,c5,e5,d4,f4:BKa3,d2", "f6-g7 a3:e3 d4:f2", &["decoy", "half-turkish"]),
    (Russian, "W:Wd6,a5,c5,d4,e3,d2:BKb8", "d2-c3 b8:b4 a5:c3", &["decoy", "half-turkish"]),
    // Round and round.
    (Russian, "W:Wc7,e3,Kg3:Bg7,g5,b4,c3,b2", "e3-d4 c3:e5 g3:f8", &["shot", "decoy", "tourniquet"]),
    (
        Armenian,
        "W:Wb6,c4,Ke3,g3:Bg8,a6,g5,a4,h4,g2",
        "e3-e8 a6xc6 e8xg4",
        &["shot", "free-tempo", "decoy", "clearance", "tourniquet"],
    ),
    // What is taken leaves at once, and opens the way.
    (
        Turkish,
        "W:Wd6,g5,b3,b1,Kc1,h1:Bc8,d5,f4,a2,d2",
        "b1-b2 a2xc2 c1xc2",
        &["shot", "decoy", "line-opened"],
    ),
    (Thai, "W:W6,K9,12,14,32:B1,15,17,25", "9-13 1x10 13x29", &["shot", "free-tempo", "line-opened"]),
];

#[test]
fn lines_have_these_motifs_and_no_others() {
    for &(variant, fen, line, expected) in CASES {
        let mut keys: Vec<&str> = found(variant, fen, line).into_iter().map(Motif::key).collect();
        let mut expected = expected.to_vec();
        keys.sort_unstable();
        expected.sort_unstable();
        assert_eq!(keys, expected, "{variant} {fen} {line}");
    }
}

#[test]
fn every_motif_has_a_line() {
    for motif in Motif::ALL {
        let has = CASES.iter().any(|(_, _, _, expected)| expected.contains(&motif.key()));
        assert!(has, "no line shows {}", motif.key());
    }
}

#[test]
fn a_line_without_moves_has_no_motif() {
    assert!(motifs(&Line::at(AnyPosition::start(Russian))).is_empty());
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
