//! A streak: puzzles that get harder, until the first mistake. One may be skipped.

/// A streak under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Streak {
    solved: u32,
    skipped: bool,
    over: bool,
}

/// The rating of the first puzzle, the step to the next, and where it stays.
const FIRST: u16 = 700;
const STEP: u16 = 45;
const HARDEST: u16 = 2600;

impl Default for Streak {
    fn default() -> Streak {
        Streak::new()
    }
}

impl Streak {
    /// At the beginning.
    pub const fn new() -> Streak {
        Streak { solved: 0, skipped: false, over: false }
    }

    /// The rating the next puzzle should have; `None` when it is over.
    pub fn wants(&self) -> Option<u16> {
        let harder = u16::try_from(self.solved).unwrap_or(u16::MAX).saturating_mul(STEP);
        (!self.over).then(|| FIRST.saturating_add(harder).min(HARDEST))
    }

    /// Somebody tried the puzzle. Returns whether the streak goes on.
    pub fn tried(&mut self, solved: bool) -> bool {
        if !self.over {
            self.over = !solved;
            self.solved += u32::from(solved);
        }
        !self.over
    }

    /// Leaves a puzzle out; once only. Returns whether that was allowed.
    pub fn skip(&mut self) -> bool {
        let allowed = !self.over && !self.skipped;
        self.skipped |= allowed;
        allowed
    }

    /// May a puzzle still be left out?
    pub fn may_skip(&self) -> bool {
        !self.over && !self.skipped
    }

    /// How long it is.
    pub fn solved(&self) -> u32 {
        self.solved
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gets_harder_until_the_first_mistake() {
        let mut streak = Streak::new();
        let mut before = 0;
        for _ in 0..10 {
            let wanted = streak.wants().unwrap();
            assert!(wanted > before);
            before = wanted;
            assert!(streak.tried(true));
        }
        assert!(!streak.tried(false));
        assert!(streak.is_over() && streak.wants().is_none());
        assert!(!streak.tried(true) && !streak.skip());
        assert_eq!(streak.solved(), 10);
    }

    #[test]
    fn one_may_be_skipped() {
        let mut streak = Streak::new();
        assert!(streak.may_skip() && streak.skip());
        assert!(!streak.skip() && !streak.may_skip());
        assert!(streak.tried(true));
    }

    #[test]
    fn never_asks_for_the_impossible() {
        let mut streak = Streak::new();
        (0..100_000).for_each(|_| _ = streak.tried(true));
        assert_eq!(streak.wants(), Some(HARDEST));
    }
}
