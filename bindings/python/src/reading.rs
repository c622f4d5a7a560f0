//! PDN from a path, from bytes, or from whatever Python has opened.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use damka_pdn::{Action, Place, Reader};
use damka_record::Record;
use damka_record::pdn::replay;
use damka_rules::Variant;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::board::variant_of;
use crate::game::{Fault, Game};

/// Reads games one by one.
#[pyclass(frozen, module = "damka")]
pub(crate) struct PdnReader {
    reader: Mutex<Reader<Box<dyn Read + Send>>>,
    variant: Option<Variant>,
}

/// Something with a method `read`, opened as bytes or as text.
struct Opened {
    file: Py<PyAny>,
    /// Bytes Python gave beyond what was asked for: a text's characters can be several.
    rest: Cursor<Vec<u8>>,
}

impl Read for Opened {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(into)?;
        if count > 0 || into.is_empty() {
            return Ok(count);
        }
        let chunk = Python::attach(|py| -> PyResult<Vec<u8>> {
            let chunk = self.file.bind(py).call_method1("read", (into.len(),))?;
            match chunk.extract::<String>() {
                Ok(text) => Ok(text.into_bytes()),
                Err(_) => chunk.extract(),
            }
        });
        // The exception itself travels in the error and comes out again where reading was asked for.
        self.rest = Cursor::new(chunk.map_err(io::Error::other)?);
        self.rest.read(into)
    }
}

fn place(at: Place) -> (u32, u32) {
    (at.line, at.column)
}

/// An error of reading; Python's own exception if it was one.
fn raised(error: io::Error) -> PyErr {
    let is_python = error.get_ref().is_some_and(|inner| inner.is::<PyErr>());
    if !is_python {
        return error.into();
    }
    match error.into_inner().map(|inner| inner.downcast::<PyErr>()) {
        Some(Ok(error)) => *error,
        _ => io::Error::other("reading failed").into(),
    }
}

#[pymethods]
impl PdnReader {
    #[new]
    #[pyo3(signature = (source, variant = None))]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>, variant: Option<&str>) -> PyResult<PdnReader> {
        let variant = variant.map(|name| variant_of(py, name, &[])).transpose()?;
        let reader: Box<dyn Read + Send> = if source.hasattr("read")? {
            Box::new(Opened { file: source.clone().unbind(), rest: Cursor::default() })
        } else if let Ok(bytes) = source.extract::<&[u8]>() {
            Box::new(Cursor::new(bytes.to_vec()))
        } else if let Ok(path) = source.extract::<PathBuf>() {
            Box::new(BufReader::new(
                File::open(&path)
                    .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?,
            ))
        } else {
            return Err(PyTypeError::new_err("games are read from a path or from a file opened for reading"));
        };
        Ok(PdnReader { reader: Mutex::new(Reader::new(reader)), variant })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let next = py.detach(|| {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            reader.next().map(|game| game.map(|game| played(&game, self.variant)))
        });
        next.transpose().map_err(raised)
    }
}

/// Plays a game through, as far as it goes.
fn played(game: &damka_pdn::Game, given: Option<Variant>) -> Game {
    let replayed = replay(game, given);
    let mut faults: Vec<Fault> = Vec::new();
    if let Some(failure) = &replayed.failure {
        let message = match failure.ply {
            0 => failure.reason.clone(),
            ply => format!("ply {ply}: {}", failure.reason),
        };
        let place = place(failure.at);
        let message = format!("line {}, column {}: {message}", place.0, place.1);
        faults.push(Fault { message, place, ply: Some(failure.ply).filter(|ply| *ply > 0) });
    }
    let nothing = || Record::new(given.unwrap_or(Variant::Russian));
    let record = replayed.record(game).unwrap_or_else(|| {
        if replayed.failure.is_none() {
            let message = "nothing tells which game of draughts this is".to_owned();
            faults.push(Fault { message, place: place(game.at), ply: None });
        }
        nothing()
    });
    let lost = game.skipped.iter().filter(|skipped| skipped.reason.is_loss());
    faults.extend(lost.map(|skipped| Fault {
        message: skipped.to_string(),
        place: place(skipped.at),
        ply: None,
    }));
    Game { record, comments: comments(game), faults, place: place(game.at) }
}

/// Comments by the ply they follow, without the times, which a record has.
fn comments(game: &damka_pdn::Game) -> BTreeMap<usize, String> {
    let text = |comments: &[damka_pdn::Comment]| {
        let texts: Vec<_> = comments.iter().map(|comment| comment.text.trim()).collect();
        texts
            .into_iter()
            .filter(|text| !text.is_empty() && !text.starts_with("[%"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut found = BTreeMap::from([(0, text(&game.line.comments))]);
    let moves = game.line.steps.iter().filter(|step| matches!(step.action, Action::Move(_)));
    found.extend((1..).zip(moves).map(|(ply, step)| (ply, text(&step.comments))));
    found.retain(|_, text| !text.is_empty());
    found
}
