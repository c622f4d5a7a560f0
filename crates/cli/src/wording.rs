//! Refusals in words, with squares called as the game calls them, and the names of openings.

use damka_openings::Opening;
use damka_rules::{AnyPosition, GameError, MoveError, Refusal, Square};

/// Why a move was not played.
pub(crate) fn move_error(pos: &AnyPosition, error: &MoveError) -> String {
    match error {
        MoveError::Illegal { text, refusal } => {
            format!("{text} is not legal: {}", self::refusal(pos, refusal))
        }
        MoveError::Text(_) | MoveError::Ambiguous { .. } => error.to_string(),
    }
}

/// Why an act in a game was refused.
pub(crate) fn game_error(pos: &AnyPosition, error: &GameError) -> String {
    match error {
        GameError::Move(error) => move_error(pos, error),
        GameError::Over | GameError::NothingToClaim | GameError::NoOffer => error.to_string(),
    }
}

/// What an opening is called, and what that means.
pub(crate) fn opening(opening: &Opening) -> String {
    let name = opening.name();
    match opening.name_in("en").filter(|english| *english != name) {
        Some(english) => format!("{name} ({english})"),
        None => name.into(),
    }
}

/// Why a wish is refused.
pub(crate) fn refusal(pos: &AnyPosition, refusal: &Refusal) -> String {
    let name = |square: &Square| pos.square_name(*square);
    let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>().join(" or ");
    match refusal {
        Refusal::EmptySquare { square } => format!("there is no piece on {}", name(square)),
        Refusal::NotYours { square } => format!("the piece on {} is the opponent's", name(square)),
        Refusal::TouchMove { touched } => format!("the piece on {} was touched and must move", name(touched)),
        Refusal::CannotMove { square } => format!("the piece on {} cannot move", name(square)),
        Refusal::MustCapture { with, routes } => {
            let due: Vec<_> = routes.iter().map(|route| pos.write(route)).collect();
            format!("a capture must be made with {}: {}", names(with), due.join(", "))
        }
        Refusal::MustTakeMore { yours, best, route } => {
            format!("it takes {yours}, but {} takes {best}", pos.write(route))
        }
        Refusal::MustTakeBetter { route } => format!("{} goes first", pos.write(route)),
        Refusal::MustGoOn { at, route } => {
            format!("the capture goes on from {}: {}", name(at), route.text(pos.notation(), pos.grid()))
        }
        Refusal::MustLandWhereItGoesOn { squares, .. } => {
            format!("it must land where it can go on capturing: {}", names(squares))
        }
        Refusal::MenDontGoBack { may_capture_back: true } => {
            "a man moves forward only; it goes back only to capture".into()
        }
        Refusal::PathBlocked { by } => format!("the piece on {} is in the way", name(by)),
        Refusal::TwoInARow { first, second } => {
            format!("two pieces in a row, {} and {}, cannot be jumped", name(first), name(second))
        }
        Refusal::AlreadyTaken { square } => format!("the piece on {} is taken already", name(square)),
        Refusal::OwnPiece { square } => format!("one's own piece on {} cannot be jumped", name(square)),
        Refusal::MenDontTakeKings { square } => format!("a man may not take the king on {}", name(square)),
        Refusal::KingMustRest { square, limit } => {
            format!("the king on {} has moved {limit} times in a row and must rest", name(square))
        }
        Refusal::NoSuchMove { from, to } => format!("there is no move from {} to {}", name(from), name(to)),
        Refusal::GameOver
        | Refusal::NotYourTurn
        | Refusal::SquareNotUsed
        | Refusal::MenDontGoBack { .. }
        | Refusal::TooFar
        | Refusal::NotALine => refusal.to_string(),
    }
}
