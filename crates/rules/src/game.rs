//! A game: its history, its agreements, and how it ends.

use alloc::string::String;
use alloc::vec::Vec;

use crate::plain::Plain;
use crate::{
    AnyPosition, Bits, Countdown, DrawClock, DrawLaw, Ending, FenError, Goal, MoveError, MoveText, Outcome,
    PositionError, Refusal, Role, Route, Setup, Side, Square, Variant, Wish,
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
    /// The other side is to move.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The position does not end the game in this way.
    #[error("the position does not say: {0}")]
    NotOnTheBoard(Ending),
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
    first_number: u16,
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
            first_number: 1,
        };
        game.ending = game.natural_ending();
        game
    }

    /// A game from a setup, with its counters: the draw laws go on counting where they stood, and moves are
    /// numbered on.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<Game, PositionError> {
        let mut game = Game::from_position(AnyPosition::from_setup(variant, setup)?);
        if let Some(plies) = setup.halfmoves {
            game.clocks[0] = DrawClock::begun(&game.position().plain(), plies);
            game.ending = game.natural_ending();
        }
        game.first_number = setup.fullmove.unwrap_or(1).max(1);
        Ok(game)
    }

    /// A game from a FEN; the word `start` is the start position. Counters (`:H3:F41`) are kept.
    ///
    /// ```
    /// use damka_rules::{Game, Variant};
    /// let mut game = Game::from_fen(Variant::International, "B:WK3:BK20,K45:H2:F41").unwrap();
    /// game.play_text("20-25").unwrap();
    /// assert_eq!(game.to_fen(), "W:WK3:BK25,K45:H3:F42");
    /// ```
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Game, FenError> {
        if fen.trim().eq_ignore_ascii_case("start") {
            return Ok(Game::new(variant));
        }
        Ok(Game::from_setup(variant, &Setup::from_fen(fen, variant.grid())?)?)
    }

    /// The FEN of the position now, with its counters: plies without a capture or a man's move, move number.
    pub fn to_fen(&self) -> String {
        let setup = Setup {
            halfmoves: Some(self.quiet_plies()),
            fullmove: Some(self.move_number(self.ply())),
            ..self.position().to_setup()
        };
        setup.to_fen(self.position().script())
    }

    /// The FEN the game began with, with its counters; `None` if it began with the start position.
    pub fn start_fen(&self) -> Option<String> {
        let first = self.positions[0];
        let plies = self.clocks[0].most();
        let plain = first == AnyPosition::start(self.variant()) && plies == 0 && self.first_number == 1;
        let setup = || Setup {
            halfmoves: (plies > 0).then_some(plies.into()),
            fullmove: (self.first_number > 1).then_some(self.first_number),
            ..first.to_setup()
        };
        (!plain).then(|| setup().to_fen(first.script()))
    }

    /// Plies since the last capture or move of a man, as far as they are known.
    fn quiet_plies(&self) -> u16 {
        let by_king = |(pos, played): &(&AnyPosition, &Played)| {
            let king = pos.piece_at(played.route.from()).is_some_and(|piece| piece.role == Role::King);
            king && !played.route.is_capture()
        };
        let here = self.positions.iter().zip(&self.played).rev().take_while(by_king).count();
        let before = if here == self.played.len() { self.clocks[0].most() } else { 0 };
        u16::try_from(here).unwrap_or(u16::MAX).saturating_add(before.into())
    }

    /// The number of the move a ply belongs to, as lists of moves count: both sides' plies are one move.
    pub fn move_number(&self, ply: usize) -> u16 {
        let second = usize::from(self.positions[0].turn() != self.variant().laws().starts);
        u16::try_from((ply + second) / 2).unwrap_or(u16::MAX).saturating_add(self.first_number)
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
        self.countdowns().into_iter().next()
    }

    /// Every draw that draws near, the nearest first.
    pub fn countdowns(&self) -> Vec<Countdown> {
        self.clock().countdowns(&self.position().plain())
    }

    /// How often the present position has stood on the board.
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // What stood before a capture never comes back.
        let since = self.played.iter().rev().take_while(|played| !played.route.is_capture()).count();
        self.positions.iter().rev().take(since + 1).step_by(2).filter(|pos| *pos == now).count()
    }

    /// Plays a move.
    pub fn play(&mut self, text: &MoveText) -> Result<&Played, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        let route = self.position().resolve(text)?;
        if let Some(refusal) = self.refuse_touch(route.from()) {
            let variant = self.variant();
            let text = text.write(variant.script());
            return Err(MoveError::Illegal { text, refusal, variant }.into());
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
        self.record_as(&pos, route, text)
    }

    /// Adds a legal move of the present position with its short text.
    pub(crate) fn record_as(&mut self, pos: &Plain, route: Route, text: String) -> &Played {
        let next = pos.play(&route);
        let clock = self.clock().after_route(pos, &route, &next);
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

    /// Forgets the touch and the offer: what was done at the board before a move.
    pub(crate) fn let_go(&mut self) {
        self.touched = None;
        self.offer = None;
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

    /// Ends the game for a reason from outside the board: time, a forfeit, an agreement, an arbiter's draw.
    pub fn end(&mut self, ending: Ending) -> Result<Outcome, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if ending.is_on_the_board() {
            return Err(GameError::NotOnTheBoard(ending));
        }
        self.ending = Some(ending);
        Ok(self.outcome().expect("the game has just ended"))
    }

    /// Plays on after an end that is not on the board: a draw law, an agreement, a clock. Says whether there was
    /// one. Other programs and arbiters count draws in other ways, so their games go on where ours end.
    pub fn play_on(&mut self) -> bool {
        let lifted = self.ending.is_some_and(|ending| !ending.is_on_the_board());
        if lifted {
            self.ending = None;
        }
        lifted
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
        self.offered_to(side)?;
        self.end(Ending::Agreed)
    }

    /// Declines the opponent's draw offer.
    pub fn decline_draw(&mut self, side: Side) -> Result<(), GameError> {
        self.offered_to(side)?;
        self.offer = None;
        Ok(())
    }

    fn offered_to(&self, side: Side) -> Result<(), GameError> {
        match self.offer {
            _ if self.ending.is_some() => Err(GameError::Over),
            Some(offered) if offered == side.other() => Ok(()),
            _ => Err(GameError::NoOffer),
        }
    }

    /// The law by which the side to move may claim a draw.
    pub fn claimable(&self) -> Option<DrawLaw> {
        if self.ending.is_some() {
            return None;
        }
        self.clock().claimable_in(&self.position().plain())
    }

    /// Claims a draw for the side to move. The laws of today (one piece each, Armenian) ask for the opponent's
    /// consent: the claim stands like an offer, and ends the game if the opponent has offered a draw already.
    pub fn claim_draw(&mut self, side: Side) -> Result<Option<Outcome>, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if side != self.turn() {
            return Err(GameError::NotYourTurn);
        }
        self.claimable().ok_or(GameError::NothingToClaim)?;
        self.offer_draw(side)
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
