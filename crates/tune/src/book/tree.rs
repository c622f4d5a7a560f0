//! The tree of a growing book: positions, what they are worth, and where to look next.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use damka_rules::{AnyPosition, Game, Key, Role, Route};

/// A position in the tree. The same position after another number of plies is another one, so that nothing
/// goes round in circles where men can move sideways.
pub(super) struct Node {
    pub(super) pos: AnyPosition,
    pub(super) ply: usize,
    /// For the side to move.
    pub(super) value: i32,
    /// Of the cheapest way from here to a leaf; `CLOSED` if there is none.
    cost: u32,
    /// Empty until it is expanded.
    pub(super) moves: Vec<Edge>,
    parents: Vec<usize>,
}

/// A move to another position of the tree.
pub(super) struct Edge {
    pub(super) route: Route,
    pub(super) to: usize,
}

/// The tree; the root is node 0.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    places: HashMap<(usize, Key), usize>,
    expanded: usize,
    ply_worth: i32,
    seed: u64,
}

/// What a ply costs; a move that is not the best costs more.
const PLY: u32 = 1000;
/// There is nothing to be found here.
const CLOSED: u32 = u32::MAX;
/// Who stands so much better needs no book.
const DECIDED: i32 = 250;

impl Tree {
    /// A tree that has not grown.
    pub(super) fn new(start: AnyPosition, ply_worth: i32, seed: u64) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            places: HashMap::new(),
            expanded: 0,
            ply_worth: ply_worth.max(1),
            seed,
        };
        tree.node(start, 0, 0);
        tree
    }

    /// Expanded positions.
    pub(super) fn expanded(&self) -> usize {
        self.expanded
    }

    /// The leaf that costs least to reach; `None` when the opening is known completely.
    pub(super) fn leaf(&self) -> Option<usize> {
        let mut at = 0;
        while !self.nodes[at].moves.is_empty() {
            let key = |edge: &&Edge| {
                let mix = (self.nodes[edge.to].pos.key().0 ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (self.cost(&self.nodes[at], edge), mix)
            };
            at = self.nodes[at].moves.iter().min_by_key(key)?.to;
        }
        (self.nodes[at].cost != CLOSED).then_some(at)
    }

    /// The ply and the position of a node.
    pub(super) fn place(&self, node: usize) -> (usize, AnyPosition) {
        (self.nodes[node].ply, self.nodes[node].pos)
    }

    /// The leaf with this position, if the tree has it.
    pub(super) fn find_leaf(&self, ply: usize, pos: &AnyPosition) -> Option<usize> {
        let node = *self.places.get(&(ply, pos.key()))?;
        self.nodes[node].moves.is_empty().then_some(node)
    }

    /// Gives a leaf its moves, each with its value for the side to move, and tells everybody above.
    pub(super) fn expand(&mut self, leaf: usize, judged: Vec<(Route, i32)>) {
        let (ply, pos) = self.place(leaf);
        let mut moves = Vec::with_capacity(judged.len());
        for (route, value) in judged {
            let next = pos.play_route(&route).expect("only legal moves are judged");
            let to = self.node(next, ply + 1, -value);
            self.nodes[to].parents.push(leaf);
            moves.push(Edge { route, to });
        }
        self.nodes[leaf].moves = moves;
        self.expanded += 1;
        let mut stale = BTreeSet::from([(Reverse(ply), leaf)]);
        while let Some((_, node)) = stale.pop_first() {
            if self.refresh(node) {
                let above = &self.nodes[node].parents;
                stale.extend(above.iter().map(|&parent| (Reverse(self.nodes[parent].ply), parent)));
            }
        }
    }

    /// Hundredths of a man a move gives away.
    pub(super) fn loss(&self, node: &Node, edge: &Edge) -> i32 {
        (node.value + self.nodes[edge.to].value).max(0)
    }

    /// What going this way costs, up to the next position.
    pub(super) fn step(&self, node: &Node, edge: &Edge) -> u32 {
        let loss = u64::from(self.loss(node, edge).unsigned_abs());
        let extra = loss * u64::from(PLY) / u64::from(self.ply_worth.unsigned_abs());
        u32::try_from(extra).unwrap_or(CLOSED).saturating_add(PLY)
    }

    /// The value for the side that begins, and the moves best for both.
    pub(super) fn main_line(&self) -> (i32, Vec<String>) {
        let mut at = &self.nodes[0];
        let mut line = Vec::new();
        while let Some(best) = at.moves.iter().min_by_key(|edge| self.nodes[edge.to].value) {
            line.push(at.pos.write(&best.route));
            at = &self.nodes[best.to];
        }
        (self.nodes[0].value, line)
    }

    /// What going this way costs, down to a leaf.
    fn cost(&self, node: &Node, edge: &Edge) -> u32 {
        self.step(node, edge).saturating_add(self.nodes[edge.to].cost)
    }

    /// The node of a position; a new one gets this value.
    fn node(&mut self, pos: AnyPosition, ply: usize, value: i32) -> usize {
        let next = self.nodes.len();
        let node = *self.places.entry((ply, pos.key())).or_insert(next);
        if node == next {
            let cost = if is_opening(&pos, value) { 0 } else { CLOSED };
            self.nodes.push(Node { pos, ply, value, cost, moves: Vec::new(), parents: Vec::new() });
        }
        node
    }

    /// Learns from the positions below; did anything change?
    fn refresh(&mut self, index: usize) -> bool {
        let node = &self.nodes[index];
        let Some(value) = node.moves.iter().map(|edge| -self.nodes[edge.to].value).max() else {
            return false;
        };
        let changed = value != node.value;
        self.nodes[index].value = value;
        let node = &self.nodes[index];
        let cost = node.moves.iter().map(|edge| self.cost(node, edge)).min().unwrap_or(CLOSED);
        let changed = changed || cost != node.cost;
        self.nodes[index].cost = cost;
        changed
    }
}

