//! FEN in both numberings: tolerant reading, strict writing.
//!
//! `W:W31-50:B1-20`, `W:Wa1,c3,Kf8:Bb8.`, either colour first, ranges, an empty side, a final dot, and
//! lidraughts' `:H0:F1` (plies without progress, move number) and `:+2+0` (Frisian king moves).

use alloc::format;
use alloc::string::{String, ToString};

use crate::{Grid, Notation, Piece, PositionError, Role, Script, Setup, Side, Square};

/// Why a FEN cannot be used, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Something cannot be read.
    #[error("FEN, column {column}: {reason}")]
    Syntax {
        /// Where, counted from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// It can be read but is not a position.
    #[error("FEN: {0}")]
    Position(#[from] PositionError),
}

fn syntax(column: usize, reason: impl Into<String>) -> FenError {
    FenError::Syntax { column, reason: reason.into() }
}

/// The longest text worth reading.
const LONGEST: usize = 2000;

impl Setup {
    /// Reads a FEN for a board. Nothing is checked but that it can be read.
    ///
    /// ```
    /// use damka_rules::{Setup, Variant};
    /// let script = Variant::International.script();
    /// let setup = Setup::from_fen("B:WK3:B20:H2:F41.", script.grid).unwrap();
    /// assert_eq!((setup.halfmoves, setup.fullmove), (Some(2), Some(41)));
    /// assert_eq!(setup.to_fen(script), "B:WK3:B20:H2:F41");
    /// ```
    pub fn from_fen(text: &str, grid: Grid) -> Result<Setup, FenError> {
        read(text, grid)
    }

    /// Writes it strictly: White's pieces, then Black's, no spaces, no final dot; counters if they are known.
    pub fn to_fen(&self, script: Script) -> String {
        write(self, script.notation, script.grid)
    }
}

fn read(text: &str, grid: Grid) -> Result<Setup, FenError> {
    if text.len() > LONGEST {
        return Err(syntax(LONGEST, format!("text of {} characters is too long", text.len())));
    }
    let trimmed =
        text.trim_start_matches('"').trim_end_matches(|c: char| c.is_whitespace() || ".\"".contains(c));
    let offset = trimmed.as_ptr() as usize - text.as_ptr() as usize;
    let mut fields = Fields { text: trimmed, at: offset };
    let (column, turn) =
        fields.next().filter(|(_, t)| !t.is_empty()).ok_or_else(|| syntax(1, "the text is empty"))?;
    let turn = match turn {
        "W" | "w" => Side::White,
        "B" | "b" => Side::Black,
        other => {
            return Err(syntax(
                column,
                format!("expected W or B for the side to move, found '{}'", clip(other)),
            ));
        }
    };
    let mut setup = Setup::empty(turn);
    let mut seen = [false; 2];
    for (column, field) in fields {
        let mut chars = field.chars();
        match chars.next() {
            Some(letter @ ('W' | 'w' | 'B' | 'b')) => {
                let side = if matches!(letter, 'W' | 'w') { Side::White } else { Side::Black };
                if core::mem::replace(&mut seen[side as usize], true) {
                    return Err(syntax(column, format!("the pieces of {side} are given twice")));
                }
                pieces(chars.as_str(), column + 1, side, grid, &mut setup)?;
            }
            Some('H') => setup.halfmoves = Some(number(chars.as_str(), column + 1)?),
            Some('F') => setup.fullmove = Some(number(chars.as_str(), column + 1)?),
            Some('+') => king_moves(field, column, grid, &mut setup)?,
            Some(other) => {
                return Err(syntax(column, format!("expected W or B before the squares, found '{other}'")));
            }
            None => return Err(syntax(column, "expected W or B before the squares, found nothing")),
        }
    }
    if seen == [false; 2] {
        return Err(syntax(text.chars().count() + 1, "no squares are given, expected ':W...:B...'"));
    }
    Ok(setup)
}

fn write(setup: &Setup, notation: Notation, grid: Grid) -> String {
    let mut out = String::from(setup.turn.letter());
    for side in Side::BOTH {
        out.push(':');
        out.push(side.letter());
        let mut first = true;
        for &(square, piece) in setup.pieces.iter().filter(|(_, p)| p.side == side) {
            if !core::mem::take(&mut first) {
                out.push(',');
            }
            if piece.role == Role::King {
                out.push('K');
            }
            out.push_str(&grid.name(square, notation));
        }
    }
    for (letter, counter) in [('H', setup.halfmoves), ('F', setup.fullmove)] {
        if let Some(counter) = counter {
            out.push_str(&format!(":{letter}{counter}"));
        }
    }
    if setup.king_runs != Default::default() {
        out.push(':');
        for side in [Side::Black, Side::White] {
            let (count, square) = setup.king_runs[side];
            out.push_str(&format!("+{count}"));
            if let (1.., Some(sq)) = (count, square) {
                out.push_str(&format!("{:0>2}", sq.number()));
            }
        }
    }
    out
}

struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    /// The next part between colons, trimmed, with its column.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        if self.at == usize::MAX {
            return None;
        }
        let (field, column) = match self.text.split_once(':') {
            Some((field, rest)) => {
                let column = self.at + 1;
                self.at += field.chars().count() + 1;
                self.text = rest;
                (field, column)
            }
            None => {
                let column = self.at + 1;
                self.at = usize::MAX;
                (self.text, column)
            }
        };
        let trimmed = field.trim_start();
        Some((column + (field.chars().count() - trimmed.chars().count()), trimmed.trim_end()))
    }
}

