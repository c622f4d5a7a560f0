//! The windows of the board that patterns look through, and the pattern seen in each.
//!
//! A window is a rectangle in compact coordinates: row and n-th playable square of the row. What it shows is
//! a number in base 3, one digit per square in reading order: 0 empty or a king, 1 a white man, 2 a black
//! man. A row of a board is looked up once and gives its digit pairs side by side in 16-bit lanes of one
//! word, so that a handful of multiplications makes the numbers of all windows of a row band at once.
//!
//! Boards whose left corner is not playable are read from right to left: then they have the same
//! neighbourhoods as the others, and related variants can share weights.
//!
//! Windows that see kings are in `courts`; their patterns are numbered after those of men.

use damka_rules::{Bits, Geometry, Grid, Playable, Position, Rules, SetOf, Side};

use super::courts;

/// A rectangle of squares in compact coordinates.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// How many states of a square it tells apart: three, or five where it sees kings.
    pub(crate) states: usize,
}

impl Window {
    /// How many squares.
    pub(crate) const fn squares(self) -> usize {
        self.rows * self.cols
    }
    /// How many different contents.
    pub(crate) const fn patterns(self) -> usize {
        self.states.pow(self.squares() as u32)
    }
}

/// The shape of a board as far as evaluation cares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) height: usize,
    /// Playable squares in a row.
    pub(crate) cols: usize,
    /// Read rows from right to left?
    pub(crate) flip: bool,
    /// Is the board its own mirror image?
    pub(crate) symmetric: bool,
}

impl Shape {
    pub(crate) const fn of(grid: Grid) -> Shape {
        Shape {
            height: grid.height,
            cols: grid.squares() / grid.height,
            flip: matches!(grid.playable, Playable::Checkered { a1: false }),
            symmetric: matches!(grid.playable, Playable::All),
        }
    }

    /// The wide windows: columns they begin at, rows and columns they span.
    pub(crate) const fn wide(self) -> (&'static [usize], usize, usize) {
        match self.cols {
            4 => (&[0], 2, 4),
            5 => (&[0], 2, 5),
            6 => (&[0, 3], 3, 3),
            _ => (&[0, 2, 4], 2, 4),
        }
    }

    /// Columns where the tall windows, four rows by two squares, begin.
    pub(crate) const fn tall(self) -> &'static [usize] {
        match self.cols {
            4 => &[0, 1, 2],
            5 => &[0, 1, 2, 3],
            6 => &[0, 1, 3, 4],
            _ => &[0, 2, 4, 6],
        }
    }

    /// Patterns of all wide windows together: where those of the tall ones begin.
    pub(crate) const fn wide_patterns(self) -> usize {
        let (cols, rows, width) = self.wide();
        cols.len() * (self.height + 1 - rows) * 3usize.pow((rows * width) as u32)
    }

    /// Every window, in the order in which their patterns are numbered.
    pub(crate) fn windows(self) -> Vec<Window> {
        let mut list = Vec::new();
        let (columns, rows, cols) = self.wide();
        for row in 0..=self.height - rows {
            list.extend(columns.iter().map(|&col| Window { row, col, rows, cols, states: 3 }));
        }
        for row in 0..=self.height - TALL_ROWS {
            list.extend(self.tall().iter().map(|&col| Window {
                row,
                col,
                rows: TALL_ROWS,
                cols: 2,
                states: 3,
            }));
        }
        list.extend(courts::windows(self));
        list
    }

    /// Patterns of men's windows: where those that see kings begin.
    pub(crate) const fn men_patterns(self) -> usize {
        self.wide_patterns() + self.tall().len() * (self.height + 1 - TALL_ROWS) * TALL
    }

    /// Number of a square (bit of the board) in compact reading order, mirrored boards turned round.
    pub(crate) fn place(self, reading_index: usize) -> usize {
        let (row, col) = (reading_index / self.cols, reading_index % self.cols);
        row * self.cols + if self.flip { self.cols - 1 - col } else { col }
    }
}

const TALL_ROWS: usize = 4;
/// Patterns of a tall window.
const TALL: usize = 6561;

/// The base-3 number of the digits of `white` and `black` from square `at` on.
const fn digits(white: usize, black: usize, at: usize, count: usize) -> u64 {
    let (mut sum, mut power, mut i) = (0, 1, at);
    while i < at + count {
        sum += power * ((white >> i & 1) + 2 * (black >> i & 1)) as u64;
        power *= 3;
        i += 1;
    }
    sum
}

