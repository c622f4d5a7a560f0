//! A small network: what patterns of single windows cannot say because it takes the whole board to see it.
//!
//! The board is seen by the side to move, turned so that its men go up. Every stretch of a row shows a pattern of men, every
//! king its square; each of these inputs has a vector, their sum is clipped and squared, and a last row of weights, one for
//! every stage of the game, makes a score of it. A stretch is looked up whole, so that ten additions of a vector do what
//! forty would, piece by piece.

use std::marker::PhantomData;

use damka_rules::{Bits, Geometry, Position, Rules, Side};

use super::vector::Vector;
pub use super::vector::{ONE, WIDTH};
use super::windows::Shape;

/// Stages of the game, by how many pieces are left.
pub const STAGES: usize = 8;
/// What is 1 in the last row of weights.
pub const LAST_ONE: i32 = 64;
/// Hundredths of a man that the network calls 1.
pub const REACH: i32 = 400;

/// How a board is read: so many squares at a time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stretches {
    /// Squares of a stretch.
    squares: usize,
    /// Stretches in a row.
    per_row: usize,
    /// All of them.
    count: usize,
    /// What one can show.
    patterns: usize,
    /// Read rows from right to left?
    flip: bool,
}

impl Stretches {
    const fn of(shape: Shape) -> Stretches {
        let squares = match shape.cols {
            4..=6 => shape.cols,
            _ => 4,
        };
        let per_row = shape.cols / squares;
        Stretches {
            squares,
            per_row,
            count: per_row * shape.height,
            patterns: 3usize.pow(squares as u32),
            flip: shape.flip,
        }
    }
}

/// Patterns by the bits of both colours, Black's above White's: as White sees them, then as Black does.
const fn seen<const BITS: usize>(flip: bool) -> [[u16; BITS]; 2] {
    let squares = BITS.trailing_zeros() as usize / 2;
    let mut table = [[0; BITS]; 2];
    let mut bits = 0;
    while bits < BITS {
        let (mut white, mut black, mut power, mut i) = (0, 0, 1, 0);
        while i < squares {
            let near = if flip { squares - 1 - i } else { i };
            let far = squares - 1 - near;
            white += power * ((bits >> near & 1) + 2 * (bits >> (squares + near) & 1));
            black += power * (2 * (bits >> far & 1) + (bits >> (squares + far) & 1));
            power *= 3;
            i += 1;
        }
        table[0][bits] = white as u16;
        table[1][bits] = black as u16;
        bits += 1;
    }
    table
}

static SEEN_4: [[u16; 256]; 2] = seen(false);
static SEEN_4_FLIPPED: [[u16; 256]; 2] = seen(true);
static SEEN_5: [[u16; 1024]; 2] = seen(false);
static SEEN_5_FLIPPED: [[u16; 1024]; 2] = seen(true);
static SEEN_6: [[u16; 4096]; 2] = seen(false);
static SEEN_6_FLIPPED: [[u16; 4096]; 2] = seen(true);

/// The table of a board, for one side.
#[inline(always)]
fn table<R: Rules>(side: Side) -> &'static [u16] {
    let s = const { Stretches::of(Shape::of(R::Board::GRID)) };
    let side = side as usize;
    match (s.squares, s.flip) {
        (4, false) => &SEEN_4[side],
        (4, true) => &SEEN_4_FLIPPED[side],
        (5, false) => &SEEN_5[side],
        (5, true) => &SEEN_5_FLIPPED[side],
        (_, false) => &SEEN_6[side],
        (_, true) => &SEEN_6_FLIPPED[side],
    }
}

/// How many inputs a network has: patterns of every stretch, then own kings and the opponent's by square.
pub fn inputs<R: Rules>() -> usize {
    let s = Stretches::of(Shape::of(R::Board::GRID));
    s.count * s.patterns + 2 * R::Board::GRID.squares()
}

/// The squares and owners (0 for the side to move) that make up a pattern of men; nothing for a king.
pub fn men_of_input<R: Rules>(input: usize) -> Vec<(usize, usize)> {
    let s = Stretches::of(Shape::of(R::Board::GRID));
    let (stretch, mut pattern) = (input / s.patterns, input % s.patterns);
    let mut list = Vec::new();
    if stretch < s.count {
        for i in 0..s.squares {
            if pattern % 3 > 0 {
                list.push((stretch * s.squares + i, pattern % 3 - 1));
            }
            pattern /= 3;
        }
    }
    list
}

