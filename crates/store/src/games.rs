//! Games and their deeds, row by row; who owns them.

use crate::instances::LEASE;
use crate::sql::{Sql, StoreError, Value};
use crate::store::Store;

/// Which game it is, what was agreed and who plays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Its number.
    pub id: String,
    /// What was agreed, as text the caller understands.
    pub terms: String,
    /// The variant, with its house rule.
    pub variant: String,
    /// How fast: `blitz`, `days`, ...
    pub speed: String,
    /// The players' accounts, White's first.
    pub accounts: [Option<i64>; 2],
    /// The players' names, White's first; empty where nobody sits.
    pub names: [String; 2],
    /// Is a seat open?
    pub waiting: bool,
}

/// A game to be founded.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// Which.
    pub head: Head,
    /// Is it listed in the lobby?
    pub public: bool,
    /// The account the open seat is kept for.
    pub invited: Option<i64>,
    /// When, in milliseconds since 1970.
    pub created: u64,
    /// The server that owns it.
    pub owner: String,
}

/// One stored deed of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// Counts from 1 without gaps.
    pub number: u32,
    /// When.
    pub at: u64,
    /// What, as text the caller understands.
    pub deed: String,
}

/// How far a game is after some deeds.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Moves played.
    pub plies: u32,
    /// When a clock falls, for games that nobody may be watching.
    pub deadline: Option<u64>,
    /// The players, if somebody took a seat.
    pub seated: Option<Seated>,
    /// How it ended, if it did.
    pub finish: Option<Finish>,
}

/// Who sits where.
#[derive(Clone, Debug, Default)]
pub struct Seated {
    /// The players' accounts, White's first.
    pub accounts: [Option<i64>; 2],
    /// Their names; empty where nobody sits.
    pub names: [String; 2],
    /// Is a seat still open?
    pub waiting: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Default)]
pub struct Finish {
    /// Why: `resigned-white`, `aborted`, ...
    pub ending: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or nothing if it was broken off.
    pub outcome: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// The keys of its positions, for searching.
    pub positions: Vec<i64>,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// What was agreed.
    pub terms: String,
    /// When it was founded.
    pub created: u64,
    /// Is it listed in the lobby?
    pub public: bool,
    /// What happened.
    pub rows: Vec<StoredRow>,
}

/// What comes of claiming a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is yours; name this epoch in every write.
    Yours(i64, StoredGame),
    /// A server at this address has it, and lives.
    Elsewhere(String),
    /// There is no such game.
    Unknown,
}

impl Store {
    /// Founds a game, which its owner has claimed with epoch 1.
    pub async fn found(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(&game.head.id.clone(), move |sql| {
            let NewGame { head, public, invited, created, owner } = &game;
            let Head { id, terms, variant, speed, accounts, names, waiting } = head;
            let values: [Value; 14] = [
                id.into(),
                terms.into(),
                variant.into(),
                speed.into(),
                accounts[0].into(),
                accounts[1].into(),
                (&names[0]).into(),
                (&names[1]).into(),
                (*waiting).into(),
                (*public).into(),
                (*created).into(),
                (*created).into(),
                owner.into(),
                (*invited).into(),
            ];
            sql.run(
                "INSERT INTO games (id, terms, variant, speed, white, black, white_name, black_name, waiting, \
                 public, created, updated, owner, invited, numbers, plies, epoch) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 0, 0, 1)",
                &values,
            )
            .map(drop)
        })
        .await
    }

    /// Adds deeds to a game of this epoch, all or none. They are safe when this returns.
    pub async fn append(
        &self,
        game: &str,
        epoch: i64,
        rows: Vec<StoredRow>,
        progress: Progress,
    ) -> Result<(), StoreError> {
        let id = game.to_owned();
        self.write(game, move |sql| append(sql, &id, epoch, &rows, &progress)).await
    }

    /// Makes a game this server's, unless another one that lives has it.
    pub async fn claim(&self, game: &str, me: &str, now: u64) -> Result<Claim, StoreError> {
        let (id, me) = (game.to_owned(), me.to_owned());
        self.write(game, move |sql| claim(sql, &id, &me, now)).await
    }

    /// Gives a game up, so that any server may claim it.
    pub async fn release(&self, game: &str, epoch: i64) -> Result<(), StoreError> {
        let id = game.to_owned();
        self.write(game, move |sql| {
            sql.run(
                "UPDATE games SET owner = NULL WHERE id = ?1 AND epoch = ?2",
                &[(&id).into(), epoch.into()],
            )
            .map(drop)
        })
        .await
    }

    /// Notes whether whoever waits in a game is there. For the lobby only: it may be lost.
    pub async fn note_here(&self, game: &str, epoch: i64, here: bool) -> Result<(), StoreError> {
        let id = game.to_owned();
        self.write(game, move |sql| {
            sql.run(
                "UPDATE games SET here = ?1 WHERE id = ?2 AND epoch = ?3",
                &[here.into(), (&id).into(), epoch.into()],
            )
            .map(drop)
        })
        .await
    }

