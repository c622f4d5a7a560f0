//! Boards as data: which squares exist, and how to step on them with one rotation and one mask.
//!
//! On a checkered board row `r` starts at bit `(r/2)(2L+1) + (r%2)L` with `L = width/2` (odd rows at `L+1`
//! where the top-left corner is playable). Each direction is then one constant stride, at the price of one
//! unused bit per two rows. A full board is simply `row * width + column`.

use crate::{Bits, Square};

/// Directions by number, so that `d ^ 2` is the opposite one:
/// 0 NE, 1 NW, 2 SW, 3 SE, 4 E, 5 N, 6 W, 7 S, as White sees the board.
pub type Dir = usize;

/// A set of directions, seen by White.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Dirs(pub u8);

impl Dirs {
    /// Two forward diagonals.
    pub const FORWARD_DIAGONAL: Dirs = Dirs(0b0000_0011);
    /// All four diagonals.
    pub const DIAGONAL: Dirs = Dirs(0b0000_1111);
    /// Along ranks and files.
    pub const ORTHOGONAL: Dirs = Dirs(0b1111_0000);
    /// Straight forward, left and right.
    pub const FORWARD_AND_SIDEWAYS: Dirs = Dirs(0b0111_0000);
    /// Forward in three ways, left and right: the Armenian man.
    pub const FORWARD_FAN_AND_SIDEWAYS: Dirs = Dirs(0b0111_0011);
    /// All eight.
    pub const ALL: Dirs = Dirs(0xff);

    /// Is `d` among them?
    #[inline(always)]
    pub const fn has(self, d: Dir) -> bool {
        self.0 >> d & 1 != 0
    }

    /// The directions one by one.
    pub(crate) fn each(self) -> impl Iterator<Item = Dir> {
        (0..8).filter(move |&d| self.has(d))
    }

    /// The same directions seen from the other side of the board.
    #[inline(always)]
    pub const fn turned(self) -> Dirs {
        Dirs((self.0 & 0x33) << 2 | (self.0 >> 2) & 0x33)
    }
}

/// Which squares of the rectangle are used.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Playable {
    /// Every square.
    All,
    /// One colour only; `a1` says whether White's left corner is among them.
    Checkered {
        /// Is a1 playable?
        a1: bool,
    },
}

/// What a board is, as data. Everything else about it is derived.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Which squares are used.
    pub playable: Playable,
}

impl Grid {
    /// Is there a playable square at this row (0 = top) and column?
    pub const fn on(&self, row: isize, col: isize) -> bool {
        if row < 0 || col < 0 || row >= self.height as isize || col >= self.width as isize {
            return false;
        }
        match self.playable {
            Playable::All => true,
            Playable::Checkered { a1 } => ((row + col + self.height as isize - 1) % 2 == 0) == a1,
        }
    }

    /// How many playable squares there are.
    pub const fn squares(&self) -> usize {
        match self.playable {
            Playable::All => self.width * self.height,
            Playable::Checkered { .. } => self.width * self.height / 2,
        }
    }

    /// Bit of a square.
    pub const fn bit(&self, row: isize, col: isize) -> isize {
        match self.playable {
            Playable::All => row * self.width as isize + col,
            Playable::Checkered { .. } => {
                let l = (self.width / 2) as isize;
                let odd = if self.on(0, 0) { l + 1 } else { l };
                (row / 2) * (2 * l + 1) + (row % 2) * odd + col / 2
            }
        }
    }

    /// Row and column steps of a direction. Sideways on a checkered board means two squares.
    pub const fn delta(&self, d: Dir) -> (isize, isize) {
        let s = match self.playable {
            Playable::All => 1,
            Playable::Checkered { .. } => 2,
        };
        match d {
            0 => (-1, 1),
            1 => (-1, -1),
            2 => (1, -1),
            3 => (1, 1),
            4 => (0, s),
            5 => (-s, 0),
            6 => (0, -s),
            _ => (s, 0),
        }
    }

    const fn stride(&self, d: Dir) -> isize {
        match self.playable {
            Playable::All => {
                let (r, c) = self.delta(d);
                r * self.width as isize + c
            }
            Playable::Checkered { .. } => {
                let l = (self.width / 2) as isize;
                match d {
                    0 => -l,
                    1 => -l - 1,
                    2 => l,
                    3 => l + 1,
                    4 => 1,
                    5 => -2 * l - 1,
                    6 => -1,
                    _ => 2 * l + 1,
                }
            }
        }
    }

    /// The squares of rows `from..to`, counted from the top.
    pub const fn rows(&self, from: usize, to: usize) -> u128 {
        let mut set = 0;
        let mut r = from as isize;
        while r < to as isize {
            let mut c = 0;
            while c < self.width as isize {
                if self.on(r, c) {
                    set |= 1 << self.bit(r, c);
                }
                c += 1;
            }
            r += 1;
        }
        set
    }

