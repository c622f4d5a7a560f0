//! The list a generator fills: a buffer of the caller's that allocates nothing.

use arrayvec::ArrayVec;

use crate::laws::{Choice, Removal};
use crate::{Bits, Move, Rules};

/// More legal moves than any reachable position has.
const MOST_MOVES: usize = 512;

/// Legal moves in a buffer of the caller's; of captures only the best-ranked are kept as they are found.
#[derive(Clone, Debug)]
pub struct MoveList<R: Rules> {
    list: ArrayVec<Move<R>, MOST_MOVES>,
    rank: u32,
}

impl<R: Rules> Default for MoveList<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> MoveList<R> {
    /// An empty list.
    #[inline(always)]
    pub fn new() -> Self {
        MoveList { list: ArrayVec::new_const(), rank: 0 }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.rank = 0;
    }

    /// Keeps those moves only.
    pub fn retain(&mut self, mut wanted: impl FnMut(&Move<R>) -> bool) {
        self.list.retain(|m| wanted(m));
    }

    /// Beyond the capacity, which no game reaches, moves are dropped rather than panicking.
    #[inline(always)]
    pub(crate) fn push(&mut self, m: Move<R>) {
        let _ = self.list.try_push(m);
    }

    #[inline(always)]
    pub(crate) fn capture(&mut self, m: Move<R>, rank: u32) {
        if !matches!(R::LAWS.choice, Choice::Free) {
            if rank < self.rank {
                return;
            }
            if rank > self.rank {
                self.list.clear();
                self.rank = rank;
            }
        }
        // Two routes over the same pieces are one move. With fewer than three victims that stay on the
        // board two routes cannot meet: their legs would be sides of one parallelogram.
        let may_repeat = matches!(R::LAWS.removal, Removal::AtOnce) || m.captured.count() >= 3;
        if may_repeat && self.list.contains(&m) {
            return;
        }
        self.push(m);
    }
}

impl<R: Rules> IntoIterator for MoveList<R> {
    type Item = Move<R>;
    type IntoIter = Moves<R>;
    fn into_iter(self) -> Moves<R> {
        Moves(self.list.into_iter())
    }
}

/// The moves of a list, one after the other.
#[derive(Clone, Debug)]
pub struct Moves<R: Rules>(arrayvec::IntoIter<Move<R>, MOST_MOVES>);

impl<R: Rules> Iterator for Moves<R> {
    type Item = Move<R>;
    fn next(&mut self) -> Option<Move<R>> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<R: Rules> ExactSizeIterator for Moves<R> {}

impl<'a, R: Rules> IntoIterator for &'a MoveList<R> {
    type Item = &'a Move<R>;
    type IntoIter = core::slice::Iter<'a, Move<R>>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<R: Rules> core::ops::Deref for MoveList<R> {
    type Target = [Move<R>];
    #[inline(always)]
    fn deref(&self) -> &[Move<R>] {
        &self.list
    }
}

impl<R: Rules> core::ops::DerefMut for MoveList<R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move<R>] {
        &mut self.list
    }
}
