//! Each reason for a refusal, in the smallest position that shows it.

use damka_rules::{AnyPosition, MoveText, Refusal, Variant, Wish};

fn refusal(variant: &str, fen: &str, wish: &str) -> Option<Refusal> {
    let variant: Variant = variant.parse().unwrap();
    let pos = AnyPosition::from_fen(variant, fen).unwrap();
    pos.refuse(&Wish { stops: MoveText::parse(wish, variant.grid()).unwrap().squares().unwrap() })
}

/// Game, position, what is tried, and why not.
const REASONS: &str = "
    russian | start | c3-d4 | legal
    russian | start | c3-e5 | too-far
    russian | start | c3-b2 | path-blocked
    russian | start | d4-e5 | empty-square
    russian | start | b6-a5 | not-yours
    russian | start | b2-d4 | own-piece
    russian | start | c3-c5 | not-a-line
    russian | W:Wc3,a1:Bh8 | c3-d2 | men-dont-go-back
    russian | W:Wc3,g3:Bd4 | g3-h4 | must-capture
    russian | W:Wc3,g3:Bd4 | c3-b4 | must-capture
    russian | W:Wc3:Bd4,d6,h8 | c3-e5 | must-go-on
    russian | W:WKh8:Bd6,g7 | h8-a1 | must-land-where-it-goes-on
    russian | W:WKa1:Bd4,e5 | a1-g7 | two-in-a-row
    russian | W:WKa1:Bd4,e5 | a1-b2 | legal
    russian | W:WKa1,c3:Bh6 | a1-d4 | own-piece
    russian | W:WKd8:Bb2,d2,Kd6,e7 | d8-g5-c1-a3-f8 | already-taken
    brazilian | W:Wc3:Bb4,b6,d2 | c3-e1 | must-take-more
    czech | W:Wc3,Kh8:Bd4,g7 | c3-e5 | must-take-better
    italian | W:W22:BK18 | 22-13 | men-dont-take-kings
    english | W:Wd4:Be3 | d4-f2 | men-dont-go-back
    armenian | start | a3-a5 | too-far
    armenian | W:Wd4:Bh8 | d4-d3 | men-dont-go-back
    turkish | W:Wd4:Bh8 | d4-e5 | not-a-line
";

#[test]
fn reasons() {
    for line in REASONS.trim().lines() {
        let [variant, fen, wish, reason] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let found = refusal(variant, fen, wish);
        assert_eq!(found.as_ref().map_or("legal", Refusal::name), reason, "{line}: {found:?}");
    }
}

#[test]
fn refusals_name_the_squares() {
    let grid = Variant::Russian.grid();
    let square = |name: &str| grid.parse_square(name).unwrap();
    let Some(Refusal::MustCapture { with, routes }) = refusal("russian", "W:Wc3,g3:Bd4", "g3-h4") else {
        panic!()
    };
    assert_eq!(with, [square("c3")]);
    assert_eq!(routes[0].taken(), [square("d4")]);
    let Some(Refusal::MustTakeMore { yours, best, route }) = refusal("brazilian", "W:Wc3:Bb4,b6,d2", "c3-e1")
    else {
        panic!()
    };
    assert_eq!((yours, best), (1, 2));
    assert_eq!(route.taken().len(), 2);
}

#[test]
fn a_king_rests_after_three_moves() {
    let mut game = damka_rules::Game::from_fen(Variant::Frisian, "W:WK46,50:BK4,8").unwrap();
    for text in ["46-41", "4-9", "41-46", "9-4", "46-41", "8-12"] {
        game.play_text(text).unwrap();
    }
    let refused = game.play_text("41-46").unwrap_err().to_string();
    assert!(refused.contains("must rest"), "{refused}");
    let fen = game.position().to_fen();
    assert_eq!(AnyPosition::from_fen(Variant::Frisian, &fen).unwrap(), *game.position(), "{fen}");
    game.play_text("50-45").unwrap();
    game.play_text("12-17").unwrap();
    game.play_text("41-46").unwrap();
}
