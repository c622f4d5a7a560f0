//! Finding games: one's own, those that wait for somebody, those that are being played.

use crate::sql::{Line, StoreError, Value};
use crate::store::Store;

/// Which games are wanted; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Somebody played in it.
    pub account: Option<i64>,
    /// The other player's name, in any case of letters.
    pub opponent: Option<String>,
    /// The variant, with its house rule.
    pub variant: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`.
    pub outcome: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// A position stood on the board.
    pub position: Option<i64>,
    /// Is it over?
    pub over: Option<bool>,
    /// Does it wait in the lobby for somebody?
    pub waiting: bool,
    /// At most so many.
    pub limit: u32,
    /// After so many.
    pub offset: u32,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number.
    pub id: String,
    /// What was agreed, as text the caller understands.
    pub terms: String,
    /// The variant, with its house rule.
    pub variant: String,
    /// How fast.
    pub speed: String,
    /// The accounts, White's first.
    pub accounts: [Option<i64>; 2],
    /// The names, White's first.
    pub names: [String; 2],
    /// Moves played.
    pub plies: u32,
    /// When something last happened.
    pub updated: u64,
    /// Why it ended, if it has.
    pub ending: Option<String>,
    /// How, if it has.
    pub outcome: Option<String>,
    /// The opening.
    pub opening: Option<String>,
}

fn found(mut line: Line) -> Found {
    Found {
        id: line.text(),
        terms: line.text(),
        variant: line.text(),
        speed: line.text(),
        accounts: [line.maybe_int(), line.maybe_int()],
        names: [line.text(), line.text()],
        plies: line.count(),
        updated: line.moment(),
        ending: line.maybe_text(),
        outcome: line.maybe_text(),
        opening: line.maybe_text(),
    }
}

impl Store {
    /// The games wanted, the last ones first.
    pub async fn find(&self, wanted: Wanted) -> Result<Vec<Found>, StoreError> {
        self.read(move |sql| {
            let (statement, values) = statement(&wanted);
            Ok(sql.rows(&statement, &values)?.into_iter().map(found).collect())
        })
        .await
    }
}

/// The question, with everything from outside as a parameter.
fn statement(wanted: &Wanted) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut also = |condition: &str, value: Value| {
        values.push(value);
        conditions.push(condition.replace('#', &format!("?{}", values.len())));
    };
    if let Some(account) = wanted.account {
        also("(white = # OR black = #)", account.into());
    }
    if let Some(name) = &wanted.opponent {
        also("(lower(white_name) = # OR lower(black_name) = #)", (&name.to_lowercase()).into());
    }
    for (condition, value) in
        [("variant = #", &wanted.variant), ("outcome = #", &wanted.outcome), ("opening = #", &wanted.opening)]
    {
        if let Some(value) = value {
            also(condition, value.into());
        }
    }
    if let Some(position) = wanted.position {
        also("id IN (SELECT game FROM positions WHERE position = #)", position.into());
    }
    if wanted.waiting {
        also("waiting = # AND public = 1", 1i64.into());
    }
    match wanted.over {
        Some(true) => conditions.push("ending IS NOT NULL".into()),
        Some(false) => conditions.push("ending IS NULL".into()),
        None => {}
    }
    let statement = format!(
        "SELECT id, terms, variant, speed, white, black, white_name, black_name, plies, updated, ending, outcome, \
         opening FROM games WHERE {} ORDER BY updated DESC, id LIMIT {} OFFSET {}",
        conditions.join(" AND "),
        wanted.limit,
        wanted.offset
    );
    (statement, values)
}
