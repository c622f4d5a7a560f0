//! The parts of a pattern: smaller rectangles of its window, shared by all windows that see them.
//!
//! Large windows show most of their patterns too rarely to be learnt one by one. While learning, a pattern's weight
//! is its own and the sum of its parts'; afterwards the parts are added to it and forgotten, so the engine never
//! sees them.

use damka_rules::{Geometry, Rules};

use super::canon::{bases, canon_of};
use super::weights::Numbering;
use super::windows::{Shape, Window};

/// Squares of a part, at least and at most.
const SQUARES: std::ops::RangeInclusive<usize> = 4..=6;

/// Which parts a pattern has, by number of its weight.
#[derive(Clone, Debug)]
pub struct Factors {
    /// Where the parts of each distinct pattern begin in the list.
    starts: Box<[u32]>,
    /// Signed numbers of parts: plus or minus 1 + number.
    list: Box<[i32]>,
    count: usize,
    first: usize,
}

impl Factors {
    /// Works them out (a second on large boards).
    pub fn new<R: Rules>(numbering: &Numbering<R>) -> Factors {
        let shape = Shape::of(R::Board::GRID);
        let windows = shape.windows();
        let mut parts: Vec<Window> = windows.iter().flat_map(|&w| rectangles(w)).collect();
        parts.sort_by_key(|w| (w.states, w.rows, w.cols, w.row, w.col));
        parts.dedup();
        let (map, count) = canon_of(shape, &parts);
        let (at, part_at) = (bases(&windows), bases(&parts));
        let place = |w: Window| parts.iter().position(|&p| p == w).expect("it was just listed");
        let distinct = numbering.weights() / 2 - Numbering::<R>::FIRST_PATTERN;
        let (mut starts, mut list) = (vec![0; distinct + 1], Vec::new());
        for (i, &w) in windows.iter().enumerate() {
            let inner: Vec<(Window, usize)> =
                rectangles(w).map(|part| (part, part_at[place(part)])).collect();
            for number in 0..w.patterns() {
                let id = numbering.patterns[at[i] + number];
                // The first pattern of each weight speaks for it; they are numbered as they come.
                if id <= 0 || starts[id as usize] != 0 {
                    continue;
                }
                let seen = inner.iter().map(|&(part, base)| map[base + cut(w, part, number)]);
                list.extend(seen.filter(|&signed| signed != 0));
                starts[id as usize] = list.len() as u32;
            }
        }
        // A weight without parts ends where the one before it ended.
        for id in 1..starts.len() {
            starts[id] = starts[id].max(starts[id - 1]);
        }
        let first = Numbering::<R>::FIRST_PATTERN;
        Factors { starts: starts.into(), list: list.into(), count, first }
    }

    /// How many weights the parts have, opening and ending together.
    pub fn weights(&self) -> usize {
        2 * self.count
    }

    /// The parts of a weight: number and sign. Plain terms have none.
    #[inline]
    pub fn of(&self, weight: u32) -> impl Iterator<Item = (u32, i32)> {
        let (term, ending) = (weight as usize / 2, weight % 2);
        let range = match term.checked_sub(self.first) {
            Some(id) => self.starts[id] as usize..self.starts[id + 1] as usize,
            None => 0..0,
        };
        self.list[range]
            .iter()
            .map(move |&signed| (2 * (signed.unsigned_abs() - 1) + ending, signed.signum()))
    }
}

/// The smaller rectangles of a window.
fn rectangles(w: Window) -> impl Iterator<Item = Window> {
    let sizes = (1..=w.rows).flat_map(move |rows| (1..=w.cols).map(move |cols| (rows, cols)));
    let fitting =
        sizes.filter(move |&(r, c)| SQUARES.contains(&(r * c)) && r > 1 && c > 1 && r * c < w.squares());
    fitting.flat_map(move |(rows, cols)| {
        let places = (0..=w.rows - rows).flat_map(move |row| (0..=w.cols - cols).map(move |col| (row, col)));
        places.map(move |(row, col)| Window { row: w.row + row, col: w.col + col, rows, cols, ..w })
    })
}

/// What a part shows of its window's pattern.
fn cut(w: Window, part: Window, number: usize) -> usize {
    let (mut sum, mut power) = (0, 1);
    for row in 0..part.rows {
        for col in 0..part.cols {
            let at = (part.row - w.row + row) * w.cols + part.col - w.col + col;
            sum += power * (number / w.states.pow(at as u32) % w.states);
            power *= w.states;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{International, Russian, Turkish};

    use super::*;

    /// Patterns with the same parts get the same from them, and there are far fewer parts than patterns.
    fn check<R: Rules>() {
        let numbering = Numbering::<R>::new();
        let factors = Factors::new(&numbering);
        assert!(factors.weights() * 4 < numbering.weights(), "{}", R::VARIANT);
        let first = 2 * Numbering::<R>::FIRST_PATTERN as u32;
        assert_eq!(factors.of(0).count(), 0);
        let known = (first..numbering.weights() as u32).filter(|&w| factors.of(w).next().is_some()).count();
        assert!(known * 10 > numbering.weights() * 9, "{}: {known}", R::VARIANT);
        for weight in first..numbering.weights() as u32 {
            for (part, sign) in factors.of(weight) {
                assert!((part as usize) < factors.weights() && part % 2 == weight % 2 && sign != 0);
            }
        }
    }

    #[test]
    fn every_pattern_has_parts() {
        check::<Russian>();
        check::<International>();
        check::<Turkish>();
    }
}
