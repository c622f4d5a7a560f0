//! How the squares of a move are counted: by the board, as the position is, or by the notation of the variant.
//!
//! In Hub the squares of a move are those of the position string. pydraughts 0.6 keeps the string but writes moves in
//! the numbers of the variant's own notation, which begins at another corner for Russian, English or Turkish. An engine
//! that wants to play with both needs to translate, and translating is the same step in both directions.

/// The corner where square 1 lies, seen by the side that starts; the digit of the PDN game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// 0: Russian, Brazilian, Turkish.
    BottomLeft,
    /// 1: English, pool, Spanish.
    BottomRight,
    /// 2: International, Italian; the numbers of the position string itself.
    TopLeft,
    /// 3.
    TopRight,
}

/// A translation between the numbers of a position string and those counted from another corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    corner: Corner,
    squares: u8,
    per_row: u8,
}

impl Corner {
    /// The corner with this digit in a PDN game type.
    pub const fn from_digit(digit: u8) -> Option<Corner> {
        Some(match digit {
            0 => Corner::BottomLeft,
            1 => Corner::BottomRight,
            2 => Corner::TopLeft,
            3 => Corner::TopRight,
            _ => return None,
        })
    }
}

impl Numbering {
    /// For a board of `squares` playable squares, `per_row` in each row.
    ///
    /// # Panics
    /// If the rows do not fill the board; boards are constants of the caller.
    pub const fn new(corner: Corner, squares: u8, per_row: u8) -> Self {
        assert!(per_row > 0 && squares.is_multiple_of(per_row), "rows fill the board");
        Numbering { corner, squares, per_row }
    }

    /// Translates a square, in either direction; `None` if it is not on the board.
    pub fn square(&self, square: u8) -> Option<u8> {
        if square == 0 || square > self.squares {
            return None;
        }
        let (row, column) = ((square - 1) / self.per_row, (square - 1) % self.per_row);
        let (last_row, last_column) = (self.squares / self.per_row - 1, self.per_row - 1);
        let (row, column) = match self.corner {
            Corner::BottomLeft => (last_row - row, column),
            Corner::BottomRight => (last_row - row, last_column - column),
            Corner::TopLeft => (row, column),
            Corner::TopRight => (row, last_column - column),
        };
        Some(row * self.per_row + column + 1)
    }

    /// Translates a move, in either direction; `None` if a square is not on the board.
    pub fn translate(&self, m: &crate::Move) -> Option<crate::Move> {
        let captured = m.captured.iter().map(|&square| self.square(square)).collect::<Option<Vec<u8>>>()?;
        Some(crate::Move::new(self.square(m.from)?, self.square(m.to)?, captured))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs are what pydraughts 0.6.7 shows for the same move on its board and in its internal numbers.
    #[track_caller]
    fn check(corner: u8, squares: u8, per_row: u8, board: &str, notation: &str) {
        let numbering = Numbering::new(Corner::from_digit(corner).unwrap(), squares, per_row);
        let (board, notation) = (board.parse().unwrap(), notation.parse().unwrap());
        assert_eq!(numbering.translate(&board), Some(notation));
        for square in 1..=squares {
            assert_eq!(numbering.square(numbering.square(square).unwrap()), Some(square));
        }
    }

    #[test]
    fn corners() {
        check(0, 32, 4, "21-17", "9-13");
        check(0, 32, 4, "9-13", "21-17");
        check(1, 32, 4, "21-17", "12-16");
        check(2, 32, 4, "21-17", "21-17");
        check(0, 64, 8, "41-33", "17-25");
        check(3, 50, 5, "1-6", "5-10");
    }

    #[test]
    fn off_the_board() {
        let numbering = Numbering::new(Corner::BottomLeft, 32, 4);
        assert_eq!((numbering.square(0), numbering.square(33)), (None, None));
        assert_eq!(numbering.translate(&"1x33x5".parse().unwrap()), None);
    }
}
