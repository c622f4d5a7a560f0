//! What else a person can do at the table: take back, ask, offer, resign, look back.

use std::time::Duration;

use damka_record::{Ply, Record};
use damka_rules::{Side, Variant};
use damka_sitting::{Act, Sitting};
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::table::{Question, STRENGTH, Table};
use crate::i18n::fill;
use crate::model::challenge::Challenge;
use crate::model::clock::Control;
use crate::model::dress::Dress;
use crate::model::link::{self, Invite, Place, REVIEW, Room};
use crate::model::pdn;
use crate::model::seats::{Seat, Seats};
use crate::model::session::{Agreement, Session};
use crate::model::shelf::culprit;
use crate::platform::shelf::{self, Keeping};
use crate::platform::{location, storage};

/// A link carries so many moves: some programs cut off what is longer than two thousand characters.
const MOST_LINKED: usize = 160;

impl Table {
    /// The side of whoever uses this device.
    fn side(self) -> Side {
        self.session.with_untracked(Session::side)
    }

    /// Takes back to the person's last turn.
    pub fn undo(self) {
        let hopping = self.entry.with_untracked(|e| e.legs() > 0);
        if hopping {
            return self.entry.update(|entry| _ = entry.back());
        }
        if self.session.with_untracked(|s| s.may_take_back(s.side()).is_ok()) {
            self.act(Act::TakeBack(self.side()));
        }
    }

    /// May a move be taken back?
    pub fn can_undo(self) -> bool {
        self.session.with(|s| s.may_take_back(s.side()).is_ok())
    }

    /// May advice be asked for?
    pub fn can_ask_hint(self) -> bool {
        self.session
            .with(|s| s.persons_turn() && s.game.touched().is_none() && s.may_ask_hint(s.side()).is_ok())
    }

    /// Asks the engine for advice.
    pub fn ask_hint(self) {
        if self.can_ask_hint() && self.looking.get_untracked().is_none() {
            self.put_down();
            self.act(Act::AskHint(self.side()));
        }
    }

    /// Turns the board.
    pub fn flip(self) {
        self.session.update(|s| s.bottom = s.bottom.other());
        self.save();
    }

    /// Can somebody here give up?
    pub fn can_resign(self) -> bool {
        self.session.with(|s| s.may_resign(s.side()).is_ok())
    }

    /// Gives up, for the person whose device it is or whose turn it is.
    pub fn resign(self) {
        self.question.set(None);
        self.act(Act::Resign(self.side()));
    }

    /// Can somebody here offer a draw?
    pub fn can_offer_draw(self) -> bool {
        self.session.with(|s| s.may_offer_draw(s.side()).is_ok())
    }

    /// Offers a draw, or accepts the one that was offered.
    pub fn offer_draw(self) {
        self.question.set(None);
        let side = self.session.with_untracked(|s| s.game.draw_offer().map_or(s.side(), Side::other));
        self.act(Act::OfferDraw(side));
    }

    /// Declines the draw the other side offered.
    pub fn decline_draw(self) {
        if let Some(side) = self.session.with_untracked(|s| s.game.draw_offer()) {
            self.act(Act::DeclineDraw(side.other()));
        }
    }

    /// Claims a draw.
    pub fn claim_draw(self) {
        self.act(Act::ClaimDraw(self.side()));
    }

    /// Halts or goes on with computer against computer.
    pub fn pause(self) {
        self.act(Act::Pause(!self.paused.get_untracked()));
    }

