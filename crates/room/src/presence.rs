//! Who is there, who has gone, and what follows if somebody does not come back.

use damka_rules::Side;
use damka_sitting::clock::Millis;
use damka_sitting::{Act, Control};
use damka_wire::room::{Act as Wanted, ClientIn};

use crate::message::{Client, Out, To};
use crate::room::Room;

/// In a game with a clock the first two moves have so many milliseconds each.
const BEGIN: Millis = 120_000;

/// Is a player there?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    /// Windows open on this seat.
    windows: u32,
    /// When the last one was closed.
    since: Millis,
}

impl Presence {
    pub(crate) fn away(since: Millis) -> Presence {
        Presence { windows: 0, since }
    }

    pub(crate) fn is_here(self) -> bool {
        self.windows > 0
    }
}

impl Room {
    pub(crate) fn enter(&mut self, client: Client, seat: Option<&str>, account: Option<i64>, out: &mut Out) {
        if self.clients.contains_key(&client) {
            self.leave(client, out);
        }
        let proven = seat.and_then(|secret| self.terms.side_of(secret));
        let side = proven.or_else(|| account.and_then(|account| self.terms.side_of_account(account)));
        self.clients.insert(client, side);
        let Some(side) = side else { return self.tell_watchers(out) };
        self.presence[side].windows += 1;
        if self.presence[side].windows == 1 {
            self.tell_here(side, out);
        }
    }

    pub(crate) fn leave(&mut self, client: Client, out: &mut Out) {
        match self.clients.remove(&client) {
            None => {}
            Some(None) => self.tell_watchers(out),
            Some(Some(side)) => {
                let presence = &mut self.presence[side];
                presence.windows = presence.windows.saturating_sub(1);
                presence.since = out.now;
                if presence.windows == 0 {
                    self.tell_here(side, out);
                }
            }
        }
    }

    fn tell_here(&self, side: Side, out: &mut Out) {
        let (here, claim_in) = (self.is_here(side), self.claim_in(side, out.now));
        out.tell(To::All, ClientIn::Here { white: side == Side::White, here, claim_in });
    }

    /// Who comes while the opponent is away learns how long that has been so.
    pub(crate) fn tell_absence(&self, client: Client, out: &mut Out) {
        let Some(other) = self.side_of(client).map(Side::other) else { return };
        if let Some(claim_in) = self.claim_in(other, out.now) {
            let white = other == Side::White;
            out.tell(To::One(client), ClientIn::Here { white, here: false, claim_in: Some(claim_in) });
        }
    }

    /// After how many milliseconds the opponent of somebody who is away may claim the game.
    fn claim_in(&self, side: Side, now: Millis) -> Option<u32> {
        let machine = self.terms.holder(side).is_some_and(|holder| holder.level.is_some());
        let waits = !machine && !self.is_here(side) && self.sat && !self.sitting.is_over();
        let due = self.presence[side].since.saturating_add(self.patience().filter(|_| waits)?);
        u32::try_from(due.saturating_sub(now)).ok()
    }

    /// A large audience does not want to hear of everybody who comes.
    fn tell_watchers(&self, out: &mut Out) {
        let count = self.clients.values().filter(|side| side.is_none()).count();
        if count <= 20 || count % 20 == 0 {
            out.tell(To::All, ClientIn::Watched(count.try_into().unwrap_or(u32::MAX)));
        }
    }

    /// How long somebody may be away before the opponent may claim the game; for ever by correspondence.
    fn patience(&self) -> Option<Millis> {
        match self.terms.control {
            Control::None => Some(300_000),
            Control::Fischer { base, .. } | Control::Delay { base, .. } => {
                Some((Millis::from(base) * 200).clamp(30_000, 120_000))
            }
            Control::Days(_) => None,
        }
    }

    /// Who leaves and does not come back gives the game up, if the opponent says so.
    pub(crate) fn claim_absence(&mut self, client: Client, side: Side, out: &mut Out) {
        let other = side.other();
        let machine = self.terms.holder(other).is_none_or(|holder| holder.level.is_some());
        let Some(patience) = self.patience().filter(|_| !machine && !self.is_here(other)) else {
            return self.refuse(client, "the opponent is there", out);
        };
        let due = self.presence[other].since.saturating_add(patience);
        if out.now < due {
            let seconds = (due - out.now).div_ceil(1000);
            return self.refuse(client, &format!("wait {seconds} more seconds for the opponent"), out);
        }
        let white = side == Side::White;
        let before = self.number;
        self.act(Act::Resign(other), Some(client), out);
        if self.number > before {
            out.tell(To::All, ClientIn::Acted { ply: self.ply(), white, act: Wanted::ClaimAbsence });
        }
    }

    /// Until when the first moves have to be made, where a clock is agreed and does not run yet.
    pub(crate) fn must_begin_by(&self) -> Option<Millis> {
        let live = !self.terms.control.is_correspondence() && self.terms.control != Control::None;
        (live && self.ply() < 1).then(|| self.written_at.saturating_add(BEGIN))
    }

    /// A game that nobody begins is broken off.
    pub(crate) fn give_up_waiting(&mut self, out: &mut Out) {
        let late = self.must_begin_by().is_some_and(|by| out.now >= by);
        if let (true, true, Some(side)) = (late, self.sat, self.sitting.turn()) {
            // A machine never dawdles, so it is a person's turn.
            self.act(Act::Abort(side), None, out);
        }
    }
}
