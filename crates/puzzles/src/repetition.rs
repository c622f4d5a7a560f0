//! What was not solved comes again: after 1, 3, 7 and 30 days, and after a new failure from the beginning.

use crate::Day;

/// Days to the next time, by how often it has been solved since the last failure.
const DAYS: [u32; 4] = [1, 3, 7, 30];

/// A puzzle that comes again.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The puzzle's own number.
    pub puzzle: u32,
    /// How often it has been solved in time since the last failure.
    pub solved: u8,
    /// When it comes again.
    pub due: Day,
}

/// The puzzles that come again, the next one first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Repetition {
    cards: Vec<Card>,
}

impl Repetition {
    /// Takes up what was kept; cards of one puzzle are one.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Repetition {
        let mut all = Repetition::default();
        for card in cards {
            all.put(Card { solved: card.solved.min(DAYS.len() as u8 - 1), ..card });
        }
        all
    }

    /// What to keep.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The puzzles that are due, the longest overdue first.
    pub fn due(&self, today: Day) -> impl Iterator<Item = u32> {
        self.cards.iter().take_while(move |card| card.due <= today).map(|card| card.puzzle)
    }

    /// Somebody tried a puzzle. One that is solved before it is due stays where it was; one that was never failed is
    /// not kept at all.
    pub fn tried(&mut self, puzzle: u32, solved: bool, today: Day) {
        let old = self.cards.iter().position(|card| card.puzzle == puzzle);
        if !solved {
            self.put(Card { puzzle, solved: 0, due: today.after(DAYS[0]) });
        } else if let Some(at) = old.filter(|&at| self.cards[at].due <= today) {
            let card = self.cards.remove(at);
            if let Some(&days) = DAYS.get(usize::from(card.solved) + 1) {
                self.put(Card { solved: card.solved + 1, due: today.after(days), ..card });
            }
        }
    }

    fn put(&mut self, card: Card) {
        self.cards.retain(|other| other.puzzle != card.puzzle);
        let at = self.cards.partition_point(|other| (other.due, other.puzzle) < (card.due, card.puzzle));
        self.cards.insert(at, card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was tried, whether it was solved, and on which day.
    fn after(tries: &[(u32, bool, u32)]) -> Repetition {
        let mut repetition = Repetition::default();
        for &(puzzle, solved, day) in tries {
            repetition.tried(puzzle, solved, Day(day));
        }
        repetition
    }

    fn due(repetition: &Repetition, day: u32) -> Vec<u32> {
        repetition.due(Day(day)).collect()
    }

    #[test]
    fn comes_after_1_3_7_and_30_days_and_then_no_more() {
        let mut repetition = after(&[(5, false, 100)]);
        let mut day = 100;
        for days in [1, 3, 7, 30] {
            assert!(due(&repetition, day + days - 1).is_empty());
            day += days;
            assert_eq!(due(&repetition, day), [5]);
            repetition.tried(5, true, Day(day));
        }
        assert_eq!(repetition.cards(), []);
    }

    #[test]
    fn a_failure_begins_anew() {
        let repetition = after(&[(5, false, 100), (5, true, 101), (5, false, 104)]);
        assert_eq!(repetition.cards(), [Card { puzzle: 5, solved: 0, due: Day(105) }]);
    }

    #[test]
    fn early_and_other_solutions_change_nothing() {
        let repetition = after(&[(5, false, 100), (5, true, 100), (6, true, 100)]);
        assert_eq!(repetition.cards(), [Card { puzzle: 5, solved: 0, due: Day(101) }]);
    }

    #[test]
    fn the_longest_overdue_comes_first() {
        let repetition = after(&[(1, false, 103), (2, false, 100)]);
        assert_eq!(due(&repetition, 104), [2, 1]);
        assert_eq!(Repetition::new(repetition.cards().to_vec()), repetition);
        let hostile = Card { puzzle: 1, solved: 200, due: Day(u32::MAX) };
        let mut kept = Repetition::new([hostile, hostile]);
        assert_eq!(kept.cards().len(), 1);
        kept.tried(1, true, Day(u32::MAX));
        assert_eq!(kept.cards(), []);
    }
}
