//! The store: connections to one database, each in its thread.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lite::Lite;
use crate::post::Post;
use crate::schema::migrate;
use crate::sql::{Sql, StoreError, Value};
use crate::thread::{Connect, Desk};

/// Writers and readers: SQLite has one writer whatever we do, PostgreSQL as many as we like.
const POSTGRES_WRITERS: usize = 4;
const READERS: usize = 2;

/// A database. Clones talk to the same one.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    writers: Vec<Desk>,
    readers: Vec<Desk>,
    turn: AtomicUsize,
    file: Option<PathBuf>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // An address may hold a password.
        f.write_str(if self.0.file.is_some() { "Store(SQLite)" } else { "Store(PostgreSQL)" })
    }
}

impl Store {
    /// Opens `postgres://...`, or a file; brings its tables up to date.
    pub async fn open(place: &str) -> Result<Store, StoreError> {
        let postgres = ["postgres://", "postgresql://"].iter().any(|scheme| place.starts_with(scheme));
        let file = (!postgres).then(|| PathBuf::from(place));
        let connect = || -> Connect {
            match &file {
                None => {
                    let url = place.to_owned();
                    Box::new(move || Post::open(&url).map(|post| Box::new(post) as Box<dyn Sql>))
                }
                Some(path) => {
                    let path = path.clone();
                    Box::new(move || Lite::open(&path).map(|lite| Box::new(lite) as Box<dyn Sql>))
                }
            }
        };
        let failed = |error: io::Error| StoreError::Unavailable(error.to_string());
        let desks = |count, start: fn(&str, Connect) -> io::Result<Desk>, name| {
            (0..count).map(|_| start(name, connect()).map_err(failed)).collect::<Result<Vec<_>, _>>()
        };
        let writers = desks(if postgres { POSTGRES_WRITERS } else { 1 }, Desk::writer, "store-writer")?;
        let readers = desks(READERS, Desk::reader, "store-reader")?;
        let store = Store(Arc::new(Inner { writers, readers, turn: AtomicUsize::new(0), file }));
        // Any number that only this program uses.
        let lock = if postgres { "SELECT pg_advisory_xact_lock(8064)" } else { "" };
        store.write("", move |sql| migrate(sql, lock)).await?;
        Ok(store)
    }

    /// Writes a copy of a SQLite database to a file that is not there yet, while games go on.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let Some(file) = self.0.file.clone() else {
            return Err(StoreError::Refused("use pg_dump for PostgreSQL".into()));
        };
        let to = to.to_owned();
        let copied = tokio::task::spawn_blocking(move || Lite::open(&file)?.backup(&to)).await;
        copied.map_err(|error| StoreError::Unavailable(error.to_string()))?
    }

    /// Has something written; what names the same key is written in order.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let writers = &self.0.writers;
        writers[(hasher.finish() % writers.len() as u64) as usize].ask(work).await
    }

    /// Has one statement written, as [`Store::write`] would.
    pub(crate) async fn run(
        &self,
        key: &str,
        statement: &'static str,
        values: Vec<Value>,
    ) -> Result<(), StoreError> {
        self.write(key, move |sql| sql.run(statement, &values).map(drop)).await
    }

    /// Has something read.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let turn = self.0.turn.fetch_add(1, Ordering::Relaxed);
        self.0.readers[turn % READERS].ask(work).await
    }

    /// Is it a file, which has one server only?
    pub fn is_file(&self) -> bool {
        self.0.file.is_some()
    }

    /// Lets a SQLite file grow to so many pages and no further, as a full disk does. For tests.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.write("", move |sql| sql.rows(&format!("PRAGMA max_page_count = {pages}"), &[]).map(drop)).await
    }

    /// Does the database answer?
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|sql| sql.rows("SELECT version FROM schema_version", &[]).map(drop)).await
    }
}
