//! Setting up a position: pieces are placed, moved and removed; whatever is impossible has a reason.

use damka_rules::{AnyPosition, Piece, PositionError, Setup, Side, Square, Variant};

/// What a tap does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brush {
    /// Lifts a piece and puts it elsewhere.
    Move,
    /// Puts this piece, or takes it away where it stands already.
    Put(Piece),
    /// Takes away.
    Remove,
}

/// Why nothing can be done with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It is none.
    Impossible(PositionError),
    /// This side has more pieces than a game begins with.
    TooMany(Side, usize),
    /// This side has none: the game is over.
    NoPieces(Side),
    /// The side to move cannot: the game is over.
    NoMove(Side),
}

/// A position being set up.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Editor {
    variant: Variant,
    setup: Setup,
    /// What a tap does.
    pub(crate) brush: Brush,
    lifted: Option<Square>,
}

impl Editor {
    /// Begins with a position.
    pub(crate) fn of(pos: &AnyPosition) -> Editor {
        Editor { variant: pos.variant(), setup: bare(pos.to_setup()), brush: Brush::Move, lifted: None }
    }

    /// What stands where.
    pub(crate) fn pieces(&self) -> &[(Square, Piece)] {
        &self.setup.pieces
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Side {
        self.setup.turn
    }

    /// The piece in the hand, by its square.
    pub(crate) fn lifted(&self) -> Option<Square> {
        self.lifted
    }

    /// Lets the other side begin.
    pub(crate) fn set_turn(&mut self, turn: Side) {
        self.setup.turn = turn;
    }

    /// Takes up another brush.
    pub(crate) fn take(&mut self, brush: Brush) {
        (self.brush, self.lifted) = (brush, None);
    }

    /// An empty board.
    pub(crate) fn clear(&mut self) {
        self.load(Setup::empty(self.setup.turn));
    }

    /// The start of the game.
    pub(crate) fn start(&mut self) {
        self.load(AnyPosition::start(self.variant).to_setup());
    }

    /// Another position.
    pub(crate) fn load(&mut self, setup: Setup) {
        (self.setup, self.lifted) = (bare(setup), None);
    }

    /// A square was tapped.
    pub(crate) fn tap(&mut self, square: Square) {
        match (self.brush, self.lifted) {
            (Brush::Remove, _) => self.put(square, None),
            (Brush::Put(piece), _) if self.piece(square) == Some(piece) => self.put(square, None),
            (Brush::Put(piece), _) => self.put(square, Some(piece)),
            (Brush::Move, Some(from)) => self.drop_on(from, square),
            (Brush::Move, None) => self.lifted = self.piece(square).map(|_| square),
        }
    }

    /// The piece in the hand was dropped.
    pub(crate) fn dropped(&mut self, square: Square) {
        if let Some(from) = self.lifted {
            self.drop_on(from, square);
        }
    }

    fn drop_on(&mut self, from: Square, to: Square) {
        let piece = self.piece(from);
        if from != to {
            self.put(from, None);
            self.put(to, piece);
        }
        self.lifted = None;
    }

    /// Puts a piece on a square, or nothing.
    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.setup.pieces.retain(|(at, _)| *at != square);
        self.setup.pieces.extend(piece.map(|piece| (square, piece)));
        self.lifted = None;
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.setup.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }

    /// As FEN, possible or not.
    pub(crate) fn fen(&self) -> String {
        match AnyPosition::from_setup(self.variant, &self.setup) {
            // In the order the game writes it.
            Ok(pos) => pos.to_fen(),
            Err(_) => self.setup.to_fen(self.variant.script()),
        }
    }

    /// The position, or why it is none that can be played.
    pub(crate) fn position(&self) -> Result<AnyPosition, Fault> {
        let pos = AnyPosition::from_setup(self.variant, &self.setup).map_err(Fault::Impossible)?;
        let count = |pieces: &[(Square, Piece)], side| pieces.iter().filter(|(_, p)| p.side == side).count();
        let begun = AnyPosition::start(self.variant).to_setup().pieces;
        for side in Side::BOTH {
            let most = count(&begun, side);
            match count(&self.setup.pieces, side) {
                0 => return Err(Fault::NoPieces(side)),
                n if n > most => return Err(Fault::TooMany(side, most)),
                _ => {}
            }
        }
        match pos.count_moves() {
            0 => Err(Fault::NoMove(pos.turn())),
            _ => Ok(pos),
        }
    }
}

/// Without what a game remembers of its past.
fn bare(setup: Setup) -> Setup {
    Setup { pieces: setup.pieces, ..Setup::empty(setup.turn) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Variant::Russian.grid().parse_square(name).unwrap()
    }

    fn empty() -> Editor {
        let mut editor = Editor::of(&AnyPosition::start(Variant::Russian));
        editor.clear();
        editor
    }

    #[test]
    fn pieces_are_put_moved_and_taken_away() {
        let mut editor = empty();
        editor.take(Brush::Put(Piece::king(Side::White)));
        editor.tap(square("a1"));
        editor.tap(square("c3"));
        editor.tap(square("c3"));
        editor.take(Brush::Put(Piece::man(Side::Black)));
        editor.tap(square("f6"));
        editor.take(Brush::Move);
        editor.tap(square("f6"));
        assert_eq!(editor.lifted(), Some(square("f6")));
        editor.dropped(square("h6"));
        editor.tap(square("d4"));
        assert_eq!((editor.lifted(), editor.fen().as_str()), (None, "W:WKa1:Bh6"));
        assert!(editor.position().is_ok());
        // A piece is put where another stood.
        editor.tap(square("h6"));
        editor.tap(square("a1"));
        let uncrowned = PositionError::UncrownedMan { side: "black", square: "a1".into() };
        assert_eq!(editor.position(), Err(Fault::Impossible(uncrowned)));
        editor.take(Brush::Remove);
        editor.tap(square("a1"));
        assert_eq!(editor.position(), Err(Fault::Impossible(PositionError::Empty)));
        editor.start();
        assert!(editor.position().is_ok());
    }

    #[test]
    fn what_is_impossible_has_a_reason() {
        let check = |fen: &str, expected: &Fault| {
            let mut editor = empty();
            editor.load(Setup::from_fen(fen, Variant::Russian.grid()).unwrap());
            assert_eq!(editor.position().unwrap_err(), *expected, "{fen}");
        };
        let uncrowned = PositionError::UncrownedMan { side: "white", square: "b8".into() };
        check("W:Wb8:Bf6", &Fault::Impossible(uncrowned));
        check("W:Wa3:Bb4,c5", &Fault::NoMove(Side::White));
        check("B:Wa3:B", &Fault::NoPieces(Side::Black));
        let crowd: Vec<String> = (17..=32)
            .map(|n: u8| Variant::Russian.grid().name(Square::new(n), damka_rules::Notation::Algebraic))
            .collect();
        check(&format!("W:W{}:Bb8", crowd.join(",")), &Fault::TooMany(Side::White, 12));
    }
}