    /// Looks at an old position, or back at the game.
    pub fn look_at(self, ply: Option<usize>) {
        let last = self.session.with_untracked(|s| s.game.ply());
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
            storage::save(STRENGTH, &level.0);
        }
        for side in Side::BOTH {
            if !self.session.with_untracked(|s| s.agreement.seats.of(side).is_human()) {
                self.act(Act::Reseat(side, seat));
            }
        }
    }

    /// The link to the game so far and its agreements; to the position where the moves would make it too long.
    pub fn invite(self) -> Invite {
        self.session.with(|s| {
            let Agreement { variant, touch_move, control, .. } = s.agreement;
            let agreed = Invite { touch_move, clock: link::clock(control), ..Invite::to(variant) };
            if s.game.ply() > MOST_LINKED {
                return Invite { fen: Some(s.game.position().to_fen()), ..agreed };
            }
            let moves = s.game.moves().iter().map(|played| played.text.clone()).collect();
            Invite { fen: s.game.start_fen(), moves, ..agreed }
        })
    }

    /// Where this game is looked through: by its name on this device or, where that cannot be had, by its moves.
    pub fn review_address(self) -> String {
        let kept = self.keeping.with_value(|keeping| keeping.id.clone());
        let kept = kept.filter(|id| shelf::load(id).value().is_some());
        let variant = self.session.with(|s| s.agreement.variant);
        let invite = match kept {
            Some(id) => Invite { game: Some(id), ..Invite::to(variant) },
            None => Invite { item: Some(REVIEW.to_owned()), ..self.invite() },
        };
        Place::Room(invite, Room::Analyse).address()
    }

    /// Opens the new-game dialog; a game of the challenge is not left without a question.
    pub fn want_new(self, dialog: RwSignal<Option<Dialog>>) {
        match self.session.with_untracked(|s| s.at_stake()) {
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
        self.session.with(|s| s.persons_turn() && s.may_adjust(s.side()).is_ok())
    }

    /// Forgets the challenge and begins it anew.
    pub fn reset_challenge(self) {
        self.challenge.set(Challenge::default());
        storage::save("challenge", &Challenge::default());
        self.rematch();
    }

    /// A fresh agreement for the new-game dialog.
    pub fn agree(self, variant: Variant, seats: Seats, touch_move: bool, control: Control) -> Agreement {
        let swapped = Dress::of(variant).lot && self.toss();
        Agreement { touch_move, control, swapped, ..Agreement::new(variant, seats) }
    }

    /// Takes up a pasted FEN or PDN as a game beside the others; the error is a sentence.
    pub fn load(self, text: &str) -> Result<(), String> {
        let agreement = self.session.with_untracked(|s| s.agreement.clone());
        let agreement = Agreement { challenge: false, ..agreement };
        let text = text.trim();
        let side = text.chars().next().is_some_and(|c| matches!(c, 'W' | 'B' | 'w' | 'b'));
        let session = if side && text.contains(':') && !text.contains('\n') {
            Session::new(agreement, Some(text), self.seed()).map_err(|e| self.words().fen_error(&e))?
        } else if text.is_empty() {
            return Err("…".into());
        } else {
            self.seat(&pdn::read(text, agreement.variant)?, agreement)?
        };
        self.sit_beside(session);
        Ok(())
    }

    /// Takes up a game from elsewhere beside the others; its address leads back to it.
    fn sit_beside(self, session: Session) {
        let id = self.fresh_id();
        let variant = session.agreement.variant;
        location::replace(&Invite { game: Some(id.clone()), ..Invite::to(variant) }.address());
        self.sit(session, Keeping::apart(id));
    }

    /// Takes up the moves a link carries, as a game beside the others; says whether it could.
    pub(super) fn follow_moves(self, invite: &Invite, agreement: Agreement) -> bool {
        let ply = |text: &String| Ply { text: text.clone(), ..Ply::default() };
        let record = Record {
            touch_move: invite.touch_move,
            start: invite.fen.clone(),
            moves: invite.moves.iter().map(ply).collect(),
            ..Record::new(invite.variant)
        };
        let session = self.seat(&record, Agreement { challenge: false, ..agreement });
        session.map(|session| self.sit_beside(session)).is_ok()
    }

    /// A game from elsewhere: whoever sits here plays on; a finished one is nobody's of this table.
    fn seat(self, record: &Record, agreement: Agreement) -> Result<Session, String> {
        let told = |error| culprit(record, &error);
        let finished = record.replay().map_err(told)?.ending().is_some();
        let seats = if finished { Seats::both(Seat::Person) } else { agreement.seats };
        let agreement = Agreement { seats, ..agreement };
        let sitting = Sitting::of_record(record, agreement, self.seed()).map_err(told)?;
        Ok(sitting.into())
    }
}
