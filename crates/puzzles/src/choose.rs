//! Which puzzle comes next: by rating and theme, or the one of the day.

use crate::{Library, Theme};

/// A day, counted from 1 January 1970.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub u32);

impl Day {
    /// The day of a time in seconds since the beginning of 1970, in UTC.
    pub const fn of_seconds(seconds: u64) -> Day {
        Day((seconds / 86_400) as u32)
    }

    /// So many days later.
    #[must_use]
    pub const fn after(self, days: u32) -> Day {
        Day(self.0.saturating_add(days))
    }
}

impl Library {
    /// The number of the puzzle of a day: the same for everybody who has this file, and none comes again before all
    /// others have been.
    pub fn daily(&self, day: Day) -> Option<usize> {
        let count = self.count() as u64;
        if count == 0 {
            return None;
        }
        // Steps that share no factor with the count visit every puzzle.
        let step = (count * 618 / 1000..).find(|&step| step > 0 && coprime(step, count))?;
        Some((u64::from(day.0) * step % count) as usize)
    }

    /// The numbers of the blocks worth asking for a puzzle near a rating, the nearest first.
    pub fn near(&self, rating: u16, theme: Option<Theme>) -> Vec<usize> {
        let mut fitting: Vec<usize> = (0..self.blocks().len())
            .filter(|&n| theme.is_none_or(|theme| self.blocks()[n].themes.has(theme)))
            .collect();
        fitting.sort_by_key(|&n| {
            let (least, most) = self.blocks()[n].ratings;
            least.saturating_sub(rating).max(rating.saturating_sub(most))
        });
        fitting
    }
}

const fn coprime(a: u64, b: u64) -> bool {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// How far from the wanted rating a puzzle may be, at first; twice as far if nothing is there, and so on.
const NEAR: u16 = 75;

/// One of the puzzles near a rating, given as numbers with their ratings; `random` decides among equals.
pub fn choose(puzzles: &[(usize, u16)], rating: u16, random: u64) -> Option<usize> {
    let mut within = NEAR;
    loop {
        let near: Vec<usize> =
            puzzles.iter().filter(|(_, r)| r.abs_diff(rating) <= within).map(|(number, _)| *number).collect();
        if !near.is_empty() {
            return Some(near[(random % near.len() as u64) as usize]);
        }
        if puzzles.is_empty() || within == u16::MAX {
            return None;
        }
        within = within.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;
    use crate::puzzle::tests::puzzle;

    fn library(count: u16) -> Library {
        let one = puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]);
        let puzzles: Vec<_> = (0..count).map(|n| one.clone().rated(800 + n * 10)).collect();
        Library::read(&Library::write(Variant::Russian, &puzzles)).unwrap()
    }

    #[test]
    fn every_day_another_until_all_have_been() {
        for count in [1, 2, 7, 50, 120] {
            let library = library(count);
            let from = Day::of_seconds(1_795_000_000).0;
            let mut seen: Vec<usize> =
                (0..u32::from(count)).map(|n| library.daily(Day(from + n)).unwrap()).collect();
            seen.sort();
            assert_eq!(seen, (0..count.into()).collect::<Vec<_>>());
        }
        assert_eq!(library(0).daily(Day(5)), None);
    }

    #[test]
    fn the_nearest_blocks_come_first() {
        let library = library(120);
        assert_eq!(library.near(1700, None), [1, 2, 0]);
        assert_eq!(library.near(0, None), [0, 1, 2]);
        assert_eq!(library.near(1700, Some(Theme::Blockade)), [] as [usize; 0]);
    }

    #[test]
    fn chance_decides_among_what_is_near() {
        let puzzles = [(0, 1000), (1, 1050), (2, 1800)];
        assert_eq!(choose(&puzzles, 1020, 4), Some(0));
        assert_eq!(choose(&puzzles, 1020, 5), Some(1));
        assert_eq!(choose(&puzzles, 2400, 5), Some(2));
        assert_eq!(choose(&[], 1000, 0), None);
        assert_eq!(choose(&[(7, 3000)], 0, 1), Some(7));
    }
}
