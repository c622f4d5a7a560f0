//! How many positions came how far, and where the time went.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use damka_puzzles::proof::Miss;

/// What happens to a position, in this order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// A level moves.
    Play,
    /// A small search looks.
    Look,
    /// It has seen something.
    Suspect,
    /// It is not as hard as enough others.
    Rare,
    /// A larger one finds a line.
    Find,
    /// A larger one still confirms it.
    Confirm,
    /// Our levels rate it, and it is kept.
    Rate,
}

/// The stages in words, in their order.
const NAMES: [&str; 7] = ["played", "looked", "suspect", "rare", "found", "confirmed", "rated"];

/// The counts and the times of each stage, and why suspects were none.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sieve {
    counts: [u64; NAMES.len()],
    times: [Duration; NAMES.len()],
    misses: BTreeMap<Miss, u64>,
}

impl Sieve {
    /// One more came so far.
    pub(crate) fn count(&mut self, stage: Stage) {
        self.counts[stage as usize] += 1;
    }

    /// A suspect was no puzzle.
    pub(crate) fn miss(&mut self, miss: Miss) {
        *self.misses.entry(miss).or_default() += 1;
    }

    /// Does something and takes its time.
    pub(crate) fn time<T>(&mut self, stage: Stage, act: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = act();
        self.times[stage as usize] += begun.elapsed();
        done
    }
}

impl fmt::Display for Sieve {
    /// `looked 100 (0.2 s), suspect 5, ...`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, name) in NAMES.into_iter().enumerate() {
            let (count, time) = (self.counts[number], self.times[number].as_secs_f64());
            write!(f, "{}{name}", if number > 0 { ", " } else { "" })?;
            if count > 0 {
                write!(f, " {count}")?;
            }
            if time > 0.0 {
                write!(f, " ({time:.1} s)")?;
            }
        }
        for (miss, count) in &self.misses {
            write!(f, ", {miss:?} {count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_how_many_came_how_far() {
        let mut sieve = Sieve::default();
        sieve.count(Stage::Look);
        sieve.count(Stage::Look);
        sieve.count(Stage::Suspect);
        assert_eq!(sieve.time(Stage::Rate, || 7), 7);
        sieve.miss(Miss::OneMove);
        let told = sieve.to_string();
        assert!(told.contains("looked 2, suspect 1, rare, found") && told.ends_with(", OneMove 1"), "{told}");
    }
}
