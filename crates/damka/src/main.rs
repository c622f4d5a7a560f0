//! The program: the command, and the page it serves.

mod page;

use std::process::ExitCode;

fn main() -> ExitCode {
    damka_cli::main(&page::PAGE)
}