    /// Squares that have a neighbour behind them, seen in direction `d`.
    const fn reachable(&self, d: Dir) -> u128 {
        let (dr, dc) = self.delta(d);
        let mut set = 0;
        let mut r = 0;
        while r < self.height as isize {
            let mut c = 0;
            while c < self.width as isize {
                if self.on(r, c) && self.on(r - dr, c - dc) {
                    set |= 1 << self.bit(r, c);
                }
                c += 1;
            }
            r += 1;
        }
        set
    }

    /// Bits of all squares in reading order (square 1 first).
    const fn order(&self) -> [u8; 128] {
        let mut out = [u8::MAX; 128];
        let mut n = 0;
        let mut r = 0;
        while r < self.height as isize {
            let mut c = 0;
            while c < self.width as isize {
                if self.on(r, c) {
                    out[n] = self.bit(r, c) as u8;
                    n += 1;
                }
                c += 1;
            }
            r += 1;
        }
        out
    }

    /// The square at row (0 = top) and column, if playable.
    pub fn square_at(&self, row: usize, col: usize) -> Option<Square> {
        if !self.on(row as isize, col as isize) {
            return None;
        }
        let before = match self.playable {
            Playable::All => row * self.width + col,
            Playable::Checkered { .. } => (row * self.width + col) / 2,
        };
        Some(Square::new(before as u8 + 1))
    }

    /// Row (0 = top) and column of a square.
    ///
    /// Squares that this board does not have give a place outside it.
    pub fn place(&self, square: Square) -> (usize, usize) {
        let i = square.index();
        match self.playable {
            Playable::All => (i / self.width, i % self.width),
            Playable::Checkered { .. } => {
                let half = self.width / 2;
                let row = i / half;
                let first = if self.on(row as isize, 0) { 0 } else { 1 };
                (row, (i % half) * 2 + first)
            }
        }
    }

    /// Does a square lie strictly between two others on a straight line?
    pub(crate) fn lies_between(&self, square: Square, from: Square, to: Square) -> bool {
        let ((r0, c0), (r, c), (r1, c1)) = (self.place(from), self.place(square), self.place(to));
        let step = |a: usize, b: usize| (a as isize - b as isize).signum();
        let straight = |r0: usize, c0: usize, r1: usize, c1: usize| {
            r0 == r1 || c0 == c1 || r0.abs_diff(r1) == c0.abs_diff(c1)
        };
        let direction = (step(r, r0), step(c, c0));
        direction != (0, 0)
            && direction == (step(r1, r), step(c1, c))
            && straight(r0, c0, r, c)
            && straight(r, c, r1, c1)
    }

    /// Does the board have this square?
    pub fn has(&self, square: Square) -> bool {
        square.index() < self.squares()
    }

    /// All squares in reading order.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (1..=self.squares() as u8).map(Square::new)
    }
}

/// A board's tables for code that learns its board at run time.
#[derive(Debug)]
pub(crate) struct Chart {
    pub(crate) grid: Grid,
    pub(crate) squares: u128,
    pub(crate) main_road: u128,
    /// The row where each side's men are crowned: White's, Black's.
    pub(crate) last_rows: [u128; 2],
    order: [u8; 128],
    index: [u8; 128],
    /// Stride and mask of each direction.
    steps: [(isize, u128); 8],
}

impl Chart {
    pub(crate) const fn new<G: Geometry>() -> Chart {
        let grid = G::GRID;
        let mut steps = [(0, 0); 8];
        let mut d = 0;
        while d < 8 {
            steps[d] = (grid.stride(d), grid.reachable(d));
            d += 1;
        }
        let last_rows = [grid.rows(0, 1), grid.rows(grid.height - 1, grid.height)];
        let (squares, main_road) = (G::SQUARES, G::MAIN_ROAD);
        Chart { grid, squares, main_road, last_rows, order: G::ORDER, index: G::INDEX, steps }
    }

    /// Moves every square of the set one step; those that would leave the board vanish.
    pub(crate) fn step(&self, set: u128, d: Dir) -> u128 {
        let (by, keep) = self.steps[d];
        let moved = if by > 0 { set << by } else { set >> -by };
        moved & keep
    }

    /// The set of this one square. The square must be on the board.
    pub(crate) fn set_of(&self, square: Square) -> u128 {
        1 << self.order[square.index()]
    }

    /// The set of several squares, all on the board.
    pub(crate) fn set(&self, squares: &[Square]) -> u128 {
        squares.iter().fold(0, |all, &square| all | self.set_of(square))
    }

