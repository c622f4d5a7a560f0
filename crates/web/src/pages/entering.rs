//! Entering moves at the table: taps, drags, typed texts, and what is said when they are refused.

use std::time::Duration;

use damka_rules::{Ending, MoveError, MoveText, Refusal, Route, Square, Wish};
use leptos::prelude::*;

use super::table::{Bubble, Question, Table};
use crate::board::BoardEvent;
use crate::i18n::fill;
use crate::model::challenge;
use crate::model::entry::{Entry, Heard};
use crate::model::session::Session;
use crate::sound::Sound;

impl Table {
    /// The board was touched.
    pub fn touch(self, event: BoardEvent) {
        self.bubble.set(None);
        // Another touch is an answer, too: not this move.
        if matches!(self.question.get_untracked(), Some(Question::Confirm(_))) {
            self.question.set(None);
            self.hint.set(None);
        }
        match event {
            BoardEvent::Tap(square) if self.adjusting.get_untracked() => self.set_straight(square),
            BoardEvent::Tap(square) => self.tap(square),
            BoardEvent::Drop(square) => self.drop(square),
            BoardEvent::Over(square) => {
                let hopped = self.entry.try_update(|entry| entry.drag_over(square)).unwrap_or(false);
                if hopped {
                    self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs)));
                }
            }
            BoardEvent::Settle => {}
            BoardEvent::Unsure(a, b) => {
                self.say_bubble(self.words().m().two_targets.into(), vec![a, b], Vec::new())
            }
            BoardEvent::Unused => {
                let lifted = self.entry.with_untracked(|e| e.lifted().is_some());
                if lifted || self.bait.get_untracked().is_some() {
                    self.put_down();
                } else if !self.is_challenge() && self.session.with_untracked(Session::persons_turn) {
                    self.refuse(&Refusal::SquareNotUsed, None);
                }
            }
        }
    }

    /// A square was tapped.
    pub fn tap(self, square: Square) {
        if self.looking.get_untracked().is_some() {
            return self.look_at(None);
        }
        self.hint.set(None);
        if !self.session.with_untracked(Session::persons_turn) {
            return self.tap_out_of_turn(square);
        }
        if self.is_challenge() && self.tap_forbidden(square) {
            return;
        }
        let heard = self.entry.try_update(|entry| entry.tap(square));
        self.heed(heard);
    }

    /// A piece was touched to set it straight.
    fn set_straight(self, square: Square) {
        self.adjusting.set(false);
        let name = self.session.with_untracked(|s| {
            let pos = s.game.position();
            pos.piece_at(square).map(|_| pos.square_name(square))
        });
        if let Some(name) = name {
            self.sound(Sound::Lift);
            self.say_bubble(fill(self.words().m().adjusted, &[&name]), Vec::new(), Vec::new());
        }
    }

    fn drop(self, square: Square) {
        let heard = self.entry.try_update(|entry| entry.tap(square));
        // A piece dropped on a wrong square goes back.
        let refused = matches!(heard, Some(Heard::Refused(_)));
        self.heed(heard);
        if refused && !self.session.with_untracked(|s| s.game.touch_move()) {
            self.entry.update(|entry| _ = entry.put_down());
        }
    }

    /// The numbered choice, counted from 0.
    pub fn choose(self, number: usize) {
        let heard = self.entry.try_update(|entry| entry.choose(number)).flatten();
        self.heed(heard);
    }

    /// One step back: bubble, question, hint, hop, lifted piece, old position.
    pub fn back(self) {
        if self.bubble.get_untracked().is_some() {
            self.bubble.set(None);
        } else if self.question.get_untracked().is_some() {
            self.question.set(None);
            self.hint.set(None);
        } else if self.adjusting.get_untracked() {
            self.adjusting.set(false);
        } else if self.hint.get_untracked().is_some() {
            self.hint.set(None);
        } else if !self.premove.get_untracked().is_empty() {
            self.premove.set(Vec::new());
        } else if self.looking.get_untracked().is_some() {
            self.look_at(None);
        } else {
            self.bait.set(None);
            self.entry.update(|entry| _ = entry.back());
        }
    }

    /// Puts the lifted piece down.
    pub fn put_down(self) {
        self.bait.set(None);
        self.entry.update(|entry| _ = entry.put_down());
    }

    /// A move was typed.
    pub fn type_move(self, text: &str) -> bool {
        self.bubble.set(None);
        let session = self.session.get_untracked();
        let pos = session.game.position();
        let words = self.words();
        if !session.persons_turn() {
            let refusal = if session.turn().is_none() { Refusal::GameOver } else { Refusal::NotYourTurn };
            self.refuse(&refusal, None);
            return false;
        }
        let resolved =
            MoveText::parse(text, pos.grid()).map_err(Into::into).and_then(|text| pos.resolve(&text));
        match resolved {
            Ok(route) if session.game.touched().is_none_or(|touched| touched == route.from()) => {
                self.commit(route);
                true
            }
            Ok(route) => {
                self.refuse_wish(&Wish { stops: route.stops().to_vec() });
                false
            }
            Err(error) => {
                let routes = match &error {
                    MoveError::Illegal { refusal, .. } => explaining(refusal),
                    _ => Vec::new(),
                };
                self.say_bubble(words.move_error(&error, pos), Vec::new(), routes);
                false
            }
        }
    }

    fn heed(self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Played(route)) => self.commit(route),
            Some(Heard::Refused(wish)) => self.refuse_wish(&wish),
            Some(Heard::Lifted(square)) => {
                self.sound(Sound::Lift);
                self.touch_piece(square);
            }
            Some(Heard::Hopped(_)) => self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs))),
            Some(Heard::Choose) => self.spoken.set(self.words().m().choose_route.into()),
            Some(Heard::PutDown) | None => {}
        }
    }

    /// Under touch-move a lifted piece must move.
    fn touch_piece(self, square: Square) {
        let agreed = self.session.with_untracked(|s| s.game.touch_move() && s.game.touched().is_none());
        if agreed {
            // The entry only lifts pieces that may be touched.
            self.session.update(|s| _ = s.game.touch(square));
            self.refresh();
            self.entry.update(|entry| _ = entry.grab(square));
            self.save();
        }
    }

    fn tap_out_of_turn(self, square: Square) {
        let session = self.session.get_untracked();
        let Some(_) = session.turn() else { return self.refuse(&Refusal::GameOver, Some(square)) };
        let Some(person) = session.agreement.seats.lone_person() else {
            return self.refuse(&Refusal::NotYourTurn, Some(square));
        };
        let own = session.game.position().piece_at(square).is_some_and(|p| p.side == person);
        let chosen = self.premove.get_untracked();
        match (own, &chosen[..]) {
            (true, [only]) if *only == square => self.premove.set(Vec::new()),
            (true, _) => self.premove.set(vec![square]),
            (false, [from, ..]) => self.premove.set(vec![*from, square]),
            (false, []) => self.refuse(&Refusal::NotYourTurn, Some(square)),
        }
    }

    /// In the challenge a quiet move may be tried although a capture is on; that is a forfeit.
    fn tap_forbidden(self, square: Square) -> bool {
        let session = self.session.get_untracked();
        let pos = session.game.position();
        if self.entry.with_untracked(|e| e.legs() > 0) {
            return false;
        }
        let forbidden = challenge::forbidden(pos);
        let from = self.bait.get_untracked().or(self.entry.with_untracked(Entry::lifted));
        if let Some(from) = from
            && forbidden.iter().any(|r| r.from() == from && r.to() == square)
        {
            self.session.update(|s| _ = s.game.end(Ending::Forfeit(challenge::PLAYER)));
            self.put_down();
            self.sound(Sound::Refused);
            self.refresh();
            self.proceed();
            return true;
        }
        let may_capture = self.entry.with_untracked(|e| e.movable().contains(&square));
        self.bait.set(None);
        if !may_capture && forbidden.iter().any(|r| r.from() == square) {
            self.put_down();
            self.bait.set(Some(square));
            self.sound(Sound::Lift);
            return true;
        }
        false
    }

    fn refuse_wish(self, wish: &Wish) {
        // The original ignores presses that are no move.
        if self.is_challenge() {
            return self.bait.set(None);
        }
        let refusal = self.session.with_untracked(|s| {
            let turn = s.game.turn();
            let own = |square: &Square| s.game.position().piece_at(*square).is_some_and(|p| p.side == turn);
            match &wish.stops[..] {
                // Another piece of one's own is no place to go to: it is wanted instead.
                [_, other] if own(other) => s.game.refuse(turn, &Wish { stops: vec![*other] }),
                _ => s.game.refuse(turn, wish),
            }
        });
        if let Some(refusal) = refusal {
            self.refuse(&refusal, wish.stops.last().copied());
        }
    }

    fn refuse(self, refusal: &Refusal, square: Option<Square>) {
        let words = self.words();
        let text = self.session.with_untracked(|s| words.refusal(refusal, s.game.position()));
        self.sound(Sound::Refused);
        self.say_bubble(text, square.into_iter().collect(), explaining(refusal));
    }

    fn say_bubble(self, text: String, squares: Vec<Square>, routes: Vec<Route>) {
        let counted = self.bubbles.try_update_value(|n| {
            *n += 1;
            *n
        });
        let number = counted.unwrap_or(0);
        self.bubble.set(Some(Bubble { text, squares, routes, number }));
        let fade = move || {
            if self.bubble.try_get_untracked().flatten().is_some_and(|b| b.number == number) {
                self.bubble.set(None);
            }
        };
        set_timeout(fade, Duration::from_millis(6000));
    }
}

/// The routes that explain a refusal.
fn explaining(refusal: &Refusal) -> Vec<Route> {
    match refusal {
        Refusal::MustCapture { routes, .. } => routes.clone(),
        Refusal::MustTakeMore { route, .. }
        | Refusal::MustTakeBetter { route }
        | Refusal::MustGoOn { route, .. }
        | Refusal::MustLandWhereItGoesOn { route, .. } => vec![route.clone()],
        _ => Vec::new(),
    }
}
