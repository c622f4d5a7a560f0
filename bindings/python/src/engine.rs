//! The engine. It thinks on a thread of its own without the interpreter's lock; whoever asked waits, and is
//! still woken by Ctrl-C, by findings to hand on, and by `stop`.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use damka_engine::{Level, Limits, Options, Report, Stop};
use damka_rules::Game;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::info::Info;
use crate::limits::Asked;
use crate::moves::Move;

/// How long `play` thinks if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the asking thread looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);
/// Nobody gets more memory than this, in megabytes.
const MOST_HASH: usize = 1 << 16;

/// An engine for every variant.
///
/// >>> with Engine() as engine:
/// ...     move = engine.play(Board("russian"), depth=5)
#[pyclass(frozen, module = "damka")]
pub(crate) struct Engine {
    /// `None` once it is closed.
    inner: Mutex<Option<damka_engine::Engine>>,
    /// Ends the search that is under way.
    stop: Mutex<Stop>,
}

/// What is behind a lock is whole even if somebody panicked while holding it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is asked of a search.
struct Question {
    game: Game,
    limits: Limits,
    level: Option<(Level, u64)>,
}

impl Question {
    fn answered(
        &self,
        engine: &mut damka_engine::Engine,
        stop: &Stop,
        tell: &mut dyn FnMut(&Report),
    ) -> Report {
        match self.level {
            Some((level, seed)) => engine.play(&self.game, level, seed, &self.limits, stop, tell),
            None => engine.search(&self.game, &self.limits, stop, tell),
        }
    }
}

impl Engine {
    /// Thinks; hands every finding to `on_info` with the interpreter's lock. What that raises ends the search.
    fn ask(
        &self,
        py: Python<'_>,
        question: &Question,
        on_info: &mut (dyn FnMut(Python<'_>, &Report) -> PyResult<()> + Send),
    ) -> PyResult<Report> {
        let stop = Stop::new();
        let result = py.detach(|| {
            let mut inner = locked(&self.inner);
            let Some(engine) = inner.as_mut() else { return Ok(None) };
            *locked(&self.stop) = stop.clone();
            let (sender, reports) = mpsc::channel::<Report>();
            thread::scope(|scope| {
                let stop = &stop;
                let search = scope.spawn(move || {
                    question.answered(engine, stop, &mut |report| {
                        // The other end is there until this thread is done.
                        let _ = sender.send(report.clone());
                    })
                });
                let mut failure = None;
                loop {
                    let heard = match reports.recv_timeout(GLANCE) {
                        Ok(report) => Python::attach(|py| on_info(py, &report)),
                        Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals()),
                        Err(RecvTimeoutError::Disconnected) => break,
                    };
                    if let Err(error) = heard {
                        stop.stop();
                        failure.get_or_insert(error);
                    }
                }
                // A search does not panic; if it did, the panic goes on here and reaches Python as an exception.
                let report = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                failure.map_or(Ok(Some(report)), Err)
            })
        });
        result?.ok_or_else(|| errors::closed(py))
    }
}

fn level_of(number: Option<u8>, seed: u64) -> PyResult<Option<(Level, u64)>> {
    let Some(number) = number else { return Ok(None) };
    let level = Level::new(number).ok_or_else(|| {
        PyValueError::new_err(format!("a level is 0 to {}, not {number}", Level::FULL.number()))
    })?;
    Ok(Some((level, seed)))
}

#[pymethods]
impl Engine {
    /// ``tables`` is a directory of endgame tables; without one small tables are made when they are first needed, and
    /// ``tables=False`` does without.
    #[new]
    #[pyo3(signature = (*, hash_mb = 64, threads = 1, tables = None))]
    fn new(hash_mb: usize, threads: usize, tables: Option<&Bound<'_, PyAny>>) -> PyResult<Engine> {
        if !(1..=MOST_HASH).contains(&hash_mb) {
            return Err(PyValueError::new_err(format!("hash_mb is 1 to {MOST_HASH}, not {hash_mb}")));
        }
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads is 1 to 256, not {threads}")));
        }
        let mut engine = damka_engine::Engine::new(Options { hash_mb, threads });
        match tables.map(|given| (given.extract::<bool>(), given.extract::<PathBuf>())) {
            None | Some((Ok(true), _)) => engine.use_tables(None),
            Some((Ok(false), _)) => {}
            Some((_, Ok(directory))) => engine.use_tables(Some(&directory)),
            Some(_) => return Err(PyTypeError::new_err("tables is a directory, True or False")),
        }
        Ok(Engine { inner: Mutex::new(Some(engine)), stop: Mutex::new(Stop::new()) })
    }

