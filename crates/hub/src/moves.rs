//! A move as Hub writes it: `32-28`, or `from x to x captured x captured ...` without the path.

use std::fmt;
use std::str::FromStr;

/// From, to and what is taken; the order of the captured squares carries no meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it arrives; a circular capture arrives where it began.
    pub to: u8,
    /// The squares of the captured pieces.
    pub captured: Vec<u8>,
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Neither `from-to` nor `from x to x captured`.
    #[error("'{0}' is not a move: expected from-to or fromxtoxcaptured")]
    Shape(String),
    /// A part that is not a square number.
    #[error("move '{text}': '{part}' is not a square number")]
    Square {
        /// The whole move.
        text: String,
        /// The part.
        part: String,
    },
}

impl Move {
    /// A move with its captured squares in ascending order, as Scan writes them.
    pub fn new(from: u8, to: u8, mut captured: Vec<u8>) -> Self {
        captured.sort_unstable();
        Move { from, to, captured }
    }

    /// Reads the value of a `moves=` argument: moves with blanks between them.
    ///
    /// # Errors
    /// The [`MoveError`] of the first bad move.
    pub fn parse_list(text: &str) -> Result<Vec<Move>, MoveError> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let square = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            let number = part.parse().ok().filter(|&number: &u8| digits && number > 0);
            number.ok_or_else(|| MoveError::Square { text: text.into(), part: part.into() })
        };
        if let Some((from, to)) = text.split_once('-') {
            return Ok(Move { from: square(from)?, to: square(to)?, captured: Vec::new() });
        }
        let mut squares = text.split(['x', ':']);
        let (Some(from), Some(to)) = (squares.next(), squares.next()) else {
            return Err(MoveError::Shape(text.into()));
        };
        let (from, to) = (square(from)?, square(to)?);
        let captured = squares.map(square).collect::<Result<Vec<u8>, _>>()?;
        if captured.is_empty() {
            return Err(MoveError::Shape(text.into()));
        }
        Ok(Move::new(from, to, captured))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.captured.is_empty() {
            return write!(f, "{}-{}", self.from, self.to);
        }
        write!(f, "{}x{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<&str, &str>) {
        let got = text.parse::<Move>().map(|m| m.to_string()).map_err(|error| error.to_string());
        assert_eq!(got.as_deref().map_err(String::as_str), expect, "{text}");
    }

    #[test]
    fn moves() {
        for (text, written) in
            [("32-28", "32-28"), ("28x19x23", "28x19x23"), ("1x1x40x7", "1x1x7x40"), ("05-09", "5-9")]
        {
            check(text, Ok(written));
        }
        for text in ["28x19", "hello"] {
            let error = format!("'{text}' is not a move: expected from-to or fromxtoxcaptured");
            check(text, Err(&error));
        }
        for (text, square) in [("32-", ""), ("0-0", "0"), ("+3-4", "+3"), ("300-4", "300"), ("3x4xd5", "d5")]
        {
            check(text, Err(&format!("move '{text}': '{square}' is not a square number")));
        }
    }
}
