//! Endgame tables: opened once per variant and directory, then asked.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use damka_endgame::named::{self, Opened};
use damka_endgame::{TableError, Verdict, Wdl};
use damka_rules::Variant;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::{Board, variant_of};
use crate::errors;

/// What the tables know about a position.
#[pyclass(frozen, get_all, module = "damka")]
pub(crate) struct Probe {
    /// ``"win"``, ``"draw"`` or ``"loss"`` for the side to move.
    outcome: &'static str,
    /// Plies until a piece is taken or crowned, or the loser cannot move.
    plies: u8,
    /// What each legal move is worth to the side that makes it, by its text.
    moves: BTreeMap<String, (&'static str, u8)>,
    /// The number of pieces up to which every position is known.
    most_pieces: u8,
}

#[pymethods]
impl Probe {
    fn __repr__(&self) -> String {
        format!("Probe('{}', {} plies)", self.outcome, self.plies)
    }
}

const fn word(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

type Shelf = HashMap<(Variant, Option<PathBuf>), Arc<Opened>>;

/// The tables of a variant; opened when first asked for.
fn tables_of(variant: Variant, directory: Option<PathBuf>) -> Result<Arc<Opened>, TableError> {
    static SHELF: Mutex<Option<Shelf>> = Mutex::new(None);
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let shelf = shelf.get_or_insert_default();
    let key = (variant, directory);
    if let Some(opened) = shelf.get(&key) {
        return Ok(opened.clone());
    }
    let opened = match &key.1 {
        Some(directory) => Opened::open(variant, directory)?,
        None => Opened::small(variant),
    };
    Ok(shelf.entry(key).or_insert(Arc::new(opened)).clone())
}

/// How a position ends with best play; ``None`` if the tables do not know it.
///
/// ``directory`` holds tables made by ``damka.tables.build`` or ``damka tables build``; without one only those of two or
/// three pieces are asked, which are made when they are first needed.
#[pyfunction]
#[pyo3(signature = (board, directory = None))]
pub(crate) fn probe_tables(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    directory: Option<PathBuf>,
) -> PyResult<Option<Probe>> {
    let pos = *board.borrow().game.position();
    let answer = py.detach(|| tables_of(pos.variant(), directory).map(|tables| tables.ask(&pos)));
    let answer = answer.map_err(|error| errors::table(py, &error))?;
    let worth = |verdict: Verdict| (word(verdict.wdl), verdict.plies);
    Ok(answer.and_then(|answer| {
        let (outcome, plies) = worth(answer.verdict?);
        let moves = answer.moves.into_iter().map(|(text, verdict)| (text, worth(verdict))).collect();
        Some(Probe { outcome, plies, moves, most_pieces: answer.most_pieces })
    }))
}

/// Builds all tables up to so many pieces in a directory, going on where it was interrupted.
#[pyfunction]
#[pyo3(signature = (variant, directory, pieces, threads = 1))]
pub(crate) fn build_tables(
    py: Python<'_>,
    variant: &str,
    directory: PathBuf,
    pieces: u8,
    threads: usize,
) -> PyResult<()> {
    let variant = variant_of(py, variant, &[])?;
    if !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err(format!("threads is 1 to 256, not {threads}")));
    }
    let built = py.detach(|| named::build(variant, &directory, pieces, threads, &mut |_| ()));
    built.map_err(|error| errors::table(py, &error))
}

/// Where the command line keeps its tables.
#[pyfunction]
pub(crate) fn default_table_directory() -> PathBuf {
    damka_endgame::default_directory()
}