/// The pairs of a row of four in three lanes, the whole row in the fourth. Indexed by both colours' bits.
static ROW_OF_4: [u64; 256] = row_of_4(false);
static ROW_OF_4_FLIPPED: [u64; 256] = row_of_4(true);

const fn row_of_4(flip: bool) -> [u64; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut w, mut b) = (i & 15, i >> 4);
        if flip {
            w = (w as u8).reverse_bits() as usize >> 4;
            b = (b as u8).reverse_bits() as usize >> 4;
        }
        table[i] = digits(w, b, 0, 2)
            | digits(w, b, 1, 2) << 16
            | digits(w, b, 2, 2) << 32
            | digits(w, b, 0, 4) << 48;
        i += 1;
    }
    table
}

/// The four pairs of a row of five, and the whole row.
static ROW_OF_5: [(u64, u32); 1024] = {
    let mut table = [(0, 0); 1024];
    let mut i = 0;
    while i < 1024 {
        let (w, b) = (i & 31, i >> 5);
        let pairs = digits(w, b, 0, 2)
            | digits(w, b, 1, 2) << 16
            | digits(w, b, 2, 2) << 32
            | digits(w, b, 3, 2) << 48;
        table[i] = (pairs, digits(w, b, 0, 5) as u32);
        i += 1;
    }
    table
};

/// Both pairs of half a row of six, and the three together in the third lane.
static HALF_OF_6: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (w, b) = (i & 7, i >> 3);
        table[i] = digits(w, b, 0, 2) | digits(w, b, 1, 2) << 16 | digits(w, b, 0, 3) << 32;
        i += 1;
    }
    table
};

/// Both separate pairs of half a row of eight.
static HALF_OF_8: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (w, b) = (i & 15, i >> 4);
        table[i] = (digits(w, b, 0, 2) | digits(w, b, 2, 2) << 16) as u32;
        i += 1;
    }
    table
};

/// The men of both sides, ready to be read row by row.
struct Men<R: Rules> {
    white: SetOf<R>,
    black: SetOf<R>,
}

impl<R: Rules> Men<R> {
    /// Both colours' bits of `count` squares of a row, black's above white's.
    #[inline(always)]
    fn cut(&self, row: usize, from: usize, count: u32) -> usize {
        let at = R::Board::ORDER[row * Shape::of(R::Board::GRID).cols + from] as u32;
        let mask = (1usize << count) - 1;
        let white = self.white.shift_down(at).low_word() as usize & mask;
        let black = self.black.shift_down(at).low_word() as usize & mask;
        white | black << count
    }
}

#[inline(always)]
fn lane(word: u64, n: usize) -> usize {
    (word >> (16 * n)) as usize & 0xffff
}

/// Four rows of lanes as base-9 digits.
#[inline(always)]
fn tall(a: u64, b: u64, c: u64, d: u64) -> u64 {
    let times9 = |x: u64| x.wrapping_mul(9);
    a.wrapping_add(times9(b.wrapping_add(times9(c.wrapping_add(times9(d))))))
}

/// Calls `see` with the number of every pattern of men on the board, window after window.
#[inline(always)]
pub(crate) fn patterns<R: Rules>(pos: &Position<R>, mut see: impl FnMut(usize)) {
    let men = Men::<R> { white: pos.men(Side::White), black: pos.men(Side::Black) };
    match const { Shape::of(R::Board::GRID).cols } {
        4 => rows_of_4(&men, &mut see),
        5 => rows_of_5(&men, &mut see),
        6 => rows_of_6(&men, &mut see),
        _ => rows_of_8(&men, &mut see),
    }
}

/// Where the patterns of the `n`-th tall window begin.
#[inline(always)]
fn tall_base<R: Rules>(n: usize) -> usize {
    n * TALL + const { Shape::of(R::Board::GRID).wide_patterns() }
}

#[inline(always)]
fn rows_of_4<R: Rules>(men: &Men<R>, see: &mut impl FnMut(usize)) {
    let table = if const { Shape::of(R::Board::GRID).flip } { &ROW_OF_4_FLIPPED } else { &ROW_OF_4 };
    let rows: [u64; 8] = std::array::from_fn(|r| table[men.cut(r, 0, 4) & 255]);
    for r in 0..7 {
        see(r * 6561 + lane(rows[r], 3) + 81 * lane(rows[r + 1], 3));
    }
    for r in 0..5 {
        let word = tall(rows[r], rows[r + 1], rows[r + 2], rows[r + 3]);
        for n in 0..3 {
            see(tall_base::<R>(3 * r + n) + lane(word, n));
        }
    }
}

