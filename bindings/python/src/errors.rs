//! Our errors as the exceptions of `damka.errors`.

use damka_record::ReplayError;
use damka_rules::{FenError, GameError, MoveError, Refusal, UnknownName, Variant};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

use crate::reason::Reason;

/// An exception of `damka.errors`, made by its class.
fn exception(
    py: Python<'_>,
    class: &str,
    make: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Py<PyAny>>,
) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let made = MODULE
        .get_or_try_init(py, || PyModule::import(py, "damka.errors").map(Bound::unbind))
        .and_then(|module| module.bind(py).getattr(class))
        .and_then(|class| make(&class));
    match made {
        Ok(value) => PyErr::from_value(value.into_bound(py)),
        Err(error) => error,
    }
}

pub(crate) fn unknown(py: Python<'_>, error: &UnknownName) -> PyErr {
    exception(py, "UnknownName", |class| Ok(class.call1((error.to_string(),))?.unbind()))
}

pub(crate) fn fen(py: Python<'_>, error: &FenError) -> PyErr {
    let column = match error {
        FenError::Syntax { column, .. } => Some(*column),
        FenError::Position(_) => None,
    };
    exception(py, "FenError", |class| Ok(class.call1((error.to_string(), column))?.unbind()))
}

pub(crate) fn table(py: Python<'_>, error: &impl ToString) -> PyErr {
    exception(py, "TableError", |class| Ok(class.call1((error.to_string(),))?.unbind()))
}

pub(crate) fn pdn(py: Python<'_>, message: &str, (line, column): (u32, u32), ply: Option<usize>) -> PyErr {
    exception(py, "PdnError", |class| Ok(class.call1((message, line, column, ply))?.unbind()))
}

pub(crate) fn closed(py: Python<'_>) -> PyErr {
    exception(py, "EngineClosed", |class| Ok(class.call1(("the engine is closed",))?.unbind()))
}

/// A move that was not played.
pub(crate) fn illegal(py: Python<'_>, variant: Variant, text: &str, error: &GameError) -> PyErr {
    let (reason, choices) = match error {
        GameError::Over => (Some(Refusal::GameOver), Vec::new()),
        GameError::Move(MoveError::Illegal { refusal, .. }) => (Some(refusal.clone()), Vec::new()),
        GameError::Move(MoveError::Ambiguous { choices, .. }) => (None, choices.clone()),
        _ => (None, Vec::new()),
    };
    let reason = reason.map(|refusal| Reason::new(&refusal, variant));
    exception(py, "IllegalMove", |class| {
        Ok(class.call1((error.to_string(), text, reason, choices))?.unbind())
    })
}

/// A game written down that cannot be played through.
pub(crate) fn replay(py: Python<'_>, variant: Variant, error: &ReplayError) -> PyErr {
    match error {
        ReplayError::Start(error) => fen(py, error),
        ReplayError::Move { text, error, .. } => illegal(py, variant, text, error),
    }
}
