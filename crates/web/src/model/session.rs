//! One sitting: the game, what was agreed before it, who sits where, and the clocks.

use damka_rules::{AnyPosition, FenError, Game, Role, Side, Variant};

use super::clock::{Clock, Control};
use super::dress::Dress;
use super::seats::{Seat, Seats};

/// What is agreed before a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// The game, with its house rule if one is in force.
    pub variant: Variant,
    /// Must a touched piece move?
    pub touch_move: bool,
    /// Who sits where.
    pub seats: Seats,
    /// How time is counted.
    pub control: Control,
    /// Are the colours of the pieces exchanged? (In `checkers` they are drawn by lot.)
    pub swapped: bool,
}

impl Agreement {
    /// A person at the bottom against this opponent, nothing else agreed.
    pub fn against(variant: Variant, person: Side, seat: Seat) -> Self {
        let seats = Seats::against(person, seat);
        Self { variant, touch_move: false, seats, control: Control::None, swapped: false }
    }
}

/// One sitting.
#[derive(Clone, Debug)]
pub struct Session {
    /// The game.
    pub game: Game,
    /// What was agreed.
    pub agreement: Agreement,
    /// Where it began, if not at the variant's own start.
    pub start: Option<String>,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// Which side sits at the bottom of the screen.
    pub bottom: Side,
}

impl Session {
    /// A new game by these agreements, from the start or from a FEN.
    pub fn new(agreement: Agreement, start: Option<&str>) -> Result<Session, FenError> {
        let mut game = match start {
            None => Game::new(agreement.variant),
            Some(fen) => Game::from_fen(agreement.variant, fen)?,
        };
        if agreement.touch_move {
            game = game.with_touch_move();
        }
        let start = start.map(|_| game.position().to_fen());
        let bottom = agreement.seats.lone_person().unwrap_or(Side::White);
        let clock = Clock::new(agreement.control);
        Ok(Session { game, agreement, start, clock, bottom })
    }

    /// Who is to move, unless the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.game.ending().is_none().then(|| self.game.turn())
    }

    /// Who sits on the side to move, unless the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.turn().map(|side| self.agreement.seats.of(side))
    }

    /// Is a person to move?
    pub fn persons_turn(&self) -> bool {
        self.mover().is_some_and(Seat::is_person)
    }

    /// Is this a game of the challenge that has begun and is not over?
    pub fn at_stake(&self) -> bool {
        Dress::of(self.agreement.variant).challenge && self.game.ply() > 0 && self.game.ending().is_none()
    }

    /// How many plies a takeback takes back: back to the same person's turn; none at the start.
    pub fn takeback(&self) -> usize {
        let ply = self.game.ply();
        let seats = self.agreement.seats;
        let Some(person) = seats.lone_person() else { return ply.min(1) };
        (1..=ply.min(2))
            .find(|&n| self.game.position_at(ply - n).is_some_and(|pos| pos.turn() == person))
            .unwrap_or(0)
    }

    /// How many pieces a side has lost since the start.
    pub fn lost(&self, side: Side, ply: usize) -> usize {
        let count = |pos: &AnyPosition| pieces(pos, side);
        let first = count(&self.game.positions()[0]);
        first.saturating_sub(self.game.position_at(ply).map_or(first, count))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::seats::Level;

    fn session(person: Side) -> Session {
        let seat = Seat::Computer(Level::FIRST);
        Session::new(Agreement::against(Variant::Russian, person, seat), None).unwrap()
    }

    #[test]
    fn takebacks_come_in_pairs_against_the_computer() {
        let mut session = session(Side::White);
        assert_eq!(session.takeback(), 0);
        session.game.play_text("c3-d4").unwrap();
        assert_eq!(session.takeback(), 1);
        session.game.play_text("b6-a5").unwrap();
        assert_eq!(session.takeback(), 2);
        session.agreement.seats = Seats::both(Seat::Person);
        assert_eq!(session.takeback(), 1);
    }

    #[test]
    fn the_first_move_of_the_computer_cannot_be_taken_back() {
        let mut session = session(Side::Black);
        session.game.play_text("c3-d4").unwrap();
        assert_eq!((session.bottom, session.takeback()), (Side::Black, 0));
    }

    #[test]
    fn losses_are_counted_from_the_start() {
        let mut session = session(Side::White);
        for text in ["c3-d4", "f6-e5", "d4xf6"] {
            session.game.play_text(text).unwrap();
        }
        assert_eq!((session.lost(Side::Black, 3), session.lost(Side::Black, 2)), (1, 0));
        assert_eq!(balance(session.game.position()), -1);
    }
}
