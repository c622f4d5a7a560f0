//! A SQLite file.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, types::ToSqlOutput};

use crate::sql::{Line, Sql, StoreError, Value};

/// Somebody else's write is waited for so long: a backup, another server on the same file.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Lite(Connection);

impl Lite {
    /// Opens a file, made if it is not there. Everything is on the disk when a transaction has ended.
    pub(crate) fn open(path: &Path) -> Result<Lite, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(worded)?;
        connection.busy_timeout(PATIENCE).map_err(worded)?;
        connection
            .execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;")
            .map_err(worded)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Lite(connection))
    }

    /// Writes a copy of everything that is stored by now, while others go on writing.
    pub(crate) fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let text = to.to_str().ok_or_else(|| StoreError::Refused("the file's name is no text".into()))?;
        self.0.execute("VACUUM INTO ?1", [text]).map_err(worded)?;
        Ok(())
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

impl Sql for Lite {
    fn run(&mut self, sql: &str, params: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.0.prepare_cached(sql).map_err(worded)?;
        let count = statement.execute(rusqlite::params_from_iter(params)).map_err(worded)?;
        Ok(count as u64)
    }

    fn rows(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Line>, StoreError> {
        let mut statement = self.0.prepare_cached(sql).map_err(worded)?;
        let width = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(params)).map_err(worded)?;
        let mut lines = Vec::new();
        while let Some(row) = rows.next().map_err(worded)? {
            let value = |column| match row.get_ref(column).unwrap_or(ValueRef::Null) {
                ValueRef::Integer(number) => Value::Int(number),
                ValueRef::Real(number) => Value::Real(number),
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Null | ValueRef::Blob(_) => Value::Null,
            };
            lines.push(Line::new((0..width).map(value).collect()));
        }
        Ok(lines)
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        self.0.execute_batch(sql).map_err(worded)
    }

    /// At once as a writer: a reader that wants to become one may be refused.
    fn begin(&self) -> &'static str {
        "BEGIN IMMEDIATE; SAVEPOINT job"
    }

    fn is_usable(&mut self) -> bool {
        true
    }
}

fn worded(error: rusqlite::Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Taken(text),
        Some(
            ErrorCode::DiskFull
            | ErrorCode::CannotOpen
            | ErrorCode::SystemIoFailure
            | ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::ReadOnly
            | ErrorCode::NotADatabase
            | ErrorCode::DatabaseCorrupt,
        ) => StoreError::Unavailable(text),
        _ => StoreError::Refused(text),
    }
}
