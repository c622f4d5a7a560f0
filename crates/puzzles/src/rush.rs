//! A rush: as many puzzles as possible in three minutes; the third mistake ends it.

use std::time::Duration;

/// A rush under way. Times are those of any clock that only goes forward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rush {
    begun: Duration,
    solved: u32,
    mistakes: u32,
    ended: Option<Duration>,
}

/// How long it lasts.
const LENGTH: Duration = Duration::from_secs(180);
/// Mistakes that end it.
const MISTAKES: u32 = 3;
/// The rating of the first puzzle, the step to the next, and where it stays.
const FIRST: u16 = 600;
const STEP: u16 = 40;
const HARDEST: u16 = 2400;

impl Rush {
    /// Begins now.
    pub const fn new(now: Duration) -> Rush {
        Rush { begun: now, solved: 0, mistakes: 0, ended: None }
    }

    /// How much time is left.
    pub fn left(&self, now: Duration) -> Duration {
        let until = self.ended.unwrap_or(now).min(self.end());
        self.end().saturating_sub(until.max(self.begun))
    }

    fn end(&self) -> Duration {
        self.begun + LENGTH
    }

    /// Is it over?
    pub fn is_over(&self, now: Duration) -> bool {
        self.ended.is_some() || now >= self.end()
    }

    /// The rating the next puzzle should have; `None` when it is over.
    pub fn wants(&self, now: Duration) -> Option<u16> {
        let harder = u16::try_from(self.solved).unwrap_or(u16::MAX).saturating_mul(STEP);
        (!self.is_over(now)).then(|| FIRST.saturating_add(harder).min(HARDEST))
    }

    /// A puzzle was solved or failed. What comes after the end does not count. Returns whether the rush goes on.
    pub fn tried(&mut self, solved: bool, now: Duration) -> bool {
        if self.is_over(now) {
            return false;
        }
        if solved {
            self.solved += 1;
        } else {
            self.mistakes += 1;
            self.ended = (self.mistakes >= MISTAKES).then_some(now);
        }
        !self.is_over(now)
    }

    /// Ends it early.
    pub fn stop(&mut self, now: Duration) {
        self.ended = self.ended.or(Some(now.min(self.end())));
    }

    /// Puzzles solved.
    pub fn solved(&self) -> u32 {
        self.solved
    }

    /// Mistakes made, and how many are left.
    pub fn mistakes(&self) -> (u32, u32) {
        (self.mistakes, MISTAKES - self.mistakes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(1_000 + seconds)
    }

    #[test]
    fn lasts_three_minutes() {
        let mut rush = Rush::new(at(0));
        assert!(rush.tried(true, at(20)) && rush.tried(true, at(179)));
        assert_eq!(rush.left(at(179)), Duration::from_secs(1));
        assert!(!rush.tried(true, at(180)));
        assert_eq!(rush.solved(), 2);
        assert_eq!((rush.wants(at(180)), rush.left(at(500))), (None, Duration::ZERO));
    }

    #[test]
    fn the_third_mistake_ends_it() {
        let mut rush = Rush::new(at(0));
        assert!(rush.tried(false, at(10)) && rush.tried(false, at(20)));
        assert_eq!(rush.mistakes(), (2, 1));
        assert!(!rush.tried(false, at(30)));
        assert!(rush.is_over(at(30)) && rush.left(at(90)) == Duration::from_secs(150));
        assert!(!rush.tried(true, at(31)) && rush.solved() == 0);
    }

    #[test]
    fn gets_harder_and_can_be_stopped() {
        let mut rush = Rush::new(at(0));
        let first = rush.wants(at(1));
        rush.tried(true, at(2));
        assert!(rush.wants(at(3)) > first);
        rush.stop(at(60));
        rush.stop(at(70));
        assert!(rush.is_over(at(61)) && rush.left(at(99)) == Duration::from_secs(120));
        // A clock that jumps back does not add time.
        assert_eq!(Rush::new(at(5)).left(at(0)), LENGTH);
    }
}
