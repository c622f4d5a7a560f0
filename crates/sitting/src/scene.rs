//! What everybody at the board can see: the game, the players, the clocks, what was offered.

use damka_record::{Spent, Tag};
use damka_rules::{AnyPosition, DrawLaw, Game, Role, Route, Side};

use crate::act::{Denied, needs_consent};
use crate::agreement::Agreement;
use crate::challenge;
use crate::clock::Clock;
use crate::dress::Dress;
use crate::entry::{Entry, Help};
use crate::seats::Seat;

/// What everybody can see. A [`Sitting`](crate::Sitting) lends it out and alone changes it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The game.
    pub game: Game,
    /// What was agreed.
    pub agreement: Agreement,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// What each move cost in time.
    pub times: Vec<Spent>,
    /// Is a game between machines halted?
    pub paused: bool,
    /// Was the game broken off?
    pub aborted: bool,
    /// The side that asks to take a move back.
    pub takeback_asked: Option<Side>,
    /// What else is told of the game: names, event, date.
    pub tags: Vec<Tag>,
}

/// A game may be broken off until so many plies were played.
const ABORTABLE: usize = 2;

impl Scene {
    /// Is the game over, or broken off?
    pub fn is_over(&self) -> bool {
        self.game.ending().is_some() || self.aborted
    }

    /// Who is to move, unless the game is over.
    pub fn turn(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.game.turn())
    }

    /// Who sits on the side to move, unless the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.turn().map(|side| self.agreement.seats.of(side))
    }

    /// Is a person at this device to move?
    pub fn persons_turn(&self) -> bool {
        self.mover().is_some_and(Seat::is_person)
    }

    /// Does a quiet move forfeit the game while a capture is on?
    pub fn forfeits(&self) -> bool {
        Dress::of(self.agreement.variant).challenge
    }

    /// Is this a game of the challenge that has begun and is not over?
    pub fn at_stake(&self) -> bool {
        self.agreement.challenge && self.game.ply() > 0 && !self.is_over()
    }

    /// The moves that would forfeit the game now.
    pub fn forbidden(&self) -> Vec<Route> {
        if !self.forfeits() || self.is_over() {
            return Vec::new();
        }
        challenge::forbidden(self.game.position())
    }

    /// For entering a move of a person at this device by taps.
    pub fn entry(&self, help: Help) -> Entry {
        let grid = self.game.position().grid();
        if !self.persons_turn() {
            return Entry::closed(grid);
        }
        // One tap is for games against the computer: two people want to see what is lifted.
        let help = Help { one_tap: help.one_tap && !self.agreement.seats.two_people(), ..help };
        Entry::new(grid, self.game.routes(), help).tempted_by(self.forbidden())
    }

    /// How many plies a takeback by `side` takes back: to its own last turn, one where two people share
    /// a board or nobody plays; none at the start.
    pub fn takeback(&self, side: Side) -> usize {
        let ply = self.game.ply();
        let seats = self.agreement.seats;
        if seats.two_people() || seats.nobody() {
            return ply.min(1);
        }
        (1..=ply.min(2))
            .find(|&n| self.game.position_at(ply - n).is_some_and(|pos| pos.turn() == side))
            .unwrap_or(0)
    }

    /// May `side` take back, or ask for it?
    pub fn may_take_back(&self, side: Side) -> Result<(), Denied> {
        let settled = self.is_over() && self.agreement.seats.any_remote();
        if !self.agreement.takeback || self.agreement.counts() || self.aborted || settled {
            return Err(Denied::NoTakeback);
        }
        match self.takeback(side) {
            0 => Err(Denied::NothingToTakeBack),
            _ => Ok(()),
        }
    }

    /// May `side` give up?
    pub fn may_resign(&self, side: Side) -> Result<(), Denied> {
        self.plays(side)
    }

    /// May `side` break the game off?
    pub fn may_abort(&self, side: Side) -> Result<(), Denied> {
        self.plays(side)?;
        match self.game.ply() < ABORTABLE && !self.agreement.challenge {
            true => Ok(()),
            false => Err(Denied::TooLateToAbort),
        }
    }

    /// May `side` have advice?
    pub fn may_ask_hint(&self, side: Side) -> Result<(), Denied> {
        self.plays(side)?;
        if self.agreement.counts() || self.agreement.seats.any_remote() {
            return Err(Denied::NoHint);
        }
        match self.game.turn() == side {
            true => Ok(()),
            false => Err(Denied::NotYourTurn),
        }
    }

    /// May `side` set a piece straight?
    pub fn may_adjust(&self, side: Side) -> Result<(), Denied> {
        self.plays(side)?;
        match self.game.touch_move() && self.game.touched().is_none() && self.game.turn() == side {
            true => Ok(()),
            false => Err(Denied::NothingToAdjust),
        }
    }

    /// The law by which the side to move may claim a draw without asking anybody.
    pub fn claimable(&self) -> Option<DrawLaw> {
        self.game.claimable().filter(|&law| !self.aborted && !needs_consent(law))
    }

    /// Does the law advise both sides to agree on a draw now? (One piece each in the Armenian game.)
    pub fn draw_is_due(&self) -> bool {
        !self.aborted && self.game.claimable().is_some_and(needs_consent)
    }

    /// How many pieces a side has lost since the start.
    pub fn lost(&self, side: Side, ply: usize) -> usize {
        let count = |pos: &AnyPosition| pieces(pos, side);
        let first = count(&self.game.positions()[0]);
        first.saturating_sub(self.game.position_at(ply).map_or(first, count))
    }

    /// Does somebody play on this side, and does the game go on?
    pub(crate) fn plays(&self, side: Side) -> Result<(), Denied> {
        match (self.is_over(), self.agreement.seats.of(side).is_human()) {
            (true, _) => Err(Denied::Over),
            (_, false) => Err(Denied::NotYourSeat),
            _ => Ok(()),
        }
    }
}

/// How many pieces a side has.
pub fn pieces(pos: &AnyPosition, side: Side) -> usize {
    pos.to_setup().pieces.iter().filter(|(_, piece)| piece.side == side).count()
}

/// How much more the side to move has than its opponent, in men; a king counts as three.
pub fn balance(pos: &AnyPosition) -> i32 {
    let us = pos.turn();
    let worth = |role| if role == Role::King { 3 } else { 1 };
    let setup = pos.to_setup();
    setup.pieces.iter().map(|(_, p)| if p.side == us { worth(p.role) } else { -worth(p.role) }).sum()
}
