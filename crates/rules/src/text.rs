//! Move text: `c3-d4`, `c3:e5:g7`, `22x15`, `a3b4`, and short as in Russian books: `cd4`, `c:e5`, `c:e`.
//! Syntax only; legality is the position's business.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::fen::clip;
use crate::naming::file_letter;
use crate::{Grid, Route, Script, Square};

/// A place named in a move text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mark {
    /// A square.
    Square(Square),
    /// Only its column, counted from 0: some square of it.
    File(u8),
}

impl Mark {
    /// Can the mark mean this square?
    fn means(self, square: Square, grid: Grid) -> bool {
        match self {
            Mark::Square(named) => named == square,
            Mark::File(col) => grid.has(square) && grid.place(square).1 == col as usize,
        }
    }
}

/// A move as written: at least two places, and whether it was written as a capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    first: Mark,
    between: Vec<Mark>,
    last: Mark,
    capture: bool,
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
    /// A move over these squares; `None` if there are fewer than two.
    pub fn new(stops: &[Square], capture: bool) -> Option<MoveText> {
        MoveText::of(&stops.iter().map(|&sq| Mark::Square(sq)).collect::<Vec<_>>(), capture)
    }

    fn of(marks: &[Mark], capture: bool) -> Option<MoveText> {
        match marks {
            [first, between @ .., last] => {
                Some(MoveText { first: *first, between: between.into(), last: *last, capture })
            }
            _ => None,
        }
    }

    /// Reads a move in either numbering, in full or in short.
    ///
    /// ```
    /// use damka_rules::{MoveText, Variant};
    /// let script = Variant::Russian.script();
    /// let read = |text| MoveText::parse(text, script.grid).unwrap().write(script);
    /// assert_eq!(read("22x15"), "c3:e5");
    /// assert_eq!(read("Ц3-Д4"), "c3-d4");
    /// assert_eq!(read("cd4"), "c-d4");
    /// ```
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
        let mut marks = Vec::new();
        let mut capture = false;
        let mut rest = body;
        let mut column = lead + 1;
        loop {
            column += skip_spaces(&mut rest);
            let length = mark_length(rest);
            let (name, after) = rest.split_at(length);
            let mark = read_mark(name, grid).ok_or_else(|| {
                let what = if name.is_empty() { rest } else { name };
                fail(
                    column,
                    match what.is_empty() {
                        true => "expected a square, found the end".into(),
                        false => format!("'{}' is not a playable square of this board", clip(what)),
                    },
                )
            })?;
            marks.push(mark);
            if marks.len() > MOST_STOPS {
                return Err(fail(column, "too many squares".into()));
            }
            column += name.chars().count();
            rest = after;
            column += skip_spaces(&mut rest);
            let Some(sign) = rest.chars().next() else { break };
            match sign {
                '-' | '\u{2013}' | '\u{2014}' => {}
                _ if is_capture_sign(rest, name) => capture = true,
                // two squares written together: a3b4, 3228, cb4
                _ if mark_length(rest) > 0 => continue,
                other => {
                    return Err(fail(column, format!("expected '-' or 'x' after a square, found '{other}'")));
                }
            }
            rest = &rest[sign.len_utf8()..];
            column += 1;
        }
        MoveText::of(&marks, capture).ok_or_else(|| fail(column, "a move needs two squares".into()))
    }

    /// Was it written with `x` or `:`?
    pub fn is_capture(&self) -> bool {
        self.capture
    }

    /// The places named, in order; at least two.
    pub fn marks(&self) -> impl Iterator<Item = Mark> + Clone + '_ {
        [self.first].into_iter().chain(self.between.iter().copied()).chain([self.last])
    }

    /// The squares named, in order; `None` if one is named by its column only.
    pub fn squares(&self) -> Option<Vec<Square>> {
        let square = |mark| match mark {
            Mark::Square(square) => Some(square),
            Mark::File(_) => None,
        };
        self.marks().map(square).collect()
    }

    /// Where the move begins.
    pub fn from(&self) -> Mark {
        self.first
    }

    /// Writes it with everything it names.
    pub fn write(&self, script: Script) -> String {
        let mut out = String::new();
        for (i, mark) in self.marks().enumerate() {
            if i > 0 {
                out.push(script.sign(self.capture));
            }
            match mark {
                Mark::Square(square) => out.push_str(&script.square(square)),
                Mark::File(col) => out.push(file_letter(col as usize)),
            }
        }
        out
    }

    /// Could this text mean that route? Places between must lie on it, in order.
    pub(crate) fn fits(&self, route: &Route, grid: Grid) -> bool {
        if !self.first.means(route.from(), grid) || !self.last.means(route.to(), grid) {
            return false;
        }
        if self.between.is_empty() {
            return true;
        }
        let mut visited = route.visited(grid).into_iter();
        self.between.iter().all(|mark| visited.any(|sq| mark.means(sq, grid)))
    }

    /// Does this text give the whole path of that route: a square for every stop, and on every leg the piece that
    /// is taken there? Going straight on, any square behind the victim will do.
    pub(crate) fn spells(&self, route: &Route, grid: Grid) -> bool {
        let Some(squares) = self.squares().filter(|squares| squares.len() == route.stops().len()) else {
            return false;
        };
        let jumps = |(leg, victim): (&[Square], &Square)| grid.lies_between(*victim, leg[0], leg[1]);
        route.taken().is_empty() || squares.windows(2).zip(route.taken()).all(jumps)
    }
}

/// Drops leading spaces and says how many there were.
fn skip_spaces(rest: &mut &str) -> usize {
    let trimmed = rest.trim_start();
    let skipped = rest.chars().count() - trimmed.chars().count();
    *rest = trimmed;
    skipped
}

/// Does `rest` begin with the sign of a capture? The Cyrillic `х` is one as well; at the end or before a digit it
/// is the column h, unless the square `before` it was a number.
fn is_capture_sign(rest: &str, before: &str) -> bool {
    let mut chars = rest.chars();
    match chars.next() {
        Some('x' | 'X' | ':' | '\u{d7}') => true,
        Some('х' | 'Х') => match chars.next() {
            Some('0'..='9') => before.starts_with(|c: char| c.is_ascii_digit()),
            next => next.is_some(),
        },
        _ => false,
    }
}

/// Bytes of the place named at the front of `text`: a letter with or without digits, or up to two digits.
fn mark_length(text: &str) -> usize {
    let digits = |from: usize| text.bytes().skip(from).take(2).take_while(u8::is_ascii_digit).count();
    match text.chars().next() {
        Some('x' | 'X') => 0,
        Some(c) if c.is_ascii_digit() => digits(0),
        Some(c) if c.is_alphabetic() => c.len_utf8() + digits(c.len_utf8()),
        _ => 0,
    }
}

fn read_mark(name: &str, grid: Grid) -> Option<Mark> {
    let mut chars = name.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) if !letter.is_ascii_digit() => {
            grid.parse_file(letter).map(|col| Mark::File(col as u8))
        }
        _ => grid.parse_square(name).map(Mark::Square),
    }
}
