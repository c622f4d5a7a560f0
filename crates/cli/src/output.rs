//! Standard output, buffered, with errors instead of panics.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde_json::Value;

/// Standard output. Flush it at the end: a reader that went away is noticed there at the latest.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// So many of these: "1 game", "2 games".
pub(crate) fn count(number: impl TryInto<u64>, one: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Prints a text that is ready.
pub(crate) fn print_bytes(text: &[u8]) -> Result<ExitCode> {
    let mut out = stdout();
    out.write_all(text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a JSON value, indented.
pub(crate) fn print_json(value: &Value) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{value:#}")?;
    out.flush()?;
    Ok(())
}
