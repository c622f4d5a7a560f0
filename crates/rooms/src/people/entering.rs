//! Entering moves in a game on the server: taps, drags, typed texts, moves made in advance, and what is said when
//! they are refused. The rules run in the page, so a refusal is explained at once, as at the table.

use damka_rules::{MoveError, Refusal, Route, Square, Wish};
use damka_web::board::BoardEvent;
use damka_web::model::entry::{Entry, Heard};
use damka_web::pages::entering::explaining;
use damka_web::sound::Sound;
use damka_wire::room::ClientOut;
use leptos::prelude::*;

use super::desk::{Desk, Question, now};
use super::live::Live;

impl Desk {
    /// The board was touched.
    pub(crate) fn touch(self, event: BoardEvent) {
        self.bubble.set(None);
        if matches!(self.question.get_untracked(), Some(Question::Confirm(_))) {
            self.question.set(None);
            self.hint.set(None);
        }
        match event {
            BoardEvent::Tap(square) => self.tap(square),
            BoardEvent::Drop(square) => self.drop(square),
            BoardEvent::Over(square) => {
                if self.entry.try_update(|entry| entry.drag_over(square)).unwrap_or(false) {
                    self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs)));
                }
            }
            BoardEvent::Settle => {}
            BoardEvent::Unsure(a, b) => {
                self.say_bubble(self.words().m().two_targets.into(), vec![a, b], Vec::new());
            }
            BoardEvent::Unused => {
                if self.entry.with_untracked(|entry| entry.lifted().is_some()) {
                    self.entry.update(|entry| _ = entry.put_down());
                } else if self.live.with_untracked(Live::my_turn) {
                    self.refuse(&Refusal::SquareNotUsed, None);
                } else {
                    self.plan(Vec::new());
                }
            }
        }
    }

    fn tap(self, square: Square) {
        if self.looking.get_untracked().is_some() {
            return self.look_at(None);
        }
        if !self.live.with_untracked(Live::my_turn) {
            return self.tap_out_of_turn(square);
        }
        let heard = self.entry.try_update(|entry| entry.tap(square));
        self.heed(heard);
    }

    fn drop(self, square: Square) {
        let heard = self.entry.try_update(|entry| entry.dropped(square, false));
        self.heed(heard);
    }

    /// The numbered choice, counted from 0.
    pub(crate) fn choose(self, number: usize) {
        let heard = self.entry.try_update(|entry| entry.choose(number)).flatten();
        self.heed(heard);
    }

    /// One step back: bubble, question, planned move, old position, hop, lifted piece.
    pub(crate) fn back(self) {
        if self.bubble.get_untracked().is_some() {
            self.bubble.set(None);
        } else if self.question.get_untracked().is_some() {
            self.question.set(None);
            self.hint.set(None);
        } else if self.live.with_untracked(|live| !live.premove.is_empty()) {
            self.plan(Vec::new());
        } else if self.looking.get_untracked().is_some() {
            self.look_at(None);
        } else {
            self.entry.update(|entry| _ = entry.back());
        }
    }

    fn heed(self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Played(route)) => self.commit(route),
            Some(Heard::Refused(wish)) => self.explain(wish),
            Some(Heard::Lifted(_)) => self.sound(Sound::Lift),
            Some(Heard::Hopped(_)) => self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs))),
            Some(Heard::Choose) => self.spoken.set(self.words().m().choose_route.into()),
            Some(Heard::PutDown) | None => {}
        }
    }

    /// A person has entered a move.
    fn commit(self, route: Route) {
        if self.prefs.settings.with_untracked(|s| s.confirm) {
            self.hint.set(Some(route.clone()));
            return self.question.set(Some(Question::Confirm(route)));
        }
        self.play(&route);
    }

    /// Plays a move: shown at once, sent once; said again after a break until it is known to be stored.
    pub(crate) fn play(self, route: &Route) {
        self.hint.set(None);
        let said = self.live.try_update(|live| live.play(route, now())).flatten();
        if let Some(said) = said {
            self.sound(Sound::of(route));
            self.say(&said);
            self.refresh();
        }
    }

    /// A move was typed; false if it was refused.
    pub(crate) fn type_move(self, text: &str) -> bool {
        self.bubble.set(None);
        let (mine, found) = self.live.with_untracked(|live| {
            (live.my_turn(), live.game.as_ref().map(|game| game.position().play_text(text)))
        });
        match found {
            Some(Ok((_, route))) if mine => {
                self.commit(route);
                return true;
            }
            Some(Err(error)) if mine => {
                let routes = match &error {
                    MoveError::Illegal { refusal, .. } => explaining(refusal),
                    _ => Vec::new(),
                };
                let words = self.words();
                let text = self.live.with_untracked(|live| {
                    live.game.as_ref().map(|game| words.move_error(&error, game.position()))
                });
                self.say_bubble(text.unwrap_or_default(), Vec::new(), routes);
            }
            _ => self.refuse_turn(None),
        }
        false
    }

    fn explain(self, wish: Wish) {
        let last = wish.stops.last().copied();
        let refusal = self.live.with_untracked(|live| {
            let (game, me) = (live.game.as_ref()?, live.side?);
            let own = |square: &Square| game.position().piece_at(*square).is_some_and(|p| p.side == me);
            // Another piece of one's own is no place to go to: it is wanted instead.
            let meant = match &wish.stops[..] {
                [_, other] if own(other) => Wish { stops: vec![*other] },
                _ => wish.clone(),
            };
            game.refuse(me, &meant)
        });
        refusal.into_iter().for_each(|refusal| self.refuse(&refusal, last));
    }

    fn refuse(self, refusal: &Refusal, square: Option<Square>) {
        let words = self.words();
        let text = self
            .live
            .with_untracked(|live| live.game.as_ref().map(|game| words.refusal(refusal, game.position())));
        self.sound(Sound::Refused);
        self.say_bubble(text.unwrap_or_default(), square.into_iter().collect(), explaining(refusal));
    }

    /// Why nothing can be moved now.
    fn refuse_turn(self, square: Option<Square>) {
        let (visitor, over, full) =
            self.live.with_untracked(|live| (live.side.is_none(), live.end.is_some(), live.is_full()));
        let squares = square.into_iter().collect();
        match (over, visitor, full) {
            (true, ..) => self.refuse(&Refusal::GameOver, square),
            (_, true, _) => self.say_bubble(self.said.say(|m| m.you_watch).to_owned(), squares, Vec::new()),
            (_, _, false) => self.say_bubble(self.said.say(|m| m.nobody_yet).to_owned(), squares, Vec::new()),
            _ => self.refuse(&Refusal::NotYourTurn, square),
        }
    }

    /// A move made in advance grows square by square: its piece, then every stop.
    fn tap_out_of_turn(self, square: Square) {
        let (may, own, mut planned) = self.live.with_untracked(|live| {
            let piece = live.game.as_ref().and_then(|game| game.position().piece_at(square));
            (live.may_premove(), piece.is_some_and(|p| Some(p.side) == live.side), live.premove.clone())
        });
        if !may {
            return self.refuse_turn(Some(square));
        }
        match (own, planned.last().copied()) {
            (_, Some(last)) if last == square => _ = planned.pop(),
            (true, _) => planned = vec![square],
            (false, Some(_)) => planned.push(square),
            (false, None) => return self.refuse(&Refusal::NotYourTurn, Some(square)),
        }
        self.plan(planned);
    }

    /// Plans a move, or none.
    pub(crate) fn plan(self, squares: Vec<Square>) {
        let (before, ply) = self.live.with_untracked(|live| (live.premove.len(), live.known() + 1));
        if before == 0 && squares.is_empty() {
            return;
        }
        self.live.update(|live| live.premove = squares);
        match self.live.with_untracked(Live::premove_out) {
            Some(said) => _ = self.say(&said),
            // Fewer than two squares are no move any more.
            None if before >= 2 => _ = self.say(&ClientOut::Premove { ply, text: None }),
            None => {}
        }
    }
}
