//! A game as the page keeps it between visits: names and move texts, replayed when it comes back.
//!
//! Whatever is found in the browser's storage may have been written by an older page or by hand, so
//! reading it checks everything and says what is wrong.

use damka_rules::{BySide, Ending, FenError, GameError, Side, UnknownName, Variant};
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Control};
use super::seats::{Seat, Seats};
use super::session::{Agreement, Session};

/// A kept game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Saved {
    /// The variant, with its house rule: `russian+optional-capture`.
    pub variant: String,
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// Was touch-move agreed?
    #[serde(default)]
    pub touch_move: bool,
    /// The piece that was touched and must move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<String>,
    /// Are the colours exchanged?
    #[serde(default)]
    pub swapped: bool,
    /// Is Black at the bottom?
    #[serde(default)]
    pub black_below: bool,
    /// How time is counted.
    #[serde(default)]
    pub control: Control,
    /// Milliseconds left, White's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<(u32, u32)>,
    /// An end that is not on the board: `resigned-white`, `time-black`, `agreed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
}

/// Why a kept game cannot be taken up again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No such variant.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// The start is no position.
    #[error("the start of the kept game: {0}")]
    Start(#[from] FenError),
    /// A move does not fit.
    #[error("move {number} of the kept game: {error}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// An end nobody knows.
    #[error("unknown ending '{0}'")]
    Ending(String),
}

const ENDINGS: [(&str, Ending); 7] = [
    ("resigned-white", Ending::Resigned(Side::White)),
    ("resigned-black", Ending::Resigned(Side::Black)),
    ("time-white", Ending::Time(Side::White)),
    ("time-black", Ending::Time(Side::Black)),
    ("forfeit-white", Ending::Forfeit(Side::White)),
    ("forfeit-black", Ending::Forfeit(Side::Black)),
    ("agreed", Ending::Agreed),
];

impl Saved {
    /// Writes a sitting down.
    pub fn of(session: &Session, now: f64) -> Saved {
        let agreement = &session.agreement;
        let named = session.game.ending().and_then(|e| ENDINGS.iter().find(|(_, known)| *known == e));
        let left = |clock: &Clock, side| clock.left(side, now) as u32;
        Saved {
            variant: agreement.variant.to_string(),
            start: session.start.clone(),
            moves: session.game.moves().iter().map(|m| m.text.clone()).collect(),
            white: agreement.seats.0.white,
            black: agreement.seats.0.black,
            touch_move: agreement.touch_move,
            touched: session.game.touched().map(|square| session.game.position().square_name(square)),
            swapped: agreement.swapped,
            black_below: session.bottom == Side::Black,
            control: agreement.control,
            left: session.clock.as_ref().map(|c| (left(c, Side::White), left(c, Side::Black))),
            ending: named.map(|(name, _)| (*name).to_owned()),
        }
    }

    /// Takes the sitting up again.
    pub fn restore(&self) -> Result<Session, StoreError> {
        let variant: Variant = self.variant.parse()?;
        let agreement = Agreement {
            variant,
            touch_move: self.touch_move,
            seats: Seats(BySide { white: self.white, black: self.black }),
            control: self.control,
            swapped: self.swapped,
        };
        let mut session = Session::new(agreement, self.start.as_deref())?;
        for (i, text) in self.moves.iter().enumerate() {
            let played = session.game.play_text(text);
            played.map_err(|error| StoreError::Move { number: i + 1, error })?;
        }
        if let Some(name) = &self.touched {
            let square = session.game.position().grid().parse_square(name);
            // A square that cannot have been touched binds nobody.
            let _ = square.map(|square| session.game.touch(square));
        }
        if let Some(name) = &self.ending {
            let known = ENDINGS.iter().find(|(known, _)| known == name);
            let (_, ending) = known.ok_or_else(|| StoreError::Ending(name.clone()))?;
            // A game that has ended on the board keeps that end.
            let _ = session.game.end(*ending);
        }
        session.bottom = if self.black_below { Side::Black } else { Side::White };
        if let Some((white, black)) = self.left {
            session.clock = Clock::resume(self.control, white, black);
        }
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::seats::Level;

    fn saved() -> Saved {
        let agreement = Agreement {
            control: Control::Fischer { base: 60, plus: 1 },
            touch_move: true,
            ..Agreement::against(Variant::RussianOptional, Side::Black, Seat::Computer(Level(3)))
        };
        let mut session = Session::new(agreement, None).unwrap();
        for text in ["c3-d4", "d6-c5", "b2-c3"] {
            session.game.play_text(text).unwrap();
        }
        session.game.resign(Side::Black).unwrap();
        Saved::of(&session, 0.0)
    }

    #[test]
    fn a_game_survives_the_journey() {
        let text = serde_json::to_string(&saved()).unwrap();
        let read: Saved = serde_json::from_str(&text).unwrap();
        let session = read.restore().unwrap();
        assert_eq!(session.game.ply(), 3);
        assert_eq!(session.game.ending(), Some(Ending::Resigned(Side::Black)));
        assert_eq!(session.bottom, Side::Black);
        assert_eq!(Saved::of(&session, 0.0), saved());
    }

    #[test]
    fn corruption_is_explained() {
        let check = |change: &dyn Fn(&mut Saved), expected: &str| {
            let mut game = saved();
            change(&mut game);
            let error = game.restore().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(&|g| g.variant = "chess".into(), "unknown variant 'chess'");
        check(&|g| g.moves[1] = "d6-d5".into(), "move 2 of the kept game");
        check(&|g| g.moves.push("зз".into()), "move 4 of the kept game");
        check(&|g| g.start = Some("W:Wz9".into()), "the start of the kept game");
        check(&|g| g.ending = Some("eaten".into()), "unknown ending 'eaten'");
        assert!(serde_json::from_str::<Saved>("{\"variant\":1}").is_err());
    }
}
