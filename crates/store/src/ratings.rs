//! Ratings per account, variant and speed.

use crate::sql::{Line, StoreError};
use crate::store::Store;

/// A rating in the terms of Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredRating {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it changes.
    pub volatility: f64,
    /// Games it rests on.
    pub games: u32,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
}

/// The new ratings of both players of a game.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Variant and speed: `russian blitz`.
    pub kind: String,
    /// The accounts and what they have now.
    pub players: [(i64, StoredRating); 2],
}

fn rating(line: &mut Line) -> StoredRating {
    StoredRating {
        rating: line.real(),
        deviation: line.real(),
        volatility: line.real(),
        games: line.count(),
        updated: line.moment(),
    }
}

impl Store {
    /// A rating, if there is one.
    pub async fn rating(&self, account: i64, kind: &str) -> Result<Option<StoredRating>, StoreError> {
        let kind = kind.to_owned();
        self.read(move |sql| {
            let found = sql.row(
                "SELECT rating, deviation, volatility, games, updated FROM ratings WHERE account = ?1 AND kind = ?2",
                &[account.into(), (&kind).into()],
            )?;
            Ok(found.map(|mut line| rating(&mut line)))
        })
        .await
    }

    /// All ratings of an account, the most played first.
    pub async fn ratings(&self, account: i64) -> Result<Vec<(String, StoredRating)>, StoreError> {
        self.read(move |sql| {
            let found = sql.rows(
                "SELECT kind, rating, deviation, volatility, games, updated FROM ratings WHERE account = ?1 \
                 ORDER BY games DESC, kind",
                &[account.into()],
            )?;
            Ok(found.into_iter().map(|mut line| (line.text(), rating(&mut line))).collect())
        })
        .await
    }

    /// Notes what a game did to both ratings, together.
    pub async fn rate(&self, rated: Rated) -> Result<(), StoreError> {
        self.write("accounts", move |sql| {
            for (account, new) in &rated.players {
                sql.run(
                    "INSERT INTO ratings (account, kind, rating, deviation, volatility, games, updated) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account, kind) DO UPDATE SET \
                     rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
                     games = excluded.games, updated = excluded.updated",
                    &[
                        (*account).into(),
                        (&rated.kind).into(),
                        new.rating.into(),
                        new.deviation.into(),
                        new.volatility.into(),
                        new.games.into(),
                        new.updated.into(),
                    ],
                )?;
            }
            Ok(())
        })
        .await
    }
}
