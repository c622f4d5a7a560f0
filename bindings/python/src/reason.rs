//! Why a move is refused: a name, the squares and moves that explain it, and a sentence.

use damka_rules::{Refusal, Variant};
use pyo3::prelude::*;

/// Why a move is refused.
#[pyclass(frozen, eq, hash, get_all, module = "damka")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reason {
    /// A stable name: ``must-capture``, ``must-take-more``, ``men-dont-go-back``, ...
    name: &'static str,
    /// An English sentence, without a capital and a full stop.
    text: String,
    /// The squares that explain it: pieces that must capture, a piece in the way, ...
    squares: Vec<u16>,
    /// Texts of moves that are due instead.
    moves: Vec<String>,
}

impl Reason {
    pub(crate) fn new(refusal: &Refusal, variant: Variant) -> Reason {
        let script = variant.script();
        Reason {
            name: refusal.name(),
            text: refusal.display(script).to_string(),
            squares: refusal.squares().iter().map(|square| square.number().into()).collect(),
            moves: refusal.routes().iter().map(|route| route.text(script)).collect(),
        }
    }
}

#[pymethods]
impl Reason {
    fn __str__(&self) -> &str {
        &self.text
    }
    fn __repr__(&self) -> String {
        format!("Reason('{}', '{}')", self.name, self.text)
    }
}
