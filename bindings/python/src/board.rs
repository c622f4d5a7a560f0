//! A game at a board: moves go in as text or as objects, and can be taken back.

use std::collections::BTreeMap;

use damka_picture::{Look, Signs};
use damka_record::Record;
use damka_rules::perft::{divide, perft};
use damka_rules::{
    AnyPosition, Game, GameError, HouseRule, MoveError, MoveText, Refusal, Role, Side, Square, UnknownName,
    Variant, Wish, with_position,
};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyTuple, PyType};

use crate::errors;
use crate::moves::Move;
use crate::outcome::{Countdown, Outcome, Piece};
use crate::reason::Reason;

/// A game of draughts: a position, how it came about, and what may be played.
///
/// >>> board = Board("international", "W:W28:B23")
/// >>> [str(move) for move in board.legal_moves]
/// ['28x19']
#[pyclass(module = "damka")]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game: Game,
}

/// A variant by name, with house rules.
pub(crate) fn variant_of(py: Python<'_>, name: &str, options: &[String]) -> PyResult<Variant> {
    let mut variant: Variant = name.parse().map_err(|error| errors::unknown(py, &error))?;
    for option in options {
        let known = variant.house_rules().map(HouseRule::name).collect::<Vec<_>>().join(", ");
        let unknown = || UnknownName { what: "option", name: option.clone(), known };
        let rule = HouseRule::ALL.into_iter().find(|rule| rule.name() == option);
        variant = rule.and_then(|rule| variant.with(rule)).ok_or_else(|| errors::unknown(py, &unknown()))?;
    }
    Ok(variant)
}

/// A limit for what takes time beyond reason: nobody waits for so deep a count.
const DEEPEST: u32 = 30;

impl Board {
    fn variant_now(&self) -> Variant {
        self.game.variant()
    }

    /// A square by name or printed number.
    fn square_of(&self, square: &Bound<'_, PyAny>) -> PyResult<Square> {
        let grid = self.variant_now().grid();
        let unusable = |given: &str| {
            let last = grid.squares();
            PyValueError::new_err(format!("'{given}' is no square of this board, which has 1 to {last}"))
        };
        if let Ok(name) = square.extract::<String>() {
            return grid.parse_square(name.trim()).ok_or_else(|| unusable(&name));
        }
        let number = square.extract::<i64>().map_err(|error| {
            match error.is_instance_of::<PyOverflowError>(square.py()) {
                true => unusable(&square.to_string()),
                false => PyTypeError::new_err("a square is a name or a number"),
            }
        })?;
        let found =
            u8::try_from(number).ok().filter(|number| (1..=grid.squares()).contains(&usize::from(*number)));
        found.map(Square::new).ok_or_else(|| unusable(&number.to_string()))
    }

    /// A move given as text.
    fn text_of(mv: &Bound<'_, PyAny>) -> PyResult<String> {
        mv.extract().map_err(|_| PyTypeError::new_err("a move is a Move or a text"))
    }

