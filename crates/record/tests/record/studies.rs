//! Trees of moves with notes, to PDN and back.

use damka_pdn::{Reader, to_pdn};
use damka_record::{Note, Record, Study};
use damka_rules::{NodeId, Tree, Variant};
use proptest::prelude::*;

use crate::random::{Dice, game};

fn read(text: &str) -> Study {
    let game = Reader::new(text.as_bytes()).next().expect("a game").expect("no i/o error");
    Study::from_pdn(&game, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A tree as text: moves, notes, variations in their order.
fn show(tree: &Tree<Note>, at: NodeId) -> String {
    let text = tree.played(at).map_or("", |played| played.text.as_str());
    let Note { before, comments, nags, marks } = tree.note(at).expect("it is there");
    let after: Vec<_> = tree.children(at).iter().map(|child| show(tree, *child)).collect();
    format!("{before:?}{text}{marks}{nags:?}{comments:?}({})", after.join(" | "))
}

/// A study of a random game with random variations and notes.
fn study(variant: Variant, seed: u64, plies: usize) -> Study {
    let mut study = Study::from_record(&Record::from_game(&game(variant, seed, plies))).expect("legal");
    let mut dice = Dice(seed ^ 3);
    for _ in 0..12 {
        let places: Vec<NodeId> = study.tree.all().collect();
        let at = places[dice.roll(places.len())];
        let routes = study.tree.position(at).expect("it is there").routes();
        if routes.is_empty() {
            continue;
        }
        let at =
            study.tree.play_route(at, &routes[dice.roll(routes.len())]).expect("a listed route is legal");
        let starts_variation =
            study.tree.parent(at).is_some_and(|parent| study.tree.children(parent)[0] != at);
        let note = study.tree.note_mut(at).expect("it was just made");
        note.comments = ["", "good", "[%cal Gc3d4] Աղեկ"][..1 + dice.roll(3)]
            .iter()
            .skip(1)
            .map(|text| (*text).to_owned())
            .collect();
        note.marks = ["", "!", "?!", "(?)"][dice.roll(4)].to_owned();
        note.nags = [1, 7, 22][..dice.roll(3)].to_vec();
        if starts_variation && dice.roll(3) == 0 {
            note.before = vec!["or".to_owned()];
        }
    }
    study
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn studies_come_back(seed: u64, plies in 0_usize..60) {
        for &variant in Variant::EVERY {
            let study = study(variant, seed, plies);
            let text = to_pdn(&study.to_pdn()).unwrap();
            let again = read(&text);
            prop_assert_eq!(&again.faults, &[], "{}", text);
            prop_assert_eq!(show(&again.tree, again.tree.root()), show(&study.tree, study.tree.root()), "{}", text);
            prop_assert_eq!(again.to_record(), study.to_record(), "{}", text);
            prop_assert_eq!(to_pdn(&again.to_pdn()).unwrap(), text);
        }
    }
}

#[test]
fn nothing_said_is_lost() {
    let check = |text: &str, expect: &str| {
        let written = to_pdn(&read(text).to_pdn()).unwrap();
        assert_eq!(written.split_once("\n\n").map(|(_, moves)| moves.trim_end()), Some(expect), "{text}");
    };
    check(
        "[GameType \"25\"] {first} 1. c3-d4! {a} (1. c3-b4 (1. e3-f4 {deep} f6-g5) 1... b6-a5) 1... d6-c5 $1 $7 *",
        "{first} 1. c3-d4! {a} (1. c3-b4 b6-a5) (1. e3-f4 {deep} 1... f6-g5) 1... d6-c5\n$1 $7 *",
    );
    // A variation that repeats the main move is joined with it.
    check(
        "[GameType \"25\"] 1. c3-d4 {x} (1. c3-d4 {y} d6-e5) 1... d6-c5 *",
        "1. c3-d4 {x} {y} 1... d6-c5 (1... d6-e5) *",
    );
    // What cannot be played is kept in words.
    check(
        "[GameType \"25\"] 1. c3-d4 (1. c3-b4 a1-h8 {?} b6-a5) d6-c5 *",
        "1. c3-d4 (1. c3-b4 {a1-h8 b6-a5} {?}) 1... d6-c5 *",
    );
    check("[GameType \"25\"] 1. c3-d4 d4-c3 2. e3-f4 *", "1. c3-d4 {d4-c3 e3-f4} *");
    check("[GameType \"25\"] 1. c3-d4 ({better is} c3-b4) *", "1. c3-d4 ({better is} 1. c3-b4) *");
}

#[test]
fn faults_are_named() {
    let study = read("[GameType \"25\"] 1. c3-d4 (1. c3-b4 a1-h8) d6-c5 *");
    assert_eq!(study.faults.len(), 1);
    assert!(study.faults[0].to_string().starts_with("ply 2: a1-h8"), "{:?}", study.faults);
}
