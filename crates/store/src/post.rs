//! PostgreSQL.

use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, Instant};

use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, NoTls, Row, Statement};

use crate::sql::{Line, Sql, StoreError, Value};

/// A connection that was not used for so long is looked at before it is: the server may have been restarted.
const TRUSTED: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Post {
    client: Client,
    prepared: HashMap<String, Statement>,
    used: Instant,
}

impl Post {
    /// Connects; the URL may name a Unix socket by `host`.
    pub(crate) fn open(url: &str) -> Result<Post, StoreError> {
        let client = Client::connect(url, NoTls).map_err(|error| worded(&error))?;
        Ok(Post { client, prepared: HashMap::new(), used: Instant::now() })
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, StoreError> {
        if let Some(known) = self.prepared.get(sql) {
            return Ok(known.clone());
        }
        // No statement of ours has a question mark that is not a parameter.
        let statement = self.client.prepare(&sql.replace('?', "$")).map_err(|error| worded(&error))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut postgres::types::private::BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) => number.to_sql_checked(kind, out),
            Value::Real(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn values(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn line(row: &Row) -> Line {
    let value = |(index, column): (usize, &postgres::Column)| {
        let kind = column.type_();
        let found = match *kind {
            Type::INT4 => row.get::<_, Option<i32>>(index).map(|number| Value::Int(number.into())),
            Type::INT8 => row.get::<_, Option<i64>>(index).map(Value::Int),
            Type::FLOAT8 => row.get::<_, Option<f64>>(index).map(Value::Real),
            Type::TEXT => row.get::<_, Option<String>>(index).map(Value::Text),
            _ => None,
        };
        found.unwrap_or(Value::Null)
    };
    Line::new(row.columns().iter().enumerate().map(value).collect())
}

impl Sql for Post {
    fn run(&mut self, sql: &str, params: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        self.client.execute(&statement, &values(params)).map_err(|error| worded(&error))
    }

    fn rows(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Line>, StoreError> {
        let statement = self.prepare(sql)?;
        let rows = self.client.query(&statement, &values(params)).map_err(|error| worded(&error))?;
        Ok(rows.iter().map(line).collect())
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).map_err(|error| worded(&error))
    }

    fn is_usable(&mut self) -> bool {
        let idle = self.used.elapsed() > TRUSTED;
        self.used = Instant::now();
        !self.client.is_closed() && (!idle || self.client.is_valid(PATIENCE).is_ok())
    }
}

fn worded(error: &postgres::Error) -> StoreError {
    let Some(refused) = error.as_db_error() else {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        return StoreError::Unavailable(format!("{error}{cause}"));
    };
    let text = refused.message().to_owned();
    match refused.code().code() {
        // Unique violation.
        "23505" => StoreError::Taken(text),
        // Out of resources, shutting down, cannot connect now.
        code if ["53", "57", "58", "08"].iter().any(|class| code.starts_with(class)) => {
            StoreError::Unavailable(text)
        }
        _ => StoreError::Refused(text),
    }
}
