//! Move text: `c3-d4`, `c3:e5:g7`, `22x15`, `a3b4`. Syntax only; legality is the position's business.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::fen::clip;
use crate::setup::{read_square, square_name};
use crate::{Grid, Notation, Route, Square};

/// A move as written: at least two squares, and whether it was written as a capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// The squares named, in order.
    pub stops: Vec<Square>,
    /// Was it written with `x` or `:`?
    pub capture: bool,
}

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move '{text}', column {column}: {reason}")]
pub struct TextError {
    /// What was given.
    pub text: String,
    /// Where, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
}

/// More squares than any route has.
const MOST_STOPS: usize = 40;

impl MoveText {
    /// Reads a move in either numbering.
    pub fn parse(text: &str, grid: Grid) -> Result<MoveText, TextError> {
        let fail = |column: usize, reason: String| TextError { text: clip(text), column, reason };
        let trimmed = text.trim();
        let body = trimmed.trim_end_matches(['!', '?', '*', '+', '#', '.']);
        let body = body.strip_suffix("=K").or(body.strip_suffix("=k")).unwrap_or(body);
        let body = body.trim();
        let lead = text.chars().count() - text.trim_start().chars().count();
        if body.is_empty() {
            return Err(fail(1, "there is no move".into()));
        }
        let mut stops = Vec::new();
        let mut capture = false;
        let mut rest = body;
        let mut column = lead + 1;
        loop {
            let padding = rest.chars().count() - rest.trim_start().chars().count();
            rest = rest.trim_start();
            column += padding;
            let len = square_len(rest);
            let (name, after) = rest.split_at(len);
            let square = read_square(name, grid).ok_or_else(|| {
                let what = if name.is_empty() { rest } else { name };
                fail(
                    column,
                    match what.is_empty() {
                        true => "expected a square, found the end".into(),
                        false => format!("'{}' is not a playable square of this board", clip(what)),
                    },
                )
            })?;
            stops.push(square);
            if stops.len() > MOST_STOPS {
                return Err(fail(column, "too many squares".into()));
            }
            column += len;
            let trimmed = after.trim_start();
            column += after.chars().count() - trimmed.chars().count();
            rest = trimmed;
            let Some(sign) = rest.chars().next() else { break };
            match sign {
                '-' | '\u{2013}' | '\u{2014}' => {}
                'x' | 'X' | ':' | '\u{d7}' => capture = true,
                // two squares written together: a3b4, 3228
                _ if square_len(rest) > 0 => continue,
                other => {
                    return Err(fail(column, format!("expected '-' or 'x' after a square, found '{other}'")));
                }
            }
            rest = &rest[sign.len_utf8()..];
            column += 1;
        }
        if stops.len() < 2 {
            return Err(fail(column, "a move needs two squares".into()));
        }
        Ok(MoveText { stops, capture })
    }

    /// Where the move begins.
    pub fn from(&self) -> Square {
        self.stops[0]
    }

    /// Where the move ends.
    pub fn to(&self) -> Square {
        self.stops[self.stops.len() - 1]
    }

    /// Writes it with all its squares.
    pub fn write(&self, notation: Notation, grid: Grid) -> String {
        join(&self.stops, if self.capture { "x" } else { "-" }, notation, grid)
    }

    /// Could this text mean that route? Squares between must lie on it, in order.
    pub(crate) fn fits(&self, route: &Route, grid: Grid) -> bool {
        if self.from() != route.from() || self.to() != route.to() {
            return false;
        }
        let between = &self.stops[1..self.stops.len() - 1];
        if between.is_empty() {
            return true;
        }
        let mut visited = route.visited(grid).into_iter();
        between.iter().all(|stop| visited.any(|sq| sq == *stop))
    }
}

pub(crate) fn join(stops: &[Square], sign: &str, notation: Notation, grid: Grid) -> String {
    let names: Vec<String> = stops.iter().map(|&sq| square_name(sq, notation, grid)).collect();
    names.join(sign)
}

/// Bytes of the square name at the front of `text`: a letter and digits, or up to two digits (three where
/// nothing else fits).
fn square_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take(2).take_while(|b| b.is_ascii_digit()).count();
    match bytes.first() {
        Some(b) if b.is_ascii_alphabetic() && !matches!(b, b'x' | b'X') => match digits(1) {
            0 => 0,
            n => 1 + n,
        },
        Some(b) if b.is_ascii_digit() => digits(0),
        _ => 0,
    }
}
