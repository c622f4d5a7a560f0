//! A program that runs beside us and is talked to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use damka_arena::Fault;

/// A running program; it ends when this is dropped.
pub(super) struct Beside {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Beside {
    /// Starts a command: a program and its arguments, separated by blanks.
    pub(super) fn start(command: &str) -> Result<Beside, Fault> {
        let failed = |error: String| Fault::Crashed(format!("{command}: {error}"));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| failed("no command is given".into()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let input = child.stdin.take().ok_or_else(|| failed("no input".into()))?;
        let output = child.stdout.take().ok_or_else(|| failed("no output".into()))?;
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Beside { child, input, lines })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| Fault::Crashed(error.to_string()))
    }

    /// Its next line.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<String, Fault> {
        let began = Instant::now();
        let left = deadline.saturating_duration_since(began);
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Silent(began.elapsed()),
            RecvTimeoutError::Disconnected => Fault::Crashed("it has ended".into()),
        })
    }

    /// Processor time it has used, where the system tells (Linux).
    pub(super) fn processor_time(&self) -> Option<Duration> {
        // Fields 14 and 15, in hundredths of a second; the name before them may contain anything but ends with `)`.
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
