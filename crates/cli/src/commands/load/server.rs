//! A server of our own, in a process that can be killed.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::net::TcpStream;

/// A server in another process; ended when this is dropped.
pub(super) struct Server {
    database: String,
    port: u16,
    child: Child,
}

impl Server {
    /// Starts one and waits until it listens.
    pub(super) async fn start(database: &str, port: Option<u16>) -> Result<Server> {
        let free = || Ok::<_, std::io::Error>(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port());
        let port = port.map_or_else(free, Ok)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--no-open", "--rate", "0", "--log", "warn", "--port", &port.to_string()]);
        let child = command.args(["--database", database]).stdout(Stdio::null()).spawn()?;
        let server = Server { database: database.to_owned(), port, child };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if began.elapsed() > Duration::from_secs(20) {
                bail!("the server does not listen on port {port}");
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(server)
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// As `kill -9` does it.
    pub(super) async fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts it again where it was.
    pub(super) async fn restart(&mut self) -> Result<()> {
        *self = Server::start(&self.database, Some(self.port)).await?;
        Ok(())
    }

    /// Bytes of memory in use, where the system tells.
    pub(super) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
        kilobytes.unwrap_or_default() * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
