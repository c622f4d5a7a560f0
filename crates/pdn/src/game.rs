//! A game as read: header, moves with their variations, result.

use std::fmt;

use arrayvec::ArrayString;

use crate::comment::Comment;
use crate::gametype::GameType;
use crate::movetext::MoveText;
use crate::place::{Place, Skipped};
use crate::score::Score;
use crate::tags::Tags;

/// One game of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// The header.
    pub tags: Tags,
    /// The moves played, and what is said of them.
    pub line: Line,
    /// What stands behind the moves: a score or `*`. `None` where the file just goes on.
    pub end: Option<Score>,
    /// Where the game begins.
    pub at: Place,
    /// What was not used in it, and why.
    pub skipped: Vec<Skipped>,
}

/// Moves one after the other: those of the game, or a variation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// A move with its number, its marks and its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What happens on the board.
    pub action: Action,
    /// The number before it, where there is one.
    pub number: Option<MoveNumber>,
    /// How good it is said to be.
    pub marks: Marks,
    /// Comments behind it.
    pub comments: Vec<Comment>,
    /// What could have been played in its place.
    pub variations: Vec<Line>,
    /// Where it stands.
    pub at: Place,
}

/// What happens on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Move(MoveText),
    /// A move that was made but not written down: the dash of `1. - -`, the gap in `1. c3-b4 2. e3-f4`.
    Unknown,
    /// The board is set anew, `/FEN "W:W31-50:B1-20"/`; here is what stands in the quotes.
    Setup(String),
}

/// The number before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether dots follow, `12...`: the move is the second of the pair.
    pub second: bool,
}

/// What a move is marked with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// `!`, `?!`, `(?)`, ...
    pub strength: Option<Strength>,
    /// Numeric marks, `$1`. A star behind a move, "the only move", is `$7`.
    pub nags: Vec<u16>,
}

/// An opinion about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// `!` and `?` in any number up to eight; further ones are dropped.
    pub marks: ArrayString<8>,
    /// Whether in parentheses, `(!)`.
    pub in_parentheses: bool,
}

impl Game {
    /// The position the game starts from, where the FEN tag gives one.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tags.known("FEN")
    }

    /// The GameType tag, where it is there and readable.
    #[must_use]
    pub fn game_type(&self) -> Option<GameType> {
        self.tags.known("GameType")?.parse().ok()
    }

    /// The result: the Result tag where it has a score, else what stands behind the moves.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let tag = self.tags.known("Result").and_then(|value| value.parse().ok());
        let end = self.end.filter(|score| *score != Score::Open);
        match tag {
            Some(Score::Open) | None => end.or(tag).or(self.end),
            decided => decided,
        }
    }

    /// The moves that were played, without variations, unknown moves and setups.
    pub fn moves(&self) -> impl Iterator<Item = &MoveText> {
        self.line.moves()
    }

    /// Our names of the variants this game may belong to, the likeliest first; see [`candidates`].
    ///
    /// [`candidates`]: crate::candidates
    #[must_use]
    pub fn variants(&self) -> Vec<&'static str> {
        crate::guess::candidates(self)
    }
}

impl Line {
    /// The moves of this line alone.
    pub fn moves(&self) -> impl Iterator<Item = &MoveText> {
        self.steps.iter().filter_map(|step| match &step.action {
            Action::Move(text) => Some(text),
            Action::Unknown | Action::Setup(_) => None,
        })
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.steps.is_empty()
    }
}

impl Step {
    /// A step with nothing said of it.
    #[must_use]
    pub fn new(action: Action) -> Step {
        Step {
            action,
            number: None,
            marks: Marks::default(),
            comments: Vec::new(),
            variations: Vec::new(),
            at: Place::default(),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_parentheses {
            true => write!(f, "({})", self.marks),
            false => f.write_str(&self.marks),
        }
    }
}

impl Strength {
    /// An opinion of these marks; `None` unless they are `!` and `?` only, and at least one.
    #[must_use]
    pub fn new(marks: &str, in_parentheses: bool) -> Option<Strength> {
        let plain = !marks.is_empty() && marks.bytes().all(|byte| matches!(byte, b'!' | b'?'));
        let short = &marks[..marks.len().min(8)];
        let marks = plain.then(|| ArrayString::from(short).ok()).flatten()?;
        Some(Strength { marks, in_parentheses })
    }
}
