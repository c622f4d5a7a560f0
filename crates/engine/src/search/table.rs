//! The transposition table: what was found out about positions, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key mixed with the data. Words torn apart by two threads writing
//! at once do not fit together and are taken for another position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use damka_rules::Key;

use crate::Score;
use crate::search::order::Tag;

/// What a stored score is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// What is known about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Tag,
    pub(crate) score: Score,
    /// Static evaluation; meaningless where a capture is on.
    pub(crate) eval: i16,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Cluster([AtomicU64; 2 * WAYS]);

/// The table.
pub(crate) struct Table {
    clusters: Box<[Cluster]>,
    generation: AtomicU8,
}

const GENERATIONS: u8 = 64;

impl Table {
    /// A table of so many megabytes, at least one cluster.
    pub(crate) fn new(megabytes: usize) -> Table {
        let count = ((megabytes << 20) / size_of::<Cluster>()).max(1);
        let mut clusters = Vec::with_capacity(count);
        in_huge_pages(&mut clusters);
        clusters.resize_with(count, Cluster::default);
        Table { clusters: clusters.into(), generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for word in self.clusters.iter_mut().flat_map(|c| &mut c.0) {
            *word.get_mut() = 0;
        }
        *self.generation.get_mut() = 0;
    }

    /// A new search begins: what is there grows old.
    pub(crate) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How full it is, in thousandths, judged by its first thousand clusters.
    pub(crate) fn fill(&self) -> u16 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let words = sample.iter().flat_map(|cluster| cluster.0.iter().skip(1).step_by(2));
        let used = words.filter(|data| data.load(Ordering::Relaxed) != 0).count();
        (used * 1000 / (sample.len() * WAYS)) as u16
    }

    #[inline(always)]
    fn cluster(&self, key: Key) -> &Cluster {
        // The upper half of the key is enough, and its product fits in a word.
        let index = ((key.0 >> 32) * self.clusters.len() as u64) >> 32;
        &self.clusters[index as usize]
    }

    /// Can memory be asked here?
    pub(crate) const FETCHES: bool = cfg!(target_arch = "x86_64");

    /// Asks memory for the cluster of a position that will soon be looked at, and does not wait for it.
    ///
    /// A plain load would do the same, but the processor soon stands still behind it: the instruction is worth
    /// a tenth of the speed. Elsewhere than on x86-64 this does nothing.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster = std::ptr::from_ref(self.cluster(key)).cast::<i8>();
            // SAFETY: a prefetch reads nothing, and the address is that of a living cluster.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(cluster);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline(always)]
    pub(crate) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        for way in self.cluster(key).0.chunks_exact(2) {
            let data = way[1].load(Ordering::Relaxed);
            if way[0].load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Remembers what was found out.
    #[inline(always)]
    pub(crate) fn store(&self, key: Key, entry: Entry, ply: usize) {
        let generation = self.generation.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = 0;
        let mut lowest = i32::MAX;
        let mut best = entry.best;
        for (i, way) in cluster.0.chunks_exact(2).enumerate() {
            let data = way[1].load(Ordering::Relaxed);
            if way[0].load(Ordering::Relaxed) ^ data == key.0 {
                victim = i;
                if best == Tag::NONE {
                    best = Tag(data as u16);
                }
                break;
            }
            let age = (GENERATIONS + generation - (data >> 58) as u8) % GENERATIONS;
            let worth = if data == 0 { -1000 } else { (data >> 48 & 0xff) as i32 - 4 * age as i32 };
            if worth < lowest {
                lowest = worth;
                victim = i;
            }
        }
        let data = pack(Entry { best, ..entry }, generation, ply);
        cluster.0[2 * victim].store(key.0 ^ data, Ordering::Relaxed);
        cluster.0[2 * victim + 1].store(data, Ordering::Relaxed);
    }

    /// How full it is with results of the present search, in thousandths.
    #[cfg(test)]
    fn fullness(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let words = sample.iter().flat_map(|c| c.0.iter().skip(1).step_by(2));
        let used = words.filter(|w| w.load(Ordering::Relaxed) != 0).count();
        used * 1000 / (sample.len() * WAYS)
    }
}

/// Asks the system to put memory that nobody has touched yet into pages of 2 MB, where it knows such: nearly
/// every look into a table of small pages costs a walk through the page tables as well.
fn in_huge_pages(clusters: &mut Vec<Cluster>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let begin = clusters.as_mut_ptr().cast::<libc::c_void>();
        let skip = begin.align_offset(PAGE);
        let bytes = clusters.capacity() * size_of::<Cluster>();
        if bytes >= (4 << 20) && skip < bytes {
            // SAFETY: the range lies within the vector's own memory; the advice changes no content and may be
            // refused, which does no harm.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(begin.byte_add(skip), bytes - skip, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = clusters;
}

/// Bits: best move 16, score 16, evaluation 16, depth 8, bound 2, generation 6.
#[inline(always)]
pub(super) fn pack(entry: Entry, generation: u8, ply: usize) -> u64 {
    entry.best.0 as u64
        | (entry.score.to_table(ply) as u16 as u64) << 16
        | (entry.eval as u16 as u64) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (1 + entry.bound as u64) << 56
        | (generation as u64) << 58
}

#[inline(always)]
pub(super) fn unpack(data: u64, ply: usize) -> Entry {
    Entry {
        best: Tag(data as u16),
        score: Score::from_table((data >> 16) as i16, ply),
        eval: (data >> 32) as i16,
        depth: (data >> 48 & 0xff) as i32,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_the_deep_and_the_new() {
        let table = Table::new(0);
        let entry =
            |depth, bound| Entry { best: Tag(77), score: Score::centimen(-12), eval: -340, depth, bound };
        table.store(Key(5), entry(9, Bound::Exact), 3);
        table.store(Key(6), entry(4, Bound::Upper), 3);
        assert_eq!(table.probe(Key(5), 3), Some(entry(9, Bound::Exact)));
        assert_eq!(table.probe(Key(6), 3), Some(entry(4, Bound::Upper)));
        assert_eq!(table.probe(Key(7), 3), None);
        for key in 10..13 {
            table.store(Key(key), entry(8, Bound::Lower), 3);
        }
        assert_eq!(table.probe(Key(6), 3), None, "the shallow one had to go");
        assert!(table.probe(Key(5), 3).is_some());
        assert_eq!(table.fullness(), 1000);
    }
}