#[inline(always)]
fn rows_of_5<R: Rules>(men: &Men<R>, see: &mut impl FnMut(usize)) {
    let rows: [(u64, u32); 10] = std::array::from_fn(|r| ROW_OF_5[men.cut(r, 0, 5) & 1023]);
    for r in 0..9 {
        see(r * 59049 + rows[r].1 as usize + 243 * rows[r + 1].1 as usize);
    }
    for r in 0..7 {
        let word = tall(rows[r].0, rows[r + 1].0, rows[r + 2].0, rows[r + 3].0);
        for n in 0..4 {
            see(tall_base::<R>(4 * r + n) + lane(word, n));
        }
    }
}

#[inline(always)]
fn rows_of_6<R: Rules>(men: &Men<R>, see: &mut impl FnMut(usize)) {
    let halves: [[u64; 2]; 12] =
        std::array::from_fn(|r| [0, 3].map(|from| HALF_OF_6[men.cut(r, from, 3) & 63]));
    let threes = halves.map(|row| row.map(|half| lane(half, 2)));
    for r in 0..10 {
        for (half, &top) in threes[r].iter().enumerate() {
            let three = top + 27 * threes[r + 1][half] + 729 * threes[r + 2][half];
            see((2 * r + half) * 19683 + three);
        }
    }
    let pairs = halves.map(|[left, right]| left & 0xffff_ffff | right << 32);
    for r in 0..9 {
        let word = tall(pairs[r], pairs[r + 1], pairs[r + 2], pairs[r + 3]);
        for n in 0..4 {
            see(tall_base::<R>(4 * r + n) + lane(word, n));
        }
    }
}

#[inline(always)]
fn rows_of_8<R: Rules>(men: &Men<R>, see: &mut impl FnMut(usize)) {
    let pairs: [u64; 8] = std::array::from_fn(|r| {
        HALF_OF_8[men.cut(r, 0, 4) & 255] as u64 | (HALF_OF_8[men.cut(r, 4, 4) & 255] as u64) << 32
    });
    // Two neighbouring pairs make four squares: three overlapping fours in the lower lanes.
    let fours = pairs.map(|p| p.wrapping_add((p >> 16).wrapping_mul(9)));
    for r in 0..7 {
        let word = fours[r].wrapping_add(fours[r + 1].wrapping_mul(81));
        for n in 0..3 {
            see((3 * r + n) * 6561 + lane(word, n));
        }
    }
    for r in 0..5 {
        let word = tall(pairs[r], pairs[r + 1], pairs[r + 2], pairs[r + 3]);
        for n in 0..4 {
            see(tall_base::<R>(4 * r + n) + lane(word, n));
        }
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::{Variant, dispatch};

    use super::*;
    use crate::testing;

    /// What a window shows, digit by digit.
    fn plain<R: Rules>(pos: &Position<R>) -> Vec<usize> {
        let shape = Shape::of(R::Board::GRID);
        let mut digit = vec![0; shape.height * shape.cols];
        for (side, value) in [(Side::White, 1), (Side::Black, 2)] {
            for one in pos.men(side).singles() {
                digit[shape.place(R::Board::INDEX[one.index() as usize] as usize)] = value;
            }
        }
        let men = digit.clone();
        for (side, value) in [(Side::White, 3), (Side::Black, 4)] {
            for one in pos.kings_of(side).singles() {
                digit[shape.place(R::Board::INDEX[one.index() as usize] as usize)] = value;
            }
        }
        let mut base = 0;
        let mut seen = Vec::new();
        for w in shape.windows() {
            if w.states == 5 && pos.kings().none() {
                break;
            }
            let digit = if w.states == 5 { &digit } else { &men };
            let squares =
                (0..w.rows).flat_map(|r| (0..w.cols).map(move |c| (w.row + r) * shape.cols + w.col + c));
            let number = squares.enumerate().map(|(i, at)| digit[at] * w.states.pow(i as u32)).sum::<usize>();
            seen.push(base + number);
            base += w.patterns();
        }
        seen
    }

    #[test]
    fn lanes_see_what_a_plain_loop_sees() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => for pos in testing::positions::<R>(3) {
                let mut seen = Vec::new();
                patterns(&pos, |n| seen.push(n));
                if pos.kings().any() {
                    let mut court = Vec::new();
                    courts::patterns(&pos, &mut |n| court.push(n));
                    court.sort_unstable();
                    seen.extend(court);
                }
                assert_eq!(seen, plain(&pos), "{variant}");
            });
        }
    }
}
