//! The chromedriver that all browsers are steered through.

use std::{
    io::{self, BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    thread,
};

use anyhow::{Context, bail};

/// How to get what is missing.
const ADVICE: &str = "is it installed? (Debian: apt-get install chromium chromium-driver)";

/// A running chromedriver, ended on drop.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    url: String,
}

impl Driver {
    /// Starts it on a free port.
    pub(crate) fn start() -> anyhow::Result<Self> {
        // A runner that is killed drops nothing: where the system can, it ends the driver in our place.
        let bound = spawn(Command::new("setpriv").args(["--pdeathsig", "TERM", "chromedriver"]));
        let mut child = bound
            .or_else(|_| spawn(&mut Command::new("chromedriver")))
            .with_context(|| format!("starting chromedriver: {ADVICE}"))?;
        let mut lines = BufReader::new(child.stdout.take().context("chromedriver has no output")?).lines();
        while let Some(line) = lines.next().transpose()? {
            // "ChromeDriver was started successfully on port 38401."
            let Some((_, port)) = line.split_once("successfully on port ") else { continue };
            let url = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
            // It goes on talking, and must not find its pipe closed.
            thread::spawn(move || lines.for_each(drop));
            return Ok(Self { child, url });
        }
        bail!("chromedriver ended without naming its port: {ADVICE}")
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

fn spawn(command: &mut Command) -> io::Result<Child> {
    command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Both fail only if it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
