//! What follows from an act, done: the one place where a sitting meets sounds, words, engine and storage.

use std::time::Duration;

use damka_rules::{Ending, Outcome, Refusal, Route, Side};
use damka_sitting::{Act, Denied, Effect};
use leptos::prelude::*;

use super::table::Table;
use crate::i18n::fill;
use crate::model::challenge::{Challenge, Verdict};
use crate::model::shelf::Shelved;
use crate::platform::shelf::{self, Put};
use crate::platform::{document, storage, timing};
use crate::sound::{Sound, play_sound};

impl Table {
    /// Does an act at the sitting, and everything that follows from it. After a move the board is shown first; the
    /// engine's question and keeping the game wait until the browser has drawn a frame, what stands around the board
    /// until it has drawn another: no frame has to wait for all of it.
    pub fn act(self, act: Act) {
        self.catch_up();
        let now = timing::wall();
        let Some(mut effects) = self.session.try_update_untracked(|session| session.act(act, now)) else {
            return;
        };
        let moved = effects.iter().rposition(|effect| matches!(effect, Effect::Moved { .. }));
        match moved {
            Some(last) if !document().hidden() => {
                self.waiting.set_value((Some(effects.split_off(last + 1)), true));
                self.moved.notify();
                after_frame(move || {
                    self.follow_up();
                    after_frame(move || self.show_around());
                });
            }
            _ if !effects.is_empty() => self.session.notify(),
            _ => {}
        }
        effects.into_iter().for_each(|effect| self.perform(effect));
    }

    /// Does what was put off at the last move, if that has not been done yet.
    pub(super) fn catch_up(self) {
        self.show_around();
        self.follow_up();
    }

    fn follow_up(self) {
        if let Some(effects) = self.waiting.try_update_value(|(effects, _)| effects.take()).flatten() {
            effects.into_iter().for_each(|effect| self.perform(effect));
        }
    }

    fn show_around(self) {
        if self.waiting.try_update_value(|(_, stale)| std::mem::take(stale)) == Some(true) {
            self.session.notify();
        }
    }

    fn perform(self, effect: Effect) {
        match effect {
            Effect::Moved { ply, side, route, .. } => self.moved(ply, side, &route),
            Effect::TakenBack(_) => {
                self.looking.set(None);
                self.hint.set(None);
                self.question.set(None);
                self.bubble.set(None);
                self.card_away.set(false);
                self.premove.set(Vec::new());
                self.refresh();
            }
            Effect::Refused(_, denied) => self.refused(denied),
            Effect::Touched(square) => {
                self.refresh();
                self.entry.update(|entry| _ = entry.grab(square));
            }
            Effect::Adjusted(square) => {
                self.sound(Sound::Lift);
                let name = self.session.with_untracked(|s| s.game.position().square_name(square));
                self.say_bubble(fill(self.words().m().adjusted, &[&name]), Vec::new(), Vec::new());
            }
            Effect::DrawDeclined(side) => {
                if !self.session.with_untracked(|s| s.agreement.seats.of(side).is_person()) {
                    self.note.set(Some(self.words().m().draw_declined.into()));
                }
            }
            Effect::Ask(question) => self.mind.answer(self, question),
            Effect::StopThinking => self.mind.forget(),
            Effect::Hint(_, route) => self.hint.set(Some(route)),
            Effect::LowTime(side) => {
                if self.session.with_untracked(|s| s.agreement.seats.of(side).is_person()) {
                    self.sound(Sound::LowTime);
                }
            }
            Effect::Ended(ending, outcome) => self.ended(ending, outcome),
            Effect::Aborted => self.refresh(),
            Effect::Scored(verdict) => self.score(verdict),
            Effect::Save => self.save(),
            // The views show it.
            Effect::DrawOffered(_) | Effect::TakebackAsked(_) | Effect::TakebackDeclined(_) => {}
        }
    }

    fn moved(self, ply: usize, mover: Side, route: &Route) {
        let words = self.words();
        let speech = self.session.with_untracked(|s| {
            s.game.position_at(ply - 1).map(|before| words.spoken_move(mover, route, before))
        });
        self.spoken.set(speech.unwrap_or_default());
        let persons_turn = self.session.with_untracked(|s| s.persons_turn());
        self.sound(if persons_turn && document().hidden() { Sound::Turn } else { Sound::of(route) });
        self.question.set(None);
        self.hint.set(None);
        self.adjusting.set(false);
        self.refresh();
        self.turn_board();
        if persons_turn {
            self.begin_turn();
        }
    }

