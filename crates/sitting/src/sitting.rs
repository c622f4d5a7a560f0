//! The sitting itself: acts go in with the time, effects come out.

use std::ops::Deref;

use damka_record::Spent;
use damka_rules::{BySide, Ending, FenError, Game, Side};

use crate::act::{Act, Denied, Effect, Purpose, Question};
use crate::agreement::Agreement;
use crate::challenge::Verdict;
use crate::clock::{Clock, LOW, Millis};
use crate::scene::Scene;
use crate::seats::Seat;

/// A game at a board. [`Scene`] is what can be seen of it; only [`Sitting::handle`] changes it.
#[derive(Clone, Debug)]
pub struct Sitting {
    pub(crate) scene: Scene,
    /// What this sitting's dice begin with, and how often they were thrown.
    pub(crate) seed: u64,
    pub(crate) thrown: u32,
    pub(crate) question: Option<Question>,
    pub(crate) asked: u32,
    /// The ply at which each side's last offer was declined.
    pub(crate) declined: BySide<Option<usize>>,
    /// The ply at which the computer last wondered about a draw.
    pub(crate) wondered: Option<usize>,
    pub(crate) turn_began: Option<Millis>,
    ticked: Millis,
    /// Was the end told, and scored, already?
    pub(crate) told: bool,
}

impl Deref for Sitting {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        &self.scene
    }
}

impl Sitting {
    /// A new game by these agreements, from the start or from a FEN. The seed is for everything that is
    /// left to chance.
    pub fn new(agreement: Agreement, start: Option<&str>, seed: u64) -> Result<Sitting, FenError> {
        let game = match start {
            None => Game::new(agreement.variant),
            Some(fen) => Game::from_fen(agreement.variant, fen)?,
        };
        Ok(Sitting::with_game(agreement, game, seed))
    }

    pub(crate) fn with_game(agreement: Agreement, game: Game, seed: u64) -> Sitting {
        let game = if agreement.touch_move { game.with_touch_move() } else { game };
        let clock = Clock::new(agreement.control);
        let times = vec![Spent::default(); game.ply()];
        let scene = Scene {
            game,
            agreement,
            clock,
            times,
            paused: false,
            aborted: false,
            takeback_asked: None,
            tags: Vec::new(),
        };
        Sitting {
            scene,
            seed,
            thrown: 0,
            question: None,
            asked: 0,
            declined: Default::default(),
            wondered: None,
            turn_began: None,
            ticked: 0,
            told: false,
        }
    }

    /// What the computer is being asked, if anything.
    pub fn question(&self) -> Option<Question> {
        self.question
    }

    /// Does an act at a time; what follows is for the caller to perform, in order.
    pub fn handle(&mut self, act: Act, now: Millis) -> Vec<Effect> {
        let mut out = Effects { now, list: Vec::new(), save: false };
        self.watch_clock(&mut out);
        let actor = actor(&act).unwrap_or(self.game.turn());
        if let Err(denied) = self.perform(act, &mut out) {
            out.list.push(Effect::Refused(actor, denied));
        }
        if out.save {
            out.list.push(Effect::Save);
        }
        out.list
    }

    fn perform(&mut self, act: Act, out: &mut Effects) -> Result<(), Denied> {
        match act {
            Act::Sit => self.sit(out),
            Act::Tick => {}
            Act::Play(side, route) => self.play(side, &route, out)?,
            Act::Write(side, text) => self.write(side, &text, out)?,
            Act::Try(side, wish) => self.try_wish(side, wish, out)?,
            Act::Touch(side, square) => self.touch(side, square, out)?,
            Act::Adjust(side, square) => self.adjust(side, square, out)?,
            Act::OfferDraw(side) => self.offer_draw(side, out)?,
            Act::DeclineDraw(side) => self.decline_draw(side, out)?,
            Act::ClaimDraw(side) => self.claim_draw(side, out)?,
            Act::TakeBack(side) => self.take_back(side, out)?,
            Act::KeepMove(side) => self.keep_move(side, out)?,
            Act::Resign(side) => {
                self.may_resign(side)?;
                self.end(Ending::Resigned(side), out);
            }
            Act::Abort(side) => {
                self.may_abort(side)?;
                self.stop_thinking(out);
                self.scene.aborted = true;
                self.stop_clock(out.now);
                out.tell(Effect::Aborted);
            }
            Act::AskHint(side) => {
                self.may_ask_hint(side)?;
                self.ask(Purpose::Hint, out);
            }
            Act::LetComputer => {
                if self.is_over() {
                    return Err(Denied::Over);
                }
                if self.agreement.counts() || self.agreement.seats.any_remote() {
                    return Err(Denied::NoHint);
                }
                self.ask(Purpose::Move, out);
            }
            Act::Reseat(side, seat) => self.reseat(side, seat, out)?,
            Act::Pause(paused) => self.pause(paused, out),
            Act::Answer(id, found) => self.answer(id, found, out),
        }
        Ok(())
    }

