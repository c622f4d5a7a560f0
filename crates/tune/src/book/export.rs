//! A book made of a tree: the good moves of the positions that can be reached by them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use damka_engine::{Book, BookMove};
use damka_rules::{BySide, Key, Side, Square};

use super::tree::{Edge, Node, Tree};

/// What goes into a book.
#[derive(Copy, Clone, Debug)]
pub struct Terms {
    /// Moves that give away at most so many hundredths of a man.
    pub margin: i32,
    /// So many moves at most; those of the likeliest positions.
    pub most: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { margin: 6, most: 2500 }
    }
}

/// The weight of the best move; one that gives away half the margin gets half of it.
const WEIGHT: f64 = 1000.0;

/// The book of a tree.
///
/// A position is in it if the side to move gets there by book moves, whatever the other side does; the nearest come
/// first. A forced move needs no book, but one that leads to more of it is written down: so the book alone tells how
/// each of its positions comes about, and whoever follows it does not lose the way in an exchange.
pub(super) fn book(tree: &Tree, terms: &Terms) -> Book {
    let mut written = Written { tree, terms, moves: HashMap::new(), count: 0 };
    let mut seen = vec![BySide { white: false, black: false }; tree.nodes.len()];
    let mut ways: BinaryHeap<Reverse<Way>> = BinaryHeap::new();
    ways.extend([Side::White, Side::Black].map(|side| Reverse(Way::new(tree, 0, 0, side, Vec::new()))));
    while let Some(Reverse(way)) = ways.pop().filter(|_| written.count < terms.most) {
        let node = &tree.nodes[way.node];
        if std::mem::replace(&mut seen[way.node][way.side], true) {
            continue;
        }
        let mut go = |edge: &Edge, forced: Vec<usize>| {
            let distance = way.distance.saturating_add(tree.step(node, edge));
            ways.push(Reverse(Way::new(tree, edge.to, distance, way.side, forced)));
        };
        match node.moves.as_slice() {
            moves if node.pos.turn() != way.side => {
                moves.iter().for_each(|edge| go(edge, way.forced.clone()));
            }
            [only] => go(only, [way.forced.as_slice(), &[way.node]].concat()),
            moves => {
                let good = written.write(node).to_vec();
                if good.is_empty() {
                    continue;
                }
                for &index in &way.forced {
                    written.write(&tree.nodes[index]);
                }
                // After another number of plies the same position may have been written otherwise: then that counts.
                let is_written = |edge: &&Edge| good.iter().any(|m| (m.from, m.to) == ends(edge));
                moves.iter().filter(is_written).for_each(|edge| go(edge, Vec::new()));
            }
        }
    }
    Book::new(written.moves.into_values().flatten().collect())
}

/// A way from the start to a position on which one side keeps to the book; the shortest is the least.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    distance: u32,
    ply: usize,
    key: Key,
    node: usize,
    /// The side that keeps to the book.
    side: Side,
    /// Where it had no choice since the last position in the book.
    forced: Vec<usize>,
}

impl Way {
    fn new(tree: &Tree, node: usize, distance: u32, side: Side, forced: Vec<usize>) -> Way {
        let (ply, pos) = tree.place(node);
        Way { distance, ply, key: pos.key(), node, side, forced }
    }
}

/// What is in the book so far.
struct Written<'a> {
    tree: &'a Tree,
    terms: &'a Terms,
    moves: HashMap<Key, Vec<BookMove>>,
    count: usize,
}

impl Written<'_> {
    /// The moves of a position, which are written unless they were.
    fn write(&mut self, node: &Node) -> &[BookMove] {
        self.moves.entry(node.pos.key()).or_insert_with(|| {
            let moves = entries(self.tree, node, self.terms);
            self.count += moves.len();
            moves
        })
    }
}

fn is_good(tree: &Tree, node: &Node, edge: &Edge, terms: &Terms) -> bool {
    tree.loss(node, edge) <= terms.margin
}

/// All that a book says of a move.
fn ends(edge: &Edge) -> (Square, Square) {
    (edge.route.from(), edge.route.to())
}

