//! Trees of plies: whatever is added, promoted and deleted, they stay trees of legal games.

use damka_rules::{AnyPosition, Game, NodeId, Side, Tree, TreeError, Variant};
use proptest::prelude::*;

fn texts(game: &Game) -> Vec<&str> {
    game.moves().iter().map(|played| played.text.as_str()).collect()
}

#[test]
fn a_game_becomes_a_tree_and_a_game_again() {
    let mut game = Game::from_fen(Variant::Russian, "W:Wc3,e3:Bd6,f6,h6:H0:F12").unwrap().with_touch_move();
    for text in ["c3-d4", "h6-g5", "d4-c5", "d6xb4"] {
        game.play_text(text).unwrap();
    }
    game.resign(Side::White).unwrap();
    let tree: Tree = Tree::of(&game);
    let again = tree.main_game();
    assert_eq!(again.positions(), game.positions());
    assert_eq!((again.ending(), again.start_fen()), (game.ending(), game.start_fen()));
    assert!(again.touch_move());
    assert_eq!(tree.game_at(tree.root()).unwrap().ply(), 0);
    assert_eq!(tree.game_at(tree.path(tree.main_end())[2]).unwrap().ending(), None);
}

#[test]
fn variations_are_added_promoted_and_deleted() {
    let mut tree: Tree<u32> = Tree::of(&Game::new(Variant::Russian));
    let root = tree.root();
    let first = tree.play_text(root, "c3-d4").unwrap();
    let second = tree.play_text(root, "e3-f4").unwrap();
    let third = tree.play_text(root, "g3-h4").unwrap();
    assert_eq!(tree.play_text(root, "22-18"), Ok(first), "an equal move is not added");
    let answer = tree.play_text(second, "b6-a5").unwrap();
    *tree.note_mut(answer).unwrap() = 7;
    assert_eq!(tree.children(root), [first, second, third]);
    tree.promote(third).unwrap();
    assert_eq!(tree.children(root), [first, third, second]);
    tree.promote(first).unwrap();
    assert_eq!(tree.children(root)[0], first);
    tree.make_main(answer).unwrap();
    assert_eq!(tree.children(root), [second, first, third]);
    assert_eq!(tree.main_line().collect::<Vec<_>>(), [second, answer]);
    assert_eq!(texts(&tree.main_game()), ["e3-f4", "b6-a5"]);
    assert!(tree.is_main(answer) && !tree.is_main(first));
    assert_eq!((tree.note(answer), tree.ply(answer)), (Some(&7), 2));
    assert_eq!(tree.delete(second), Ok(root));
    assert!(!tree.has(answer) && tree.game_at(answer).is_none() && tree.path(answer).is_empty());
    assert_eq!(tree.play_text(answer, "a1-b2"), Err(TreeError::Gone));
    assert_eq!((tree.delete(root), tree.promote(root)), (Err(TreeError::Root), Err(TreeError::Root)));
    let error = tree.play_text(root, "c3-c4").unwrap_err().to_string();
    assert!(error.contains("c4"), "{error}");
}

/// Analysis goes on where a draw law has ended the game.
#[test]
fn a_tree_goes_on_after_a_draw() {
    let mut game = Game::from_fen(Variant::Turkish, "W:WKa1:Bh5,h6").unwrap();
    game.play_text("a1-a2").unwrap();
    let mut tree: Tree = Tree::of(&Game::from_fen(Variant::Turkish, "W:WKa1:Bh5").unwrap());
    assert!(tree.main_game().ending().is_some(), "one piece each");
    let at = tree.play_text(tree.root(), "a1-a2").unwrap();
    assert_eq!(texts(&tree.game_at(at).unwrap()), ["a1-a2"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_stays_a_tree(
        variant in prop::sample::select(Variant::EVERY),
        acts in prop::collection::vec((0u8..8, any::<usize>(), any::<usize>()), 1..60),
    ) {
        let mut tree: Tree<usize> = Tree::of(&Game::new(variant));
        for (act, which, how) in acts {
            let places: Vec<NodeId> = tree.all().collect();
            let at = places[which % places.len()];
            match act {
                0 => _ = tree.delete(at),
                1 => _ = tree.promote(at),
                2 => {
                    let done = tree.make_main(at);
                    prop_assert!(done.is_err() || tree.is_main(at));
                }
                _ => {
                    let routes = tree.position(at).unwrap().routes();
                    if let Some(route) = routes.get(how.checked_rem(routes.len()).unwrap_or(0)) {
                        let child = tree.play_route(at, route).unwrap();
                        *tree.note_mut(child).unwrap() = how;
                        prop_assert_eq!(tree.play_route(at, route), Ok(child));
                    }
                }
            }
            check(&tree)?;
        }
    }
}

fn check(tree: &Tree<usize>) -> Result<(), TestCaseError> {
    for at in tree.all() {
        let pos: &AnyPosition = tree.position(at).unwrap();
        for (i, &child) in tree.children(at).iter().enumerate() {
            prop_assert_eq!(tree.parent(child), Some(at));
            let route = &tree.played(child).unwrap().route;
            prop_assert_eq!(pos.play_route(route), tree.position(child).copied());
            let twins =
                tree.children(at)[..i].iter().filter(|c| tree.played(**c).unwrap().route.same_move(route));
            prop_assert_eq!(twins.count(), 0);
        }
        let game = tree.game_at(at).unwrap();
        prop_assert_eq!(game.position(), pos);
        prop_assert_eq!(game.ply(), tree.ply(at));
        let path: Vec<AnyPosition> = tree.path(at).iter().map(|&id| *tree.position(id).unwrap()).collect();
        prop_assert_eq!(&path[..], game.positions());
    }
    let reachable = tree.all().filter(|&at| tree.path(at).first() == Some(&tree.root())).count();
    prop_assert_eq!(reachable, tree.all().count());
    Ok(())
}
