//! Courts: windows of two rows by three squares that see kings as well as men.
//!
//! What a court shows is a number in base 5: 0 empty, 1 a white man, 2 a black man, 3 a white king, 4 a black
//! king. They are looked at only while there are kings, and a court without one counts nothing, because the
//! windows of men have seen it already.

use damka_rules::{Bits, Geometry, Position, Rules, Side};

use super::windows::{Shape, Window};

pub(crate) const ROWS: usize = 2;
pub(crate) const COLS: usize = 3;
/// States of a square.
pub(crate) const STATES: usize = 5;
/// Contents of one row, and of a whole court.
const ROW: usize = STATES.pow(COLS as u32);
const PATTERNS: usize = ROW * ROW;

/// Columns where courts begin; a symmetric board's are symmetric.
const fn columns(shape: Shape) -> &'static [usize] {
    match shape.cols {
        4 => &[0, 1],
        5 => &[0, 1, 2],
        6 => &[0, 1, 2, 3],
        _ => &[0, 2, 3, 5],
    }
}

/// All courts in the order in which their patterns are numbered.
pub(crate) fn windows(shape: Shape) -> impl Iterator<Item = Window> {
    let court = |row, col| Window { row, col, rows: ROWS, cols: COLS, states: STATES };
    (0..=shape.height - ROWS).flat_map(move |row| columns(shape).iter().map(move |&col| court(row, col)))
}

/// The number of three squares side by side, by the bits of white pieces, black pieces and kings.
static THREE: [u8; 512] = three(false);
static THREE_FLIPPED: [u8; 512] = three(true);

const fn three(flip: bool) -> [u8; 512] {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 512 {
        let (mut sum, mut power, mut n) = (0, 1, 0);
        while n < COLS {
            let at = if flip { COLS - 1 - n } else { n };
            let (white, black, king) = (i >> at & 1, i >> (COLS + at) & 1, i >> (2 * COLS + at) & 1);
            // Both colours on one square never happen.
            let side = if white + black == 2 { 0 } else { white + 2 * black };
            sum += power * if side > 0 { side + 2 * king } else { 0 };
            power *= STATES;
            n += 1;
        }
        table[i] = sum as u8;
        i += 1;
    }
    table
}

/// Calls `see` with the number of the pattern in every court.
#[inline(always)]
pub(crate) fn patterns<R: Rules>(pos: &Position<R>, see: &mut impl FnMut(usize)) {
    let shape = const { Shape::of(R::Board::GRID) };
    let table = if shape.flip { &THREE_FLIPPED } else { &THREE };
    let (white, black, kings) = (pos.pieces(Side::White), pos.pieces(Side::Black), pos.kings());
    let starts = columns(shape);
    for (n, &col) in starts.iter().enumerate() {
        let from = if shape.flip { shape.cols - COLS - col } else { col };
        let row = |r: usize| {
            let at = R::Board::ORDER[r * shape.cols + from] as u32;
            let cut = |set: damka_rules::SetOf<R>| set.shift_down(at).low_word() as usize & 7;
            table[cut(white) | cut(black) << COLS | cut(kings) << (2 * COLS)] as usize
        };
        let mut above = row(0);
        for r in 1..shape.height {
            let below = row(r);
            see(const { Shape::of(R::Board::GRID).men_patterns() }
                + ((r - 1) * starts.len() + n) * PATTERNS
                + above
                + ROW * below);
            above = below;
        }
    }
}
