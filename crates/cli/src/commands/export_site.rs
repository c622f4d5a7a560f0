//! `damka export-site`: the page as plain files.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

/// Write the page as static files, for any web server
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Output directory; created if missing
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        damka_server::export_site(&self.dir)?;
        println!("Site written to {}", self.dir.display());
        Ok(ExitCode::SUCCESS)
    }
}
