//! Where engines that share no memory meet: deep results in a pool of words that all of them see.
//!
//! Threads share one table. Where there are none, as in a browser, several engines search the same position, each with a
//! table of its own, and tell each other what cost them most. A look into the pool may be dear, so
//! only results from [`MEET_DEPTH`] on go there: about one position in a hundred.
//!
//! The pool begins with [`HEAD`] words: the number of the question, then how many positions each helper has visited.
//! Then come entries of two words as in the table, two to a place: the first keeps what is deeper, the second what
//! is newer. Words that do not fit together are another position's.

use std::sync::Arc;

use damka_rules::Key;

use super::order::Tag;
use super::params::MEET_DEPTH;
use super::table::{Entry, Table, pack, unpack};

/// Words that several engines read and write without waiting for each other. All are zero at first.
pub trait Pool: Send + Sync {
    /// How many there are.
    fn size(&self) -> usize;
    /// One of them.
    fn read(&self, at: usize) -> u64;
    /// Changes one of them.
    fn write(&self, at: usize, word: u64);
}

/// Words before the first entry.
const HEAD: usize = 8;
/// Words of a place: two entries.
const PLACE: usize = 4;
/// What the generation of an entry may be.
const GENERATIONS: u64 = 64;

/// One engine's seat where engines meet.
#[derive(Clone)]
pub struct Meeting {
    pool: Arc<dyn Pool>,
    number: usize,
}

impl Meeting {
    /// Most helpers of one engine.
    pub const MOST_HELPERS: usize = HEAD - 1;

    /// A seat: number 0 leads and answers, others help and begin at different depths. `None` if the pool is too small or
    /// the number too large.
    pub fn new(pool: Arc<dyn Pool>, number: usize) -> Option<Meeting> {
        (number <= Self::MOST_HELPERS && pool.size() >= HEAD + PLACE).then_some(Meeting { pool, number })
    }

    /// How many plies deeper it begins.
    pub(crate) fn offset(&self) -> u32 {
        if self.number == 0 { 0 } else { 1 + (self.number as u32 - 1) % 2 }
    }

    /// A helper has visited so many more positions.
    pub(crate) fn count(&self, positions: u64) {
        if self.number > 0 {
            self.pool.write(self.number, self.pool.read(self.number).wrapping_add(positions));
        }
    }

    /// Positions that all helpers have visited, ever.
    pub fn helped(&self) -> u64 {
        (1..HEAD).fold(0, |sum, n| sum.wrapping_add(self.pool.read(n)))
    }

    /// Positions that all helpers of this engine have visited since there were so many.
    pub(crate) fn helped_since(&self, before: u64) -> u64 {
        if self.number == 0 { self.helped().wrapping_sub(before) } else { 0 }
    }

    /// Which entries are of the present question.
    fn generation(&self) -> u8 {
        (self.pool.read(0) % GENERATIONS) as u8
    }

    fn place(&self, key: Key) -> usize {
        let places = (self.pool.size() - HEAD) / PLACE;
        // As in the table, the upper half of the key is enough.
        HEAD + PLACE * (((key.0 >> 32) * places as u64) >> 32) as usize
    }

    /// What somebody found out about a position.
    pub(crate) fn fetch(&self, key: Key, ply: usize) -> Option<Entry> {
        let place = self.place(key);
        [place, place + 2].into_iter().find_map(|at| {
            let data = self.pool.read(at + 1);
            (data != 0 && self.pool.read(at) ^ data == key.0).then(|| unpack(data, ply))
        })
    }

    /// Tells the others.
    pub(crate) fn store(&self, key: Key, entry: Entry, ply: usize) {
        let (place, generation) = (self.place(key), self.generation());
        let old = self.pool.read(place + 1);
        let deeper = old >> 58 == u64::from(generation) && (old >> 48 & 0xff) as i32 > entry.depth;
        let at = if deeper { place + 2 } else { place };
        let data = pack(entry, generation, ply);
        self.pool.write(at, key.0 ^ data);
        self.pool.write(at + 1, data);
    }
}

/// The shallowest results that are told; none at all without a meeting.
pub(crate) fn depth_of(meeting: Option<&Meeting>) -> i32 {
    if meeting.is_some() { MEET_DEPTH } else { i32::MAX }
}

/// What is known about a position, by others too where the own table does not know enough; it remembers what they say.
#[cold]
#[inline(never)]
pub(crate) fn ask(
    meeting: Option<&Meeting>,
    table: &Table,
    known: Option<Entry>,
    key: Key,
    depth: i32,
    ply: usize,
) -> Option<Entry> {
    let enough = known.map_or(-1, |own| own.depth);
    if enough >= depth {
        return known;
    }
    let heard = meeting.and_then(|meeting| meeting.fetch(key, ply)).filter(|other| other.depth > enough);
    let Some(mut heard) = heard else { return known };
    if heard.best == Tag::NONE {
        heard.best = known.map_or(Tag::NONE, |own| own.best);
    }
    table.store(key, heard, ply);
    Some(heard)
}

