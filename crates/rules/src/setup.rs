//! Unchecked setups: pieces as somebody wrote them down, not yet a position.

use alloc::string::String;
use alloc::vec::Vec;

use crate::plain::Plain;
use crate::position::KingRun;
use crate::{Bits, BySide, Piece, Position, Role, Rules, Side, Square, Variant};

/// Pieces on squares and whose turn it is; nothing has been checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Whose turn it is.
    pub turn: Side,
    /// What stands where.
    pub pieces: Vec<(Square, Piece)>,
    /// Quiet moves in a row by one king of each side, and its square if known (Frisian).
    pub king_runs: BySide<(u8, Option<Square>)>,
    /// Plies without progress, if the source said so.
    pub halfmoves: Option<u16>,
    /// Number of the full move, if the source said so.
    pub fullmove: Option<u16>,
}

impl Setup {
    /// An empty board.
    pub fn empty(turn: Side) -> Setup {
        Setup { turn, pieces: Vec::new(), king_runs: BySide::default(), halfmoves: None, fullmove: None }
    }
}

/// Why a setup is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// A square the board does not have.
    #[error("square {0} is not on this board of {1} squares")]
    NoSuchSquare(Square, usize),
    /// Two pieces on one square.
    #[error("two pieces on {0}")]
    Twice(String),
    /// A man where it would have been crowned.
    #[error("a {side} man on {square} would have been crowned there")]
    UncrownedMan {
        /// Whose man.
        side: &'static str,
        /// Where.
        square: String,
    },
    /// No piece at all.
    #[error("there is no piece on the board")]
    Empty,
}

impl<R: Rules> Position<R> {
    /// Checks a setup.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        Plain::from_setup(R::VARIANT, setup).map(|plain| Self::from_plain(&plain))
    }

    /// The position written down.
    pub fn to_setup(&self) -> Setup {
        self.plain().to_setup()
    }
}

impl Plain {
    /// Checks a setup.
    pub(crate) fn from_setup(variant: Variant, setup: &Setup) -> Result<Plain, PositionError> {
        let mut pos = Plain { turn: setup.turn, ..Plain::empty(variant) };
        let grid = pos.grid();
        let name = |sq| grid.name(sq, pos.laws.notation);
        let (mut white, mut black, mut kings) = (0, 0, 0);
        for &(square, piece) in &setup.pieces {
            if !grid.has(square) {
                return Err(PositionError::NoSuchSquare(square, grid.squares()));
            }
            let set = pos.board.set_of(square);
            if ((white | black) & set).any() {
                return Err(PositionError::Twice(name(square)));
            }
            match piece.side {
                Side::White => white |= set,
                Side::Black => black |= set,
            }
            match piece.role {
                Role::King => kings |= set,
                Role::Man if (set & pos.board.last_rows[piece.side as usize]).any() => {
                    let side = if piece.side == Side::White { "white" } else { "black" };
                    return Err(PositionError::UncrownedMan { side, square: name(square) });
                }
                Role::Man => {}
            }
        }
        if (white | black).none() {
            return Err(PositionError::Empty);
        }
        (pos.white, pos.black, pos.kings) = (white, black, kings);
        if pos.laws.king_run > 0 {
            for side in Side::BOTH {
                pos.runs[side] = pos.king_run_of(side, setup.king_runs[side]);
            }
        }
        Ok(pos)
    }

    /// Without a square, a side's only king is the one that moved; among several we cannot know.
    fn king_run_of(&self, side: Side, (count, square): (u8, Option<Square>)) -> KingRun {
        let kings = self.kings_of(side);
        let at = match square {
            Some(sq) if self.grid().has(sq) => self.board.set_of(sq) & kings,
            _ if kings.count() == 1 => kings,
            _ => 0,
        };
        if count == 0 || at.none() || self.men(side).none() {
            return KingRun::default();
        }
        KingRun { at: at.index() as u8, count: count.min(self.laws.king_run) }
    }

    /// The position written down.
    pub(crate) fn to_setup(self) -> Setup {
        let mut setup = Setup::empty(self.turn);
        for square in self.grid().all() {
            if let Some(piece) = self.piece_at(square) {
                setup.pieces.push((square, piece));
            }
        }
        for side in Side::BOTH {
            let run = self.runs[side];
            if run.count > 0 {
                setup.king_runs[side] = (run.count, Some(self.board.square_of(1 << run.at)));
            }
        }
        setup
    }
}
