//! A position of any variant, for the edges of the system where games are chosen at run time.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::plain::Plain;
use crate::{
    AnyPosition, FenError, Grid, Key, Mark, MoveText, Notation, Piece, Position, PositionError, Refusal,
    Route, Script, Setup, Side, Square, TextError, UnknownName, Variant, Wish, arrange,
};

/// Why a move text was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// It is no move text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It is not legal.
    #[error("{text} is not legal: {}", refusal.display(variant.script()))]
    Illegal {
        /// What was given.
        text: String,
        /// Why not.
        refusal: Refusal,
        /// Of which game, for the names of squares.
        variant: Variant,
    },
    /// Several captures with different victims fit it.
    #[error("{text} is ambiguous: it may be {}", choices.join(" or "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// The full texts that fit.
        choices: Vec<String>,
    },
}

impl fmt::Display for AnyPosition {
    /// The variant and the FEN: `russian W:Wc3:Bd6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant(), self.to_fen())
    }
}

/// Why a text is not a position of some variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnyPositionError {
    /// The variant is not known.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// The FEN cannot be used.
    #[error(transparent)]
    Fen(#[from] FenError),
}

impl FromStr for AnyPosition {
    type Err = AnyPositionError;

    /// Reads a variant and a FEN, `russian W:Wc3:Bd6`; a variant alone is its start position.
    fn from_str(text: &str) -> Result<AnyPosition, AnyPositionError> {
        let (variant, fen) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), "start"));
        Ok(AnyPosition::from_fen(variant.parse()?, fen)?)
    }
}

impl AnyPosition {
    /// The position a game of this variant begins with.
    pub fn start(variant: Variant) -> AnyPosition {
        Plain::start(variant).into()
    }

