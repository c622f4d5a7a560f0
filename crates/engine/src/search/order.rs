//! In which order moves are tried: what worked before comes first.

use damka_rules::{Bits, Move, Rules, SetOf, Side};

use super::params::Margins;
use super::reduce::Reductions;

/// A move in 16 bits, good enough to find it again in a list: from, to and a trace of what it takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tag(pub(crate) u16);

impl Tag {
    /// No move.
    pub(crate) const NONE: Tag = Tag(0);

    /// The tag of a move, never [`Tag::NONE`]: a king that returns to square 0 by capturing gets a trace.
    #[inline(always)]
    pub(crate) fn of<R: Rules>(m: Move<R>) -> Tag {
        let trace = m.captured().fold().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62;
        let tag = (m.from().index() << 9 | m.to().index() << 2) as u16 | trace as u16;
        Tag(tag.max(1))
    }
}

/// The rank of a move waiting for its turn, and where it lies: small, because it is looked at and swapped often.
#[derive(Copy, Clone, Debug)]
struct Place {
    rank: i32,
    at: u32,
}

/// The moves of all nodes on the way down, one list after the other; a list begins where the last one ended.
#[derive(Debug)]
pub(crate) struct Queue<R: Rules> {
    moves: Vec<Move<R>>,
    places: Vec<Place>,
}

impl<R: Rules> Queue<R> {
    pub(crate) fn new() -> Self {
        Queue { moves: Vec::with_capacity(4096), places: Vec::with_capacity(4096) }
    }

    /// Where the next list begins.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Appends moves with their ranks.
    #[inline(always)]
    pub(crate) fn add(&mut self, moves: &[Move<R>], rank: impl Fn(Move<R>) -> i32) {
        let first = self.moves.len();
        let place = |(i, &mv)| Place { rank: rank(mv), at: (first + i) as u32 };
        self.places.extend(moves.iter().enumerate().map(place));
        self.moves.extend_from_slice(moves);
    }

    /// Brings the best of the last list's moves from `at` on to `at`.
    #[inline(always)]
    pub(crate) fn pick(&mut self, at: usize) -> Move<R> {
        let rest = &mut self.places[at..];
        // Rank and place in one number, so that looking for the best is a maximum without a branch to guess; of equal
        // ranks the first one wins.
        let joined = |i: usize, place: &Place| (place.rank as i64) << 32 | !(i as u32) as i64;
        let best = rest.iter().enumerate().map(|(i, place)| joined(i, place)).fold(i64::MIN, i64::max);
        rest.swap(0, !(best as u32) as usize);
        self.moves[rest[0].at as usize]
    }

    /// The moves picked since `base`, in that order.
    pub(crate) fn picked(&self, base: usize, count: usize) -> impl DoubleEndedIterator<Item = Move<R>> {
        self.places[base..base + count].iter().map(|place| self.moves[place.at as usize])
    }

    /// Drops the lists from `base` on.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, base: usize) {
        self.moves.truncate(base);
        self.places.truncate(base);
    }
}

/// Ranks: the table's move, captures, promotions and killers, then history.
const FROM_TABLE: i32 = 1 << 28;
const CAPTURE: i32 = 1 << 24;
const PROMOTION: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;

/// Cut-off counts of moves are kept between plus and minus this.
pub(crate) const HISTORY_MOST: i32 = 8192;

/// What a search remembers about quiet moves.
pub(crate) struct History {
    /// By side, from and to.
    counts: Box<[i16]>,
    /// Two moves that refuted something at each ply.
    killers: Box<[[Tag; 2]]>,
    /// log2 of the number of squares a word can hold.
    shift: u32,
    /// How much less deeply late moves are searched: kept here because it outlives a search.
    pub(crate) reductions: Reductions,
}

impl History {
    pub(crate) fn new<R: Rules>(plies: usize, margins: &Margins) -> History {
        let shift = SetOf::<R>::WIDTH.trailing_zeros();
        History {
            counts: vec![0; 2 << (2 * shift)].into(),
            killers: vec![[Tag::NONE; 2]; plies].into(),
            shift,
            reductions: Reductions::new(margins),
        }
    }

    /// A new search begins: old killers are meaningless, counts fade.
    pub(crate) fn fade(&mut self) {
        self.killers.fill([Tag::NONE; 2]);
        for count in self.counts.iter_mut() {
            *count /= 2;
        }
    }

    #[inline(always)]
    fn index<R: Rules>(&self, side: Side, m: Move<R>) -> usize {
        ((side as usize) << self.shift | m.from().index() as usize) << self.shift | m.to().index() as usize
    }

    /// How well a quiet move did so far.
    #[inline(always)]
    pub(crate) fn count<R: Rules>(&self, side: Side, m: Move<R>) -> i32 {
        self.counts[self.index(side, m)] as i32
    }

    /// Is it a killer of this ply?
    #[inline(always)]
    pub(crate) fn is_killer(&self, ply: usize, tag: Tag) -> bool {
        self.killers[ply].contains(&tag)
    }

    /// The place of a move in the order.
    #[inline(always)]
    pub(crate) fn rank<R: Rules>(
        &self,
        side: Side,
        ply: usize,
        kings: SetOf<R>,
        m: Move<R>,
        first: Tag,
    ) -> i32 {
        let tag = Tag::of(m);
        if tag == first {
            return FROM_TABLE;
        }
        let crowned = if m.promotes() { PROMOTION } else { 0 };
        if m.is_capture() {
            let taken = m.captured();
            return CAPTURE + crowned + 4 * taken.count() as i32 + 4 * (taken & kings).count() as i32;
        }
        match self.killers[ply].iter().position(|&k| k == tag) {
            Some(n) => KILLER - n as i32 + crowned,
            None => self.count(side, m) + crowned,
        }
    }

    /// A quiet move refuted the position before; those tried earlier did not.
    #[inline]
    pub(crate) fn refuted<R: Rules>(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        mut tried: impl DoubleEndedIterator<Item = Move<R>>,
    ) {
        let Some(best) = tried.next_back() else { return };
        let tag = Tag::of(best);
        if self.killers[ply][0] != tag {
            self.killers[ply] = [tag, self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400) * 4;
        self.adjust(side, best, bonus);
        for bad in tried.filter(|mv| !mv.is_capture()) {
            self.adjust(side, bad, -bonus);
        }
    }

    #[inline(always)]
    fn adjust<R: Rules>(&mut self, side: Side, m: Move<R>, bonus: i32) {
        let index = self.index(side, m);
        let count = &mut self.counts[index];
        *count += (bonus - *count as i32 * bonus.abs() / HISTORY_MOST) as i16;
    }
}
