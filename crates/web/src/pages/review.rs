//! Looking through a finished game: the engine judges every position, and the board opens at the
//! biggest mistake with the better move drawn.

use damka_rules::{Ending, Outcome, Side};
use leptos::prelude::*;

use super::table::Table;
use super::thinking::Purpose;
use crate::i18n::fill;
use crate::model::clock::Millis;

/// What looking through the game has found so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The score of each position for its side to move, and the best move there.
    judged: Vec<(i32, Option<String>)>,
    /// The ply before the biggest mistake, and the move that was better.
    pub mistake: Option<(usize, String)>,
}

/// How long it may take altogether, and a position at most and at least, in milliseconds.
const WHOLE: Millis = 6000;
const SLICE: (Millis, Millis) = (30, 200);
/// Beyond this a game is decided, and a difference no longer matters.
const DECIDED: i32 = 800;
/// What costs less than this is no mistake worth showing.
const WORTH: i32 = 50;

impl Table {
    /// Looks for the biggest mistake, of the lone person if there is one.
    pub fn review(self) {
        self.card_away.set(true);
        if self.review.with_untracked(|review| review.mistake.is_some()) {
            return self.show_mistake();
        }
        self.review.set(Review::default());
        self.judge_next();
    }

    /// How much of the game has been judged, in per cent.
    pub fn reviewed(self) -> usize {
        let positions = self.session.with(|s| s.game.positions().len());
        self.review.with(|review| review.judged.len() * 100 / positions)
    }

    /// The engine's judgement of the position it was asked about.
    pub(super) fn judged(self, score: i32, best: Option<String>) {
        self.review.update(|review| review.judged.push((score.clamp(-DECIDED, DECIDED), best)));
        self.judge_next();
    }

    fn judge_next(self) {
        let ply = self.review.with_untracked(|review| review.judged.len());
        let (last, decided) = self.session.with_untracked(|s| (s.game.ply(), verdict(&s.game)));
        match decided {
            Some(score) if ply == last => self.judged(score, None),
            _ if ply <= last => {
                let millis = (WHOLE / (last as Millis + 1)).clamp(SLICE.0, SLICE.1);
                self.mind.ask_at(self, Purpose::Review, None, millis, ply, 0);
            }
            _ => self.conclude_review(),
        }
    }

    fn conclude_review(self) {
        let person = self.session.with_untracked(|s| s.agreement.seats.lone_person());
        let mistake = self.session.with_untracked(|s| {
            self.review.with_untracked(|review| biggest(&review.judged, &s.game, person))
        });
        let found = mistake.is_some();
        self.review.update(|review| review.mistake = mistake);
        if found {
            self.show_mistake();
        } else {
            let text = self.words().m().no_mistake;
            self.note.set(Some(text.into()));
        }
    }

    fn show_mistake(self) {
        let Some((ply, better)) = self.review.with_untracked(|review| review.mistake.clone()) else { return };
        let route = self.session.with_untracked(|s| {
            s.game.position_at(ply).and_then(|pos| pos.play_text(&better).ok()).map(|(_, route)| route)
        });
        self.look_at(Some(ply));
        self.hint.set(route);
    }

    /// The biggest mistake in words, while its position is looked at.
    pub fn mistake_told(self) -> Option<String> {
        let (ply, better) = self.review.with(|review| review.mistake.clone())?;
        let played = self.session.with(|s| s.game.moves().get(ply).map(|m| m.text.clone()))?;
        (self.looking.get() == Some(ply)).then(|| fill(self.words().m().mistake_found, &[&played, &better]))
    }
}

/// What the end on the board says for the side to move; `None` if the engine has to judge.
fn verdict(game: &damka_rules::Game) -> Option<i32> {
    let on_board = matches!(game.ending()?, Ending::NoPieces(_) | Ending::Blocked(_) | Ending::FirstKing(_));
    let won = game.outcome()? == Outcome::Win(game.turn());
    on_board.then_some(if won { DECIDED } else { -DECIDED })
}

/// The move that lost most, if it lost enough: the ply before it, and the better move.
fn biggest(
    judged: &[(i32, Option<String>)],
    game: &damka_rules::Game,
    person: Option<Side>,
) -> Option<(usize, String)> {
    let losses = judged.windows(2).enumerate().filter_map(|(ply, pair)| {
        let own = person.is_none_or(|side| game.positions()[ply].turn() == side);
        let best = pair[0].1.as_ref().filter(|best| game.moves()[ply].text != **best)?;
        own.then_some((pair[0].0 + pair[1].0, ply, best))
    });
    let (_, ply, best) = losses.filter(|(loss, ..)| *loss >= WORTH).max_by_key(|(loss, ply, _)| {
        // The earlier of two alike: what came after followed from it.
        (*loss, core::cmp::Reverse(*ply))
    })?;
    Some((ply, best.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{Game, Variant};

    #[test]
    fn the_biggest_mistake_is_the_one_that_lost_most() {
        let mut game = Game::new(Variant::Russian);
        for text in ["c3-d4", "b6-a5", "b2-c3", "f6-e5", "d4xf6"] {
            game.play_text(text).unwrap();
        }
        let best = |text: &str| Some(text.to_owned());
        // Black's f6-e5 gives a man away; White's b2-c3 costs a little.
        let judged = [
            (10, best("c3-d4")),
            (-10, best("b6-a5")),
            (60, best("e3-f4")),
            (0, best("h6-g5")),
            (100, best("d4xf6")),
            (-100, best("g7xe5")),
        ];
        let check = |person, expected: Option<(usize, &str)>| {
            let found = biggest(&judged, &game, person);
            assert_eq!(found, expected.map(|(ply, text)| (ply, text.to_owned())));
        };
        check(None, Some((3, "h6-g5")));
        check(Some(Side::Black), Some((3, "h6-g5")));
        check(Some(Side::White), Some((2, "e3-f4")));
        assert_eq!(biggest(&judged[..2], &game, None), None);
    }
}