    fn refused(&self, py: Python<'_>, text: &str, error: &GameError) -> PyErr {
        errors::illegal(py, self.variant_now(), text, error)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = "russian", fen = None, options = Vec::new()))]
    fn new(py: Python<'_>, variant: &str, fen: Option<&str>, options: Vec<String>) -> PyResult<Board> {
        let variant = variant_of(py, variant, &options)?;
        let game =
            Game::from_fen(variant, fen.unwrap_or("start")).map_err(|error| errors::fen(py, &error))?;
        Ok(Board { game })
    }

    /// The variant's name, house rule included.
    #[getter]
    fn variant(&self) -> String {
        self.variant_now().to_string()
    }
    /// ``"white"`` or ``"black"``.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.turn().key()
    }
    /// Rows of the board.
    #[getter]
    fn height(&self) -> usize {
        self.variant_now().grid().height
    }
    /// Columns of the board.
    #[getter]
    fn width(&self) -> usize {
        self.variant_now().grid().width
    }
    /// Squares that are used.
    #[getter]
    fn squares(&self) -> usize {
        self.variant_now().grid().squares()
    }
    /// Moves played so far.
    #[getter]
    fn ply(&self) -> usize {
        self.game.ply()
    }
    /// A number for the position, the same however it came about: for tables of positions.
    #[getter]
    fn key(&self) -> u64 {
        self.game.position().key().0
    }

    /// Every legal move; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.game.listed().into_iter().map(Move::from).collect()
    }
    /// Every move played, first to last.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.game.moves().iter().map(Move::from).collect()
    }

    /// The legal move a text means, without playing it.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        if self.game.is_over() {
            return Err(self.refused(py, text, &GameError::Over));
        }
        let pos = self.game.position();
        let found = MoveText::parse(text, pos.grid()).map_err(Into::into).and_then(|text| pos.resolve(&text));
        let route = found.map_err(|error| self.refused(py, text, &error.into()))?;
        Ok(Move { text: pos.write(&route), route })
    }

    /// Plays a move: an object or a text. Raises ``IllegalMove`` with the reason.
    #[pyo3(name = "push", signature = (r#move, /))]
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let Ok(given) = r#move.cast::<Move>() else {
            return self.push_text(py, &Board::text_of(r#move)?);
        };
        let given = given.get();
        match self.game.play_listed(&given.route) {
            Ok(played) => Ok(played.into()),
            Err(error) => Err(self.refused(py, &given.text, &error)),
        }
    }

    /// Reads and plays a move: ``c3-d4``, ``c3d4``, ``cd4``, ``22x13``, ``c3:e5:g7``.
    #[pyo3(signature = (text, /))]
    fn push_text(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let played = self.game.play_text(text).map(Move::from);
        played.map_err(|error| self.refused(py, text, &error))
    }

    /// Takes the last move back.
    fn pop(&mut self) -> PyResult<Move> {
        self.game.undo().map(Move::from).ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// The last move played.
    fn peek(&self) -> PyResult<Move> {
        self.game.moves().last().map(Move::from).ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// Is this move, or this text, legal now?
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(given) = r#move.cast::<Move>() {
            return Ok(!self.game.is_over() && self.game.position().is_legal(&given.get().route));
        }
        let text = Board::text_of(r#move)?;
        Ok(!self.game.is_over() && self.game.position().play_text(&text).is_ok())
    }

    /// Why a move is not legal, as data and text; ``None`` if it is. Takes a text, or the squares pressed.
    #[pyo3(signature = (r#move, /))]
    fn why_not(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<Reason>> {
        let variant = self.variant_now();
        let refused =
            |wish: &Wish| self.game.refuse(self.game.turn(), wish).map(|why| Reason::new(&why, variant));
        if let Ok(given) = r#move.cast::<Move>() {
            return Ok(refused(&Wish { stops: given.get().route.stops().to_vec() }));
        }
        if r#move.extract::<String>().is_err() {
            let stops = r#move.try_iter()?.map(|square| self.square_of(&square?)).collect::<PyResult<_>>()?;
            return Ok(refused(&Wish { stops }));
        }
        let py = r#move.py();
        let text = Board::text_of(r#move)?;
        match self.game.clone().play_text(&text) {
            Ok(_) => Ok(None),
            Err(GameError::Move(MoveError::Illegal { refusal, .. })) => {
                Ok(Some(Reason::new(&refusal, variant)))
            }
            Err(GameError::Over) => Ok(Some(Reason::new(&Refusal::GameOver, variant))),
            Err(error) => Err(self.refused(py, &text, &error)),
        }
    }

    /// The position as FEN; with ``counters`` also plies without progress and the number of the move.
    #[pyo3(signature = (counters = false))]
    fn fen(&self, counters: bool) -> String {
        if counters { self.game.to_fen() } else { self.game.position().to_fen() }
    }

    /// What stands on a square, given by name or number.
    #[pyo3(signature = (square, /))]
    fn piece_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<Piece>> {
        Ok(self.game.position().piece_at(self.square_of(square)?).map(Piece))
    }
    /// Every piece by the number of its square.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in self.game.position().pieces() {
            pieces.set_item(square.number(), Piece(piece))?;
        }
        Ok(pieces)
    }
    /// The number of a square's name.
    fn square(&self, name: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.square_of(name)?.number())
    }
    /// The name of a square's number.
    fn square_name(&self, square: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.game.position().square_name(self.square_of(square)?))
    }

    /// Has the game ended?
    fn is_game_over(&self) -> bool {
        self.game.is_over()
    }
    /// Who won and why; ``None`` while the game goes on.
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.game)
    }
    /// ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on.
    fn result(&self) -> String {
        self.game.result()
    }
    /// Ends the game: this side, or the one to move, gives up.
    #[pyo3(signature = (side = None))]
    fn resign(&mut self, py: Python<'_>, side: Option<&str>) -> PyResult<Option<Outcome>> {
        let side: Side = match side {
            Some(name) => name.parse().map_err(|error| errors::unknown(py, &error))?,
            None => self.game.turn(),
        };
        self.game.resign(side).map_err(|error| self.refused(py, "", &error))?;
        Ok(self.outcome())
    }
    /// The draws drawing near, the nearest first.
    #[getter]
    fn draw_countdowns(&self) -> Vec<Countdown> {
        self.game.countdowns().into_iter().map(Countdown::from).collect()
    }
    /// How often the present position has stood on the board.
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// The name of the opening, if it has one.
    #[pyo3(signature = (language = "en"))]
    fn opening(&self, language: &str) -> Option<String> {
        damka_openings::recognise(&self.game).map(|opening| opening.shown_in(language))
    }

    /// Counts the leaves of the tree of moves; other threads go on meanwhile.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        check_depth(depth)?;
        let pos = *self.game.position();
        Ok(py.detach(|| with_position!(&pos, pos => perft(pos, depth))))
    }
    /// The same below each legal move, by its text.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<BTreeMap<String, u64>> {
        check_depth(depth)?;
        let pos = *self.game.position();
        let below = |pos: &AnyPosition| with_position!(pos, pos => divide(pos, depth).into_iter().map(|(m, n)| (pos.write(m), n)).collect());
        Ok(py.detach(|| below(&pos)))
    }

    /// The position for machine learning: four planes of the board's height and width, one byte a square.
    ///
    /// Men and kings of the side to move, men and kings of the other; with ``turned`` the side to move plays upwards.
    /// ``numpy.asarray(board.planes())`` is an array of that shape without copying.
    #[pyo3(signature = (turned = true))]
    fn planes<'py>(&self, py: Python<'py>, turned: bool) -> PyResult<Bound<'py, PyAny>> {
        let pos = self.game.position();
        let (grid, turn) = (pos.grid(), pos.turn());
        let area = grid.width * grid.height;
        let mut bytes = vec![0u8; 4 * area];
        for (square, piece) in pos.pieces() {
            let (row, col) = grid.place(square);
            let at = row * grid.width + col;
            let at = if turned && turn == Side::Black { area - 1 - at } else { at };
            let plane = 2 * usize::from(piece.side != turn) + usize::from(piece.role == Role::King);
            bytes[plane * area + at] = 1;
        }
        let view = PyMemoryView::from(PyBytes::new(py, &bytes).as_any())?;
        view.call_method1("cast", ("B", (4, grid.height, grid.width)))
    }

    /// The board as an SVG picture; shows ``move``, or the last one played.
    #[pyo3(signature = (size = 360, *, flipped = false, names = true, r#move = None))]
    fn svg(&self, size: u32, flipped: bool, names: bool, r#move: Option<&Bound<'_, Move>>) -> String {
        let last = self.game.moves().last().map(|played| &played.route);
        let route = r#move.map(|given| &given.get().route).or(last);
        damka_picture::svg(self.game.position(), &Look { flipped, size, names, route })
    }
    fn _repr_svg_(&self) -> String {
        damka_picture::svg(
            self.game.position(),
            &Look { route: self.game.moves().last().map(|played| &played.route), ..Look::default() },
        )
    }
    /// The board as lines of text.
    #[pyo3(signature = (*, flipped = false, unicode = false))]
    fn ascii(&self, flipped: bool, unicode: bool) -> String {
        damka_picture::text(self.game.position(), flipped, if unicode { Signs::Pieces } else { Signs::Ascii })
    }

    /// A copy that shares nothing.
    fn copy(&self) -> Board {
        self.clone()
    }
    fn __copy__(&self) -> Board {
        self.clone()
    }
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }
    /// For pickle: the game in one line.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.get_type::<Board>().getattr("from_line")?;
        Ok((restore, PyTuple::new(py, [self.line()])?))
    }
    /// The whole game in one line of text: ``russian c3-d4 d6-c5``.
    fn line(&self) -> String {
        Record::from_game(&self.game).to_string()
    }
    /// The game of such a line.
    #[classmethod]
    fn from_line(cls: &Bound<'_, PyType>, line: &str) -> PyResult<Board> {
        let py = cls.py();
        let record: Record = line
            .parse()
            .map_err(|error: damka_record::LineError| errors::pdn(py, &error.to_string(), (1, 1), None))?;
        let game = record.replay().map_err(|error| errors::replay(py, record.variant, &error))?;
        Ok(Board { game })
    }
    /// Two boards are equal if the game, the position and the moves that led there are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            let other = &other.borrow().game;
            self.game.positions() == other.positions() && self.game.ending() == other.ending()
        })
    }
    fn __str__(&self) -> String {
        damka_picture::text(self.game.position(), false, Signs::Ascii)
    }
    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant_now(), self.game.position().to_fen())
    }
}

fn check_depth(depth: u32) -> PyResult<()> {
    match depth {
        0..=DEEPEST => Ok(()),
        _ => Err(PyValueError::new_err(format!("a depth is 0 to {DEEPEST}, not {depth}"))),
    }
}
