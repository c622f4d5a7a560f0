//! What else a person can do at the table: take back, ask, offer, resign, look back.

use std::time::Duration;

use damka_rules::{Ending, Side, Variant};
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::table::{Question, Table};
use super::thinking::Purpose;
use crate::i18n::fill;
use crate::model::challenge::Challenge;
use crate::model::clock::Control;
use crate::model::dice::Dice;
use crate::model::dress::Dress;
use crate::model::link::Invite;
use crate::model::seats::{Seat, Seats};
use crate::model::session::{Agreement, Session};
use crate::platform::storage;

impl Table {
    /// Takes back to the person's last turn.
    pub fn undo(self) {
        let hopping = self.entry.with_untracked(|e| e.legs() > 0);
        if hopping {
            return self.entry.update(|entry| _ = entry.back());
        }
        let plies = self.session.with_untracked(Session::takeback);
        if plies == 0 || self.is_challenge() {
            return;
        }
        self.mind.forget();
        let now = js_sys::Date::now();
        self.session.update(|s| {
            (0..plies).for_each(|_| _ = s.game.undo());
            let turn = s.game.turn();
            if let Some(clock) = &mut s.clock {
                clock.run(turn, now);
            }
        });
        self.looking.set(None);
        self.hint.set(None);
        self.question.set(None);
        self.bubble.set(None);
        self.card_away.set(false);
        self.premove.set(Vec::new());
        self.refresh();
        self.proceed();
    }

    /// May a move be taken back?
    pub fn can_undo(self) -> bool {
        self.session.with(|s| s.takeback() > 0 && !Dress::of(s.agreement.variant).challenge)
    }

    /// Asks the engine for advice.
    pub fn ask_hint(self) {
        let asks = self.session.with_untracked(|s| s.persons_turn() && s.game.touched().is_none());
        if asks && self.looking.get_untracked().is_none() {
            self.put_down();
            self.mind.ask(self, Purpose::Hint, None, 700);
        }
    }

    /// Turns the board.
    pub fn flip(self) {
        self.session.update(|s| s.bottom = s.bottom.other());
        self.save();
    }

    /// Gives up, for the person whose device it is or whose turn it is.
    pub fn resign(self) {
        self.question.set(None);
        self.mind.forget();
        self.session.update(|s| {
            let side = s.agreement.seats.lone_person().unwrap_or(s.game.turn());
            _ = s.game.resign(side);
        });
        self.refresh();
        self.proceed();
    }

    /// Offers a draw: the other person decides, or the computer.
    pub fn offer_draw(self) {
        self.question.set(None);
        let session = self.session.get_untracked();
        if session.game.ending().is_some() {
            return;
        }
        let offered = session.game.draw_offer().is_some();
        if session.agreement.seats.two_people() || offered {
            self.session.update(|s| {
                let side = s.game.draw_offer().map_or(s.game.turn(), Side::other);
                _ = s.game.offer_draw(side);
            });
            if self.session.with_untracked(|s| s.game.ending().is_some()) {
                self.refresh();
                self.proceed();
            }
            return;
        }
        if session.persons_turn() {
            self.mind.ask(self, Purpose::Draw, None, 500);
        }
    }

    /// The computer's answer to a draw offer.
    pub fn answer_draw(self, accepted: bool) {
        let words = self.words();
        if accepted {
            self.session.update(|s| _ = s.game.end(Ending::Agreed));
            self.refresh();
            self.proceed();
        } else {
            self.note.set(Some(words.m().draw_declined.into()));
        }
    }

    /// Declines the draw another person offered.
    pub fn decline_draw(self) {
        self.session.update(|s| {
            // The offer lies with the side it was made to; without one there is nothing to decline.
            let answering = s.game.draw_offer().map(Side::other);
            _ = answering.map(|side| s.game.decline_draw(side));
        });
    }

    /// Claims a draw.
    pub fn claim_draw(self) {
        self.session.update(|s| {
            let side = s.game.turn();
            // The computer always agrees to a draw that the laws let one claim.
            if s.game.claim_draw(side) == Ok(None) && s.agreement.seats.0[side.other()] != Seat::Person {
                _ = s.game.accept_draw(side.other());
            }
        });
        self.refresh();
        self.proceed();
    }