    /// The lowest square of a set that is not empty.
    pub(crate) fn square_of(&self, set: u128) -> Square {
        Square::new(self.index[set.trailing_zeros() as usize] + 1)
    }
}

/// What a marker type must be, so that derives on generic types just work.
pub trait Marker:
    Copy + Eq + Ord + core::hash::Hash + core::fmt::Debug + Default + Send + Sync + 'static
{
}
impl<T: Copy + Eq + Ord + core::hash::Hash + core::fmt::Debug + Default + Send + Sync + 'static> Marker
    for T
{
}

/// A board at the type level. An implementor gives two lines.
pub trait Geometry: Marker {
    /// The word its sets live in.
    type Bits: Bits;
    /// The board as data.
    const GRID: Grid;

    /// Every playable square.
    const SQUARES: u128 = Self::GRID.rows(0, Self::GRID.height);
    /// Bit of each square in reading order.
    const ORDER: [u8; 128] = Self::GRID.order();
    /// Reading-order index of each bit; 255 where there is no square.
    const INDEX: [u8; 128] = {
        let mut t = [u8::MAX; 128];
        let mut i = 0;
        while i < Self::GRID.squares() {
            t[Self::ORDER[i] as usize] = i as u8;
            i += 1;
        }
        t
    };
    /// Rotation and mask of each direction.
    const STEPS: [(u32, u128); 8] = {
        let mut t = [(0, 0); 8];
        let mut d = 0;
        while d < 8 {
            let w = <Self::Bits as Bits>::WIDTH as isize;
            t[d] = (Self::GRID.stride(d).rem_euclid(w) as u32, Self::GRID.reachable(d));
            d += 1;
        }
        t
    };
    /// The long diagonal from White's left corner (the main road, `a1-h8`); empty where there is none.
    const MAIN_ROAD: u128 = {
        let g = Self::GRID;
        let mut set = 0;
        let mut i = 0;
        while i < g.height {
            let row = g.height as isize - 1 - i as isize;
            if g.on(row, i as isize) {
                set |= 1 << g.bit(row, i as isize);
            }
            i += 1;
        }
        set
    };

    /// Moves every square of the set one step; those that would leave the board vanish.
    #[inline(always)]
    fn step(set: Self::Bits, d: Dir) -> Self::Bits {
        let (by, keep) = Self::STEPS[d];
        set.rotate(by) & Self::Bits::narrow(keep)
    }

    /// The set of this one square. The square must be on the board.
    #[inline(always)]
    fn set_of(square: Square) -> Self::Bits {
        Self::Bits::single(Self::ORDER[square.index()] as u32)
    }

    /// The lowest square of a set that is not empty.
    #[inline(always)]
    fn square_of(set: Self::Bits) -> Square {
        Square::new(Self::INDEX[set.index() as usize] + 1)
    }
}

macro_rules! boards {
    ($($(#[$doc:meta])* $name:ident: $bits:ty = $w:literal x $h:literal, $playable:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;
        impl Geometry for $name {
            type Bits = $bits;
            const GRID: Grid = Grid { width: $w, height: $h, playable: $playable };
        }
    )*};
}

boards! {
    /// 8x8, the dark squares, a1 dark.
    Board8: u64 = 8 x 8, Playable::Checkered { a1: true };
    /// 8x8, the squares of the other colour: a1 is not used (Italian, Spanish, Portuguese).
    Mirror8: u64 = 8 x 8, Playable::Checkered { a1: false };
    /// 10x10, the dark squares.
    Board10: u64 = 10 x 10, Playable::Checkered { a1: true };
    /// 12x12, the dark squares.
    Board12: u128 = 12 x 12, Playable::Checkered { a1: true };
    /// 8x8, every square (Armenian, Turkish).
    Full8: u64 = 8 x 8, Playable::All;
}

/// Runs the body once per direction with `$d` a constant, so that every table folds away.
///
/// `each!(d in R::LAWS.king_moves => { total |= Board::step(set, d); });`
macro_rules! each {
    ($d:ident in $dirs:expr => $body:block) => {{
        each!(@one $d 0 $dirs, $body);
        each!(@one $d 1 $dirs, $body);
        each!(@one $d 2 $dirs, $body);
        each!(@one $d 3 $dirs, $body);
        each!(@one $d 4 $dirs, $body);
        each!(@one $d 5 $dirs, $body);
        each!(@one $d 6 $dirs, $body);
        each!(@one $d 7 $dirs, $body);
    }};
    (@one $d:ident $n:literal $dirs:expr, $body:block) => {{
        if $dirs.has($n) {
            #[allow(non_upper_case_globals)]
            const $d: $crate::geometry::Dir = $n;
            $body
        }
    }};
}
pub(crate) use each;
