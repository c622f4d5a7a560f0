//! `damka`, or `damka serve`: the page in the browser.

use std::net::IpAddr;
use std::process::ExitCode;

use anyhow::Result;
use damka_server::Options;

/// Serve the page and open your browser (the default command)
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Port; default: 8064 or the next free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on; default: this machine only
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let usual = Options::default();
        let host = self.host.unwrap_or(usual.host);
        damka_server::serve(&Options { host, port: self.port, open: !self.no_open })?;
        Ok(ExitCode::SUCCESS)
    }
}
