//! How long the engine may think, as Python says it.

use std::time::Duration;

use damka_engine::{Limits, TimeLeft};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The limits of a search as keyword arguments; none of them means what `default` says.
pub(crate) struct Asked {
    pub(crate) time: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) clock: Option<f64>,
    pub(crate) increment: Option<f64>,
}

/// Seconds as a duration; what is no time is refused.
fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value)
        .map_err(|_| PyValueError::new_err(format!("{name} is a number of seconds, not {value}")))
}

impl Asked {
    pub(crate) fn limits(&self, default: Option<Duration>) -> PyResult<Limits> {
        let none =
            self.time.is_none() && self.nodes.is_none() && self.depth.is_none() && self.clock.is_none();
        let mut limits = Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() };
        limits.move_time = self.time.map(|time| seconds("time", time)).transpose()?;
        if let Some(time) = self.clock {
            let increment = self.increment.unwrap_or(0.0);
            limits.clock = Some(TimeLeft {
                time: seconds("clock", time)?,
                increment: seconds("increment", increment)?,
                moves_to_go: None,
            });
        }
        if none {
            limits.move_time = default;
            limits.infinite = default.is_none();
        }
        Ok(limits)
    }
}
