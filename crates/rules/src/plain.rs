//! A position with its board and its laws as data: one compiled text for every variant.
//!
//! A search wants a generator of its own for each variant. What people see (routes, reasons, setups, whole
//! games) is never hot: it reads the laws as it goes and is compiled once. The page therefore carries no
//! generator at all, which makes it a third smaller.

use crate::geometry::Chart;
use crate::position::KingRun;
use crate::{
    AnyPosition, Bits, BySide, Dirs, Goal, Grid, KingRange, Laws, Piece, Position, Role, Route, Rules, Side,
    Square, Variant,
};

/// A valid position of any variant. Sets of squares are those of [`Position`], widened.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) variant: Variant,
    pub(crate) laws: &'static Laws,
    pub(crate) board: &'static Chart,
    pub(crate) white: u128,
    pub(crate) black: u128,
    pub(crate) kings: u128,
    pub(crate) turn: Side,
    pub(crate) runs: BySide<KingRun>,
}

impl<R: Rules> Position<R> {
    /// The same position with its laws as data.
    pub(crate) fn plain(&self) -> Plain {
        Plain {
            white: self.white.widen(),
            black: self.black.widen(),
            kings: self.kings.widen(),
            turn: self.turn,
            runs: self.runs,
            ..Plain::empty(R::VARIANT)
        }
    }

    /// Back from [`plain`](Self::plain); the variant must be this one.
    pub(crate) fn from_plain(plain: &Plain) -> Self {
        Position {
            white: Bits::narrow(plain.white),
            black: Bits::narrow(plain.black),
            kings: Bits::narrow(plain.kings),
            turn: plain.turn,
            runs: plain.runs,
        }
    }
}

impl AnyPosition {
    /// The same position with its laws as data.
    pub(crate) fn plain(&self) -> Plain {
        with_position!(self, pos => pos.plain())
    }
}

impl From<Plain> for AnyPosition {
    fn from(plain: Plain) -> AnyPosition {
        dispatch!(plain.variant, R => Position::<R>::from_plain(&plain).into())
    }
}

impl Plain {
    /// An empty board, to be filled.
    pub(crate) fn empty(variant: Variant) -> Plain {
        Plain {
            variant,
            laws: variant.laws(),
            board: variant.chart(),
            white: 0,
            black: 0,
            kings: 0,
            turn: Side::White,
            runs: BySide::default(),
        }
    }

    /// The position a game begins with.
    pub(crate) fn start(variant: Variant) -> Plain {
        let laws = variant.laws();
        let (grid, rows, first) = (variant.grid(), laws.men_rows, laws.first_row);
        Plain {
            black: grid.rows(first, first + rows),
            white: grid.rows(grid.height - first - rows, grid.height - first),
            turn: laws.starts,
            ..Plain::empty(variant)
        }
    }

    pub(crate) fn grid(&self) -> Grid {
        self.board.grid
    }
    pub(crate) fn pieces(&self, side: Side) -> u128 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
    pub(crate) fn men(&self, side: Side) -> u128 {
        self.pieces(side) & !self.kings
    }
    pub(crate) fn kings_of(&self, side: Side) -> u128 {
        self.pieces(side) & self.kings
    }
    pub(crate) fn vacant(&self) -> u128 {
        self.board.squares & !(self.white | self.black)
    }
    pub(crate) fn flies(&self) -> bool {
        self.laws.king_range != KingRange::Short
    }

