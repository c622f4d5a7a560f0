//! Valid positions and legal moves of one variant, small enough to copy.

use crate::geometry::Geometry;
use crate::plain::Plain;
use crate::{Bits, BySide, Goal, Laws, Piece, Rules, Side, Square};

/// The word a variant's square sets live in.
pub type SetOf<R> = <<R as Rules>::Board as Geometry>::Bits;

/// How often in a row one king of a side has moved quietly (Frisian law; zero elsewhere).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct KingRun {
    /// Bit of the king's square.
    pub(crate) at: u8,
    /// Quiet moves in a row.
    pub(crate) count: u8,
}

/// A valid position. Copying is the way to make moves: there is no undo anywhere.
///
/// ```
/// use damka_rules::{variants::Russian, MoveList, Position};
/// let pos = Position::<Russian>::start();
/// let mut moves = MoveList::new();
/// pos.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 7);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(crate) white: SetOf<R>,
    pub(crate) black: SetOf<R>,
    pub(crate) kings: SetOf<R>,
    pub(crate) turn: Side,
    pub(crate) runs: BySide<KingRun>,
}

/// A legal move. It exists only because the generator found it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move<R: Rules> {
    pub(crate) from: SetOf<R>,
    pub(crate) to: SetOf<R>,
    pub(crate) captured: SetOf<R>,
    pub(crate) promotes: bool,
}

impl<R: Rules> Move<R> {
    /// The start square as a set of one.
    #[inline(always)]
    pub fn from(self) -> SetOf<R> {
        self.from
    }
    /// The final square as a set of one.
    #[inline(always)]
    pub fn to(self) -> SetOf<R> {
        self.to
    }
    /// The pieces taken.
    #[inline(always)]
    pub fn captured(self) -> SetOf<R> {
        self.captured
    }
    /// Does the mover become a king?
    #[inline(always)]
    pub fn promotes(self) -> bool {
        self.promotes
    }
    /// Is anything taken?
    #[inline(always)]
    pub fn is_capture(self) -> bool {
        self.captured.any()
    }
    /// The start square.
    pub fn from_square(self) -> Square {
        R::Board::square_of(self.from)
    }
    /// The final square.
    pub fn to_square(self) -> Square {
        R::Board::square_of(self.to)
    }
}

impl<R: Rules> Position<R> {
    /// The laws, for short.
    pub const LAWS: Laws = R::LAWS;
    /// Every playable square.
    pub(crate) const SQUARES: u128 = R::Board::SQUARES;
    /// The row where each side's men are crowned: White's, Black's.
    pub(crate) const LAST_ROW: [u128; 2] = {
        let g = R::Board::GRID;
        [g.rows(0, 1), g.rows(g.height - 1, g.height)]
    };

    /// The position a game begins with.
    pub fn start() -> Self {
        Self::from_plain(&Plain::start(R::VARIANT))
    }

