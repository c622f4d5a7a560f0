//! Small things a board tells: a piece, how a game ended, a draw drawing near.

use damka_rules::{Game, Role};
use pyo3::prelude::*;

/// What stands on a square.
#[pyclass(frozen, eq, hash, module = "damka")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) damka_rules::Piece);

#[pymethods]
impl Piece {
    /// ``"white"`` or ``"black"``.
    #[getter]
    fn side(&self) -> &'static str {
        self.0.side.key()
    }
    /// Is it crowned?
    #[getter]
    fn is_king(&self) -> bool {
        self.0.role == Role::King
    }
    /// ``w`` and ``b`` for men, ``W`` and ``B`` for kings.
    #[getter]
    fn symbol(&self) -> char {
        self.0.letter('b')
    }
    fn __str__(&self) -> char {
        self.symbol()
    }
    fn __repr__(&self) -> String {
        format!("Piece('{}')", self.symbol())
    }
}

/// How a game ended.
#[pyclass(frozen, eq, hash, get_all, module = "damka")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// ``"white"``, ``"black"``, or ``None`` for a draw.
    winner: Option<&'static str>,
    /// ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``, White first.
    result: String,
    /// Why, as a stable key: ``blocked-white``, ``kings-only-30``, ``threefold``, ``resigned-black``.
    reason: String,
    /// Why, as an English sentence.
    text: String,
}

impl Outcome {
    pub(crate) fn of(game: &Game) -> Option<Outcome> {
        let (outcome, ending) = game.outcome().zip(game.ending())?;
        Some(Outcome {
            winner: outcome.winner().map(|side| side.key()),
            result: outcome.to_string(),
            reason: ending.key(),
            text: ending.to_string(),
        })
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> String {
        format!("{} ({})", self.result, self.text)
    }
    fn __repr__(&self) -> String {
        format!("Outcome('{}', '{}')", self.result, self.reason)
    }
}

/// A draw drawing near.
#[pyclass(frozen, eq, hash, get_all, module = "damka")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Countdown {
    /// Plies left.
    plies: u8,
    /// The law as a stable key: ``kings-only-30``.
    law: String,
    /// All of it as an English sentence.
    text: String,
}

impl From<damka_rules::Countdown> for Countdown {
    fn from(countdown: damka_rules::Countdown) -> Countdown {
        Countdown { plies: countdown.plies, law: countdown.law.key(), text: countdown.to_string() }
    }
}

#[pymethods]
impl Countdown {
    fn __str__(&self) -> &str {
        &self.text
    }
    fn __repr__(&self) -> String {
        format!("Countdown({}, '{}')", self.plies, self.law)
    }
}