    /// Checks a setup.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<AnyPosition, PositionError> {
        Plain::from_setup(variant, setup).map(Into::into)
    }

    /// Reads and checks a FEN; the word `start` is the start position.
    ///
    /// Its counters of plies and moves (`:H3:F41`) belong to a game: [`Game::from_fen`](crate::Game::from_fen)
    /// keeps them, a bare position does not.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Variant};
    /// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wh6:Bc5,g7.").unwrap();
    /// assert_eq!(pos.move_texts(), ["h6:a3", "h6:b4"]);
    /// ```
    pub fn from_fen(variant: Variant, text: &str) -> Result<AnyPosition, FenError> {
        if text.trim().eq_ignore_ascii_case("start") {
            return Ok(AnyPosition::start(variant));
        }
        let setup = Setup::from_fen(text, variant.grid())?;
        Ok(AnyPosition::from_setup(variant, &setup)?)
    }

    /// The FEN of this position, in the notation of its variant.
    pub fn to_fen(&self) -> String {
        self.to_fen_in(self.notation())
    }

    /// The FEN of this position in a chosen notation.
    pub fn to_fen_in(&self, notation: Notation) -> String {
        self.to_setup().to_fen(self.script().with_notation(notation))
    }

    /// The position written down.
    pub fn to_setup(&self) -> Setup {
        self.plain().to_setup()
    }

    /// The variant, house rule included.
    pub fn variant(&self) -> Variant {
        fn of<R: crate::Rules>(_: &Position<R>) -> Variant {
            R::VARIANT
        }
        with_position!(self, pos => of(pos))
    }

    /// The board.
    pub fn grid(&self) -> Grid {
        self.variant().grid()
    }

    /// How its moves are written.
    pub fn script(&self) -> Script {
        self.variant().script()
    }

    /// How its squares are written.
    pub fn notation(&self) -> Notation {
        self.variant().laws().notation
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        with_position!(self, pos => pos.turn())
    }

    /// The key of the position.
    pub fn key(&self) -> Key {
        with_position!(self, pos => pos.key())
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.plain().piece_at(square)
    }

    /// Can the side to move capture?
    pub fn can_capture(&self) -> bool {
        self.plain().can_capture()
    }

    /// Every legal route; several can be the same move.
    pub fn routes(&self) -> Vec<Route> {
        self.plain().routes()
    }

    /// One route for every legal move.
    pub fn moves(&self) -> Vec<Route> {
        self.plain().moves()
    }

    /// The short text of every legal move, sorted.
    pub fn move_texts(&self) -> Vec<String> {
        let pos = self.plain();
        let mut texts: Vec<String> = pos.moves().iter().map(|route| pos.write(route)).collect();
        arrange(&mut texts, |a, b| a < b);
        texts
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> usize {
        self.plain().moves().len()
    }

    /// The short text of a legal route: the full path only where from and to are ambiguous.
    pub fn write(&self, route: &Route) -> String {
        self.plain().write(route)
    }

    /// The short texts of moves played one after the other, up to the first that is not legal.
    pub fn write_line(&self, line: &[Route]) -> Vec<String> {
        let mut pos = *self;
        let mut texts = Vec::with_capacity(line.len());
        for route in line {
            let Some(next) = pos.play_route(route) else { break };
            texts.push(pos.write(route));
            pos = next;
        }
        texts
    }

    /// How a square is written here.
    pub fn square_name(&self, square: Square) -> String {
        self.script().square(square)
    }

    /// Plays a legal route.
    pub fn play_route(&self, route: &Route) -> Option<AnyPosition> {
        let pos = self.plain();
        pos.find(route).map(|route| pos.play(&route).into())
    }

    /// The legal route with this start, end and set of victims, as the engine protocols write moves.
    pub fn find_move(&self, from: Square, to: Square, taken: &[Square]) -> Option<Route> {
        self.plain().find_move(from, to, taken)
    }

    /// The legal route a text means.
    pub fn resolve(&self, text: &MoveText) -> Result<Route, MoveError> {
        let script = self.script();
        let mut fitting: Vec<Route> = self.routes();
        fitting.retain(|r| text.fits(r, script.grid));
        // A path written in full beats squares that merely lie on another route, stop by stop beats leg by leg.
        let squares = text.squares().unwrap_or_default();
        if fitting.iter().any(|r| r.stops() == squares) {
            fitting.retain(|r| r.stops() == squares);
        } else if fitting.iter().any(|r| text.spells(r, script.grid)) {
            fitting.retain(|r| text.spells(r, script.grid));
        }
        // Both a capture and a quiet move can fit where capturing is optional or squares are named by their
        // columns: then the sign decides.
        if fitting.iter().any(|r| r.is_capture() != fitting[0].is_capture()) {
            fitting.retain(|r| r.is_capture() == text.is_capture());
        }
        let mut distinct: Vec<Route> = Vec::new();
        for route in fitting {
            if !distinct.iter().any(|r| r.same_move(&route)) {
                distinct.push(route);
            }
        }
        match distinct.len() {
            1 => Ok(distinct.remove(0)),
            0 => {
                let refusal = self.meant(text).and_then(|stops| self.refuse(&Wish { stops }));
                let refusal = refusal.unwrap_or(Refusal::NoSuchMove);
                Err(MoveError::Illegal { text: text.write(script), refusal, variant: self.variant() })
            }
            _ => Err(MoveError::Ambiguous {
                text: text.write(script),
                choices: distinct.iter().map(|r| r.text(script)).collect(),
            }),
        }
    }

    /// The squares a text names; a column at its beginning means the one piece that stands there.
    fn meant(&self, text: &MoveText) -> Option<Vec<Square>> {
        let grid = self.grid();
        let square = |mark| match mark {
            Mark::Square(square) => Some(square),
            Mark::File(_) => None,
        };
        let from = match text.from() {
            Mark::Square(square) => square,
            Mark::File(col) => {
                let mut own = grid.all().filter(|&sq| {
                    grid.place(sq).1 == col as usize
                        && self.piece_at(sq).is_some_and(|piece| piece.side == self.turn())
                });
                own.next().filter(|_| own.next().is_none())?
            }
        };
        [Some(from)].into_iter().chain(text.marks().skip(1).map(square)).collect()
    }

    /// Plays what a text means.
    pub fn play(&self, text: &MoveText) -> Result<(AnyPosition, Route), MoveError> {
        let route = self.resolve(text)?;
        let next = self.play_route(&route).expect("a resolved route is legal");
        Ok((next, route))
    }

    /// Reads and plays a text.
    pub fn play_text(&self, text: &str) -> Result<(AnyPosition, Route), MoveError> {
        self.play(&MoveText::parse(text, self.grid())?)
    }

    /// Why a wish is not a legal move; `None` if it is one.
    pub fn refuse(&self, wish: &Wish) -> Option<Refusal> {
        self.plain().refuse(wish)
    }

    /// The board turned by 180 degrees with the colours exchanged.
    pub fn mirrored(&self) -> AnyPosition {
        with_position!(self, pos => pos.mirrored().into())
    }
}
