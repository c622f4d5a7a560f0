//! What the device remembers of somebody's puzzles, for each game.

use damka_puzzles::{Card, Day, Puzzle, Repetition, Skill};
use serde::{Deserialize, Serialize};

/// Puzzles that are not given again soon.
const SEEN: usize = 400;
/// Attempts shown in the strip.
const STRIP: usize = 24;
/// Cards kept.
const CARDS: usize = 500;

/// An attempt in the strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Try {
    /// The puzzle's own number.
    pub(crate) puzzle: u32,
    /// Was it solved at the first go?
    pub(crate) solved: bool,
    /// What that did to the rating; `None` if it did not count.
    pub(crate) change: Option<i32>,
}

/// A puzzle that comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Due {
    puzzle: u32,
    rating: u16,
    solved: u8,
    day: u32,
}

/// The diary.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Diary {
    rating: f64,
    deviation: f64,
    volatility: f64,
    /// The day of the last rated attempt.
    last: u32,
    tries: u32,
    solved: u32,
    due: Vec<Due>,
    seen: Vec<u32>,
    strip: Vec<Try>,
    /// The longest streak.
    pub(crate) best_streak: u32,
    /// The most puzzles in a rush.
    pub(crate) best_rush: u32,
    /// The last day whose puzzle was tried, and whether it was solved.
    daily: Option<(u32, bool)>,
    /// Was the first streak celebrated?
    pub(crate) celebrated: bool,
}

impl Default for Diary {
    fn default() -> Diary {
        let Skill { rating, deviation, volatility } = Skill::default();
        Diary {
            rating,
            deviation,
            volatility,
            last: 0,
            tries: 0,
            solved: 0,
            due: Vec::new(),
            seen: Vec::new(),
            strip: Vec::new(),
            best_streak: 0,
            best_rush: 0,
            daily: None,
            celebrated: false,
        }
    }
}

impl Diary {
    /// How good somebody is, today.
    pub(crate) fn skill(&self, today: Day) -> Skill {
        let Diary { rating, deviation, volatility, .. } = *self;
        let rested = if self.last == 0 { 0 } else { today.0.saturating_sub(self.last) };
        Skill { rating, deviation, volatility }.rested(f64::from(rested))
    }

    /// The rating as a number to show and to choose by.
    pub(crate) fn rating(&self) -> u16 {
        self.rating.clamp(0.0, 4000.0).round() as u16
    }

    /// Is the rating still a guess?
    pub(crate) fn is_provisional(&self) -> bool {
        self.deviation > 110.0
    }

    /// Puzzles seen lately.
    pub(crate) fn seen(&self) -> &[u32] {
        &self.seen
    }

    /// The last attempts, the latest last.
    pub(crate) fn strip(&self) -> &[Try] {
        &self.strip
    }

    /// Was the puzzle of a day tried?
    pub(crate) fn daily(&self, day: Day) -> Option<bool> {
        self.daily.filter(|(tried, _)| *tried == day.0).map(|(_, solved)| solved)
    }

    /// Puzzles that are due today, with the ratings they had.
    pub(crate) fn due(&self, today: Day) -> Vec<(u32, u16)> {
        self.due.iter().filter(|due| due.day <= today.0).map(|due| (due.puzzle, due.rating)).collect()
    }

    /// Forgets a puzzle that is not in the file any more.
    pub(crate) fn drop_due(&mut self, puzzle: u32) {
        self.due.retain(|due| due.puzzle != puzzle);
    }

    /// The puzzle of this day was tried.
    pub(crate) fn tried_daily(&mut self, day: Day, solved: bool) {
        self.daily = Some((day.0, solved));
    }