    /// Two people may want the board turned to whoever is to move, once the pieces have come to rest.
    fn turn_board(self) {
        let turns = self.prefs.settings.with_untracked(|s| s.turn_board)
            && self.session.with_untracked(|s| s.agreement.seats.two_people());
        if turns {
            let turn = move || {
                self.session.update(|s| s.bottom = s.turn().unwrap_or(s.bottom));
                self.save();
            };
            set_timeout(turn, Duration::from_millis(700));
        }
    }

    /// A move entered before the turn came, or the only one there is.
    fn begin_turn(self) {
        let premove = self.premove.get_untracked();
        self.premove.set(Vec::new());
        let moves = self.session.with_untracked(|s| s.game.position().moves());
        let (route, pause) = if let [from, to] = premove[..]
            && let [only] = moves.iter().filter(|r| r.from() == from && r.to() == to).collect::<Vec<_>>()[..]
        {
            (only.clone(), 250)
        } else if let [only] = &moves[..]
            && self.prefs.settings.with_untracked(|s| s.play_only_move)
            && !self.session.with_untracked(|s| s.agreement.seats.two_people())
        {
            (only.clone(), 600)
        } else {
            return;
        };
        let play = move || {
            let turn = self.session.with_untracked(|s| {
                s.turn().filter(|_| s.persons_turn() && s.game.routes().contains(&route))
            });
            if let Some(side) = turn {
                self.act(Act::Play(side, route.clone()));
            }
        };
        set_timeout(play, Duration::from_millis(pause));
    }

    fn refused(self, denied: Denied) {
        match denied {
            Denied::Wish { refusal, stops, .. } => self.refuse(&refusal, stops.last().copied()),
            Denied::Move(error) => {
                let routes = super::entering::explaining(match &*error {
                    damka_rules::MoveError::Illegal { refusal, .. } => refusal,
                    _ => &Refusal::GameOver,
                });
                let words = self.words();
                let text = self.session.with_untracked(|s| words.move_error(&error, s.game.position()));
                self.say_bubble(text, Vec::new(), routes);
            }
            Denied::Over => self.refuse(&Refusal::GameOver, None),
            Denied::TooSoon(_) => self.note.set(Some(self.words().m().draw_declined.into())),
            _ => self.refuse(&Refusal::NotYourTurn, None),
        }
    }

    fn ended(self, ending: Ending, outcome: Outcome) {
        self.refresh();
        self.question.set(None);
        let words = self.words();
        let (goal, person) = self
            .session
            .with_untracked(|s| (s.agreement.variant.laws().goal, s.agreement.seats.lone_person()));
        self.spoken.set(words.ending(ending, goal));
        self.sound(match (outcome, person) {
            (Outcome::Draw, _) => Sound::Draw,
            (Outcome::Win(winner), Some(person)) if winner != person => Sound::Lost,
            _ => Sound::Won,
        });
        shelf::tidy();
    }

    /// Another tab may have scored meanwhile: what is kept counts.
    fn score(self, verdict: Verdict) {
        let mut challenge: Challenge = storage::load("challenge").value().unwrap_or_default();
        self.scored.set(Some(challenge.score(verdict)));
        self.report(storage::save("challenge", &challenge));
        self.challenge.set(challenge);
    }

    /// Keeps the sitting.
    pub fn save(self) {
        let chosen = self.keeping.with_value(|keeping| keeping.chosen);
        let game = self.session.with_untracked(|s| Shelved::of(s, chosen, timing::wall()));
        let Some(game) = game else { return };
        let put = self.keeping.try_update_value(|keeping| shelf::put(keeping, &game, || self.fresh_id()));
        match put {
            Some(Put::Failed) => self.report(false),
            Some(Put::Beside) => self.note.set(Some(self.words().m().two_tabs.into())),
            _ => {}
        }
    }

    /// A failure to keep something is told.
    fn report(self, kept: bool) {
        if !kept {
            self.note.set(Some(self.words().m().not_saved.into()));
        }
    }

    /// Another tab has gone on with this game: its board is shown here, too. It is that tab which lets the
    /// computer think.
    pub(super) fn follow(self) {
        self.catch_up();
        let Some(id) = self.keeping.with_value(|keeping| keeping.id.clone()) else { return };
        let Some((shelved, keeping)) = shelf::load(&id).value() else { return };
        let Ok(session) = shelved.session(self.seed()) else { return };
        self.mind.forget();
        self.looking.set(None);
        self.keeping.set_value(keeping);
        self.session.set(session);
        self.refresh();
    }

    pub(super) fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            set_timeout(move || play_sound(sound), Duration::ZERO);
        }
    }
}

/// Waits until the browser has drawn a frame.
fn after_frame(act: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(act, Duration::ZERO));
}
