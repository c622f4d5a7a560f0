//! What programmers ask of a position first: its moves with their texts, its pieces, whether it is over.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{
    AnyPosition, Ending, Game, MoveList, Outcome, Piece, Played, Position, Route, Rules, Side, Square,
};

impl<R: Rules> Position<R> {
    /// The legal moves, in a list of their own. A search fills one list again and again instead, see
    /// [`Position::legal_moves`].
    ///
    /// ```
    /// use damka_rules::{Position, variants::Russian};
    /// let start = Position::<Russian>::start();
    /// assert_eq!(start.moves().len(), 7);
    /// assert!(start.moves().iter().all(|&m| start.play(m).turn() != start.turn()));
    /// ```
    pub fn moves(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
    }
}

impl AnyPosition {
    /// Every legal move with its short text, in the order of squares.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Variant};
    /// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wh6:Bc5,g7").unwrap();
    /// let texts: Vec<_> = pos.legal_moves().into_iter().map(|m| m.text).collect();
    /// assert_eq!(texts, ["h6:b4", "h6:a3"]);
    /// ```
    pub fn legal_moves(&self) -> Vec<Played> {
        self.plain().legal_moves()
    }

    /// Is this route, or another way of the same move, legal here?
    pub fn is_legal(&self, route: &Route) -> bool {
        self.plain().find(route).is_some()
    }

    /// What stands where, in the order of squares.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Piece, Side, Square, Variant};
    /// let pos = AnyPosition::from_fen(Variant::English, "B:W32:BK1").unwrap();
    /// let pieces: Vec<_> = pos.pieces().collect();
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(pos.count(Side::White), 1);
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + use<> {
        let pos = self.plain();
        self.grid().all().filter_map(move |square| Some((square, pos.piece_at(square)?)))
    }

    /// How many pieces a side has.
    pub fn count(&self, side: Side) -> usize {
        self.pieces().filter(|(_, piece)| piece.side == side).count()
    }

    /// How the position alone ends a game: nobody can move, nothing is left, a king has won, one piece each. Laws that
    /// count moves or repetitions need a [`Game`].
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Ending, Side, Variant};
    /// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wa3:Bb4,c5").unwrap();
    /// assert_eq!(pos.ending(), Some(Ending::Blocked(Side::White)));
    /// assert_eq!(pos.outcome().unwrap().to_string(), "0-1");
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        Game::from_position(*self).ending()
    }

    /// Who has won, by the position alone; see [`AnyPosition::ending`].
    pub fn outcome(&self) -> Option<Outcome> {
        Game::from_position(*self).outcome()
    }

    /// The same pieces with the other side to move.
    pub fn passed(&self) -> AnyPosition {
        with_position!(self, pos => pos.pass().into())
    }
}

impl Game {
    /// Every legal move with its short text; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Played> {
        self.allowed(AnyPosition::legal_moves, |played| played.route.from())
    }

    /// Of the moves of the position those the game allows: none when it is over, only those of a touched piece.
    pub(crate) fn allowed<M>(&self, all: fn(&AnyPosition) -> Vec<M>, from: fn(&M) -> Square) -> Vec<M> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = all(self.position());
        if let Some(square) = self.touched() {
            moves.retain(|m| from(m) == square);
        }
        moves
    }

    /// Has it ended?
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The result as PDN writes it, `*` for a game under way.
    ///
    /// ```
    /// use damka_rules::{Game, Side, Variant};
    /// let mut game = Game::new(Variant::Russian);
    /// assert_eq!(game.result(), "*");
    /// game.resign(Side::White).unwrap();
    /// assert_eq!(game.result(), "0-1");
    /// ```
    pub fn result(&self) -> alloc::string::String {
        self.outcome().map_or_else(|| "*".to_string(), |outcome| outcome.to_string())
    }
}

impl From<AnyPosition> for Game {
    fn from(start: AnyPosition) -> Game {
        Game::from_position(start)
    }
}