    /// Halts or goes on with computer against computer.
    pub fn pause(self) {
        let paused = !self.paused.get_untracked();
        self.paused.set(paused);
        let now = js_sys::Date::now();
        self.session.update(|s| {
            let turn = s.game.turn();
            if let Some(clock) = &mut s.clock {
                if paused { clock.stop(now) } else { clock.run(turn, now) }
            }
        });
        if paused { self.mind.forget() } else { self.proceed() }
    }

    /// Looks at an old position, or back at the game.
    pub fn look_at(self, ply: Option<usize>) {
        let last = self.session.with_untracked(|s| s.game.ply());
        if self.mind.thinking.get_untracked().is_some_and(|t| t.purpose == Purpose::Review) {
            self.mind.forget();
        }
        self.put_down();
        self.bubble.set(None);
        self.hint.set(None);
        self.looking.set(ply.filter(|&n| n < last));
    }

    /// One position forward or back.
    pub fn step(self, forward: bool) {
        let last = self.session.with_untracked(|s| s.game.ply());
        let now = self.looking.get_untracked().unwrap_or(last);
        let next = if forward { now + 1 } else { now.saturating_sub(1) };
        self.look_at(Some(next));
    }

    /// Shows the last move again.
    pub fn replay(self) {
        let (last, text) =
            self.session.with_untracked(|s| (s.game.ply(), s.game.moves().last().map(|m| m.text.clone())));
        let m = self.words().m();
        let Some(text) = text else { return self.spoken.set(m.no_moves_yet.into()) };
        self.spoken.set(fill(m.last_move_was, &[&text]));
        self.look_at(Some(last - 1));
        set_timeout(move || self.look_at(None), Duration::from_millis(350));
    }

    /// Says the legal moves.
    pub fn tell_moves(self) {
        let texts = self.session.with_untracked(|s| s.game.position().move_texts().join(", "));
        let text = fill(self.words().m().legal_moves, &[&texts]);
        self.spoken.set(text.clone());
        self.note.set(Some(text));
    }

    /// Changes the computer's strength in the middle of a game.
    pub fn set_level(self, seat: Seat) {
        if let Seat::Computer(level) = seat {
            storage::save("level", &level.0);
        }
        let thinking = self.mind.thinking.get_untracked().is_some();
        self.mind.forget();
        self.session.update(|s| {
            for side in Side::BOTH {
                if !s.agreement.seats.of(side).is_person() {
                    s.agreement.seats.0[side] = seat;
                }
            }
        });
        self.save();
        if thinking {
            self.proceed();
        }
    }

    /// A throw of the dice.
    pub fn below(self, n: usize) -> usize {
        self.dice.try_update_value(|dice| dice.below(n)).unwrap_or(0)
    }

    /// A seed for the engine's dice.
    pub fn seed(self) -> u64 {
        self.dice.try_update_value(Dice::bits).unwrap_or(0)
    }

    /// The link to the position and its agreements.
    pub fn invite(self) -> Invite {
        self.session.with(|s| Invite {
            variant: s.agreement.variant,
            touch_move: s.agreement.touch_move,
            control: s.agreement.control,
            fen: (s.game.ply() > 0 || s.start.is_some()).then(|| s.game.position().to_fen()),
        })
    }

    /// Opens the new-game dialog; a game of the challenge is not left without a question.
    pub fn want_new(self, dialog: RwSignal<Option<Dialog>>) {
        match self.session.with_untracked(Session::at_stake) {
            true => self.question.set(Some(Question::Abandon)),
            false => dialog.set(Some(Dialog::NewGame)),
        }
    }

    /// Under touch-move: the next piece is touched only to set it straight, and that is said before.
    pub fn adjust(self) {
        if self.can_adjust() {
            self.adjusting.update(|on| *on = !*on);
        }
    }

    /// May a piece be set straight?
    pub fn can_adjust(self) -> bool {
        self.session.with(|s| s.game.touch_move() && s.persons_turn() && s.game.touched().is_none())
    }

    /// Forgets the challenge and begins it anew.
    pub fn reset_challenge(self) {
        self.challenge.set(Challenge::default());
        storage::save("challenge", &Challenge::default());
        self.begin(self.session.with_untracked(|s| s.agreement.clone()), None);
    }

    /// A fresh agreement for the new-game dialog.
    pub fn agree(self, variant: Variant, seats: Seats, touch_move: bool, control: Control) -> Agreement {
        let swapped = Dress::of(variant).lot && self.toss();
        Agreement { variant, touch_move, seats, control, swapped }
    }
}
