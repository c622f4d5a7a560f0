//! Finding games: one's own, those that wait for somebody, those that are being played.

use std::ops::Deref;

use crate::games::Head;
use crate::sql::{Line, StoreError, Value};
use crate::store::Store;

/// Which games are wanted; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The game of this number.
    pub id: Option<String>,
    /// Somebody played in it.
    pub account: Option<i64>,
    /// The other player's name, in any case of letters, and account if there is one of that name.
    pub opponent: Option<(String, Option<i64>)>,
    /// The variant, with its house rule.
    pub variant: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`.
    pub outcome: Option<String>,
    /// A part of the opening's name, in any case of letters.
    pub opening: Option<String>,
    /// A position stood on the board.
    pub position: Option<i64>,
    /// Is it over?
    pub over: Option<bool>,
    /// Does it wait in the lobby for anybody? A live one only while its server and whoever waits are there, who
    /// is not at odds with this account.
    pub waiting: Option<Waiting>,
    /// Is it public, and are both there?
    pub playing: bool,
    /// Is it offered to this account?
    pub invited: Option<i64>,
    /// Has something happened since?
    pub since: Option<u64>,
    /// At most so many.
    pub limit: u32,
    /// After so many.
    pub offset: u32,
}

/// What the lobby looks at.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    /// A server not seen since then is dead.
    pub alive: u64,
}

/// How somebody's games of a variant went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The variant, with its house rule.
    pub variant: String,
    /// Games won, drawn and lost.
    pub counts: [u32; 3],
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which.
    pub head: Head,
    /// The account it is kept for.
    pub invited: Option<i64>,
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

impl Deref for Found {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

fn found(mut line: Line) -> Found {
    Found {
        head: Head {
            id: line.text(),
            terms: line.text(),
            variant: line.text(),
            speed: line.text(),
            accounts: [line.maybe_int(), line.maybe_int()],
            names: [line.text(), line.text()],
            waiting: line.int() != 0,
        },
        invited: line.maybe_int(),
        plies: line.count(),
        updated: line.moment(),
        ending: line.maybe_text(),
        outcome: line.maybe_text(),
        opening: line.maybe_text(),
    }
}

impl Store {
    /// The game of this number, if there is one.
    pub async fn find_one(&self, id: &str) -> Result<Option<Found>, StoreError> {
        let wanted = Wanted { id: Some(id.to_owned()), limit: 1, ..Wanted::default() };
        Ok(self.find(wanted).await?.into_iter().next())
    }

    /// The games wanted, the last ones first.
    pub async fn find(&self, wanted: Wanted) -> Result<Vec<Found>, StoreError> {
        self.read(move |sql| {
            let (statement, values) = statement(&wanted);
            Ok(sql.rows(&statement, &values)?.into_iter().map(found).collect())
        })
        .await
    }

    /// How somebody's games went, by variant.
    pub async fn results(&self, account: i64) -> Result<Vec<Results>, StoreError> {
        self.read(move |sql| {
            let rows = sql.rows(
                "SELECT variant, outcome, CASE WHEN white = ?1 THEN 1 ELSE 0 END, count(*) FROM games \
                 WHERE (white = ?1 OR black = ?1) AND outcome IS NOT NULL AND \
                 (white IS NULL OR black IS NULL OR white <> black) GROUP BY 1, 2, 3 ORDER BY 1",
                &[account.into()],
            )?;
            let mut all: Vec<Results> = Vec::new();
            for mut line in rows {
                let (variant, outcome, white, count) =
                    (line.text(), line.text(), line.int() == 1, line.count());
                if all.last().is_none_or(|last| last.variant != variant) {
                    all.push(Results { variant, counts: [0; 3] });
                }
                let how = match (outcome.as_str(), white) {
                    ("1-0", true) | ("0-1", false) => 0,
                    ("1-0", false) | ("0-1", true) => 2,
                    _ => 1,
                };
                if let Some(last) = all.last_mut() {
                    last.counts[how] += count;
                }
            }
            Ok(all)
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
    match (wanted.account, &wanted.opponent) {
        (None, None) => {}
        (Some(account), None) => also("(white = # OR black = #)", account.into()),
        // SQLite's `lower` knows Latin letters only, so an account is known by its number.
        (account, Some((name, number))) => {
            also("CAST(# AS BIGINT) IS NOT DISTINCT FROM ?1", account.into());
            also("CAST(# AS BIGINT) IS NOT DISTINCT FROM ?2", (*number).into());
            also(
                "(((?1 IS NULL OR white = ?1) AND (lower(black_name) = # OR black = ?2)) OR \
                 ((?1 IS NULL OR black = ?1) AND (lower(white_name) = # OR white = ?2)))",
                (&name.to_lowercase()).into(),
            );
        }
    }
    if let Some(part) = &wanted.opening {
        let mut pattern = "%".to_owned();
        for c in part.to_lowercase().chars() {
            if matches!(c, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(c);
        }
        pattern.push('%');
        also("lower(opening) LIKE # ESCAPE '!'", (&pattern).into());
    }
    let exactly =
        [("id = #", &wanted.id), ("variant = #", &wanted.variant), ("outcome = #", &wanted.outcome)];
    for (condition, value) in exactly {
        if let Some(value) = value {
            also(condition, value.into());
        }
    }
    if let Some(position) = wanted.position {
        also("id IN (SELECT game FROM positions WHERE position = #)", position.into());
    }
    if let Some(waiting) = &wanted.waiting {
        also(
            "waiting = 1 AND public = 1 AND (speed = 'days' OR (here = 1 AND EXISTS \
             (SELECT 1 FROM instances WHERE instances.id = games.owner AND instances.seen > #)))",
            waiting.alive.into(),
        );
    }
    if let Some(account) = wanted.invited {
        also("waiting = 1 AND invited = #", account.into());
    }
    if let Some(since) = wanted.since {
        also("updated >= #", since.into());
    }
    if wanted.playing {
        conditions.push("public = 1 AND waiting = 0 AND ending IS NULL AND plies > 0".into());
    }
    match wanted.over {
        Some(true) => conditions.push("ending IS NOT NULL".into()),
        Some(false) => conditions.push("ending IS NULL".into()),
        None => {}
    }
    values.extend([wanted.limit.into(), wanted.offset.into()]);
    let statement = format!(
        "SELECT id, terms, variant, speed, white, black, white_name, black_name, waiting, invited, plies, updated, ending, outcome, opening \
         FROM games WHERE {} ORDER BY updated DESC, id LIMIT ?{} OFFSET ?{}",
        conditions.join(" AND "),
        values.len() - 1,
        values.len()
    );
    (statement, values)
}
