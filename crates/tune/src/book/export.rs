//! A book made of a tree: the good moves of the positions that can be reached by them.

use std::collections::HashSet;

use damka_engine::{Book, BookMove};
use damka_rules::{BySide, Side};

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
/// A position is in it if the side to move can get there by book moves, whatever the other side does.
pub(super) fn book(tree: &Tree, terms: &Terms) -> Book {
    let mut ranked: Vec<(u32, &Node)> = Vec::new();
    let distances = distances(tree, terms);
    for (node, distance) in tree.nodes.iter().zip(&distances) {
        if let Some(distance) = distance[node.pos.turn()] {
            ranked.push((distance, node));
        }
    }
    ranked.sort_by_key(|(distance, node)| (*distance, node.ply, node.pos.key()));
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    for (_, node) in ranked {
        if moves.len() >= terms.most {
            break;
        }
        // A forced move needs no book.
        if node.moves.len() > 1 && seen.insert(node.pos.key()) {
            moves.extend(entries(tree, node, terms));
        }
    }
    Book::new(moves)
}

/// For either side: how far every position is, if that side keeps to the book.
fn distances(tree: &Tree, terms: &Terms) -> Vec<BySide<Option<u32>>> {
    let mut distances = vec![BySide::<Option<u32>> { white: None, black: None }; tree.nodes.len()];
    distances[0] = BySide { white: Some(0), black: Some(0) };
    let mut order: Vec<usize> = (0..tree.nodes.len()).collect();
    order.sort_by_key(|&index| tree.nodes[index].ply);
    for index in order {
        let node = &tree.nodes[index];
        for edge in &node.moves {
            let step = tree.step(node, edge);
            for side in [Side::White, Side::Black] {
                let goes = side != node.pos.turn() || is_good(tree, node, edge, terms);
                if let Some(before) = distances[index][side].filter(|_| goes) {
                    let there = &mut distances[edge.to][side];
                    let far = before.saturating_add(step);
                    *there = Some(there.map_or(far, |known| known.min(far)));
                }
            }
        }
    }
    distances
}

fn is_good(tree: &Tree, node: &Node, edge: &Edge, terms: &Terms) -> bool {
    tree.loss(node, edge) <= terms.margin
}

/// The good moves of a position; none if the book cannot say which the best is.
fn entries(tree: &Tree, node: &Node, terms: &Terms) -> Vec<BookMove> {
    let ends = |edge: &Edge| (edge.route.from(), edge.route.to());
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
    use damka_rules::{AnyPosition, Variant};

    use super::*;

    #[test]
    fn good_moves_and_answers_to_any() {
        let start = AnyPosition::start(Variant::Russian);
        let mut tree = Tree::new(start, 10, 0);
        let values = |pos: &AnyPosition, best: &[(&str, i32)]| {
            let value = |text: &str| best.iter().find(|(name, _)| *name == text).map_or(-30, |(_, v)| *v);
            pos.moves().into_iter().map(|route| (route.clone(), value(&pos.write(&route)))).collect()
        };
        tree.expand(0, values(&start, &[("c3-d4", 8), ("g3-f4", 2)]));
        let answer = |tree: &mut Tree, text: &str, best: &[(&str, i32)]| {
            let pos = start.play_text(text).unwrap().0;
            let leaf = tree.find_leaf(1, &pos).unwrap();
            tree.expand(leaf, values(&pos, best));
            pos
        };
        let good = answer(&mut tree, "c3-d4", &[("d6-c5", -8), ("f6-g5", -20)]);
        let bad = answer(&mut tree, "a3-b4", &[("b6-a5", 30)]);
        let book = book(&tree, &Terms { margin: 6, most: 100 });
        let check = |pos: &AnyPosition, expect: &[(&str, u16)]| {
            let found: Vec<_> = book.probe(pos).into_iter().map(|(r, w)| (pos.write(&r), w)).collect();
            let expect: Vec<_> = expect.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect();
            assert_eq!(found, expect);
        };
        check(&start, &[("c3-d4", 1000), ("g3-f4", 250)]);
        check(&good, &[("d6-c5", 1000)]);
        // White would not play there by the book, but Black must know what to do.
        check(&bad, &[("b6-a5", 1000)]);
        check(&good.play_text("d6-c5").unwrap().0, &[]);
    }
}
