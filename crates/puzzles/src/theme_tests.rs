//! Themes tried on lines of known meaning.

use damka_rules::Variant;

use super::*;

/// The keys of the themes of a line, and what is taken.
fn themes(variant: Variant, fen: &str, moves: &str) -> (String, Tally) {
    let mut game = Game::from_fen(variant, fen).unwrap();
    moves.split(' ').for_each(|text| _ = game.play_text(text).unwrap());
    let keys: Vec<&str> = Themes::of(&game).iter().map(Theme::key).collect();
    (keys.join(" "), Tally::of(&game))
}

#[test]
fn letters_are_read_back() {
    let all: Themes = Theme::ALL.into_iter().collect();
    assert_eq!(Themes::read(&all.to_string()), Ok(all));
    assert_eq!(Themes::read("-"), Ok(Themes::default()));
    assert_eq!(Themes::read("a?"), Err('?'));
    for theme in Theme::ALL {
        assert_eq!(Theme::of_key(theme.key()), Some(theme));
    }
}

#[test]
fn themes_are_those_of_the_line() {
    let check = |fen: &str, moves: &str, expected: &str, taken: usize, given: usize| {
        let found = themes(Variant::Russian, fen, moves);
        assert_eq!(found, (expected.to_string(), Tally { taken, given }), "{fen} {moves}");
    };
    check(
        "B:Wd4,a3,c3,g3,b2,d2,h2,a1,e1,g1:Bb8,d8,f8,h8,a7,c7,g7,b6,d6,f4",
        "d6-c5 g3:e5 c5:c1",
        "shot offer free-tempo",
        2,
        1,
    );
    check(
        "B:Wa5,f4,e3,b2,d2,f2,a1,c1:Bb8,d8,h8,g7,h6,c5,g5",
        "c5-d4 e3:c5 g5:g1",
        "shot offer clearance",
        2,
        1,
    );
    check(
        "W:Wc5,d4,e3,b2,d2,f2,h2,a1,e1:Bb8,a7,c7,e7,g7,h6,a5,g5,h4",
        "c5-b6 a7:c5 d4:h8",
        "shot offer decoy crowned-in-passing big-capture",
        4,
        1,
    );
    check(
        "B:Wh6,a3,b2,d2:Be7,g7,d6,a5",
        "d6-c5 h6:b4 a5:e1",
        "offer decoy breakthrough sent-to-king king-caught",
        2,
        3,
    );
    check("B:WKe7:Bh4,Kb2", "b2-f6 e7:g5 h4:f6", "offer decoy king-caught endgame", 1, 1);
    check("W:WKf8:Bg3", "f8-c5 g3-h2 c5-g1", "blockade endgame", 0, 0);
}