    /// The move to play. Raises ``IllegalMove`` if the game is over.
    ///
    /// ``level`` is 0 (first steps) to 12 (full strength); ``seed`` makes the games of a level differ, and opening books
    /// are used with a level only. Without any limit it thinks for a second.
    #[pyo3(signature = (board, *, level = None, seed = 0, time = None, nodes = None, depth = None, clock = None,
        increment = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        level: Option<u8>,
        seed: u64,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        clock: Option<f64>,
        increment: Option<f64>,
    ) -> PyResult<Move> {
        let limits = Asked { time, nodes, depth, clock, increment }.limits(Some(PATIENCE))?;
        let question = Question { game: board.borrow().game.clone(), limits, level: level_of(level, seed)? };
        let variant = question.game.variant();
        if question.game.is_over() {
            return Err(errors::illegal(py, variant, "", &damka_rules::GameError::Over));
        }
        let report = self.ask(py, &question, &mut |_, _| Ok(()))?;
        let route =
            report.best().ok_or_else(|| errors::illegal(py, variant, "", &damka_rules::GameError::Over))?;
        Ok(Move { route: route.clone(), text: question.game.position().write(route) })
    }

    /// The best lines, best first. Without any limit it thinks until ``stop`` is called by another thread or
    /// ``on_info`` returns ``False`` or raises.
    #[pyo3(signature = (board, *, lines = 1, time = None, nodes = None, depth = None, on_info = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        lines: usize,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        on_info: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Info>> {
        if !(1..=128).contains(&lines) {
            return Err(PyValueError::new_err(format!("lines is 1 to 128, not {lines}")));
        }
        let asked = Asked { time, nodes, depth, clock: None, increment: None };
        let limits = Limits { multi_pv: lines, ..asked.limits(None)? };
        let question = Question { game: board.borrow().game.clone(), limits, level: None };
        let start = *question.game.position();
        let mut found: Vec<Report> = Vec::new();
        let mut heard = |py: Python<'_>, report: &Report| {
            if report.multi_pv <= 1 {
                found.clear();
            }
            found.push(report.clone());
            let Some(callback) = &on_info else { return Ok(()) };
            let answer = callback.call1(py, (Info::new(py, &start, report)?,))?;
            // `False`, not merely nothing.
            if answer.extract::<bool>(py).is_ok_and(|go_on| !go_on) {
                self.stop();
            }
            Ok(())
        };
        let last = self.ask(py, &question, &mut heard)?;
        // The iteration that was cut off may have changed its mind about the first line.
        match found.first_mut() {
            Some(first) => *first = Report { multi_pv: 1, ..last },
            None => found.push(Report { multi_pv: 1, ..last }),
        }
        found
            .iter()
            .filter(|report| report.best().is_some())
            .map(|report| Info::new(py, &start, report))
            .collect()
    }

    /// Ends the search under way, from another thread; it answers with what it has found.
    fn stop(&self) {
        locked(&self.stop).stop();
    }

    /// Forgets what was searched: then the same question gets the same answer.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let done = py.detach(|| locked(&self.inner).as_mut().map(damka_engine::Engine::new_game));
        done.ok_or_else(|| errors::closed(py))
    }

    /// Plays this variant with other weights (the bytes of a file like those of ``data/weights``).
    fn load_weights(&self, py: Python<'_>, variant: &str, weights: &[u8]) -> PyResult<()> {
        let variant = crate::board::variant_of(py, variant, &[])?;
        let loaded =
            py.detach(|| locked(&self.inner).as_mut().map(|engine| engine.load_weights(variant, weights)));
        let loaded = loaded.ok_or_else(|| errors::closed(py))?;
        loaded.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Ends a search under way and gives the memory back.
    fn close(&self, py: Python<'_>) {
        self.stop();
        py.detach(|| drop(locked(&self.inner).take()));
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, py: Python<'_>, _args: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }
}
