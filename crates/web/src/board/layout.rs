//! Where squares are on the screen, and which square a finger means.

use damka_rules::{Grid, Side, Square, arrange};

/// Units of the drawing per square.
pub const UNIT: f64 = 100.0;

/// A board seen from one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Layout {
    /// The board.
    pub grid: Grid,
    /// Who sits at the bottom.
    pub bottom: Side,
}

/// What a tap between squares means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// This square.
    Square(Square),
    /// Two squares are equally near.
    Either(Square, Square),
    /// A place that is no square in use.
    Unused,
}

impl Layout {
    /// Column and row on the screen of a square, counted from the top left.
    pub fn place(&self, square: Square) -> (usize, usize) {
        let (row, col) = self.grid.place(square);
        self.turn(col, row)
    }

    /// The square shown in a column and row of the screen.
    pub fn square(&self, column: usize, row: usize) -> Option<Square> {
        if column >= self.grid.width || row >= self.grid.height {
            return None;
        }
        let (col, row) = self.turn(column, row);
        self.grid.square_at(row, col)
    }

    /// The middle of a square in units of the drawing.
    pub fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.place(square);
        (x as i32 * 100 + 50, y as i32 * 100 + 50)
    }

    /// What a tap at `(x, y)` (in squares from the top left) means, given the squares that would be an answer.
    pub fn meant(&self, x: f64, y: f64, answers: &[Square]) -> Meant {
        /// How far, in squares, a tap may be from the middle of its answer.
        const REACH: f64 = 0.75;
        /// A tap this near the middle of a square means that square.
        const CERTAIN: f64 = 0.38;
        /// Two distances this alike are equal.
        const ALIKE: f64 = 0.06;
        let under = (x >= 0.0 && y >= 0.0).then(|| self.square(x as usize, y as usize)).flatten();
        let distance = |square: Square| {
            let (cx, cy) = self.place(square);
            (cx as f64 + 0.5 - x).hypot(cy as f64 + 0.5 - y)
        };
        if let Some(square) = under.filter(|&square| distance(square) <= CERTAIN) {
            return Meant::Square(square);
        }
        let mut near: Vec<(f64, Square)> =
            answers.iter().map(|&square| (distance(square), square)).filter(|(d, _)| *d <= REACH).collect();
        arrange(&mut near, |a, b| a.0 < b.0);
        near.dedup_by_key(|(_, square)| *square);
        match near[..] {
            [(first, a), (second, b), ..] if second - first < ALIKE => Meant::Either(a, b),
            [(_, square), ..] => Meant::Square(square),
            [] => under.map_or(Meant::Unused, Meant::Square),
        }
    }

    /// The square next to another in a direction of the screen, skipping squares not in use.
    pub fn neighbour(&self, square: Square, right: isize, down: isize) -> Option<Square> {
        let (x, y) = self.place(square);
        let at =
            |x: isize, y: isize| (x >= 0 && y >= 0).then(|| self.square(x as usize, y as usize)).flatten();
        let (x, y) = (x as isize, y as isize);
        if down == 0 {
            return at(x + right, y).or_else(|| at(x + 2 * right, y));
        }
        // Up and down on a checkered board zigzag, so that two steps end in the same column.
        let lean = if y % 2 == 0 { 1 } else { -1 };
        at(x, y + down).or_else(|| at(x + lean, y + down)).or_else(|| at(x - lean, y + down))
    }

    fn turn(&self, col: usize, row: usize) -> (usize, usize) {
        match self.bottom {
            Side::White => (col, row),
            Side::Black => (self.grid.width - 1 - col, self.grid.height - 1 - row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{AnyPosition, Variant};

    fn layout(variant: Variant, bottom: Side) -> Layout {
        Layout { grid: variant.grid(), bottom }
    }

    #[test]
    fn places_and_squares_agree() {
        for &variant in Variant::EVERY {
            for bottom in Side::BOTH {
                let layout = layout(variant, bottom);
                for square in variant.grid().all() {
                    let (x, y) = layout.place(square);
                    assert_eq!(layout.square(x, y), Some(square));
                }
            }
        }
    }

    #[test]
    fn taps_snap_to_answers() {
        let layout = layout(Variant::Russian, Side::White);
        let name = |square| AnyPosition::start(Variant::Russian).square_name(square);
        let at = |n: &str| variant_square(n);
        let check = |x: f64, y: f64, answers: &[&str], expected: &str| {
            let answers: Vec<Square> = answers.iter().map(|n| at(n)).collect();
            let told = match layout.meant(x, y, &answers) {
                Meant::Square(sq) => name(sq),
                Meant::Either(a, b) => format!("{}/{}", name(a), name(b)),
                Meant::Unused => "unused".into(),
            };
            assert_eq!(told, expected, "{x} {y}");
        };
        // d4 is column 3, row 4 from the top.
        check(3.5, 4.5, &["d4"], "d4");
        check(3.9, 3.9, &["d4"], "d4");
        check(4.0, 4.5, &["d4", "f4"], "d4");
        check(4.5, 4.5, &["d4", "f4"], "unused");
        check(4.0, 4.0, &["d4", "e5"], "d4/e5");
        check(4.5, 4.5, &[], "unused");
        check(0.5, 7.5, &["b2"], "a1");
    }

    fn variant_square(name: &str) -> Square {
        let grid = Variant::Russian.grid();
        grid.parse_square(name).unwrap()
    }

    #[test]
    fn arrows_walk_over_the_board() {
        let layout = layout(Variant::Russian, Side::White);
        let d4 = variant_square("d4");
        let up = layout.neighbour(d4, 0, -1).unwrap();
        assert_eq!(layout.neighbour(up, 0, 1), Some(d4));
        assert_eq!(layout.neighbour(d4, 1, 0), Some(variant_square("f4")));
        let all = Layout { grid: Variant::Armenian.grid(), bottom: Side::White };
        let corner = all.square(0, 0).unwrap();
        assert_eq!(all.neighbour(corner, -1, 0), None);
        assert_eq!(all.neighbour(corner, 0, 1), all.square(0, 1));
    }
}
