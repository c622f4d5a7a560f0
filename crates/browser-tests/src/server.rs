//! The `damka` binary under test.

use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, bail};

/// A running `damka`, ended on drop.
#[derive(Debug)]
pub struct Server {
    binary: PathBuf,
    url: String,
    child: Option<Child>,
}

impl Server {
    /// Starts the binary on a free port and waits for the address it prints.
    pub fn start(binary: &Path) -> anyhow::Result<Self> {
        let (child, url) = launch(binary, "0")?;
        Ok(Self { binary: binary.to_owned(), url, child: Some(child) })
    }

    /// The address of the landing page, ending in a slash.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Ends the server; browsers find nobody at its address.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Both fail only if it is gone already, which is what we want.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts the server anew at the same address.
    pub fn restart(&mut self) -> anyhow::Result<()> {
        self.stop();
        let port = self.url.trim_end_matches('/').rsplit(':').next().context("the address has no port")?;
        self.child = Some(launch(&self.binary, port)?.0);
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn launch(binary: &Path, port: &str) -> anyhow::Result<(Child, String)> {
    let mut child = Command::new(binary)
        .args(["serve", "--no-open", "--port"].map(OsStr::new))
        .arg(port)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", binary.display()))?;
    let output = child.stdout.take().context("the server has no output")?;
    for line in BufReader::new(output).lines() {
        if let Some((_, rest)) = line?.split_once("http://") {
            let address = rest.split_whitespace().next().unwrap_or_default();
            return Ok((child, format!("http://{address}")));
        }
    }
    // It ended without printing an address; its error output went to ours.
    bail!("{} serve did not print its address ({})", binary.display(), child.wait()?)
}
