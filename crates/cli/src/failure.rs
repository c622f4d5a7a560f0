//! How a command fails: one line for people, a number for scripts.

use std::io;
use std::process::ExitCode;

/// Something was found wanting: a game that does not replay, a lost match.
pub(crate) const FOUND: u8 = 1;
/// The input cannot be used.
pub(crate) const BAD_INPUT: u8 = 2;

/// Says in one line what is wrong. A reader that went away is no failure of ours.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let line = format!("{error:#}").split_whitespace().collect::<Vec<_>>().join(" ");
    eprintln!("damka: {line}");
    ExitCode::from(BAD_INPUT)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| match cause.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::BrokenPipe,
        None => false,
    })
}