    /// What stands on a square.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        if !self.grid().has(square) {
            return None;
        }
        let set = self.board.set_of(square);
        let side = Side::BOTH.into_iter().find(|&side| (self.pieces(side) & set).any())?;
        Some(Piece { side, role: if (self.kings & set).any() { Role::King } else { Role::Man } })
    }

    /// Where a piece of the side to move goes.
    pub(crate) fn move_dirs(&self, king: bool) -> Dirs {
        self.seen_by_mover(king, self.laws.king_moves, self.laws.man_moves)
    }

    /// Where a piece of the side to move captures.
    pub(crate) fn capture_dirs(&self, king: bool) -> Dirs {
        self.seen_by_mover(king, self.laws.king_captures, self.laws.man_captures)
    }

    fn seen_by_mover(&self, king: bool, kings: Dirs, men: Dirs) -> Dirs {
        match (king, self.turn) {
            (true, _) => kings,
            (false, Side::White) => men,
            (false, Side::Black) => men.turned(),
        }
    }

    /// The king that has used up its quiet moves in a row, if the law knows such a thing.
    pub(crate) fn resting_king(&self) -> u128 {
        let (run, limit) = (self.runs[self.turn], self.laws.king_run);
        let rests = limit > 0 && run.count >= limit && self.men(self.turn).any();
        if rests { 1 << run.at } else { 0 }
    }

    /// Has somebody reached the goal of a game that is won by a king?
    pub(crate) fn won_by_king(&self) -> bool {
        self.laws.goal == Goal::FirstKing && self.kings.any()
    }

    /// Can the side to move capture?
    pub(crate) fn can_capture(&self) -> bool {
        let vacant = self.vacant();
        let jumps = |king: bool, targets: u128| {
            let pieces = self.pieces(self.turn) & if king { self.kings } else { !self.kings };
            self.capture_dirs(king).each().any(|d| {
                let mut at = pieces;
                let mut slid = if king && self.flies() { self.board.step(at, d) & vacant } else { 0 };
                while slid.any() {
                    at |= slid;
                    slid = self.board.step(slid, d) & vacant;
                }
                (self.board.step(self.board.step(at, d) & targets, d) & vacant).any()
            })
        };
        let prey = self.pieces(self.turn.other());
        let mens = if self.laws.men_take_kings { prey } else { prey & !self.kings };
        !self.won_by_king() && (jumps(false, mens) || jumps(true, prey))
    }

    /// Is there a legal move at all?
    pub(crate) fn can_move(&self) -> bool {
        let steps = |king: bool, pieces: u128| {
            self.move_dirs(king).each().any(|d| (self.board.step(pieces, d) & self.vacant()).any())
        };
        !self.won_by_king()
            && (steps(false, self.men(self.turn))
                || steps(true, self.kings_of(self.turn) & !self.resting_king())
                || self.can_capture())
    }

    /// Plays a legal route.
    pub(crate) fn play(&self, route: &Route) -> Plain {
        let (from, to) = (self.board.set_of(route.from()), self.board.set_of(route.to()));
        let captured = self.board.set(route.taken());
        let was_king = (self.kings & from).any();
        let mut next = *self;
        let (us, them) = match self.turn {
            Side::White => (&mut next.white, &mut next.black),
            Side::Black => (&mut next.black, &mut next.white),
        };
        *us = (*us ^ from) | to;
        *them &= !captured;
        next.kings &= !(captured | from);
        if was_king || route.promotes() {
            next.kings |= to;
        }
        next.turn = self.turn.other();
        if self.laws.king_run > 0 {
            next.count_runs(self, was_king, [from, to, captured]);
        }
        next
    }

    /// Counts how often in a row a king of each side has moved quietly, as `Position::play` does.
    fn count_runs(&mut self, before: &Plain, was_king: bool, [from, to, captured]: [u128; 3]) {
        let (us, them) = (before.turn, before.turn.other());
        let mine = before.runs[us];
        let goes_on = mine.count > 0 && mine.at == from.index() as u8;
        self.runs[us] = if was_king && captured.none() && before.men(us).any() {
            KingRun { at: to.index() as u8, count: if goes_on { mine.count + 1 } else { 1 } }
        } else {
            KingRun::default()
        };
        let king_taken = (captured & 1 << before.runs[them].at).any();
        if king_taken || self.men(them).none() {
            self.runs[them] = KingRun::default();
        }
    }
}
