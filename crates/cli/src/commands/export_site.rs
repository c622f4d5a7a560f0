//! `damka export-site`: the page as plain files.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use damka_server::{Among, Bundle};

use crate::output;

/// Write the page as static files for any web server
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Output directory; created if missing
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Write even into a directory that holds other files
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(crate) fn run(self, page: &'static Bundle) -> Result<ExitCode> {
        let among = if self.force { Among::Anything } else { Among::Ours };
        damka_server::export_site(page, &self.dir, among)?;
        let mut out = output::stdout();
        writeln!(out, "Site written to {}", self.dir.display())?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
