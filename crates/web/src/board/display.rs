//! What the board shows at one moment, as plain data.

use damka_rules::{Grid, Notation, Piece, Route, Side, Square};

use crate::i18n::Paint;
use crate::model::settings::{KingStyle, Theme};

/// What the board shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Display {
    /// The board.
    pub grid: Grid,
    /// How its squares are written.
    pub notation: Notation,
    /// What stands where; a piece in mid-capture stands where it has got to.
    pub pieces: Vec<(Square, Piece)>,
    /// Pieces already taken in a capture that goes on.
    pub ghosts: Vec<Square>,
    /// Where the lifted piece stands.
    pub lifted: Option<Square>,
    /// Pieces that can move.
    pub movable: Vec<Square>,
    /// Pieces that must capture.
    pub must: Vec<Square>,
    /// Where the lifted piece may end.
    pub ends: Vec<Square>,
    /// Where it may stop on the way.
    pub vias: Vec<Square>,
    /// The way it has gone.
    pub trail: Vec<Square>,
    /// The ways it can go, from where it stands.
    pub ways: Vec<Route>,
    /// The moves to choose from by number.
    pub choices: Vec<Route>,
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// Routes drawn to explain a refusal.
    pub arrows: Vec<Route>,
    /// Other routes worth a look, the best first.
    pub others: Vec<Route>,
    /// The route of a hint.
    pub hint: Option<Route>,
    /// A square that shakes its head.
    pub shake: Vec<Square>,
    /// A move to be played when the turn comes.
    pub premove: Vec<Square>,
    /// How the board came to be as it is, for pieces that glide.
    pub journey: Option<Journey>,
}

/// What one square shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What stands there.
    pub piece: Option<Piece>,
    /// Which of the [`MARKS`] it has.
    marks: [bool; MARKS.len()],
    /// Can the keyboard get there?
    pub reachable: bool,
    /// Does it shake its head?
    pub shaking: bool,
}

/// The marks a square can have: the contract with tests and tools.
const MARKS: [&str; 8] = ["movable", "must-capture", "selected", "target", "via", "last", "taken", "premove"];

impl Cell {
    /// Its marks.
    pub fn marks(self) -> impl Iterator<Item = &'static str> {
        MARKS.into_iter().zip(self.marks).filter(|(_, on)| *on).map(|(mark, _)| mark)
    }

    /// Its marks as words.
    pub fn words(self) -> String {
        self.marks().collect::<Vec<_>>().join(" ")
    }

    /// Does the lifted piece stand there?
    pub fn is_lifted(self) -> bool {
        self.marks().any(|mark| mark == "selected")
    }
}

/// The last move, so that it can be shown as a journey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journey {
    /// Which ply it was; the board shows a journey once.
    pub ply: usize,
    /// The whole move.
    pub route: Route,
    /// Do victims leave at each jump?
    pub at_once: bool,
}

/// How the board looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// Who sits at the bottom.
    pub bottom: Side,
    /// The colours of the board.
    pub theme: Theme,
    /// How a king is shown.
    pub king_style: KingStyle,
    /// The colours of the pieces.
    pub paint: Paint,
    /// Are the squares in use the light ones?
    pub on_light: bool,
    /// Are taken pieces turned over until they leave?
    pub turn_victims: bool,
    /// Are coordinates drawn?
    pub coordinates: bool,
    /// Are dots and routes drawn?
    pub dots: bool,
    /// Do pieces glide?
    pub motion: bool,
    /// Do they glide twice as fast?
    pub hurry: bool,
}

impl Display {
    /// An empty board.
    pub fn empty(grid: Grid, notation: Notation) -> Display {
        Display {
            grid,
            notation,
            pieces: Vec::new(),
            ghosts: Vec::new(),
            lifted: None,
            movable: Vec::new(),
            must: Vec::new(),
            ends: Vec::new(),
            vias: Vec::new(),
            trail: Vec::new(),
            ways: Vec::new(),
            choices: Vec::new(),
            last: Vec::new(),
            arrows: Vec::new(),
            others: Vec::new(),
            hint: None,
            shake: Vec::new(),
            premove: Vec::new(),
            journey: None,
        }
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(sq, _)| *sq == square).map(|(_, piece)| *piece)
    }

    /// Everything about one square: small, and asked for every square after every move.
    pub fn cell(&self, square: Square) -> Cell {
        let lifted = self.lifted == Some(square);
        let (movable, end, via) =
            (self.movable.contains(&square), self.ends.contains(&square), self.vias.contains(&square));
        let marks = [
            movable,
            self.must.contains(&square),
            lifted,
            end,
            via,
            self.last.contains(&square),
            self.ghosts.contains(&square),
            self.premove.contains(&square),
        ];
        let reachable = match self.lifted {
            Some(_) => lifted || end || via,
            None if self.movable.is_empty() => square.index() == 0,
            None => movable,
        };
        Cell { piece: self.piece(square), marks, reachable, shaking: self.shake.contains(&square) }
    }

    /// The squares that a tap between squares may snap to.
    pub fn answers(&self) -> Vec<Square> {
        if self.lifted.is_none() {
            return self.movable.clone();
        }
        let mut answers = self.ends.clone();
        answers.extend(&self.vias);
        answers
    }

    /// The name of a square.
    pub fn name(&self, square: Square) -> String {
        self.grid.name(square, self.notation)
    }
}
