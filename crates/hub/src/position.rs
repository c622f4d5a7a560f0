//! A position as Hub writes it: the side to move, then one letter for every square in reading order.

use std::fmt;
use std::str::FromStr;

use damka_rules::{Piece, Side};

/// A side to move and what stands on the squares from 1 on. White is the side that starts and sits at the bottom,
/// whatever its colour is called elsewhere; how many squares make a board is for the caller to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Who is to move.
    pub side: Side,
    /// Square 1 first.
    pub cells: Vec<Option<Piece>>,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The first letter must say who is to move.
    #[error("the side to move must be 'W' or 'B', not {}", .0.map_or("missing".into(), |c| format!("'{c}'")))]
    Side(Option<char>),
    /// A letter that is no piece.
    #[error("square {square}: '{found}' is none of w b W B e")]
    Cell {
        /// The number of the square.
        square: usize,
        /// The letter.
        found: char,
    },
    /// Too few or too many squares for any board in use.
    #[error("{0} squares: boards have 32, 40, 50, 64 or 72")]
    Size(usize),
}

/// Black's letter; White's is `w`, and `e` an empty square.
const BLACK: char = 'b';

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut letters = text.chars();
        let side = match letters.next() {
            Some('W') => Side::White,
            Some('B') => Side::Black,
            other => return Err(PositionError::Side(other)),
        };
        let mut cells = Vec::with_capacity(64);
        for (index, found) in letters.enumerate() {
            cells.push(match (found, Piece::from_letter(found, BLACK)) {
                ('e', _) => None,
                (_, Some(piece)) => Some(piece),
                (found, None) => return Err(PositionError::Cell { square: index + 1, found }),
            });
        }
        match cells.len() {
            32 | 40 | 50 | 64 | 72 => Ok(Position { side, cells }),
            size => Err(PositionError::Size(size)),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |cell: &Option<Piece>| cell.map_or('e', |piece| piece.letter(BLACK));
        write!(f, "{}{}", self.side.letter(), self.cells.iter().map(letter).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<(), &str>) {
        let got = text.parse::<Position>().map_err(|error| error.to_string());
        match (got, expect) {
            (Ok(position), Ok(())) => assert_eq!(position.to_string(), text),
            (Err(error), Err(expect)) => assert_eq!(error, expect),
            (got, expect) => panic!("{text}: got {got:?}, expected {expect:?}"),
        }
    }

    #[test]
    fn positions() {
        check("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", Ok(()));
        check("BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee", Ok(()));
        check("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", Ok(()));
        check("", Err("the side to move must be 'W' or 'B', not missing"));
        check("wbbb", Err("the side to move must be 'W' or 'B', not 'w'"));
        check("Wbbzb", Err("square 3: 'z' is none of w b W B e"));
        check("Wbb", Err("2 squares: boards have 32, 40, 50, 64 or 72"));
    }
}