/// Tells the others what was found out.
#[cold]
#[inline(never)]
pub(crate) fn tell(meeting: Option<&Meeting>, key: Key, entry: Entry, ply: usize) {
    if let Some(meeting) = meeting {
        meeting.store(key, entry, ply);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use damka_rules::{Game, Variant};

    use super::*;
    use crate::search::table::Bound;
    use crate::{Engine, Limits, Options, Report, Score, Stop};

    struct Words(Vec<AtomicU64>);

    impl Pool for Words {
        fn size(&self) -> usize {
            self.0.len()
        }
        fn read(&self, at: usize) -> u64 {
            self.0[at].load(Ordering::Relaxed)
        }
        fn write(&self, at: usize, word: u64) {
            self.0[at].store(word, Ordering::Relaxed);
        }
    }

    fn words(count: usize) -> Arc<Words> {
        Arc::new(Words((0..count).map(|_| AtomicU64::new(0)).collect()))
    }

    fn entry(depth: i32) -> Entry {
        Entry { best: Tag(9), score: Score::centimen(31), eval: -7, depth, bound: Bound::Lower }
    }

    /// Thinks alone or at a meeting.
    fn search(meeting: Option<Meeting>, depth: u32) -> Report {
        let mut engine = Engine::new(Options { hash_mb: 4, threads: 1 });
        engine.meet(meeting);
        engine.search(&Game::new(Variant::Russian), &Limits::depth(depth), &Stop::new(), &mut |_| ())
    }

    #[test]
    fn deep_results_stay_and_new_ones_come_beside_them() {
        let pool = words(HEAD + PLACE);
        let meeting = Meeting::new(pool.clone(), 0).unwrap();
        meeting.store(Key(5), entry(9), 3);
        meeting.store(Key(6), entry(7), 3);
        meeting.store(Key(7), entry(8), 3);
        assert_eq!(meeting.fetch(Key(5), 3), Some(entry(9)));
        assert_eq!(meeting.fetch(Key(6), 3), None, "the newer one took its place");
        assert_eq!(meeting.fetch(Key(7), 3), Some(entry(8)));
        // The next question: what is old gives way, however deep it was.
        pool.write(0, 1);
        meeting.store(Key(8), entry(6), 3);
        assert_eq!((meeting.fetch(Key(5), 3), meeting.fetch(Key(8), 3)), (None, Some(entry(6))));
    }

    #[test]
    fn what_was_torn_apart_is_not_believed() {
        let pool = words(HEAD + PLACE);
        let meeting = Meeting::new(pool.clone(), 0).unwrap();
        meeting.store(Key(5), entry(9), 3);
        let whole = pool.read(HEAD + 1);
        for torn in [whole ^ 1 << 17, pack(entry(12), 0, 3), 0] {
            pool.write(HEAD + 1, torn);
            assert_eq!(meeting.fetch(Key(5), 3), None, "{torn:x}");
        }
        pool.write(HEAD + 1, whole);
        assert_eq!(meeting.fetch(Key(5), 3), Some(entry(9)));
    }

    #[test]
    fn the_second_engine_profits_from_the_first() {
        const DEPTH: u32 = 15;
        let alone = search(None, DEPTH);
        let pool = words(1 << 18);
        let seat = |number| Meeting::new(pool.clone(), number);
        let helper = search(seat(1), DEPTH);
        let counted = seat(0).unwrap().helped();
        assert!(counted > 0 && counted <= helper.nodes, "{counted} of {}", helper.nodes);
        let lead = search(seat(0), DEPTH);
        assert_eq!(lead.depth, DEPTH);
        // What was visited before its question is not the lead's.
        assert!(lead.nodes * 2 < alone.nodes, "{} nodes alone, {} later", alone.nodes, lead.nodes);
        let stored = (HEAD + 1..pool.size()).step_by(2).filter(|&at| pool.read(at) != 0).count();
        assert!((stored as u64) < alone.nodes / 25, "{stored} results of {} positions", alone.nodes);
        assert_eq!(search(None, DEPTH).nodes, alone.nodes);
    }

    #[test]
    fn a_pool_may_be_too_small() {
        assert!(Meeting::new(words(HEAD + PLACE - 1), 0).is_none());
        assert!(Meeting::new(words(64), Meeting::MOST_HELPERS + 1).is_none());
    }
}