    /// A puzzle was tried; `weight` says how much it counts for the rating, zero not at all. Returns what that did to
    /// the rating.
    pub(crate) fn tried(&mut self, puzzle: &Puzzle, solved: bool, weight: f64, today: Day) -> Option<i32> {
        let number = puzzle.number();
        self.tries = self.tries.saturating_add(1);
        self.solved = self.solved.saturating_add(u32::from(solved));
        let change = (weight > 0.0).then(|| {
            let before = self.rating();
            let points = if solved { 1.0 } else { 0.0 };
            let after = self.skill(today).after(Skill::of_puzzle(puzzle.rating()), points, weight);
            (self.rating, self.deviation, self.volatility) =
                (after.rating, after.deviation, after.volatility);
            self.last = today.0;
            i32::from(self.rating()) - i32::from(before)
        });
        self.seen.retain(|&seen| seen != number);
        self.seen.push(number);
        let old = self.seen.len().saturating_sub(SEEN);
        self.seen.drain(..old);
        self.strip.push(Try { puzzle: number, solved, change });
        let old = self.strip.len().saturating_sub(STRIP);
        self.strip.drain(..old);
        self.repeat(puzzle, solved, today);
        change
    }

    fn repeat(&mut self, puzzle: &Puzzle, solved: bool, today: Day) {
        let cards =
            self.due.iter().map(|due| Card { puzzle: due.puzzle, solved: due.solved, due: Day(due.day) });
        let mut repetition = Repetition::new(cards);
        repetition.tried(puzzle.number(), solved, today);
        let rating = |number: u32| {
            let known = self.due.iter().find(|due| due.puzzle == number).map(|due| due.rating);
            known.unwrap_or(puzzle.rating())
        };
        let due = repetition.cards().iter().take(CARDS).map(|card| Due {
            puzzle: card.puzzle,
            rating: rating(card.puzzle),
            solved: card.solved,
            day: card.due.0,
        });
        self.due = due.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::book::tests::russian;

    fn puzzle(dice: u64) -> Puzzle {
        russian().pick(1000, None, &[], dice).expect("there are puzzles")
    }

    #[test]
    fn solving_raises_the_rating_and_failing_lowers_it() {
        let mut diary = Diary::default();
        let up = diary.tried(&puzzle(1), true, 1.0, Day(100)).expect("it counts");
        let down = diary.tried(&puzzle(2), false, 1.0, Day(100)).expect("it counts");
        assert!(up > 0 && down < 0, "{up} {down}");
        let before = diary.rating();
        assert_eq!(diary.tried(&puzzle(3), false, 0.0, Day(100)), None);
        assert_eq!(diary.rating(), before);
        let changes: Vec<_> = diary.strip().iter().map(|t| (t.solved, t.change)).collect();
        assert_eq!(changes, [(true, Some(up)), (false, Some(down)), (false, None)]);
        assert!(diary.is_provisional());
    }

    #[test]
    fn what_was_failed_is_due_on_the_next_day() {
        let mut diary = Diary::default();
        let failed = puzzle(1);
        diary.tried(&failed, false, 1.0, Day(100));
        diary.tried(&puzzle(9), true, 1.0, Day(100));
        assert_eq!(diary.due(Day(100)), []);
        assert_eq!(diary.due(Day(101)), [(failed.number(), failed.rating())]);
        diary.tried(&failed, true, 0.0, Day(101));
        assert_eq!((diary.due(Day(103)).len(), diary.due(Day(104)).len()), (0, 1));
        diary.drop_due(failed.number());
        assert_eq!(diary.due(Day(999)), []);
    }

    #[test]
    fn the_puzzle_of_the_day_is_remembered_for_a_day() {
        let mut diary = Diary::default();
        diary.tried_daily(Day(5), true);
        assert_eq!((diary.daily(Day(5)), diary.daily(Day(6))), (Some(true), None));
    }

    #[test]
    fn survives_the_journey_and_old_or_odd_versions() {
        use damka_web::platform::storage::{read, write};
        let mut diary = Diary::default();
        diary.tried(&puzzle(1), false, 1.0, Day(100));
        let text = write(&diary).expect("a diary is JSON");
        assert_eq!(read::<Diary>(&text).value(), Some(diary));
        let odd: Diary = read("{\"rating\":1e300,\"deviation\":-5}").value().expect("numbers");
        assert_eq!(odd.rating(), 4000);
        let mut odd = odd;
        odd.tried(&puzzle(2), true, 1.0, Day(100));
        assert!(odd.rating() <= 3500);
    }
}
