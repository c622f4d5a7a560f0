//! Growing an opening book by drop-out expansion: the engine looks where play is most likely to go.
//!
//! A tree of positions is grown leaf by leaf. From the root the cheapest way down is taken, where every ply
//! costs the same and a move that gives something away costs more; the leaf at its end is expanded by
//! searching all its moves, and what was learnt is carried back to the root. Good lines are followed far,
//! doubtful ones not long. The tree is kept in a file, so that growing can go on another day.

mod export;
mod log;
mod tree;
mod trial;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use damka_engine::{Book, Engine, Limits, Options, Score, Stop};
use damka_rules::{AnyPosition, Game, Outcome, Route, Variant};

pub use export::Terms;
use tree::Tree;
pub use trial::{BEGINNING, Trial, beginnings, trial};

/// How a book is grown.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Positions searched for every move of a leaf.
    pub nodes: u64,
    /// Stop after this time.
    pub time: Duration,
    /// Stop when the tree has so many expanded positions.
    pub expansions: usize,
    /// Hundredths of a man that count as much as a ply.
    pub ply_worth: i32,
    /// Decides between leaves that cost the same.
    pub seed: u64,
    /// Where the tree is kept.
    pub tree: PathBuf,
    /// Weights to judge with; the built-in ones if none are given.
    pub weights: Option<Vec<u8>>,
}

/// A first look takes one part in so many of the nodes.
const FIRST_LOOK: u64 = 8;
/// Moves that look so much worse at first get no second look.
const HOPELESS: i32 = 80;
/// So often somebody hears how far it is.
const NEWS: Duration = Duration::from_secs(15);

/// Grows the tree, going on where it was left, and makes a book of it.
pub fn grow(plan: &Plan, terms: &Terms, tell: &mut dyn FnMut(&str)) -> Result<Book> {
    let start = AnyPosition::start(plan.variant);
    let mut tree = Tree::new(start, plan.ply_worth, plan.seed);
    let mut log = log::open(&plan.tree, plan, &mut tree)?;
    let mut engine = Engine::new(Options { hash_mb: 16, threads: 1 });
    if let Some(bytes) = &plan.weights {
        engine.load_weights(plan.variant, bytes).context("the weights do not fit")?;
    }
    let begun = Instant::now();
    let mut next = NEWS;
    while tree.expanded() < plan.expansions && begun.elapsed() < plan.time {
        let Some(leaf) = tree.leaf() else { break };
        let (ply, pos) = tree.place(leaf);
        let judged = judge(&mut engine, &pos, plan.nodes);
        log.append(ply, &pos, &judged)?;
        tree.expand(leaf, judged);
        if begun.elapsed() >= next {
            next = begun.elapsed() + NEWS;
            tell(&news(plan.variant, &tree));
        }
    }
    tell(&news(plan.variant, &tree));
    Ok(export::book(&tree, terms))
}

fn news(variant: Variant, tree: &Tree) -> String {
    let (score, line) = tree.main_line();
    let count = tree.expanded();
    format!("{variant}: {count} positions expanded, {:+.2} {}", f64::from(score) / 100.0, line.join(" "))
}

/// What every move is worth for the side to move. The same position always gets the same answer.
fn judge(engine: &mut Engine, pos: &AnyPosition, nodes: u64) -> Vec<(Route, i32)> {
    engine.new_game();
    let moves = pos.moves();
    let mut search = |route: &Route, nodes: u64| {
        let next = pos.play_route(route).expect("the position listed this move");
        let game = Game::from_position(next);
        match game.outcome() {
            Some(Outcome::Win(side)) if side == pos.turn() => Score::win_in(1).value(),
            Some(Outcome::Win(_)) => Score::loss_in(1).value(),
            Some(Outcome::Draw) => Score::DRAW.value(),
            None => -engine.search(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| ()).score.value(),
        }
    };
    let first: Vec<i32> = moves.iter().map(|route| search(route, (nodes / FIRST_LOOK).max(1))).collect();
    let enough = first.iter().max().map_or(0, |best| best - HOPELESS);
    let second = |(route, first): (Route, i32)| {
        let value = if first < enough { first } else { search(&route, nodes) };
        (route, value)
    };
    moves.into_iter().zip(first).map(second).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use super::*;

    fn plan(name: &str, expansions: usize) -> Plan {
        let file = format!("damka-book-{name}-{}.tree", std::process::id());
        Plan {
            variant: Variant::Russian,
            nodes: 300,
            time: Duration::from_secs(600),
            expansions,
            ply_worth: 6,
            seed: 1,
            tree: std::env::temp_dir().join(file),
            weights: None,
        }
    }

    fn grown(plan: &Plan) -> Book {
        grow(plan, &Terms::default(), &mut |_| ()).unwrap()
    }

    #[test]
    fn growing_is_repeatable_and_goes_on_where_it_was_left() {
        let (whole, parts) = (plan("whole", 60), plan("parts", 25));
        let book = grown(&whole);
        assert!(!book.is_empty());
        grown(&parts);
        // As if the power had failed in the middle of a line.
        let text = fs::read_to_string(&parts.tree).unwrap();
        fs::write(&parts.tree, &text[..text.len() - 7]).unwrap();
        assert_eq!(grown(&Plan { expansions: 60, ..parts.clone() }), book);
        assert_eq!(fs::read(&parts.tree).unwrap(), fs::read(&whole.tree).unwrap());
        for plan in [whole, parts] {
            fs::remove_file(plan.tree).unwrap();
        }
    }

    #[test]
    fn a_tree_of_other_terms_is_refused() {
        let small = plan("terms", 3);
        grown(&small);
        let other = Plan { nodes: 301, ..small.clone() };
        let error = grow(&other, &Terms::default(), &mut |_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("nodes"), "{error:#}");
        let text = fs::read_to_string(&small.tree).unwrap();
        fs::write(&small.tree, text.replace("c3-d4", "c3-d5")).unwrap();
        let error = grow(&small, &Terms::default(), &mut |_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
        fs::remove_file(small.tree).unwrap();
    }

    #[test]
    fn following_the_book_stays_in_it_for_a_while() {
        let plan = plan("depth", 80);
        let book = grown(&plan);
        fs::remove_file(&plan.tree).unwrap();
        let mut lines = HashSet::new();
        for seed in 0..50 {
            let mut game = Game::new(Variant::Russian);
            while let Some(route) = book.choose(game.position(), seed) {
                game.play_route(&route).unwrap();
            }
            assert!(game.ply() >= 2, "seed {seed}: {} plies", game.ply());
            lines.insert(game.position().key());
        }
        assert!(lines.len() > 3, "{} different lines", lines.len());
    }
}
