//! A tree of plies: a game with its variations, and something said at each of its moves.
//!
//! A [`Game`] is a line that ends; a tree is for looking at what might have been. Its moves are legal in their
//! positions, but it goes on where a draw law, an agreement or a clock has ended a game.

use alloc::vec::Vec;

use crate::{AnyPosition, Ending, Game, MoveError, MoveText, Played, Route};

/// A place in a tree: the position after a ply. Places are never used twice, so that of a deleted ply is known
/// to be gone.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(usize);

/// Why a tree was not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The place is not in this tree, or no longer.
    #[error("there is no such place in the tree")]
    Gone,
    /// The root has no place among variations.
    #[error("the start of the game cannot be moved or deleted")]
    Root,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

#[derive(Clone, Debug)]
struct Node<T> {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    position: AnyPosition,
    played: Option<Played>,
    note: T,
}

/// A tree of plies with a note of type `T` at each place.
///
/// ```
/// use damka_rules::{Game, Tree, Variant};
/// let mut game = Game::new(Variant::Russian);
/// game.play_text("c3-d4").unwrap();
/// let mut tree: Tree<String> = Tree::of(&game);
/// let other = tree.play_text(tree.root(), "cb4").unwrap();
/// *tree.note_mut(other).unwrap() = "why not?".into();
/// assert_eq!(tree.children(tree.root()).len(), 2);
/// tree.make_main(other).unwrap();
/// assert_eq!(tree.main_game().moves()[0].text, "c3-b4");
/// ```
#[derive(Clone, Debug)]
pub struct Tree<T = ()> {
    /// The game before its first move: variant, start, counters, agreements.
    start: Game,
    nodes: Vec<Option<Node<T>>>,
    /// Where the game ended for a reason that is not on the board.
    ended: Option<(NodeId, Ending)>,
}

impl<T: Default> Tree<T> {
    /// The tree of a game: its moves are the main line.
    pub fn of(game: &Game) -> Tree<T> {
        let mut start = game.clone();
        while start.undo().is_some() {}
        start.let_go();
        let root = Node {
            parent: None,
            children: Vec::new(),
            position: *start.position(),
            played: None,
            note: T::default(),
        };
        let mut tree = Tree { start, nodes: [Some(root)].into(), ended: None };
        let mut at = tree.root();
        for (played, position) in game.moves().iter().zip(&game.positions()[1..]) {
            at = tree.add(at, played.clone(), *position);
        }
        tree.ended = game.ending().map(|ending| (at, ending));
        tree
    }

    /// Reads a move at a place and goes there; a move that is there already is not added again.
    pub fn play_text(&mut self, at: NodeId, text: &str) -> Result<NodeId, TreeError> {
        let pos = self.position(at).ok_or(TreeError::Gone)?;
        let text = MoveText::parse(text, pos.grid()).map_err(MoveError::from)?;
        self.play(at, &text)
    }

    /// The same for a move that has been read.
    pub fn play(&mut self, at: NodeId, text: &MoveText) -> Result<NodeId, TreeError> {
        let route = self.position(at).ok_or(TreeError::Gone)?.resolve(text)?;
        self.play_route(at, &route)
    }

    /// The same for a legal route.
    pub fn play_route(&mut self, at: NodeId, route: &Route) -> Result<NodeId, TreeError> {
        let pos = *self.position(at).ok_or(TreeError::Gone)?;
        let Some(next) = pos.play_route(route) else {
            // A route that is not legal is refused with its reason; one that is after all is played by it.
            let resolved = pos.resolve(&route.move_text())?;
            return self.play_route(at, &resolved);
        };
        let same = |&child: &NodeId| self.played(child).is_some_and(|p| p.route.same_move(route));
        if let Some(child) = self.children(at).iter().copied().find(same) {
            return Ok(child);
        }
        Ok(self.add(at, Played { route: route.clone(), text: pos.write(route) }, next))
    }

    fn add(&mut self, parent: NodeId, played: Played, position: AnyPosition) -> NodeId {
        let id = NodeId(self.nodes.len());
        let note = T::default();
        self.nodes.push(Some(Node {
            parent: Some(parent),
            children: Vec::new(),
            position,
            played: Some(played),
            note,
        }));
        if let Some(node) = self.node_mut(parent) {
            node.children.push(id);
        }
        id
    }
}

impl<T> Tree<T> {
    /// Where the game begins.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Is the place in this tree?
    pub fn has(&self, at: NodeId) -> bool {
        self.node(at).is_some()
    }