    /// A position from bare sets, for tables and tests that enumerate positions.
    ///
    /// `None` unless the sets lie on the board, nobody shares a square, the kings are pieces, no man stands
    /// on its last row and there is a piece at all. No king has a run of moves behind it.
    #[inline]
    pub fn from_sets(white: SetOf<R>, black: SetOf<R>, kings: SetOf<R>, turn: Side) -> Option<Self> {
        let pieces = white | black;
        let uncrowned =
            (white & !kings & Self::last_row(Side::White)) | (black & !kings & Self::last_row(Side::Black));
        let wrong =
            (white & black) | (kings & !pieces) | (pieces & !SetOf::<R>::narrow(Self::SQUARES)) | uncrowned;
        (wrong.none() && pieces.any()).then(|| Position {
            white,
            black,
            kings,
            turn,
            runs: BySide::default(),
        })
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }
    /// All pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> SetOf<R> {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> SetOf<R> {
        self.pieces(side) & !self.kings
    }
    /// The kings of a side.
    #[inline(always)]
    pub fn kings_of(&self, side: Side) -> SetOf<R> {
        self.pieces(side) & self.kings
    }
    /// All kings.
    #[inline(always)]
    pub fn kings(&self) -> SetOf<R> {
        self.kings
    }
    /// Squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> SetOf<R> {
        self.white | self.black
    }
    /// Playable squares without a piece.
    #[inline(always)]
    pub fn empty(&self) -> SetOf<R> {
        SetOf::<R>::narrow(Self::SQUARES) & !self.occupied()
    }
    /// The row where a side's men are crowned.
    #[inline(always)]
    pub fn last_row(side: Side) -> SetOf<R> {
        SetOf::<R>::narrow(Self::LAST_ROW[side as usize])
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.plain().piece_at(square)
    }

    /// Makes a legal move.
    #[inline(always)]
    pub fn play(&self, m: Move<R>) -> Self {
        let (us, them) = match self.turn {
            Side::White => (self.white, self.black),
            Side::Black => (self.black, self.white),
        };
        let was_king = (self.kings & m.from).any();
        let us = (us ^ m.from) | m.to;
        let them = them & !m.captured;
        let mut kings = self.kings & !(m.captured | m.from);
        if was_king || m.promotes {
            kings |= m.to;
        }
        let (white, black) = match self.turn {
            Side::White => (us, them),
            Side::Black => (them, us),
        };
        let runs = if R::LAWS.king_run > 0 { self.runs_after(m, was_king) } else { self.runs };
        Position { white, black, kings, turn: self.turn.other(), runs }
    }

    /// The side to move passes. Not a legal move anywhere: for searching threats only.
    #[inline(always)]
    pub fn pass(&self) -> Self {
        Position { turn: self.turn.other(), ..*self }
    }

    fn runs_after(&self, m: Move<R>, was_king: bool) -> BySide<KingRun> {
        let mut runs = self.runs;
        let mine = &mut runs[self.turn];
        let quiet_king = was_king && m.captured.none() && self.men(self.turn).any();
        *mine = if !quiet_king {
            KingRun::default()
        } else if mine.count > 0 && mine.at == m.from.index() as u8 {
            KingRun { at: m.to.index() as u8, count: mine.count + 1 }
        } else {
            KingRun { at: m.to.index() as u8, count: 1 }
        };
        let them = self.turn.other();
        let theirs = &mut runs[them];
        let king_taken = (m.captured & SetOf::<R>::single(theirs.at as u32)).any();
        if theirs.count > 0 && (king_taken || (self.men(them) & !m.captured).none()) {
            *theirs = KingRun::default();
        }
        runs
    }

    /// The king that has used up its quiet moves in a row, if the law knows such a thing.
    #[inline(always)]
    pub(crate) fn resting_king(&self) -> SetOf<R> {
        let run = self.runs[self.turn];
        if R::LAWS.king_run > 0 && run.count >= R::LAWS.king_run && self.men(self.turn).any() {
            SetOf::<R>::single(run.at as u32)
        } else {
            SetOf::<R>::EMPTY
        }
    }

    /// Has somebody reached the goal of a game that is won by a king?
    #[inline(always)]
    pub(crate) fn won_by_king(&self) -> bool {
        matches!(R::LAWS.goal, Goal::FirstKing) && self.kings.any()
    }

    /// The board turned by 180 degrees with the colours exchanged.
    pub fn mirrored(&self) -> Self {
        let turn = |set: SetOf<R>| {
            let n = R::Board::GRID.squares();
            set.singles().fold(SetOf::<R>::EMPTY, |all, one| {
                let index = R::Board::INDEX[one.index() as usize] as usize;
                all | SetOf::<R>::single(R::Board::ORDER[n - 1 - index] as u32)
            })
        };
        let run = |run: KingRun| match run.count {
            0 => run,
            _ => KingRun { at: turn(SetOf::<R>::single(run.at as u32)).index() as u8, ..run },
        };
        Position {
            white: turn(self.black),
            black: turn(self.white),
            kings: turn(self.kings),
            turn: self.turn.other(),
            runs: BySide { white: run(self.runs.black), black: run(self.runs.white) },
        }
    }
}
