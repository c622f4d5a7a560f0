//! Where something stands in a file, and what was left out there and why.

use std::fmt;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Bytes before it. In a UTF-16 file: bytes before it once turned into UTF-8.
    pub offset: u64,
    /// Line, from 1.
    pub line: u32,
    /// Byte within the line, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something the reader could not use, or had to doubt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Where it begins.
    pub at: Place,
    /// Why it was not used.
    pub reason: Reason,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.reason)
    }
}

/// Why a piece of a file was not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Words between the moves.
    #[error("not a move: \"{}\"", shortened(.0))]
    NotAMove(String),
    /// A tag whose quote or bracket never closes; its value is kept as far as it goes.
    #[error("tag [{0} is not closed")]
    UnclosedTag(String),
    /// Square brackets that hold no tag.
    #[error("not a tag: \"{0}\"")]
    NotATag(String),
    /// A tag that the header already has; both are kept.
    #[error("tag {0} comes twice")]
    RepeatedTag(String),
    /// Tags that belong to no game, such as the lone `[FILENAME ""]` at the end of some files.
    #[error("tags without a game, from [{0}]")]
    StrayTags(String),
    /// A comment without its closing brace.
    #[error("comment is not closed")]
    UnclosedComment,
    /// A comment outside every game.
    #[error("comment without a game")]
    StrayComment,
    /// A variation that ends only because the game does.
    #[error("variation is not closed")]
    UnclosedVariation,
    /// A closing parenthesis that closes nothing.
    #[error("stray closing parenthesis")]
    StrayClose,
    /// A closing brace that closes nothing.
    #[error("stray closing brace")]
    StrayBrace,
    /// A variation before the first move: there is nothing it varies.
    #[error("variation without a move before it")]
    StrayVariation,
    /// Variations inside variations beyond [`Limits::depth`](crate::Limits::depth).
    #[error("variations nested too deeply")]
    TooDeep,
    /// A mark such as `!` or `$1` before the first move.
    #[error("mark \"{0}\" without a move before it")]
    StrayMark(String),
    /// A result that ends no game.
    #[error("result {0} without a game")]
    StrayResult(String),
    /// The result behind the moves differs from the tag; the tag is believed.
    #[error("the moves end with {end} but the Result tag says {tag}")]
    ResultDiffers {
        /// What stands behind the moves.
        end: String,
        /// What the tag says.
        tag: String,
    },
    /// Two first moves of pairs in a row, `1. c3-b4 2. e3-f4`: what came between is not there,
    /// and an unknown move takes its place.
    #[error("the reply to move {0} is missing")]
    MissingReply(u32),
    /// A game beyond [`Limits`](crate::Limits); the rest of it is left out.
    #[error("game is too long, the rest is left out")]
    TooLong,
    /// More reports than [`Limits::reports`](crate::Limits::reports).
    #[error("more was skipped than is listed")]
    More,
}

impl Reason {
    /// Whether something of the file is in no part of the game that was read.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        match self {
            Reason::UnclosedTag(_)
            | Reason::RepeatedTag(_)
            | Reason::UnclosedComment
            | Reason::UnclosedVariation
            | Reason::MissingReply(_) => false,
            Reason::NotAMove(_)
            | Reason::NotATag(_)
            | Reason::StrayTags(_)
            | Reason::StrayComment
            | Reason::StrayClose
            | Reason::StrayBrace
            | Reason::StrayVariation
            | Reason::TooDeep
            | Reason::StrayMark(_)
            | Reason::StrayResult(_)
            | Reason::ResultDiffers { .. }
            | Reason::TooLong
            | Reason::More => true,
        }
    }
}

/// How much of stray words a report quotes.
const QUOTED: usize = 60;

fn shortened(words: &str) -> String {
    match words.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
