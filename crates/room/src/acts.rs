//! What players do: moves that may come twice or too late, offers, claims, another game.

use damka_rules::Side;
use damka_sitting::Act;
use damka_wire::room::{Act as Wanted, ClientIn, Ply};

use crate::message::{Client, Effect, Out, To};
use crate::room::Room;

impl Room {
    /// A move. The same move at the same ply may come again, as a client that lost its connection does not know
    /// whether it was heard: it is acknowledged again and played once.
    pub(crate) fn play(&mut self, client: Client, side: Side, ply: Ply, text: String, out: &mut Out) {
        if ply < self.ply() {
            return match self.was_played(side, ply, &text) {
                Some(text) => {
                    let left = self.left(out.now);
                    out.tell(To::One(client), ClientIn::Moved { ply: ply + 1, text, left });
                }
                None => self.refuse(client, "the game has moved on", out),
            };
        }
        if ply > self.ply() {
            return self.refuse(client, "the game has not come so far", out);
        }
        self.act(Act::Write(side, text), Some(client), out);
    }

    /// Did this side play this move then? The move as the game writes it.
    fn was_played(&self, side: Side, ply: Ply, text: &str) -> Option<String> {
        let game = &self.sitting.game;
        let (position, played) = (game.position_at(ply as usize)?, game.moves().get(ply as usize)?);
        let (_, route) = position.play_text(text).ok()?;
        (position.turn() == side && route == played.route).then(|| played.text.clone())
    }

    pub(crate) fn wanted(&mut self, client: Client, side: Side, ply: Ply, act: Wanted, out: &mut Out) {
        if act == Wanted::Rematch {
            return self.want_rematch(client, side, out);
        }
        if self.sitting.is_over() {
            return self.refuse(client, "the game is over", out);
        }
        // Who gives up, gives up; everything else is an answer to the position on the board.
        if ply != self.ply() && !matches!(act, Wanted::Resign | Wanted::Abort) {
            return self.refuse(client, "the game has moved on", out);
        }
        let act = match act {
            Wanted::Resign => Act::Resign(side),
            Wanted::Draw => Act::OfferDraw(side),
            Wanted::DeclineDraw => Act::DeclineDraw(side),
            Wanted::ClaimDraw => Act::ClaimDraw(side),
            Wanted::Takeback => {
                // Who was told no may ask again after the next move. Allowing it is no asking.
                let allows = self.sitting.takeback_asked == Some(side.other());
                if !allows && self.begged[side].replace(ply) == Some(ply) {
                    return self.refuse(client, "you have asked already", out);
                }
                Act::TakeBack(side)
            }
            Wanted::DeclineTakeback => Act::KeepMove(side),
            Wanted::Abort => Act::Abort(side),
            Wanted::ClaimAbsence => return self.claim_absence(client, side, out),
            Wanted::Rematch => return,
        };
        self.act(act, Some(client), out);
    }

    fn want_rematch(&mut self, client: Client, side: Side, out: &mut Out) {
        if !self.sitting.is_over() {
            return self.refuse(client, "the game is not over", out);
        }
        if let Some(game) = &self.next {
            return out.tell(To::One(client), ClientIn::Next { game: game.clone() });
        }
        if self.following || self.rematch[side] {
            return;
        }
        self.rematch[side] = true;
        let machine = self.terms.holder(side.other()).is_some_and(|holder| holder.level.is_some());
        if self.rematch[side.other()] || machine {
            self.following = true;
            let seed = self.terms.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(out.now);
            return out.push(Effect::Found(Box::new(self.terms.rematch(seed))));
        }
        let white = side == Side::White;
        out.tell(To::All, ClientIn::Acted { ply: self.ply(), white, act: Wanted::Rematch });
    }
}
