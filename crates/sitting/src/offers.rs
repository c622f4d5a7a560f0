//! What the players put to each other: draws, and taking moves back.

use damka_rules::{Ending, Side};

use crate::act::{Denied, Effect, Purpose};
use crate::moves::denied;
use crate::seats::Seat;
use crate::sitting::{Effects, Sitting};

/// After a declined offer a player waits so many plies before the next one.
const COOL_DOWN: usize = 10;

impl Sitting {
    /// How many plies `side` has to wait before it may offer a draw; an opponent at the same device
    /// needs no such protection.
    pub fn offer_wait(&self, side: Side) -> usize {
        if self.agreement.seats.of(side.other()).is_person() || self.draw_is_due() {
            return 0;
        }
        let ply = self.game.ply();
        self.declined[side]
            .filter(|&last| last <= ply)
            .map_or(0, |last| (last + COOL_DOWN).saturating_sub(ply))
    }

    /// May `side` offer a draw now?
    pub fn may_offer_draw(&self, side: Side) -> Result<(), Denied> {
        self.plays(side)?;
        if self.game.draw_offer() == Some(side.other()) {
            return Ok(());
        }
        if self.agreement.challenge || self.game.draw_offer().is_some() {
            return Err(Denied::NoDraw);
        }
        // A machine listens only while it is the other's turn; so does somebody at the same board.
        if self.game.turn() != side && self.agreement.seats.of(side.other()) != Seat::Remote {
            return Err(Denied::NotYourTurn);
        }
        match self.offer_wait(side) {
            0 => Ok(()),
            plies => Err(Denied::TooSoon(plies)),
        }
    }

    pub(crate) fn offer_draw(&mut self, side: Side, out: &mut Effects) -> Result<(), Denied> {
        self.may_offer_draw(side)?;
        let opponent = self.agreement.seats.of(side.other());
        if self.game.draw_offer() == Some(side.other()) || (!opponent.is_human() && self.draw_is_due()) {
            self.end(Ending::Agreed, out);
            return Ok(());
        }
        if !opponent.is_human() {
            self.ask(Purpose::Draw, out);
            return Ok(());
        }
        self.scene.game.offer_draw(side).map_err(denied)?;
        out.tell(Effect::DrawOffered(side));
        Ok(())
    }

    pub(crate) fn decline_draw(&mut self, side: Side, out: &mut Effects) -> Result<(), Denied> {
        self.plays(side)?;
        self.scene.game.decline_draw(side).map_err(denied)?;
        self.declined_by(side, out);
        Ok(())
    }

    pub(crate) fn declined_by(&mut self, side: Side, out: &mut Effects) {
        self.declined[side.other()] = Some(self.game.ply());
        out.tell(Effect::DrawDeclined(side));
    }

    /// Where the law leaves it to agreement a claim is an offer that no cool-down holds up.
    pub(crate) fn claim_draw(&mut self, side: Side, out: &mut Effects) -> Result<(), Denied> {
        self.my_turn(side)?;
        if self.draw_is_due() {
            return self.offer_draw(side, out);
        }
        let law = self.claimable().ok_or(Denied::NothingToClaim)?;
        self.end(Ending::Law(law), out);
        Ok(())
    }

    pub(crate) fn take_back(&mut self, side: Side, out: &mut Effects) -> Result<(), Denied> {
        if self.takeback_asked == Some(side.other()) {
            self.undo(self.takeback(side.other()), out);
            return Ok(());
        }
        self.may_take_back(side)?;
        if self.agreement.seats.of(side.other()) == Seat::Remote {
            if self.takeback_asked.is_none() {
                self.scene.takeback_asked = Some(side);
                out.tell(Effect::TakebackAsked(side));
            }
            return Ok(());
        }
        self.undo(self.takeback(side), out);
        Ok(())
    }

    pub(crate) fn keep_move(&mut self, side: Side, out: &mut Effects) -> Result<(), Denied> {
        if self.takeback_asked != Some(side.other()) {
            return Err(Denied::NoTakeback);
        }
        self.scene.takeback_asked = None;
        out.tell(Effect::TakebackDeclined(side));
        Ok(())
    }

    pub(crate) fn undo(&mut self, plies: usize, out: &mut Effects) {
        self.stop_thinking(out);
        (0..plies).for_each(|_| _ = self.scene.game.undo());
        self.scene.times.truncate(self.game.ply());
        self.scene.takeback_asked = None;
        self.told = false;
        self.run_clock(out.now);
        out.tell(Effect::TakenBack(plies));
        self.proceed(out);
    }
}
