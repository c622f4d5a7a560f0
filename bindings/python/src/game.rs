//! A game written down: moves, tags, comments, and what is wrong with it.

use std::collections::BTreeMap;

use damka_record::{Record, Tag};
use damka_rules::Variant;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::errors;

/// What could not be used, and where.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) place: (u32, u32),
    pub(crate) ply: Option<usize>,
}

/// A game written down, of a PDN file or to be put into one.
#[pyclass(module = "damka")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) comments: BTreeMap<usize, String>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) place: (u32, u32),
}

impl Game {
    fn variant_now(&self) -> Variant {
        self.record.variant
    }
}

#[pymethods]
impl Game {
    /// A game as it stands on a board.
    #[staticmethod]
    #[pyo3(signature = (board, tags = None))]
    fn from_board(board: &Board, tags: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        let mut record = Record::from_game(&board.game);
        for (name, value) in tags.into_iter().flatten() {
            record.set_tag(&name.extract::<String>()?, &value.extract::<String>()?);
        }
        Ok(Game { record, comments: BTreeMap::new(), faults: Vec::new(), place: (0, 0) })
    }

    /// The variant's name, house rule included.
    #[getter]
    fn variant(&self) -> String {
        self.variant_now().to_string()
    }
    /// Where it begins, as FEN; ``None`` is the variant's own start.
    #[getter]
    fn start_fen(&self) -> Option<&str> {
        self.record.start.as_deref()
    }
    /// The moves as the variant writes them, as far as they are legal.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves.iter().map(|ply| ply.text.clone()).collect()
    }
    /// ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    #[getter]
    fn result(&self) -> String {
        self.record.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
    }
    /// What else is told: names, event, date.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for Tag(name, value) in &self.record.tags {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }
    /// Sets a tag.
    fn set_tag(&mut self, name: &str, value: &str) {
        self.record.set_tag(name, value);
    }
    /// Comments by the ply they follow; 0 is before the first move.
    #[getter]
    fn comments(&self) -> BTreeMap<usize, String> {
        self.comments.clone()
    }
    /// Seconds used for each move, where the file says so.
    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        self.record.moves.iter().map(|ply| ply.spent.used.map(|millis| f64::from(millis) / 1000.0)).collect()
    }
    /// What could not be used, with line and column: a list of ``PdnError``.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let error = |fault: &Fault| errors::pdn(py, &fault.message, fault.place, fault.ply);
        self.faults.iter().map(|fault| error(fault).into_value(py).into_any()).collect()
    }
    /// The line of the file it begins on, from 1; 0 if it is not from a file.
    #[getter]
    fn lineno(&self) -> u32 {
        self.place.0
    }

    /// The board behind the last move, or behind so many plies.
    #[pyo3(signature = (ply = None))]
    fn board(&self, py: Python<'_>, ply: Option<usize>) -> PyResult<Board> {
        let mut record = self.record.clone();
        if let Some(ply) = ply.filter(|ply| *ply < record.moves.len()) {
            record.moves.truncate(ply);
            (record.ending, record.outcome) = (None, None);
        }
        let game = record.replay().map_err(|error| errors::replay(py, record.variant, &error))?;
        Ok(Board { game })
    }

    /// The text of a PDN file.
    fn pdn(&self, py: Python<'_>) -> PyResult<String> {
        // A start that cannot be read would be written as it is.
        self.record.opening_game().map_err(|error| errors::fen(py, &error))?;
        let mut game = self.record.to_pdn();
        for (ply, text) in &self.comments {
            let comment = damka_pdn::Comment::new(text);
            match ply.checked_sub(1).map(|index| game.line.steps.get_mut(index)) {
                None => game.line.comments.push(comment),
                Some(Some(step)) => step.comments.push(comment),
                Some(None) => {}
            }
        }
        damka_pdn::to_pdn(&game).map_err(|error| errors::pdn(py, &error.to_string(), (0, 0), None))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = other.borrow();
            self.record == other.record && self.comments == other.comments && self.faults == other.faults
        })
    }
    fn __len__(&self) -> usize {
        self.record.moves.len()
    }
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.pdn(py)
    }
    fn __repr__(&self) -> String {
        format!("Game('{}', {} plies, '{}')", self.record.variant, self.record.moves.len(), self.result())
    }
}
