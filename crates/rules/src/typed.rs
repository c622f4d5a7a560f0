//! A position of one variant as programs ask for it: FEN, move texts, whether it is over, what a move changes.
//!
//! The same questions as [`AnyPosition`] answers, with moves and positions that are typed.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::geometry::Geometry;
use crate::{
    AnyPosition, Bits, Ending, FenError, Move, MoveError, MoveList, MoveText, Outcome, Position, Rules, Setup,
};

impl<R: Rules> Position<R> {
    /// Reads and checks a FEN; the word `start` is the start position.
    ///
    /// ```
    /// use damka_rules::{Position, variants::Russian};
    /// let pos = Position::<Russian>::from_fen("W:Wh6:Bc5,g7").unwrap();
    /// assert_eq!((pos.moves().len(), pos.to_fen()), (2, "W:Wh6:Bg7,c5".into()));
    /// assert!(Position::<Russian>::from_fen("W:Wb8:Bc3").is_err(), "a man on its last row");
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        if text.trim().eq_ignore_ascii_case("start") {
            return Ok(Self::start());
        }
        Ok(Self::from_setup(&Setup::from_fen(text, R::Board::GRID)?)?)
    }

    /// The FEN of this position, in the notation of its variant.
    pub fn to_fen(&self) -> String {
        self.to_setup().to_fen(R::VARIANT.script())
    }

    /// The same position with the variant at run time.
    pub fn erased(&self) -> AnyPosition {
        self.plain().into()
    }

    /// The legal move a text means.
    ///
    /// ```
    /// use damka_rules::{Position, variants::Russian};
    /// let start = Position::<Russian>::start();
    /// let m = start.parse_move("cd4").unwrap();
    /// assert_eq!(start.write(m), "c3-d4");
    /// assert_eq!(start.parse_move("c3-c4").unwrap_err().to_string(),
    ///     "move 'c3-c4', column 4: 'c4' is not a playable square of this board");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move<R>, MoveError> {
        let route = self.erased().resolve(&MoveText::parse(text, R::Board::GRID)?)?;
        Ok(self.find(&route).expect("a resolved route is a generated move: both follow the same laws"))
    }

    /// Is this move, which may come from another position, legal here?
    pub fn is_legal(&self, m: Move<R>) -> bool {
        self.moves().contains(&m)
    }

    /// The captures among the legal moves, in a list of their own; where capturing is a duty these are all or none.
    ///
    /// ```
    /// use damka_rules::{Position, variants::RussianOptional};
    /// let pos = Position::<RussianOptional>::from_fen("W:Wc3:Bd4,a7").unwrap();
    /// assert_eq!((pos.moves().len(), pos.captures().len()), (2, 1));
    /// ```
    pub fn captures(&self) -> MoveList<R> {
        let mut moves = self.moves();
        moves.retain(|m| m.is_capture());
        moves
    }

    /// Can no position from before this move ever come back? True of captures, and of men that go forward.
    ///
    /// ```
    /// use damka_rules::{Position, variants::Turkish};
    /// let pos = Position::<Turkish>::from_fen("W:Wc3:Bd6").unwrap();
    /// let back = |text| !pos.is_irreversible(pos.parse_move(text).unwrap());
    /// assert!(back("c3-d3") && !back("c3-c4"));
    /// ```
    pub fn is_irreversible(&self, m: Move<R>) -> bool {
        let row = |square| R::Board::GRID.place(square).0;
        let by_king = (self.kings & m.from).any();
        m.is_capture() || (!by_king && row(m.from_square()) != row(m.to_square()))
    }

    /// How the position alone ends a game; see [`AnyPosition::ending`].
    pub fn ending(&self) -> Option<Ending> {
        self.erased().ending()
    }

    /// Who has won, by the position alone; see [`AnyPosition::ending`].
    ///
    /// ```
    /// use damka_rules::{Outcome, Position, Side, variants::International};
    /// let pos = Position::<International>::from_fen("B:W28:B").unwrap();
    /// assert_eq!(pos.outcome(), Some(Outcome::Win(Side::White)));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.erased().outcome()
    }
}

impl<R: Rules> Default for Position<R> {
    /// The position a game begins with.
    fn default() -> Self {
        Self::start()
    }
}

impl<R: Rules> fmt::Display for Position<R> {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}
