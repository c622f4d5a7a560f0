//! Damka for Python: a thin shell over rules, engine, PDN and tables.
//!
//! Texts and numbers go in; what is wrong comes back as an exception of `damka.errors` with its place and reason.

mod board;
mod engine;
mod errors;
mod game;
mod info;
mod limits;
mod moves;
mod outcome;
mod reading;
mod reason;
mod tables;

use damka_engine::Level;
use damka_rules::Variant;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymodule]
fn _damka(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("VARIANTS", PyTuple::new(py, Variant::EVERY.iter().map(Variant::to_string))?)?;
    module.add("LEVELS", PyTuple::new(py, Level::all().map(Level::name).collect::<Vec<_>>())?)?;
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<info::Info>()?;
    module.add_class::<info::Score>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<outcome::Countdown>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<outcome::Piece>()?;
    module.add_class::<reading::PdnReader>()?;
    module.add_class::<reason::Reason>()?;
    module.add_class::<tables::Probe>()?;
    module.add_function(wrap_pyfunction!(tables::probe_tables, module)?)?;
    module.add_function(wrap_pyfunction!(tables::build_tables, module)?)?;
    module.add_function(wrap_pyfunction!(tables::default_table_directory, module)?)?;
    Ok(())
}
