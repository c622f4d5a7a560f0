//! The computer at the board: what it is asked, and what becomes of its answers.

use damka_rules::{Ending, Route, Side};

use crate::act::{Denied, Effect, Found, Purpose, Question};
use crate::manners;
use crate::scene::balance;
use crate::seats::{Level, Seat};
use crate::sitting::{Effects, Sitting};

impl Sitting {
    pub(crate) fn reseat(&mut self, side: Side, seat: Seat, out: &mut Effects) -> Result<(), Denied> {
        if self.agreement.seats.of(side).is_human() || self.agreement.rated {
            return Err(Denied::NotYourSeat);
        }
        self.scene.agreement.seats.0[side] = seat;
        out.save = true;
        let thinking = self.question.is_some_and(|q| q.purpose == Purpose::Move) && self.game.turn() == side;
        if thinking {
            self.stop_thinking(out);
            self.proceed(out);
        }
        Ok(())
    }

    pub(crate) fn ask(&mut self, purpose: Purpose, out: &mut Effects) {
        self.stop_thinking(out);
        self.asked = self.asked.wrapping_add(1);
        let side = self.game.turn();
        let seat = self.agreement.seats.of(side);
        let level = match (purpose, seat) {
            (Purpose::Move, Seat::Computer(level)) => Some(level),
            (Purpose::Move, _) => self.agreement.seats.level(),
            _ => None,
        };
        let millis = match purpose {
            Purpose::Move => manners::patience(self, side, level.unwrap_or(Level::FULL), out.now),
            Purpose::Hint => manners::ADVISING,
            Purpose::Draw => manners::WEIGHING,
            Purpose::Offer => manners::WONDERING,
        };
        let any_move = purpose == Purpose::Move && seat == Seat::Random;
        let seed = self.throw();
        let question = Question { id: self.asked, purpose, level, any_move, millis, seed };
        self.question = Some(question);
        out.list.push(Effect::Ask(question));
    }

    pub(crate) fn stop_thinking(&mut self, out: &mut Effects) {
        if self.question.take().is_some() {
            out.list.push(Effect::StopThinking);
        }
    }

    /// A throw of this sitting's dice.
    pub(crate) fn throw(&mut self) -> u64 {
        self.thrown = self.thrown.wrapping_add(1);
        fastrand::Rng::with_seed(self.seed.wrapping_add(u64::from(self.thrown))).u64(..)
    }

    pub(crate) fn answer(&mut self, id: u32, found: Option<Found>, out: &mut Effects) {
        let Some(question) = self.question.take_if(|q| q.id == id) else { return };
        let side = self.game.turn();
        let score = found.as_ref().map(|found| found.score);
        let route = found
            .and_then(|found| self.game.position().play_text(&found.text).ok())
            .map(|(_, route)| route)
            .or_else(|| self.any_move());
        let Some(route) = route else { return };
        match question.purpose {
            Purpose::Move => self.computer_moves(&route, score.is_some(), out),
            Purpose::Hint => out.list.push(Effect::Hint(side, route)),
            Purpose::Draw => {
                // The score is the person's, whose turn it is; without an engine the pieces are counted.
                let score = -score.unwrap_or_else(|| 100 * balance(self.game.position()));
                match manners::accepts(&self.game, score) {
                    true => self.end(Ending::Agreed, out),
                    false => self.declined_by(side.other(), out),
                }
            }
            Purpose::Offer => {
                let offered =
                    score.is_some_and(manners::offers) && self.scene.game.offer_draw(side.other()).is_ok();
                if offered {
                    out.tell(Effect::DrawOffered(side.other()));
                }
            }
        }
    }

    pub(crate) fn computer_moves(&mut self, route: &Route, thought: bool, out: &mut Effects) {
        let machine = !self.agreement.seats.of(self.game.turn()).is_human();
        let wonders = thought && machine && manners::wonders(self, route, self.wondered);
        if wonders {
            self.wondered = Some(self.game.ply());
        }
        // Resolved in this position, so it is legal; a touched piece binds people only.
        if self.make(route, out).is_ok() && wonders && self.persons_turn() {
            self.ask(Purpose::Offer, out);
        }
    }

    /// A legal move by the dice, of the piece that must move if one was touched.
    pub(crate) fn any_move(&mut self) -> Option<Route> {
        let mut moves = self.game.position().moves();
        if let Some(touched) = self.game.touched() {
            moves.retain(|route| route.from() == touched);
        }
        let throw = self.throw();
        (!moves.is_empty()).then(|| moves.swap_remove((throw % moves.len() as u64) as usize))
    }
}