    fn sit(&mut self, out: &mut Effects) {
        self.ticked = out.now;
        if self.is_over() {
            return self.tell_end(out);
        }
        if self.game.ply() > 0 {
            self.run_clock(out.now);
        }
        self.proceed(out);
    }

    /// What comes next: the end, or the computer.
    pub(crate) fn proceed(&mut self, out: &mut Effects) {
        if self.game.ending().is_some() {
            return self.tell_end(out);
        }
        match self.mover() {
            Some(Seat::Computer(_) | Seat::Random) if !self.paused => self.ask(Purpose::Move, out),
            _ => {}
        }
    }

    pub(crate) fn end(&mut self, ending: Ending, out: &mut Effects) {
        self.stop_thinking(out);
        if self.scene.game.end(ending).is_ok() {
            self.tell_end(out);
        }
    }

    /// Tells the end, once.
    fn tell_end(&mut self, out: &mut Effects) {
        self.stop_thinking(out);
        self.stop_clock(out.now);
        let (Some(ending), Some(outcome)) = (self.game.ending(), self.game.outcome()) else { return };
        if self.told {
            return;
        }
        self.told = true;
        // Nothing is left to agree to.
        self.scene.takeback_asked = None;
        out.tell(Effect::Ended(ending, outcome));
        if self.agreement.challenge {
            out.tell(Effect::Scored(Verdict::of(ending, outcome, self.game.position())));
        }
    }

    pub(crate) fn run_clock(&mut self, now: Millis) {
        self.turn_began = Some(now);
        let turn = self.game.turn();
        if let Some(clock) = &mut self.scene.clock {
            clock.run(turn, now);
        }
    }

    pub(crate) fn stop_clock(&mut self, now: Millis) {
        self.turn_began = None;
        if let Some(clock) = &mut self.scene.clock {
            clock.stop(now);
        }
    }

    /// Time goes before everything else: an act after the flag comes too late.
    fn watch_clock(&mut self, out: &mut Effects) {
        let before = std::mem::replace(&mut self.ticked, out.now);
        let Some(clock) = &self.scene.clock else { return };
        let Some(side) = clock.running() else { return };
        if clock.fallen(out.now).is_some() {
            return self.end(Ending::Time(side), out);
        }
        if clock.left(side, out.now) < LOW && clock.left(side, before) >= LOW {
            out.list.push(Effect::LowTime(side));
        }
    }

    fn pause(&mut self, paused: bool, out: &mut Effects) {
        if self.is_over() || !self.agreement.seats.nobody() || self.paused == paused {
            return;
        }
        self.scene.paused = paused;
        if paused {
            self.stop_thinking(out);
            self.stop_clock(out.now);
        } else {
            if self.game.ply() > 0 {
                self.run_clock(out.now);
            }
            self.proceed(out);
        }
        out.save = true;
    }
}

/// What follows, as it is collected.
pub(crate) struct Effects {
    pub(crate) now: Millis,
    pub(crate) list: Vec<Effect>,
    pub(crate) save: bool,
}

impl Effects {
    /// An effect that changes what is kept.
    pub(crate) fn tell(&mut self, effect: Effect) {
        self.list.push(effect);
        self.save = true;
    }
}

/// Who acts, where the act says.
fn actor(act: &Act) -> Option<Side> {
    match act {
        Act::Play(side, _)
        | Act::Write(side, _)
        | Act::Try(side, _)
        | Act::Touch(side, _)
        | Act::Adjust(side, _)
        | Act::OfferDraw(side)
        | Act::DeclineDraw(side)
        | Act::ClaimDraw(side)
        | Act::TakeBack(side)
        | Act::KeepMove(side)
        | Act::Resign(side)
        | Act::Abort(side)
        | Act::AskHint(side)
        | Act::Reseat(side, _) => Some(*side),
        Act::Sit | Act::Tick | Act::LetComputer | Act::Pause(_) | Act::Answer(..) => None,
    }
}
