//! How squares are called: the one way to read and to print them.

use alloc::string::String;
use core::fmt;

use crate::{Grid, Notation, Square, Variant};

impl Grid {
    /// Reads a square in either numbering: `22`, `c3`, `C3`, and in Cyrillic letters `с3`, `ц3`.
    /// `None` if it is no playable square of this board.
    ///
    /// ```
    /// use damka_rules::{Square, Variant};
    /// let grid = Variant::Russian.grid();
    /// assert_eq!(grid.parse_square("c3"), Some(Square::new(22)));
    /// assert_eq!(grid.parse_square("c4"), None);
    /// ```
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        let first = text.chars().next()?;
        if first.is_ascii_digit() {
            let number: u8 = small_number(text, 3)?;
            return (number > 0 && number as usize <= self.squares()).then(|| Square::new(number));
        }
        let col = self.parse_file(first)?;
        let rank = usize::from(small_number(&text[first.len_utf8()..], 2)?);
        self.square_at(self.height.checked_sub(rank)?, col)
    }

    /// The column a letter means: `c`, `C`, or Cyrillic as it sounds (`ц`) or looks (`с`).
    pub fn parse_file(&self, letter: char) -> Option<usize> {
        let lower = letter.to_lowercase().next()?;
        let latin = match lower {
            'а' => 'a',
            'б' | 'в' => 'b',
            'ц' | 'с' => 'c',
            'д' => 'd',
            'е' => 'e',
            'ф' => 'f',
            'г' => 'g',
            'х' | 'н' => 'h',
            other => other,
        };
        let col = usize::from(u8::try_from(latin).ok()?.checked_sub(b'a')?);
        (col < self.width).then_some(col)
    }

    /// How a square is called: `c3` or `22`. A square this board does not have is called by its number.
    pub fn name(&self, square: Square, notation: Notation) -> String {
        let mut name = String::new();
        self.push_name(&mut name, square, notation);
        name
    }

    /// Adds the name to a text. Moves are named by the million, so no formatter is asked.
    fn push_name(&self, out: &mut String, square: Square, notation: Notation) {
        match notation {
            Notation::Algebraic if self.has(square) => {
                let (row, col) = self.place(square);
                out.push(file_letter(col));
                push_number(out, self.height - row);
            }
            _ => push_number(out, square.number().into()),
        }
    }
}

/// The letter of a column, counted from 0.
pub const fn file_letter(col: usize) -> char {
    (b'a' + col as u8) as char
}

fn push_number(out: &mut String, number: usize) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push((b'0' + (number % 10) as u8) as char);
}

/// A number of up to `most` plain digits.
fn small_number(text: &str, most: usize) -> Option<u8> {
    let plain = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// How moves are written: on which board, with which names of squares, with which sign for a capture.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The board.
    pub grid: Grid,
    /// How its squares are called.
    pub notation: Notation,
    /// The sign between the squares of a capture: `x` or `:`.
    pub capture: char,
}

impl Variant {
    /// How moves of this game are written.
    pub const fn script(self) -> Script {
        let laws = self.laws();
        Script { grid: self.grid(), notation: laws.notation, capture: laws.capture_sign }
    }
}

impl Script {
    /// The same with other names of squares.
    pub const fn with_notation(self, notation: Notation) -> Script {
        Script { notation, ..self }
    }

    /// A square.
    pub fn square(&self, square: Square) -> String {
        self.grid.name(square, self.notation)
    }

    /// Several squares with something between them.
    pub fn squares(&self, squares: &[Square], between: &str) -> String {
        let mut out = String::new();
        for (i, &square) in squares.iter().enumerate() {
            if i > 0 {
                out.push_str(between);
            }
            self.grid.push_name(&mut out, square, self.notation);
        }
        out
    }

    /// The squares of a move.
    pub fn stops(&self, stops: &[Square], capture: bool) -> String {
        self.squares(stops, self.sign(capture).encode_utf8(&mut [0; 4]))
    }

    /// The sign between the squares of a move.
    pub const fn sign(&self, capture: bool) -> char {
        if capture { self.capture } else { '-' }
    }
}

/// Squares joined by "or", for sentences.
pub(crate) struct Either<'a>(pub(crate) &'a [Square], pub(crate) Script);

impl fmt::Display for Either<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1.squares(self.0, " or "))
    }
}
