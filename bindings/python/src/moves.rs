//! A legal move as Python sees it.

use std::hash::{DefaultHasher, Hash, Hasher};

use damka_rules::{Played, Route, Square};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A legal move: what a piece does in one turn. Squares are printed numbers, counted from 1 in reading order.
#[pyclass(frozen, module = "damka")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) route: Route,
    pub(crate) text: String,
}

impl From<Played> for Move {
    fn from(Played { route, text }: Played) -> Move {
        Move { route, text }
    }
}

impl From<&Played> for Move {
    fn from(played: &Played) -> Move {
        played.clone().into()
    }
}

fn numbers<'py>(py: Python<'py>, squares: &[Square]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, squares.iter().map(|square| square.number()))
}

#[pymethods]
impl Move {
    /// The move as the game writes it: ``c3-d4``, ``22x13``; every landing only where it takes that to be clear.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }
    /// Where it begins.
    #[getter(from_square)]
    fn start(&self) -> u8 {
        self.route.from().number()
    }
    /// Where it ends.
    #[getter(to_square)]
    fn end(&self) -> u8 {
        self.route.to().number()
    }
    /// Start, every landing, end.
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.route.stops())
    }
    /// The squares of the pieces taken, in order.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.route.taken())
    }
    /// Is anything taken?
    #[getter]
    fn is_capture(&self) -> bool {
        self.route.is_capture()
    }
    /// Does a man become a king?
    #[getter]
    fn promotes(&self) -> bool {
        self.route.promotes()
    }
    fn __str__(&self) -> &str {
        &self.text
    }
    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text)
    }
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get() == self)
    }
}