/// The stage of the game.
#[inline(always)]
pub fn stage<R: Rules>(pos: &Position<R>) -> usize {
    let all = const { 2 * R::LAWS.men_rows as u32 * Shape::of(R::Board::GRID).cols as u32 };
    (pos.occupied().count().min(all).saturating_sub(1) * STAGES as u32 / all) as usize
}

/// Calls `see` with every input of a position.
#[inline(always)]
pub fn see_inputs<R: Rules>(pos: &Position<R>, mut see: impl FnMut(usize)) {
    let s = const { Stretches::of(Shape::of(R::Board::GRID)) };
    let side = pos.turn();
    let table = table::<R>(side);
    let (white, black) = (pos.men(Side::White), pos.men(Side::Black));
    let mask = (1usize << s.squares) - 1;
    for at in 0..s.count {
        let from = R::Board::ORDER[at * s.squares] as u32;
        let low = white.shift_down(from).low_word() as usize & mask;
        let high = black.shift_down(from).low_word() as usize & mask;
        let pattern = table[low | high << s.squares] as usize;
        // Boards read from right to left have one stretch a row, or stretches that change places within it.
        let place = if s.flip { at - at % s.per_row + (s.per_row - 1 - at % s.per_row) } else { at };
        let place = if side == Side::White { place } else { s.count - 1 - place };
        see(place * s.patterns + pattern);
    }
    if pos.kings().any() {
        see_kings(pos, see);
    }
}

#[inline(always)]
fn see_kings<R: Rules>(pos: &Position<R>, mut see: impl FnMut(usize)) {
    let shape = const { Shape::of(R::Board::GRID) };
    let s = const { Stretches::of(Shape::of(R::Board::GRID)) };
    let squares = R::Board::GRID.squares();
    let first = s.count * s.patterns;
    for side in [Side::White, Side::Black] {
        let owner = (side != pos.turn()) as usize;
        for one in pos.kings_of(side).singles() {
            let place = shape.place(R::Board::INDEX[one.index() as usize] as usize);
            let place = if pos.turn() == Side::White { place } else { squares - 1 - place };
            see(first + owner * squares + place);
        }
    }
}

/// A network ready for use.
#[derive(Clone, Debug)]
pub struct Net<R: Rules> {
    inputs: Box<[Vector]>,
    start: Vector,
    last: [Vector; STAGES],
    /// What is added for each stage, in the unit of the products.
    base: [i32; STAGES],
    rules: PhantomData<R>,
}

impl<R: Rules> Net<R> {
    /// As many numbers make a network.
    pub fn numbers() -> usize {
        (inputs::<R>() + 1 + STAGES) * WIDTH + STAGES
    }

    /// From plain numbers: vectors of the inputs, the vector to start from, the last rows, what each stage adds in 256ths of
    /// [`REACH`]. `None` if they are not as many as a network has.
    pub fn new(numbers: &[i16]) -> Option<Self> {
        if numbers.len() != Self::numbers() {
            return None;
        }
        let (vectors, bases) = numbers.split_at(numbers.len() - STAGES);
        let vector = |chunk: &[i16]| Vector::new(std::array::from_fn(|i| chunk[i]));
        let mut vectors: Vec<Vector> = vectors.chunks_exact(WIDTH).map(vector).collect();
        let last: Vec<Vector> = vectors.split_off(vectors.len() - STAGES);
        let start = vectors.pop()?;
        let base = std::array::from_fn(|i| bases[i] as i32 * (ONE * ONE * LAST_ONE / 256));
        Some(Net { inputs: vectors.into(), start, last: last.try_into().ok()?, base, rules: PhantomData })
    }

    /// Its numbers.
    pub fn to_numbers(&self) -> Vec<i16> {
        let vectors = self.inputs.iter().chain([&self.start]).chain(&self.last).flat_map(Vector::numbers);
        vectors.chain(self.base.map(|b| (b / (ONE * ONE * LAST_ONE / 256)) as i16)).collect()
    }

