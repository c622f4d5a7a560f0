//! The tokens of a PDN file.

use crate::game::{MoveNumber, Strength};
use crate::movetext::MoveText;
use crate::score::Score;
use crate::tags::Tag;

/// A piece of a file with a meaning.
#[derive(Debug)]
pub(crate) enum Token {
    /// The end of the file.
    End,
    /// `[Name "value"]`.
    Tag(Tag),
    /// `12.`, `12...`.
    Number(MoveNumber),
    /// `...` on its own.
    Ellipsis,
    /// A move.
    Move(MoveText),
    /// A lone dash: a move nobody wrote down.
    Unknown,
    /// A result, or the star that stands for none.
    Score(Score),
    /// `!`, `(?)`.
    Strength(Strength),
    /// `$1`.
    Nag(u16),
    /// The text of a comment.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// The FEN of `/FEN "..."/`.
    Setup(String),
    /// Anything else, up to the next blank.
    Word(String),
}

/// What stood before a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing: the token is glued to the one before.
    None,
    /// Blanks, perhaps a line end.
    Space,
    /// An empty line, or the beginning of the file.
    Blank,
}