fn pieces(list: &str, column: usize, side: Side, grid: Grid, setup: &mut Setup) -> Result<(), FenError> {
    if list.trim().is_empty() {
        return Ok(());
    }
    let mut at = column;
    for item in list.split(',') {
        let token = item.trim();
        let here = at + (item.chars().count() - item.trim_start().chars().count());
        at += item.chars().count() + 1;
        let (role, name) = match crowned(token, grid) {
            Some(rest) => (Role::King, rest),
            None => (Role::Man, token),
        };
        let here_square = here + (token.len() - name.len());
        let piece = Piece { side, role };
        match name.split_once('-') {
            Some((from, to)) => {
                let first = square(from, here_square, grid)?;
                let last = square(
                    to.strip_prefix(['K', 'k']).unwrap_or(to),
                    here_square + from.chars().count() + 1,
                    grid,
                )?;
                if last < first {
                    return Err(syntax(here, format!("the range '{}' runs backwards", clip(token))));
                }
                for number in first.number()..=last.number() {
                    place(Square::new(number), piece, here, grid, setup)?;
                }
            }
            None => place(square(name, here_square, grid)?, piece, here, grid, setup)?,
        }
    }
    Ok(())
}

/// The square behind a `K`. On boards with a column k only the capital means a king.
fn crowned(token: &str, grid: Grid) -> Option<&str> {
    token.strip_prefix('K').or_else(|| if grid.width < 11 { token.strip_prefix('k') } else { None })
}

fn place(square: Square, piece: Piece, column: usize, grid: Grid, setup: &mut Setup) -> Result<(), FenError> {
    if setup.pieces.iter().any(|(sq, _)| *sq == square) {
        let both = grid.name(square, Notation::Algebraic);
        return Err(syntax(column, format!("two pieces on square {square} ({both})")));
    }
    setup.pieces.push((square, piece));
    Ok(())
}

fn square(text: &str, column: usize, grid: Grid) -> Result<Square, FenError> {
    grid.parse_square(text.trim()).ok_or_else(|| {
        let text = text.trim();
        let reason = if text.is_empty() {
            "expected a square, found nothing".to_string()
        } else {
            let corner = grid.name(Square::new(grid.squares() as u8), Notation::Algebraic);
            let top = grid.name(Square::new(1), Notation::Algebraic);
            format!(
                "'{}' is not a playable square of this board (1-{}, or {top} to {corner})",
                clip(text),
                grid.squares()
            )
        };
        syntax(column, reason)
    })
}

fn number(text: &str, column: usize) -> Result<u16, FenError> {
    text.trim().parse().map_err(|_| syntax(column, format!("'{}' is not a number", clip(text))))
}

/// `+2+0` or with squares `+215+0`: Black's king moves first, then White's.
fn king_moves(field: &str, column: usize, grid: Grid, setup: &mut Setup) -> Result<(), FenError> {
    for (part, side) in field.split('+').skip(1).zip([Side::Black, Side::White]) {
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return Err(syntax(column, format!("'{}' is not a count of king moves", clip(field))));
        }
        let (count, at) = part.split_at(1);
        let count = count.bytes().next().map_or(0, |b| b - b'0');
        let square = if at.is_empty() { None } else { Some(square(at, column, grid)?) };
        setup.king_runs[side] = if count == 0 { (0, None) } else { (count, square) };
    }
    Ok(())
}

/// At most a few characters of what was found, for messages.
pub(crate) fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(24).filter(|c| !c.is_control()).collect();
    if text.chars().nth(24).is_some() {
        short.push_str("...");
    }
    short
}
