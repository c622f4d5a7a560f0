//! The tables, and how an older database comes to have them.

use crate::sql::{Sql, StoreError};

/// What leads from one version to the next; never changed once released, only added to.
const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY, terms TEXT NOT NULL, variant TEXT NOT NULL, speed TEXT NOT NULL,
        white BIGINT, black BIGINT, white_name TEXT NOT NULL, black_name TEXT NOT NULL,
        waiting BIGINT NOT NULL, public BIGINT NOT NULL, numbers BIGINT NOT NULL, plies BIGINT NOT NULL,
        deadline BIGINT, created BIGINT NOT NULL, updated BIGINT NOT NULL,
        ending TEXT, outcome TEXT, opening TEXT, owner TEXT, epoch BIGINT NOT NULL
    );
    CREATE INDEX games_white ON games (white, updated);
    CREATE INDEX games_black ON games (black, updated);
    CREATE INDEX games_waiting ON games (waiting, public);
    CREATE INDEX games_deadline ON games (deadline);
    CREATE TABLE deeds (
        game TEXT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, deed TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE positions (
        position BIGINT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (position, game)
    );
    CREATE TABLE accounts (
        id BIGINT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, password TEXT NOT NULL,
        bot BIGINT NOT NULL, created BIGINT NOT NULL
    );
    CREATE TABLE sessions (
        digest TEXT PRIMARY KEY, account BIGINT NOT NULL, kind TEXT NOT NULL, created BIGINT NOT NULL
    );
    CREATE INDEX sessions_account ON sessions (account);
    CREATE TABLE ratings (
        account BIGINT NOT NULL, kind TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
        games BIGINT NOT NULL, updated BIGINT NOT NULL, PRIMARY KEY (account, kind)
    );
    CREATE TABLE blocks (
        account BIGINT NOT NULL, blocked BIGINT NOT NULL, PRIMARY KEY (account, blocked)
    );
    CREATE TABLE instances (
        id TEXT PRIMARY KEY, address TEXT NOT NULL, seen BIGINT NOT NULL
    );
",
    // Games offered to one account; is whoever waits in a public game there?; games by when something happened.
    "
    ALTER TABLE games ADD COLUMN invited BIGINT;
    ALTER TABLE games ADD COLUMN here BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX games_invited ON games (invited, updated);
    CREATE INDEX games_updated ON games (updated);
    CREATE INDEX games_public ON games (public, ending, updated);
",
];

/// Brings the tables up to date, within a transaction. `lock` keeps other servers from doing so at the same time.
pub(crate) fn migrate(sql: &mut dyn Sql, lock: &str) -> Result<(), StoreError> {
    sql.batch(lock)?;
    sql.batch("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    let known = STEPS.len() as i64;
    let version = sql.row("SELECT max(version) FROM schema_version", &[])?.map_or(0, |mut line| line.int());
    if version > known {
        return Err(StoreError::Newer(version));
    }
    for (number, step) in (1i64..).zip(STEPS).skip(version as usize) {
        sql.batch(step)?;
        sql.run("INSERT INTO schema_version (version) VALUES (?1)", &[number.into()])?;
    }
    Ok(())
}
