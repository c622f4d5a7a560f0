//! What somebody does at the board, and what follows from it.

use damka_rules::{DrawLaw, Ending, MoveError, Outcome, Refusal, Route, Script, Side, Square, Wish};

use crate::challenge::Verdict;
use crate::clock::Millis;
use crate::seats::{Level, Seat};

/// What somebody does.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Sits down, at the first move or after a break: clocks run on, the computer may be asked.
    Sit,
    /// Time has passed.
    Tick,
    /// Plays a legal route.
    Play(Side, Route),
    /// Plays a move written as text.
    Write(Side, String),
    /// Tries something that no legal route fits.
    Try(Side, Wish),
    /// Lifts a piece; under touch-move it must then move.
    Touch(Side, Square),
    /// Sets a piece straight without having to move it.
    Adjust(Side, Square),
    /// Offers a draw, or accepts the one that was offered.
    OfferDraw(Side),
    /// Declines the draw that was offered.
    DeclineDraw(Side),
    /// Claims a draw by law.
    ClaimDraw(Side),
    /// Takes the last move back, or asks for it; agrees if the opponent has asked.
    TakeBack(Side),
    /// Declines to let a move be taken back.
    KeepMove(Side),
    /// Gives up.
    Resign(Side),
    /// Breaks off a game that has hardly begun, without a result.
    Abort(Side),
    /// Asks the computer for advice.
    AskHint(Side),
    /// Lets the computer make the move of whoever is to move.
    LetComputer,
    /// Puts somebody else on a machine's chair: another level, another opponent.
    Reseat(Side, Seat),
    /// Halts a game between machines, or goes on with it.
    Pause(bool),
    /// The computer answers the question of this number; `None` if it cannot.
    Answer(u32, Option<Found>),
}

/// What the computer has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The best move.
    pub text: String,
    /// In hundredths of a man, good for the side to move.
    pub score: i32,
}

/// Why the computer is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It is its turn.
    Move,
    /// A person wants advice.
    Hint,
    /// A person offers a draw.
    Draw,
    /// It wonders whether to offer a draw itself.
    Offer,
}

/// A question to the computer about the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The answer carries the same number.
    pub id: u32,
    /// Why.
    pub purpose: Purpose,
    /// How strong it is to play; `None` is as well as it can.
    pub level: Option<Level>,
    /// Is no thought wanted at all, but any legal move? Then the answer is `None`.
    pub any_move: bool,
    /// How long it may think.
    pub millis: Millis,
    /// What its dice begin with.
    pub seed: u64,
}

/// What follows from an act.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// A move was played.
    Moved {
        /// Plies played, this one included.
        ply: usize,
        /// Who played it.
        side: Side,
        /// The move.
        route: Route,
        /// Its short text.
        text: String,
    },
    /// So many plies were taken back.
    TakenBack(usize),
    /// An act was refused; only its actor needs to know.
    Refused(Side, Denied),
    /// A piece was touched and must move.
    Touched(Square),
    /// A piece was set straight.
    Adjusted(Square),
    /// This side offers a draw.
    DrawOffered(Side),
    /// This side declined a draw.
    DrawDeclined(Side),
    /// This side asks to take a move back.
    TakebackAsked(Side),
    /// This side declined to let a move be taken back.
    TakebackDeclined(Side),
    /// The computer is to be asked.
    Ask(Question),
    /// What the computer was asked is not wanted any more.
    StopThinking,
    /// Advice for this side.
    Hint(Side, Route),
    /// Little time is left to this side.
    LowTime(Side),
    /// The game is over.
    Ended(Ending, Outcome),
    /// The game was broken off.
    Aborted,
    /// A game of the challenge went so.
    Scored(Verdict),
    /// What is worth keeping has changed.
    Save,
}

/// Whom an effect concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody at the board, spectators included.
    Everybody,
    /// One player.
    Player(Side),
    /// Nobody: the house does it.
    House,
}

impl Effect {
    /// Whom it concerns.
    pub fn audience(&self) -> Audience {
        match self {
            Effect::Refused(side, _) | Effect::Hint(side, _) | Effect::LowTime(side) => {
                Audience::Player(*side)
            }
            Effect::Ask(_) | Effect::StopThinking | Effect::Scored(_) | Effect::Save => Audience::House,
            _ => Audience::Everybody,
        }
    }
}

/// Why an act is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Denied {
    /// No legal move fits the wish.
    #[error("{}", refusal.display(*script))]
    Wish {
        /// Why not.
        refusal: Box<Refusal>,
        /// How the reason calls its squares.
        script: Script,
        /// The squares tried.
        stops: Vec<Square>,
    },
    /// The text is no legal move.
    #[error(transparent)]
    Move(Box<MoveError>),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is not this side's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A machine sits on this side.
    #[error("the computer plays this side")]
    NotYourSeat,
    /// No law allows a claim.
    #[error("no draw can be claimed here")]
    NothingToClaim,
    /// No draw was offered.
    #[error("the opponent has not offered a draw")]
    NoOffer,
    /// An offer was declined a short while ago, or still stands.
    #[error("wait {0} more plies before you offer a draw again")]
    TooSoon(usize),
    /// There is nobody to offer a draw to, or it makes no sense here.
    #[error("a draw cannot be offered here")]
    NoDraw,
    /// Moves are not taken back in this game.
    #[error("moves are not taken back in this game")]
    NoTakeback,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// No advice in a game that counts.
    #[error("no advice is given in this game")]
    NoHint,
    /// Touch-move is not agreed, or the piece is touched already.
    #[error("there is nothing to adjust here")]
    NothingToAdjust,
    /// Too much was played to break the game off.
    #[error("the game has begun and cannot be broken off")]
    TooLateToAbort,
}

impl From<MoveError> for Denied {
    fn from(error: MoveError) -> Denied {
        Denied::Move(Box::new(error))
    }
}

/// May a draw by this law only be agreed upon, not claimed?
pub(crate) fn needs_consent(law: DrawLaw) -> bool {
    law == DrawLaw::OnePieceEachClaim
}
