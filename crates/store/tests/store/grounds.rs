//! Empty databases to test on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};
use damka_store::{Store, StoreError};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// An empty database, gone when this is dropped.
pub(crate) struct Ground {
    place: String,
    folder: Option<PathBuf>,
}

impl Ground {
    pub(crate) async fn open(&self) -> Result<Store, StoreError> {
        Store::open(&self.place).await
    }

    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.clone().unwrap_or_default().join(name)
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // The system clears its own temporary folder otherwise.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

pub(crate) fn file() -> Result<Ground> {
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("damka-store-{}-{count}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let place = folder.join("damka.db").to_string_lossy().into_owned();
    Ok(Ground { place, folder: Some(folder) })
}

/// A schema of its own in the PostgreSQL of `tests/postgres`.
pub(crate) async fn postgres(name: &'static str) -> Result<Ground> {
    let url = std::env::var("DAMKA_TEST_POSTGRES").context("run by tests/postgres")?;
    let made = url.clone();
    tokio::task::spawn_blocking(move || -> Result<()> {
        let mut client = postgres::Client::connect(&made, postgres::NoTls)?;
        client.batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"))?;
        Ok(())
    })
    .await??;
    Ok(Ground { place: format!("{url}&options=-c%20search_path%3D{name}"), folder: None })
}
