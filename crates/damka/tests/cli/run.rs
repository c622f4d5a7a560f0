//! Running the binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the command left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The command, not yet run.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_damka"))
}

/// Runs the command with these arguments.
pub(crate) fn damka(args: &[&str]) -> Run {
    damka_with(args, "")
}

/// Runs the command with these arguments and this standard input.
pub(crate) fn damka_with(args: &[&str], input: &str) -> Run {
    damka_bytes(args, &[], input.as_bytes())
}

/// Runs the command with these arguments, variables and bytes on standard input.
pub(crate) fn damka_bytes(args: &[&str], variables: &[(&str, &str)], input: &[u8]) -> Run {
    let mut child = command()
        .args(args)
        // Boards are drawn for the terminal of whoever runs the tests otherwise.
        .env_remove("TERM")
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // A command that does not read its input may be gone already.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the binary ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("errors are UTF-8"),
    }
}

impl Run {
    /// The lines of its output; it must have gone well.
    pub(crate) fn lines(&self) -> Vec<&str> {
        assert_eq!(self.code, 0, "{self:?}");
        self.out.lines().collect()
    }
}

/// The command refuses these arguments with one line that says so, and exit code 2.
#[track_caller]
pub(crate) fn refused(args: &[&str], told: &str) {
    let run = damka(args);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{args:?}: {run:?}");
    assert!(run.err.contains(told), "{args:?}: {}", run.err);
}

/// The files of our own games, which every checkout has.
pub(crate) fn games() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/games");
    let files =
        std::fs::read_dir(root).expect("data/games is there").map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "pdn")).collect();
    files.sort();
    assert!(files.len() > 3, "data/games holds games of several variants: {files:?}");
    files
}

/// A file with this content that goes away with the value.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("damka-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("the temporary directory can be written to");
        Scratch(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("temporary paths are plain")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