/// The good moves of a position; none if the book cannot say which the best is.
fn entries(tree: &Tree, node: &Node, terms: &Terms) -> Vec<BookMove> {
    let is_clear = |edge: &&Edge| node.moves.iter().filter(|other| ends(other) == ends(edge)).count() == 1;
    let good: Vec<&Edge> = node.moves.iter().filter(|edge| is_good(tree, node, edge, terms)).collect();
    if !good.iter().filter(|edge| is_clear(edge)).any(|edge| tree.loss(node, edge) == 0) {
        return Vec::new();
    }
    let half = f64::from(terms.margin.max(1)) / 2.0;
    let entry = |edge: &Edge| BookMove {
        key: node.pos.key(),
        from: edge.route.from(),
        to: edge.route.to(),
        weight: (WEIGHT * (-f64::from(tree.loss(node, edge)) / half).exp2()) as u16,
    };
    good.into_iter().filter(is_clear).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use damka_rules::{AnyPosition, Route, Variant};

    use super::*;

    /// Every move of a position: those given with their values, the others worse.
    fn judged(pos: &AnyPosition, best: &[(&str, i32)]) -> Vec<(Route, i32)> {
        let value = |text: &str| best.iter().find(|(name, _)| *name == text).map_or(-30, |(_, v)| *v);
        pos.moves().into_iter().map(|route| (route.clone(), value(&pos.write(&route)))).collect()
    }

    /// Expands the position after these moves, and returns it.
    fn expand(tree: &mut Tree, line: &[&str], best: &[(&str, i32)]) -> AnyPosition {
        let play = |pos: AnyPosition, text: &&str| pos.play_text(text).unwrap().0;
        let pos = line.iter().fold(AnyPosition::start(Variant::Russian), play);
        let leaf = tree.find_leaf(line.len(), &pos).unwrap();
        tree.expand(leaf, judged(&pos, best));
        pos
    }

    fn check(book: &Book, pos: &AnyPosition, expect: &[(&str, u16)]) {
        let found: Vec<_> = book.probe(pos).into_iter().map(|(r, w)| (pos.write(&r), w)).collect();
        let expect: Vec<_> = expect.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect();
        assert_eq!(found, expect, "{}", pos.to_fen());
    }

    const TERMS: Terms = Terms { margin: 6, most: 100 };

    #[test]
    fn good_moves_and_answers_to_any() {
        let mut tree = Tree::new(AnyPosition::start(Variant::Russian), 10, 0);
        let start = expand(&mut tree, &[], &[("c3-d4", 8), ("g3-f4", 2)]);
        let good = expand(&mut tree, &["c3-d4"], &[("d6-c5", -8), ("f6-g5", -20)]);
        let bad = expand(&mut tree, &["a3-b4"], &[("b6-a5", 30)]);
        let book = book(&tree, &TERMS);
        check(&book, &start, &[("c3-d4", 1000), ("g3-f4", 250)]);
        check(&book, &good, &[("d6-c5", 1000)]);
        // White would not play there by the book, but Black must know what to do.
        check(&book, &bad, &[("b6-a5", 1000)]);
        check(&book, &good.play_text("d6-c5").unwrap().0, &[]);
    }

    #[test]
    fn forced_moves_are_written_where_the_book_goes_on_behind_them() {
        let mut tree = Tree::new(AnyPosition::start(Variant::Russian), 10, 0);
        expand(&mut tree, &[], &[("c3-d4", 8)]);
        expand(&mut tree, &["c3-d4"], &[("b6-c5", -8)]);
        let forced = expand(&mut tree, &["c3-d4", "b6-c5"], &[("d4:b6", 8)]);
        expand(&mut tree, &["c3-d4", "b6-c5", "d4:b6"], &[("a7:c5", -8)]);
        check(&book(&tree, &TERMS), &forced, &[]);
        let behind = expand(&mut tree, &["c3-d4", "b6-c5", "d4:b6", "a7:c5"], &[("b2-c3", 8)]);
        let book = book(&tree, &TERMS);
        check(&book, &forced, &[("d4:b6", 1000)]);
        check(&book, &behind, &[("b2-c3", 1000)]);
    }
}
