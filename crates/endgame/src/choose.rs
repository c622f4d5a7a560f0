//! Sets of k out of n things, numbered: binomials, the rank of a set, the set of a rank.
//!
//! The order is colexicographic: the set with members `c0 < c1 < ...` has the rank `C(c0,1) + C(c1,2) + ...`.

use damka_rules::Bits;

/// The most pieces of one kind a table may have.
pub(crate) const MOST: usize = 7;
/// More squares than any board has.
const SQUARES: usize = 73;

/// `BINOMIALS[n][k]` is "n choose k".
const BINOMIALS: [[u64; MOST + 1]; SQUARES] = {
    let mut t = [[0; MOST + 1]; SQUARES];
    let mut n = 0;
    while n < SQUARES {
        t[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            t[n][k] = t[n - 1][k - 1] + t[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    t
};

/// How many sets of `k` out of `n` there are.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// The rank of `set` among the sets of its size within `zone`, which has `size` squares.
#[inline(always)]
pub(crate) fn rank<B: Bits>(set: B, zone: B, size: u32) -> u64 {
    let mut rank = 0;
    for (i, one) in set.singles().enumerate() {
        let below = size - zone.shift_down(one.index()).count();
        rank += BINOMIALS[below as usize][i + 1];
    }
    rank
}

/// Every set of `k` out of `n` in the order of ranks.
pub(crate) struct Subsets {
    k: usize,
    members: Vec<u8>,
}

impl Subsets {
    pub(crate) fn new(n: usize, k: usize) -> Subsets {
        let mut members = Vec::with_capacity(choose(n, k) as usize * k);
        let mut set: Vec<u8> = (0..k as u8).collect();
        for _ in 0..choose(n, k) {
            members.extend_from_slice(&set);
            // The lowest member that has room moves up; those below it fall back to the bottom.
            let stuck = (0..k).take_while(|&i| i + 1 < k && set[i] + 1 == set[i + 1]).count();
            if let Some(member) = set.get_mut(stuck) {
                *member += 1;
            }
            (0..stuck.min(k)).for_each(|i| set[i] = i as u8);
        }
        Subsets { k, members }
    }

    /// The members of the set with this rank, ascending.
    #[inline(always)]
    pub(crate) fn get(&self, rank: usize) -> &[u8] {
        &self.members[rank * self.k..(rank + 1) * self.k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_the_order_of_ranks() {
        for (n, k) in [(5, 0), (5, 1), (6, 2), (9, 3), (8, 4), (7, 7)] {
            let all = Subsets::new(n, k);
            for r in 0..choose(n, k) as usize {
                let set = all.get(r).iter().fold(0u64, |s, &i| s | 1 << i);
                assert_eq!(rank(set, (1u64 << n) - 1, n as u32), r as u64, "{k} of {n}");
                assert_eq!(set.count_ones() as usize, k);
            }
        }
    }
}
