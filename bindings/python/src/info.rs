//! What the engine found: a line, its score, and what it cost.

use damka_engine::{Meaning, Report};
use damka_rules::AnyPosition;
use pyo3::prelude::*;

use crate::moves::Move;

/// What a position is worth to the side to move.
#[pyclass(frozen, eq, ord, hash, module = "damka")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Score(damka_engine::Score);

#[pymethods]
impl Score {
    /// One number to compare by: hundredths of a man; wins are beyond every estimate.
    #[getter]
    fn value(&self) -> i32 {
        self.0.value()
    }
    /// Is a win or a loss certain?
    #[getter]
    fn is_proven(&self) -> bool {
        self.0.is_proven()
    }
    /// Plies until the win, if it is certain and counted.
    #[getter]
    fn win_in(&self) -> Option<u32> {
        match self.0.meaning() {
            Meaning::Win(plies) => Some(plies),
            _ => None,
        }
    }
    /// Plies until the loss, if it is certain and counted.
    #[getter]
    fn loss_in(&self) -> Option<u32> {
        match self.0.meaning() {
            Meaning::Loss(plies) => Some(plies),
            _ => None,
        }
    }
    fn __neg__(&self) -> Score {
        Score(-self.0)
    }
    fn __int__(&self) -> i32 {
        self.0.value()
    }
    fn __str__(&self) -> String {
        self.0.to_string()
    }
    fn __repr__(&self) -> String {
        format!("Score('{}')", self.0)
    }
}

/// A line the engine found.
#[pyclass(frozen, get_all, module = "damka")]
pub(crate) struct Info {
    /// 1 for the best line, 2 for the second one, and so on.
    rank: usize,
    /// Its worth for the side to move.
    score: Score,
    /// Plies searched.
    depth: u32,
    /// Positions visited.
    nodes: u64,
    /// Seconds used.
    seconds: f64,
    /// The line as texts of moves.
    pv: Vec<String>,
    /// Is it a move of the opening book?
    from_book: bool,
    /// The first move of the line; ``None`` only where there is no legal move.
    r#move: Option<Py<Move>>,
}

impl Info {
    pub(crate) fn new(py: Python<'_>, start: &AnyPosition, report: &Report) -> PyResult<Info> {
        let pv = start.write_line(&report.pv);
        let best = report.best().zip(pv.first());
        let best = best.map(|(route, text)| Py::new(py, Move { route: route.clone(), text: text.clone() }));
        Ok(Info {
            rank: report.multi_pv,
            score: Score(report.score),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            pv,
            from_book: report.from_book,
            r#move: best.transpose()?,
        })
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        format!("Info({}: {} {})", self.rank, self.score.0, self.pv.join(" "))
    }
}