    /// Every place, in the order they were added.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.nodes.len()).map(NodeId).filter(|&id| self.has(id))
    }

    /// The place before; `None` for the root.
    pub fn parent(&self, at: NodeId) -> Option<NodeId> {
        self.node(at)?.parent
    }

    /// The places after: the first goes on with the line, the others are its variations.
    pub fn children(&self, at: NodeId) -> &[NodeId] {
        self.node(at).map_or(&[], |node| &node.children)
    }

    /// The move that led here; `None` for the root.
    pub fn played(&self, at: NodeId) -> Option<&Played> {
        self.node(at)?.played.as_ref()
    }

    /// The position here.
    pub fn position(&self, at: NodeId) -> Option<&AnyPosition> {
        self.node(at).map(|node| &node.position)
    }

    /// What is said here.
    pub fn note(&self, at: NodeId) -> Option<&T> {
        self.node(at).map(|node| &node.note)
    }

    /// What is said here, to be changed.
    pub fn note_mut(&mut self, at: NodeId) -> Option<&mut T> {
        self.node_mut(at).map(|node| &mut node.note)
    }

    /// How many plies lie between the root and this place.
    pub fn ply(&self, at: NodeId) -> usize {
        self.path(at).len().saturating_sub(1)
    }

    /// The places from the root to this one, both included; empty if it is gone.
    pub fn path(&self, at: NodeId) -> Vec<NodeId> {
        let from = if self.has(at) { Some(at) } else { None };
        let mut path: Vec<NodeId> = core::iter::successors(from, |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// The places on from this one by first moves, itself excluded.
    pub fn line_from(&self, at: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(Some(at), |&id| self.children(id).first().copied()).skip(1)
    }

    /// The main line without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line_from(self.root())
    }

    /// The last place of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(self.root())
    }

    /// Is this place on the main line?
    pub fn is_main(&self, at: NodeId) -> bool {
        at == self.root() || self.main_line().any(|id| id == at)
    }

    /// Moves a variation one step up among its neighbours.
    pub fn promote(&mut self, at: NodeId) -> Result<(), TreeError> {
        let (parent, place) = self.place(at)?;
        if let (Some(before), Some(node)) = (place.checked_sub(1), self.node_mut(parent)) {
            node.children.swap(before, place);
        }
        Ok(())
    }

    /// Makes a place lie on the main line: it and all that lead to it go first.
    pub fn make_main(&mut self, at: NodeId) -> Result<(), TreeError> {
        self.place(at)?;
        for id in self.path(at).into_iter().skip(1) {
            let (parent, place) = self.place(id)?;
            if let Some(node) = self.node_mut(parent) {
                node.children[..=place].rotate_right(1);
            }
        }
        Ok(())
    }

    /// Deletes a place and everything after it; says where one then stands.
    pub fn delete(&mut self, at: NodeId) -> Result<NodeId, TreeError> {
        let (parent, place) = self.place(at)?;
        if let Some(node) = self.node_mut(parent) {
            node.children.remove(place);
        }
        let mut doomed: Vec<NodeId> = [at].into();
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes.get_mut(id.0).and_then(Option::take) {
                doomed.extend(node.children);
            }
            self.ended = self.ended.filter(|(end, _)| *end != id);
        }
        Ok(parent)
    }

    /// The game up to a place, with its history; `None` if the place is gone. Where the whole game had ended it
    /// has its ending.
    pub fn game_at(&self, at: NodeId) -> Option<Game> {
        let mut game = self.start.clone();
        for id in self.path(at).into_iter().skip(1) {
            game.play_on();
            game.play_route(&self.played(id)?.route).ok()?;
        }
        if let Some((_, ending)) = self.ended.filter(|(end, _)| *end == at) {
            // It may have ended by the same reason on the board.
            let _ = game.end(ending);
        }
        self.has(at).then_some(game)
    }

    /// The game of the main line.
    pub fn main_game(&self) -> Game {
        self.game_at(self.main_end()).unwrap_or_else(|| self.start.clone())
    }

    /// The parent of a place that is not the root, and its number among the children.
    fn place(&self, at: NodeId) -> Result<(NodeId, usize), TreeError> {
        let parent = self.node(at).ok_or(TreeError::Gone)?.parent.ok_or(TreeError::Root)?;
        let place = self.children(parent).iter().position(|&id| id == at).ok_or(TreeError::Gone)?;
        Ok((parent, place))
    }

    fn node(&self, at: NodeId) -> Option<&Node<T>> {
        self.nodes.get(at.0)?.as_ref()
    }

    fn node_mut(&mut self, at: NodeId) -> Option<&mut Node<T>> {
        self.nodes.get_mut(at.0)?.as_mut()
    }
}
