//! Entering moves at the table: taps, drags, typed texts, and what is said when they are refused.

use std::time::Duration;

use damka_rules::{Refusal, Route, Square};
use damka_sitting::Act;
use leptos::prelude::*;

use super::table::{Bubble, Question, Table};
use crate::board::BoardEvent;
use crate::model::entry::{Entry, Heard};
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
            BoardEvent::Tap(square) if self.adjusting.get_untracked() => {
                self.adjusting.set(false);
                let side = self.session.with_untracked(|s| s.game.turn());
                self.act(Act::Adjust(side, square));
            }
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
                let lifted = self.entry.with_untracked(|e| e.lifted().or(e.bait()).is_some());
                if lifted {
                    self.put_down();
                } else if !self.is_challenge() && self.session.with_untracked(|s| s.persons_turn()) {
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
        if !self.session.with_untracked(|s| s.persons_turn()) {
            return self.tap_out_of_turn(square);
        }
        let heard = self.entry.try_update(|entry| entry.tap(square));
        self.heed(heard);
    }

    fn drop(self, square: Square) {
        let held = self.session.with_untracked(|s| s.game.touch_move());
        let heard = self.entry.try_update(|entry| entry.dropped(square, held));
        self.heed(heard);
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
            self.entry.update(|entry| _ = entry.back());
        }
    }

    /// Puts the lifted piece down.
    pub fn put_down(self) {
        self.entry.update(|entry| _ = entry.put_down());
    }

    /// A person has entered a move.
    pub fn commit(self, route: Route) {
        if self.prefs.settings.with_untracked(|s| s.confirm) {
            self.hint.set(Some(route.clone()));
            return self.question.set(Some(Question::Confirm(route)));
        }
        self.play(&route);
    }

    /// Plays a move of the person whose turn it is.
    pub fn play(self, route: &Route) {
        let side = self.session.with_untracked(|s| s.game.turn());
        self.act(Act::Play(side, route.clone()));
    }

    /// A move was typed; false if it was refused.
    pub fn type_move(self, text: &str) -> bool {
        self.bubble.set(None);
        let route = self.session.with_untracked(|s| {
            let (_, route) = s.game.position().play_text(text).ok().filter(|_| s.persons_turn())?;
            s.game.touched().is_none_or(|touched| touched == route.from()).then_some(route)
        });
        match route {
            Some(route) => self.commit(route),
            None => self.act(Act::Write(self.session.with_untracked(|s| s.side()), text.to_owned())),
        }
        self.bubble.get_untracked().is_none()
    }

    fn heed(self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Played(route)) => self.commit(route),
            Some(Heard::Refused(wish)) => {
                let side = self.session.with_untracked(|s| s.game.turn());
                self.act(Act::Try(side, wish));
            }
            Some(Heard::Lifted(square)) => {
                self.sound(Sound::Lift);
                // Under touch-move a lifted piece must move.
                let side = self.session.with_untracked(|s| s.turn().filter(|_| s.game.touch_move()));
                if let Some(side) = side {
                    self.act(Act::Touch(side, square));
                }
            }
            Some(Heard::Hopped(_)) => self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs))),
            Some(Heard::Choose) => self.spoken.set(self.words().m().choose_route.into()),
            Some(Heard::PutDown) | None => {}
        }
    }

    fn tap_out_of_turn(self, square: Square) {
        let (over, person, piece) = self.session.with_untracked(|s| {
            (s.is_over(), s.agreement.seats.lone_person(), s.game.position().piece_at(square))
        });
        let refusal = if over { Refusal::GameOver } else { Refusal::NotYourTurn };
        let Some(person) = person.filter(|_| !over) else { return self.refuse(&refusal, Some(square)) };
        let own = piece.is_some_and(|p| p.side == person);
        let chosen = self.premove.get_untracked();
        match (own, &chosen[..]) {
            (true, [only]) if *only == square => self.premove.set(Vec::new()),
            (true, _) => self.premove.set(vec![square]),
            (false, [from, ..]) => self.premove.set(vec![*from, square]),
            (false, []) => self.refuse(&Refusal::NotYourTurn, Some(square)),
        }
    }

    pub(super) fn refuse(self, refusal: &Refusal, square: Option<Square>) {
        let words = self.words();
        let text = self.session.with_untracked(|s| words.refusal(refusal, s.game.position()));
        self.sound(Sound::Refused);
        self.say_bubble(text, square.into_iter().collect(), explaining(refusal));
    }

    pub(super) fn say_bubble(self, text: String, squares: Vec<Square>, routes: Vec<Route>) {
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
pub fn explaining(refusal: &Refusal) -> Vec<Route> {
    match refusal {
        Refusal::MustCapture { routes, .. } => routes.clone(),
        Refusal::MustTakeMore { route, .. }
        | Refusal::MustTakeBetter { route }
        | Refusal::MustGoOn { route, .. }
        | Refusal::MustLandWhereItGoesOn { route, .. } => vec![route.clone()],
        _ => Vec::new(),
    }
}
