//! What a player may do now, so that only what makes sense is offered. The server decides.

use damka_rules::{Game, Side};
use damka_sitting::Millis;

use super::live::Live;

/// A game may be broken off until so many plies were played.
const ABORTABLE: usize = 2;

impl Live {
    /// The side of a player in a game that goes on.
    fn playing(&self) -> Option<Side> {
        self.side.filter(|_| self.end.is_none() && self.is_full())
    }

    fn ply(&self) -> usize {
        self.game.as_ref().map_or(0, Game::ply)
    }

    /// Does a machine sit opposite?
    pub(crate) fn against_computer(&self) -> bool {
        self.players.iter().flatten().any(|player| player.level.is_some())
    }

    /// Break off, or stop waiting for somebody.
    pub(crate) fn may_abort(&self) -> bool {
        self.side.is_some() && self.end.is_none() && (!self.is_full() || self.ply() < ABORTABLE)
    }

    /// Give up.
    pub(crate) fn may_resign(&self) -> bool {
        self.playing().is_some() && self.ply() >= ABORTABLE
    }

    /// Offer a draw. A machine listens only while it is the other's turn.
    pub(crate) fn may_offer_draw(&self) -> bool {
        let listens = !self.against_computer() || self.my_turn();
        self.playing().is_some() && self.asked.offer.is_none() && self.ply() > 0 && listens
    }

    /// Answer the opponent's offer.
    pub(crate) fn may_answer_draw(&self) -> bool {
        self.playing().is_some_and(|me| self.asked.offer == Some(me.other()))
    }

    /// Claim the draw a law allows.
    pub(crate) fn may_claim_draw(&self) -> bool {
        self.my_turn() && self.game.as_ref().is_some_and(|game| game.claimable().is_some())
    }

    /// Ask to take back to one's own last turn.
    pub(crate) fn may_take_back(&self) -> bool {
        let Some((me, game)) = self.playing().zip(self.game.as_ref()) else { return false };
        let ply = game.ply();
        let own = (1..=ply.min(2)).any(|n| game.position_at(ply - n).is_some_and(|pos| pos.turn() == me));
        own && !self.rated && self.sent.is_none() && self.asked.takeback.is_none()
    }

    /// Answer the opponent who asks to take moves back.
    pub(crate) fn may_answer_takeback(&self) -> bool {
        self.playing().is_some_and(|me| self.asked.takeback == Some(me.other()))
    }

    /// Seconds until the win over an absent opponent may be claimed; 0 is now.
    pub(crate) fn claim_in(&self, now: Millis) -> Option<Millis> {
        self.playing()?;
        Some(self.claim_at?.saturating_sub(now).div_ceil(1000))
    }

    /// Make a move in advance.
    pub(crate) fn may_premove(&self) -> bool {
        self.playing().is_some_and(|me| self.turn() == Some(me.other()))
    }

    /// Play again.
    pub(crate) fn may_rematch(&self) -> bool {
        self.side.is_some() && self.end.is_some() && self.is_full() && self.next.is_none()
    }

    /// Sit down where nobody sits yet.
    pub(crate) fn may_join(&self) -> bool {
        self.side.is_none() && self.end.is_none() && self.game.is_some() && !self.is_full()
    }
}
