//! `damka backup`: a copy of the database while games go on.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use damka_store::Store;

use super::serve::default_database;

/// Copy the database of games between people while the server runs (SQLite)
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The new file
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// The database
    #[arg(long, value_name = "PLACE", env = "DAMKA_DATABASE")]
    database: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let from = self.database.unwrap_or_else(default_database);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = Store::open(&from.to_string_lossy()).await?;
            store.backup(&self.to).await
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
