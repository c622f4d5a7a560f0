//! A game: its history, its agreements, and how it ends.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    AnyPosition, Bits, Countdown, DrawClock, DrawLaw, Ending, FenError, Goal, MoveError, MoveText, Outcome,
    Refusal, Route, Side, Square, Variant, Wish,
};

/// One move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The whole move.
    pub route: Route,
    /// Its short text in the position it was played in.
    pub text: String,
}

/// Why an act in a game is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// No draw can be claimed.
    #[error("no draw can be claimed here")]
    NothingToClaim,
    /// Nobody offered a draw.
    #[error("the opponent has not offered a draw")]
    NoOffer,
}

/// A game with its history. A move goes in as text and comes out as one more position.
///
/// ```
/// use damka_rules::{Game, Side, Variant};
/// let mut game = Game::new(Variant::English);
/// game.play_text("11-15").unwrap();
/// game.play_text("23-19").unwrap();
/// assert!(game.play_text("7-11").is_ok());
/// game.resign(Side::White).unwrap();
/// assert_eq!(game.outcome().unwrap().to_string(), "0-1");
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<AnyPosition>,
    clocks: Vec<DrawClock>,
    played: Vec<Played>,
    touch_move: bool,
    touched: Option<Square>,
    offer: Option<Side>,
    ending: Option<Ending>,
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: Variant) -> Game {
        Game::from_position(AnyPosition::start(variant))
    }

    /// A game from a position.
    pub fn from_position(start: AnyPosition) -> Game {
        let mut game = Game {
            positions: [start].into(),
            clocks: [DrawClock::default()].into(),
            played: Vec::new(),
            touch_move: false,
            touched: None,
            offer: None,
            ending: None,
        };
        game.ending = game.natural_ending();
        game
    }

    /// A game from a FEN.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Game, FenError> {
        AnyPosition::from_fen(variant, fen).map(Game::from_position)
    }

    /// Agrees that a touched piece must move.
    pub fn with_touch_move(mut self) -> Game {
        self.touch_move = true;
        self
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.positions[0].variant()
    }
    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        self.positions.last().expect("a game has a first position")
    }
    /// The position after so many plies; `None` beyond the end.
    pub fn position_at(&self, ply: usize) -> Option<&AnyPosition> {
        self.positions.get(ply)
    }
    /// Every position, the first included.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }
    /// Every move.
    pub fn moves(&self) -> &[Played] {
        &self.played
    }
    /// How many plies were played.
    pub fn ply(&self) -> usize {
        self.played.len()
    }
    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }
    /// The draw counters now.
    pub fn clock(&self) -> DrawClock {
        self.clocks[self.clocks.len() - 1]
    }
    /// Must a touched piece move?
    pub fn touch_move(&self) -> bool {
        self.touch_move
    }
    /// Why the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }
    /// Who won, if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let losing_wins = self.variant().laws().goal == Goal::BeLeftWithoutMove;
        self.ending.map(|e| e.outcome(losing_wins))
    }
    /// The side whose draw offer stands.
    pub fn draw_offer(&self) -> Option<Side> {
        self.offer
    }

    /// Every legal route; none when the game is over.
    pub fn routes(&self) -> Vec<Route> {
        if self.ending.is_some() {
            return Vec::new();
        }
        let mut routes = self.position().routes();
        if let Some(square) = self.touched {
            routes.retain(|r| r.from() == square);
        }
        routes
    }

    /// The draw that is nearest.
    pub fn countdown(&self) -> Option<Countdown> {
        self.clock().countdown(&self.position().plain())
    }

    /// How often the present position has stood on the board.
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        self.positions.iter().rev().step_by(2).filter(|pos| *pos == now).count()
    }

    /// Plays a move.
    pub fn play(&mut self, text: &MoveText) -> Result<&Played, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        let route = self.position().resolve(text)?;
        if let Some(refusal) = self.refuse_touch(route.from()) {
            let text = text.write(self.position().notation(), self.position().grid());
            return Err(MoveError::Illegal { text, refusal }.into());
        }
        Ok(self.record(route))
    }

    /// Reads and plays a move.
    pub fn play_text(&mut self, text: &str) -> Result<&Played, GameError> {
        let text = MoveText::parse(text, self.position().grid()).map_err(MoveError::from)?;
        self.play(&text)
    }

    /// Plays a legal route.
    pub fn play_route(&mut self, route: &Route) -> Result<&Played, GameError> {
        if self.ending.is_none()
            && self.position().play_route(route).is_some()
            && self.refuse_touch(route.from()).is_none()
        {
            return Ok(self.record(route.clone()));
        }
        self.play(&route.move_text())
    }

    fn record(&mut self, route: Route) -> &Played {
        let pos = self.position().plain();
        let text = pos.write(&route);
        let next = pos.play(&route);
        let clock = self.clock().after_route(&pos, &route, &next);
        if self.offer == Some(pos.turn.other()) {
            self.offer = None;
        }
        self.positions.push(next.into());
        self.clocks.push(clock);
        self.touched = None;
        self.played.push(Played { route, text });
        self.ending = self.natural_ending();
        self.played.last().expect("a move was just added")
    }

    /// Takes back the last move. Agreements and endings since are undone too.
    pub fn undo(&mut self) -> Option<Played> {
        let last = self.played.pop()?;
        self.positions.pop();
        self.clocks.pop();
        self.touched = None;
        self.offer = None;
        self.ending = None;
        Some(last)
    }

    /// Touches a piece; under touch-move it must then move, if it can.
    pub fn touch(&mut self, square: Square) -> Result<(), Refusal> {
        if let Some(refusal) = self.refuse_touch(square) {
            return Err(refusal);
        }
        if self.touch_move && self.position().routes().iter().any(|r| r.from() == square) {
            self.touched = Some(square);
        }
        Ok(())
    }

    /// The piece that was touched and must move.
    pub fn touched(&self) -> Option<Square> {
        self.touched
    }

    fn refuse_touch(&self, square: Square) -> Option<Refusal> {
        self.touched.filter(|&t| t != square).map(|touched| Refusal::TouchMove { touched })
    }

    /// Why a wish of `side` is not a legal move now; `None` if it is one.
    pub fn refuse(&self, side: Side, wish: &Wish) -> Option<Refusal> {
        if self.ending.is_some() {
            return Some(Refusal::GameOver);
        }
        if side != self.turn() {
            return Some(Refusal::NotYourTurn);
        }
        wish.from().and_then(|from| self.refuse_touch(from)).or_else(|| self.position().refuse(wish))
    }

    /// Gives up.
    pub fn resign(&mut self, side: Side) -> Result<Outcome, GameError> {
        self.end(Ending::Resigned(side))
    }

    /// Ends the game for a reason from outside the board: time, a forfeit.
    pub fn end(&mut self, ending: Ending) -> Result<Outcome, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        self.ending = Some(ending);
        Ok(self.outcome().expect("the game has just ended"))
    }

    /// Offers a draw, or accepts the opponent's offer. It stands until the opponent moves.
    pub fn offer_draw(&mut self, side: Side) -> Result<Option<Outcome>, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if self.offer == Some(side.other()) {
            return self.end(Ending::Agreed).map(Some);
        }
        self.offer = Some(side);
        Ok(None)
    }

    /// Accepts the opponent's draw offer.
    pub fn accept_draw(&mut self, side: Side) -> Result<Outcome, GameError> {
        match self.offer {
            Some(offered) if offered == side.other() => self.end(Ending::Agreed),
            _ => Err(GameError::NoOffer),
        }
    }

    /// Declines the opponent's draw offer.
    pub fn decline_draw(&mut self) {
        self.offer = None;
    }

    /// The law by which the side to move may claim a draw.
    pub fn claimable(&self) -> Option<DrawLaw> {
        if self.ending.is_some() {
            return None;
        }
        self.clock().claimable_in(&self.position().plain())
    }

    /// Claims a draw.
    pub fn claim_draw(&mut self) -> Result<Outcome, GameError> {
        let law = self.claimable().ok_or(GameError::NothingToClaim)?;
        self.end(Ending::Law(law))
    }

    /// How the position itself ends the game.
    fn natural_ending(&self) -> Option<Ending> {
        let pos = self.position().plain();
        let laws = pos.laws;
        let due = || {
            let counted = self.clock().due_in(&pos);
            let repeated = laws.draws.contains(&DrawLaw::Threefold) && self.repetitions() >= 3;
            counted.or(repeated.then_some(DrawLaw::Threefold)).map(Ending::Law)
        };
        let stuck = || {
            let side = pos.turn;
            if pos.can_move() {
                return None;
            }
            Some(match laws.goal {
                Goal::FirstKing if pos.kings_of(side.other()).any() => Ending::FirstKing(side.other()),
                Goal::FirstKing if pos.kings_of(side).any() => Ending::FirstKing(side),
                _ if pos.pieces(side).none() => Ending::NoPieces(side),
                _ => Ending::Blocked(side),
            })
        };
        if laws.draw_before_loss { due().or_else(stuck) } else { stuck().or_else(due) }
    }
}
