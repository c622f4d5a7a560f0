//! `damka`, or `damka serve`: the page in the browser.

use std::io;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use damka_server::Options;
use tracing::level_filters::LevelFilter;

/// Serve the page and open your browser (the default command)
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Port; default: 8064 or the next free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address or name to listen on; default: this machine only
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// How much to log to standard error
    #[arg(long, value_name = "HOW", default_value = "warn")]
    log: Log,
}

/// From nothing to everything.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Log {
    /// Nothing
    Off,
    /// What went wrong
    Warn,
    /// Beginning and end
    Info,
    /// Every request
    Debug,
}

impl From<Log> for LevelFilter {
    fn from(log: Log) -> LevelFilter {
        match log {
            Log::Off => LevelFilter::OFF,
            Log::Warn => LevelFilter::WARN,
            Log::Info => LevelFilter::INFO,
            Log::Debug => LevelFilter::DEBUG,
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        // Lines that cannot be written are lost, and nothing else.
        let log = tracing_subscriber::fmt().with_max_level(self.log).with_writer(io::stderr).with_ansi(false);
        log.try_init().map_err(|error| anyhow!("the log cannot begin: {error}"))?;
        let usual = Options::default();
        let host = self.host.unwrap_or(usual.host);
        damka_server::serve(&Options { host, port: self.port, open: !self.no_open })?;
        Ok(ExitCode::SUCCESS)
    }
}
