//! Moving at the board: routes, written moves, wishes, touched pieces.

use damka_record::Spent;
use damka_rules::{Ending, GameError, MoveError, MoveText, Refusal, Route, Side, Square, Wish};

use crate::act::{Denied, Effect};
use crate::challenge;
use crate::clock::Millis;
use crate::sitting::{Effects, Sitting};

impl Sitting {
    pub(crate) fn my_turn(&self, side: Side) -> Result<(), Denied> {
        match (self.plays(side), self.game.turn() == side) {
            (Err(Denied::Over), _) => Err(Denied::Over),
            (Err(denied), true) => Err(denied),
            (_, false) => Err(Denied::NotYourTurn),
            _ => Ok(()),
        }
    }

    pub(crate) fn play(&mut self, side: Side, route: &Route, out: &mut Effects) -> Result<(), Denied> {
        self.my_turn(side)?;
        self.make(route, out)
    }

    /// Plays a move for the side to move, whoever made it.
    pub(crate) fn make(&mut self, route: &Route, out: &mut Effects) -> Result<(), Denied> {
        let (side, offer) = (self.game.turn(), self.game.draw_offer());
        let played = self.scene.game.play_route(route).map_err(denied)?;
        let (route, text) = (played.route.clone(), played.text.clone());
        if offer == Some(side.other()) {
            self.declined[side.other()] = Some(self.game.ply());
        }
        let began = self.turn_began.replace(out.now);
        if let Some(clock) = &mut self.scene.clock {
            clock.punch(side, out.now);
        }
        let short = |millis: Millis| u32::try_from(millis).unwrap_or(u32::MAX);
        let used = began.map(|began| short(out.now.saturating_sub(began)));
        let left = self.clock.as_ref().map(|clock| short(clock.left(side, out.now)));
        self.scene.times.push(Spent { used, left });
        self.scene.takeback_asked = None;
        self.stop_thinking(out);
        out.tell(Effect::Moved { ply: self.game.ply(), side, route, text });
        self.proceed(out);
        Ok(())
    }

    pub(crate) fn write(&mut self, side: Side, text: &str, out: &mut Effects) -> Result<(), Denied> {
        self.my_turn(side)?;
        let pos = self.game.position();
        let text = MoveText::parse(text, pos.grid()).map_err(MoveError::from)?;
        match pos.resolve(&text) {
            Ok(route) => {
                if let Some(touched) = self.game.touched().filter(|&touched| touched != route.from()) {
                    let stops = vec![route.from(), route.to()];
                    return Err(self.denial(Refusal::TouchMove { touched }, stops));
                }
                self.make(&route, out)
            }
            Err(_) if self.forfeits() && challenge::is_forbidden(pos, &text) => {
                self.end(Ending::Forfeit(side), out);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn try_wish(&mut self, side: Side, wish: Wish, out: &mut Effects) -> Result<(), Denied> {
        self.my_turn(side)?;
        if let [from, to] = wish.stops[..]
            && self.is_forbidden(from, to)
        {
            self.end(Ending::Forfeit(side), out);
            return Ok(());
        }
        // The original of the challenge ignores presses that are no move.
        if self.forfeits() {
            return Ok(());
        }
        let own = |square: &Square| self.game.position().piece_at(*square).is_some_and(|p| p.side == side);
        let meant = match &wish.stops[..] {
            // Another piece of one's own is no place to go to: it is wanted instead.
            [_, other] if own(other) => Wish { stops: vec![*other] },
            _ => wish.clone(),
        };
        match self.game.refuse(side, &meant) {
            Some(refusal) => Err(self.denial(refusal, wish.stops)),
            None => Ok(()),
        }
    }

    fn denial(&self, refusal: Refusal, stops: Vec<Square>) -> Denied {
        Denied::Wish { refusal: refusal.into(), script: self.game.position().script(), stops }
    }

    /// Is this a quiet move that forfeits, in the challenge?
    pub(crate) fn is_forbidden(&self, from: Square, to: Square) -> bool {
        self.forbidden().iter().any(|route| route.from() == from && route.to() == to)
    }

    pub(crate) fn touch(&mut self, side: Side, square: Square, out: &mut Effects) -> Result<(), Denied> {
        self.my_turn(side)?;
        let before = self.game.touched();
        if let Err(refusal) = self.scene.game.touch(square) {
            return Err(self.denial(refusal, vec![square]));
        }
        if self.game.touched() != before {
            out.tell(Effect::Touched(square));
        }
        Ok(())
    }

    pub(crate) fn adjust(&mut self, side: Side, square: Square, out: &mut Effects) -> Result<(), Denied> {
        self.may_adjust(side)?;
        if self.game.position().piece_at(square).is_none() {
            return Err(Denied::NothingToAdjust);
        }
        out.list.push(Effect::Adjusted(square));
        Ok(())
    }
}

pub(crate) fn denied(error: GameError) -> Denied {
    match error {
        GameError::Over => Denied::Over,
        GameError::Move(error) => error.into(),
        GameError::NothingToClaim => Denied::NothingToClaim,
        GameError::NoOffer => Denied::NoOffer,
        GameError::NotYourTurn => Denied::NotYourTurn,
        // Sittings end games only for reasons from outside the board.
        GameError::NotOnTheBoard(_) => Denied::Over,
    }
}
