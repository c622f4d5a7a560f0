//! Refusals as plain English sentences, with squares called as the game calls them.
//!
//! Interfaces in other languages translate from the data of [`Refusal`] instead.

use alloc::vec::Vec;
use core::fmt;

use crate::naming::Either;
use crate::{Refusal, Script, Square};

impl Refusal {
    /// An English sentence, without a capital and a full stop.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Square, Variant, Wish};
    /// let pos = AnyPosition::start(Variant::Russian);
    /// let refusal = pos.refuse(&Wish::new(Square::new(18), Square::new(14))).unwrap();
    /// assert_eq!(refusal.display(pos.script()).to_string(), "there is no piece on d4");
    /// ```
    pub fn display(&self, script: Script) -> impl fmt::Display + '_ {
        Sentence { refusal: self, script }
    }
}

struct Sentence<'a> {
    refusal: &'a Refusal,
    script: Script,
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let script = self.script;
        let name = |square: &Square| script.square(*square);
        match self.refusal {
            Refusal::GameOver => write!(f, "the game is over"),
            Refusal::NotYourTurn => write!(f, "it is the other side's turn"),
            Refusal::SquareNotUsed => write!(f, "that square is not used"),
            Refusal::EmptySquare { square } => write!(f, "there is no piece on {}", name(square)),
            Refusal::NotYours { square } => write!(f, "the piece on {} is the opponent's", name(square)),
            Refusal::TouchMove { touched } => {
                write!(f, "the piece on {} was touched and must move", name(touched))
            }
            Refusal::CannotMove { square } => write!(f, "the piece on {} cannot move", name(square)),
            Refusal::MustCapture { with, routes } => {
                let due: Vec<_> = routes.iter().map(|route| route.text(script)).collect();
                write!(f, "you must capture with {}: {}", Either(with, script), due.join(", "))
            }
            Refusal::MustTakeMore { yours, best, route } => {
                write!(f, "it takes {yours}, but {} takes {best}", route.text(script))
            }
            Refusal::MustTakeBetter { route } => write!(f, "{} takes precedence", route.text(script)),
            Refusal::MustGoOn { at, route } => {
                write!(f, "the capture continues from {}: {}", name(at), route.text(script))
            }
            Refusal::MustLandWhereItGoesOn { squares, .. } => {
                write!(f, "it must land where it can continue capturing: {}", Either(squares, script))
            }
            Refusal::MenDontGoBack { may_capture_back: false } => write!(f, "men do not move backwards"),
            Refusal::MenDontGoBack { may_capture_back: true } => {
                write!(f, "men move backwards only to capture")
            }
            Refusal::PathBlocked { by } => write!(f, "the piece on {} is in the way", name(by)),
            Refusal::TwoInARow { first, second } => {
                write!(f, "{} and {} are two pieces in a row and cannot be jumped", name(first), name(second))
            }
            Refusal::AlreadyTaken { square } => {
                write!(f, "the piece on {} has already been captured", name(square))
            }
            Refusal::OwnPiece { square } => write!(f, "your own piece on {} cannot be jumped", name(square)),
            Refusal::TooFar => write!(f, "that is too far"),
            Refusal::NotALine => write!(f, "the piece does not move in that direction"),
            Refusal::MenDontTakeKings { square } => {
                write!(f, "a man may not capture the king on {}", name(square))
            }
            Refusal::KingMustRest { square, limit } => {
                write!(f, "the king on {} has moved {limit} times in a row and must rest", name(square))
            }
            Refusal::NoSuchMove => write!(f, "there is no such move"),
        }
    }
}