    /// What it thinks of a position, for the side to move, in hundredths of a man.
    #[inline]
    pub fn evaluate(&self, pos: &Position<R>) -> i32 {
        let (mut seen, mut count) = ([0; MOST_INPUTS], 0);
        see_inputs(pos, |n| {
            seen[count] = n as u16;
            count += 1;
        });
        let stage = stage(pos);
        let total =
            self.base[stage] + Vector::answer(&self.inputs, &seen[..count], &self.start, &self.last[stage]);
        (total as i64 * REACH as i64 / (ONE * ONE * LAST_ONE) as i64) as i32
    }
}

/// No position has more inputs: stretches of men, and kings. The largest board has 12 and at most 72.
const MOST_INPUTS: usize = 96;

#[cfg(test)]
mod tests {
    use damka_rules::{Variant, dispatch};

    use super::*;
    use crate::testing;

    /// The inputs of a position, square by square.
    fn plain<R: Rules>(pos: &Position<R>) -> Vec<usize> {
        let shape = Shape::of(R::Board::GRID);
        let s = Stretches::of(shape);
        let squares = shape.height * shape.cols;
        let place = |one: damka_rules::SetOf<R>| {
            let place = shape.place(R::Board::INDEX[one.index() as usize] as usize);
            if pos.turn() == Side::White { place } else { squares - 1 - place }
        };
        let mut patterns = vec![0; s.count];
        let mut kings = Vec::new();
        for side in [Side::White, Side::Black] {
            let owner = (side != pos.turn()) as usize;
            for place in pos.men(side).singles().map(place) {
                patterns[place / s.squares] += (1 + owner) * 3usize.pow((place % s.squares) as u32);
            }
            kings.extend(pos.kings_of(side).singles().map(place).map(|at| owner * squares + at));
        }
        let men = patterns.iter().enumerate().map(|(n, pattern)| n * s.patterns + pattern);
        let mut list: Vec<usize> = men.chain(kings.iter().map(|king| s.count * s.patterns + king)).collect();
        list.sort_unstable();
        list
    }

    /// Stretches show what stands on their squares.
    fn check_inputs<R: Rules>() {
        for pos in testing::positions::<R>(3) {
            let mut seen = Vec::new();
            see_inputs(&pos, |n| seen.push(n));
            seen.sort_unstable();
            assert_eq!(seen, plain(&pos), "{}", R::VARIANT);
            let shown: usize = seen.iter().map(|&n| men_of_input::<R>(n).len()).sum();
            assert_eq!(shown, (pos.occupied() & !pos.kings()).count() as usize, "{}", R::VARIANT);
            assert!(seen.iter().all(|&n| n < inputs::<R>()) && stage(&pos) < STAGES, "{}", R::VARIANT);
        }
    }

    /// A network is its numbers, and sees both sides alike.
    fn check_network<R: Rules>() {
        let mut random = fastrand::Rng::with_seed(3);
        let numbers: Vec<i16> = (0..Net::<R>::numbers()).map(|_| random.i16(-120..120)).collect();
        let net = Net::<R>::new(&numbers).unwrap();
        assert_eq!(net.to_numbers(), numbers, "{}", R::VARIANT);
        assert!(Net::<R>::new(&numbers[1..]).is_none());
        let value = |pos: &Position<R>| {
            assert_eq!(net.evaluate(pos), net.evaluate(&pos.mirrored()), "{}", R::VARIANT);
            net.evaluate(pos)
        };
        let values: Vec<i32> = testing::positions::<R>(4).iter().map(value).collect();
        assert!(values.iter().any(|v| *v != values[0]), "{}", R::VARIANT);
    }

    /// Sums are of sixteen bits: no position may leave them.
    fn check_room<R: Rules>() {
        let Some(net) = crate::eval::Weights::<R>::embedded().net else { return };
        let s = Stretches::of(Shape::of(R::Board::GRID));
        let (men, kings) = net.inputs.split_at(s.count * s.patterns);
        for i in 0..WIDTH {
            let size = |v: &Vector| v.numbers()[i].unsigned_abs() as u32;
            let most = |list: &[Vector]| list.iter().map(size).max().unwrap_or(0);
            let all: u32 = men.chunks(s.patterns).map(most).sum();
            let worst = all + size(&net.start) + 12 * most(kings);
            assert!(worst <= i16::MAX as u32, "{}: {worst}", R::VARIANT);
        }
    }

    #[test]
    fn networks_see_the_board_and_hold_what_they_add() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => {
                check_inputs::<R>();
                check_network::<R>();
                check_room::<R>();
            });
        }
    }
}
