//! The `damka` binary under test.

use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, bail};

use crate::scratch::Scratch;

/// A running `damka`, ended on drop.
#[derive(Debug)]
pub struct Server {
    binary: PathBuf,
    /// Settings for it, as variables of its environment.
    settings: Vec<(String, String)>,
    url: String,
    child: Option<Child>,
    /// What people play is kept here, and nowhere else.
    kept: Scratch,
}

impl Server {
    /// Starts the binary on a free port and waits for the address it prints.
    pub fn start(binary: &Path) -> anyhow::Result<Self> {
        Self::start_with(binary, &[])
    }

    /// As [`Server::start`], with settings (`DAMKA_RATE`, `DAMKA_NEARBY_AT`).
    pub fn start_with(binary: &Path, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let settings =
            settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let kept = Scratch::new()?;
        let mut server = Self { binary: binary.to_owned(), settings, url: String::new(), child: None, kept };
        server.launch("0")?;
        Ok(server)
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
        let port = port.to_owned();
        self.launch(&port)
    }

    fn launch(&mut self, port: &str) -> anyhow::Result<()> {
        let binary = &self.binary;
        let mut child = Command::new(binary)
            .args(["serve", "--no-open", "--port"].map(OsStr::new))
            .arg(port)
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .env("DAMKA_DATABASE", self.kept.path().join("damka.db"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", binary.display()))?;
        let output = child.stdout.take().context("the server has no output")?;
        for line in BufReader::new(output).lines() {
            if let Some((_, rest)) = line?.split_once("http://") {
                let address = rest.split_whitespace().next().unwrap_or_default();
                self.url = format!("http://{address}");
                self.child = Some(child);
                return Ok(());
            }
        }
        // It ended without printing an address; its error output went to ours.
        bail!("{} serve did not print its address ({})", binary.display(), child.wait()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