    /// A game to look at, whoever owns it.
    pub async fn game(&self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = game.to_owned();
        self.read(move |sql| stored(sql, &id)).await
    }

    /// Games whose clock has fallen while nobody was there.
    pub async fn overdue(&self, now: u64) -> Result<Vec<String>, StoreError> {
        self.read(move |sql| {
            let found = sql.rows("SELECT id FROM games WHERE deadline <= ?1 LIMIT 100", &[now.into()])?;
            Ok(found.into_iter().map(|mut line| line.text()).collect())
        })
        .await
    }
}

fn append(
    sql: &mut dyn Sql,
    game: &str,
    epoch: i64,
    rows: &[StoredRow],
    progress: &Progress,
) -> Result<(), StoreError> {
    let Some((first, last)) = rows.first().zip(rows.last()) else { return Ok(()) };
    // This locks the game's row: nobody can claim the game between the look and the write.
    let updated = sql.run(
        "UPDATE games SET numbers = ?1, plies = ?2, deadline = ?3, updated = ?4 \
         WHERE id = ?5 AND epoch = ?6 AND numbers = ?7",
        &[
            last.number.into(),
            progress.plies.into(),
            progress.deadline.into(),
            last.at.into(),
            game.into(),
            epoch.into(),
            first.number.saturating_sub(1).into(),
        ],
    )?;
    if updated != 1 {
        return Err(StoreError::Lost);
    }
    for StoredRow { number, at, deed } in rows {
        sql.run(
            "INSERT INTO deeds (game, number, at, deed) VALUES (?1, ?2, ?3, ?4)",
            &[game.into(), (*number).into(), (*at).into(), deed.into()],
        )?;
    }
    if let Some(Seated { accounts, names, waiting }) = &progress.seated {
        let [white, black] = accounts;
        let values = [
            (*white).into(),
            (*black).into(),
            (&names[0]).into(),
            (&names[1]).into(),
            (*waiting).into(),
            game.into(),
        ];
        sql.run(
            "UPDATE games SET white = ?1, black = ?2, white_name = ?3, black_name = ?4, waiting = ?5 WHERE id = ?6",
            &values,
        )?;
    }
    if let Some(Finish { ending, outcome, opening, positions }) = &progress.finish {
        sql.run(
            "UPDATE games SET waiting = 0, ending = ?1, outcome = ?2, opening = ?3 WHERE id = ?4",
            &[ending.into(), outcome.as_deref().into(), opening.as_deref().into(), game.into()],
        )?;
        for position in positions {
            sql.run(
                "INSERT INTO positions (position, game) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                &[(*position).into(), game.into()],
            )?;
        }
    }
    Ok(())
}

fn claim(sql: &mut dyn Sql, game: &str, me: &str, now: u64) -> Result<Claim, StoreError> {
    let claimed = sql.run(
        "UPDATE games SET owner = ?1, epoch = epoch + 1, here = 0 WHERE id = ?2 AND (owner IS NULL OR owner = ?1 OR \
         NOT EXISTS (SELECT 1 FROM instances WHERE instances.id = games.owner AND instances.seen > ?3))",
        &[me.into(), game.into(), now.saturating_sub(LEASE).into()],
    )?;
    if claimed == 1 {
        let epoch = sql.row("SELECT epoch FROM games WHERE id = ?1", &[game.into()])?;
        let (epoch, stored) = (epoch.map_or(0, |mut line| line.int()), stored(sql, game)?);
        return Ok(stored.map_or(Claim::Unknown, |stored| Claim::Yours(epoch, stored)));
    }
    let address = sql.row(
        "SELECT instances.address FROM games JOIN instances ON instances.id = games.owner WHERE games.id = ?1",
        &[game.into()],
    )?;
    Ok(address.map_or(Claim::Unknown, |mut line| Claim::Elsewhere(line.text())))
}

fn stored(sql: &mut dyn Sql, game: &str) -> Result<Option<StoredGame>, StoreError> {
    let sql_text = "SELECT terms, created, public FROM games WHERE id = ?1";
    let Some(mut line) = sql.row(sql_text, &[game.into()])? else { return Ok(None) };
    let (terms, created, public) = (line.text(), line.moment(), line.int() != 0);
    let rows =
        sql.rows("SELECT number, at, deed FROM deeds WHERE game = ?1 ORDER BY number", &[game.into()])?;
    let row =
        |mut line: crate::sql::Line| StoredRow { number: line.count(), at: line.moment(), deed: line.text() };
    Ok(Some(StoredGame { terms, created, public, rows: rows.into_iter().map(row).collect() }))
}