/// Is there still an opening to be played: nobody wins, nobody has a king?
fn is_opening(pos: &AnyPosition, value: i32) -> bool {
    value.abs() < DECIDED
        && Game::from_position(*pos).ending().is_none()
        && pos.to_setup().pieces.iter().all(|(_, piece)| piece.role == Role::Man)
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    /// A tree of Russian draughts where every move is worth nothing but those given.
    fn expand(tree: &mut Tree, leaf: usize, values: &[(&str, i32)]) {
        let (_, pos) = tree.place(leaf);
        let judged = pos.moves().into_iter().map(|route| {
            let text = pos.write(&route);
            let value = values.iter().find(|(name, _)| *name == text).map_or(-60, |(_, value)| *value);
            (route, value)
        });
        tree.expand(leaf, judged.collect());
    }

    #[test]
    fn good_moves_are_followed_and_refuted_ones_left() {
        let mut tree = Tree::new(AnyPosition::start(Variant::Russian), 10, 0);
        assert_eq!(tree.leaf(), Some(0));
        expand(&mut tree, 0, &[("c3-d4", 10), ("g3-f4", 5)]);
        assert_eq!(tree.main_line(), (10, vec!["c3-d4".to_owned()]));
        let first = tree.leaf().unwrap();
        expand(&mut tree, first, &[("d6-c5", 20)]);
        // The answer is better than was thought: the other move is best now and looked at next.
        assert_eq!(tree.main_line(), (5, vec!["g3-f4".to_owned()]));
        let (ply, pos) = tree.place(tree.leaf().unwrap());
        assert_eq!((ply, pos), (1, AnyPosition::start(Variant::Russian).play_text("g3-f4").unwrap().0));
        assert_eq!(tree.expanded(), 2);
    }

    #[test]
    fn transpositions_meet() {
        let mut tree = Tree::new(AnyPosition::start(Variant::Russian), 10, 0);
        for _ in 0..40 {
            let leaf = tree.leaf().unwrap();
            expand(&mut tree, leaf, &[("c3-d4", 0), ("g3-f4", 0), ("b6-a5", 0), ("h6-g5", 0)]);
        }
        assert!(tree.nodes.iter().any(|node| node.parents.len() > 1));
        for node in &tree.nodes {
            let best = node.moves.iter().map(|edge| -tree.nodes[edge.to].value).max();
            assert_eq!(best.unwrap_or(node.value), node.value);
        }
    }
}
