//! A game written down, and played through again.

use damka_rules::{Ending, FenError, Game, GameError, Outcome, Variant};

/// A game written down. Nothing in it has been checked but the names; [`Record::replay`] checks the rest.
///
/// ```
/// use damka_record::Record;
/// use damka_rules::{Game, Variant};
/// let mut game = Game::new(Variant::RussianOptional).with_touch_move();
/// game.play_text("c3-d4").unwrap();
/// let record = Record::from_game(&game);
/// assert_eq!(record.to_string(), "russian+optional-capture option=touch-move c3-d4");
/// assert_eq!(record.replay().unwrap().position(), game.position());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "crate::stored::Stored", try_from = "crate::stored::Stored"))]
pub struct Record {
    /// The game, house rule included.
    pub variant: Variant,
    /// Was it agreed that a touched piece must move?
    pub touch_move: bool,
    /// Where it began, as FEN; `None` is the variant's own start.
    pub start: Option<String>,
    /// What was played.
    pub moves: Vec<Ply>,
    /// Why it ended, where that is known.
    pub ending: Option<Ending>,
    /// Who won, where that is known: always if the ending is.
    pub outcome: Option<Outcome>,
    /// What else is told: names, event, date, in their order and in the words of PDN.
    pub tags: Vec<Tag>,
}

/// One move, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ply {
    /// The move as the game writes it.
    pub text: String,
    /// What it cost.
    pub spent: Spent,
}

/// What a move cost, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Time used for it, if somebody was there to count.
    pub used: Option<u32>,
    /// Time the mover had left behind it, with a clock.
    pub left: Option<u32>,
}

/// A named value, as in the header of a PDN file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tag(
    /// The name: `White`, `Event`, ...
    pub String,
    /// The value.
    pub String,
);

/// Why a record cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start is no position of the game.
    #[error("the start: {0}")]
    Start(#[from] FenError),
    /// A move does not go.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which one, from 1.
        ply: usize,
        /// What was written.
        text: String,
        /// What is wrong with it.
        error: Box<GameError>,
    },
}

impl Record {
    /// A game nobody has moved in yet.
    pub fn new(variant: Variant) -> Record {
        Record {
            variant,
            touch_move: false,
            start: None,
            moves: Vec::new(),
            ending: None,
            outcome: None,
            tags: Vec::new(),
        }
    }

    /// Writes a game down.
    pub fn from_game(game: &Game) -> Record {
        Record {
            touch_move: game.touch_move(),
            start: game.start_fen(),
            moves: game.moves().iter().map(|played| Ply::from(played.text.as_str())).collect(),
            ending: game.ending(),
            outcome: game.outcome(),
            ..Record::new(game.variant())
        }
    }

    /// The game as it began: before the first move.
    pub fn opening_game(&self) -> Result<Game, FenError> {
        let game = match &self.start {
            None => Game::new(self.variant),
            Some(fen) => Game::from_fen(self.variant, fen)?,
        };
        Ok(if self.touch_move { game.with_touch_move() } else { game })
    }

    /// Plays it through.
    ///
    /// Where a draw law of ours ends a game that goes on in the record, it goes on: others count in other ways.
    /// An end on the board counts more than what the record says. Where only the outcome is known, the loser
    /// is taken to have resigned and a draw to have been agreed.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = self.opening_game()?;
        for (index, ply) in self.moves.iter().enumerate() {
            game.play_on();
            if let Err(error) = game.play_text(&ply.text) {
                let error = Box::new(error);
                return Err(ReplayError::Move { ply: index + 1, text: ply.text.clone(), error });
            }
        }
        let presumed = || self.outcome.map(presumed);
        if let (None, Some(ending)) = (game.ending(), self.ending.or_else(presumed)) {
            // Refused only if it is an end on the board, which the board does not show.
            let _ = game.end(ending);
        }
        Ok(game)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Sets a tag, in its place if it is there, else at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => value.clone_into(&mut tag.1),
            None => self.tags.push(Tag(name.to_owned(), value.to_owned())),
        }
    }
}

/// Why a game of this outcome usually ends where the board does not end it.
fn presumed(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::Win(side) => Ending::Resigned(side.other()),
        Outcome::Draw => Ending::Agreed,
    }
}

impl From<&str> for Ply {
    fn from(text: &str) -> Ply {
        Ply { text: text.to_owned(), spent: Spent::default() }
    }
}
