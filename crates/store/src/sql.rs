//! The little of SQL that both databases share: numbers and texts in, numbers and texts out.

/// Why something could not be stored or found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be opened or reached, or the disk is full.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// The database refused what was asked.
    #[error("the database refused: {0}")]
    Refused(String),
    /// Somebody has it already.
    #[error("'{0}' is taken")]
    Taken(String),
    /// The game belongs to another server by now, or was written elsewhere.
    #[error("the game belongs to another server now")]
    Lost,
    /// The database was made by a newer program.
    #[error("the database was made by a newer version (schema {0})")]
    Newer(i64),
}

/// A value in a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Int(number.cast_signed())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Int(number.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Int(flag.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(maybe: Option<T>) -> Value {
        maybe.map_or(Value::Null, Into::into)
    }
}

/// A row of an answer, read from the left.
#[derive(Debug)]
pub(crate) struct Line(std::vec::IntoIter<Value>);

impl Line {
    pub(crate) fn new(values: Vec<Value>) -> Line {
        Line(values.into_iter())
    }

    pub(crate) fn int(&mut self) -> i64 {
        self.maybe_int().unwrap_or_default()
    }

    pub(crate) fn count(&mut self) -> u32 {
        self.int().try_into().unwrap_or_default()
    }

    pub(crate) fn moment(&mut self) -> u64 {
        self.int().cast_unsigned()
    }

    pub(crate) fn maybe_int(&mut self) -> Option<i64> {
        let Some(Value::Int(number)) = self.0.next() else { return None };
        Some(number)
    }

    pub(crate) fn real(&mut self) -> f64 {
        match self.0.next() {
            Some(Value::Real(number)) => number,
            Some(Value::Int(number)) => number as f64,
            _ => 0.0,
        }
    }

    pub(crate) fn text(&mut self) -> String {
        self.maybe_text().unwrap_or_default()
    }

    pub(crate) fn maybe_text(&mut self) -> Option<String> {
        let Some(Value::Text(text)) = self.0.next() else { return None };
        Some(text)
    }
}

/// A database within a transaction. Parameters are written `?1`, `?2`, ...
pub(crate) trait Sql {
    /// Changes something; how many rows.
    fn run(&mut self, sql: &str, params: &[Value]) -> Result<u64, StoreError>;
    /// Asks something.
    fn rows(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Line>, StoreError>;
    /// Several statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;
    /// How a transaction with its first savepoint begins.
    fn begin(&self) -> &'static str {
        "BEGIN; SAVEPOINT job"
    }
    /// Is it still worth talking to?
    fn is_usable(&mut self) -> bool;

    /// The first row of an answer.
    fn row(&mut self, sql: &str, params: &[Value]) -> Result<Option<Line>, StoreError> {
        Ok(self.rows(sql, params)?.into_iter().next())
    }
}
