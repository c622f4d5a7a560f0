//! Accounts, what proves them, and whom they do not want to meet.

use crate::sql::{Line, Sql, StoreError};
use crate::store::Store;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// The name as its owner writes it.
    pub name: String,
    /// The password's hash, with its salt and parameters.
    pub password: String,
    /// Is it a program?
    pub bot: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// What a session is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// A browser's, in a cookie.
    Browser,
    /// A program's, in a header.
    Token,
}

impl SessionKind {
    fn name(self) -> &'static str {
        match self {
            SessionKind::Browser => "browser",
            SessionKind::Token => "token",
        }
    }
}

const COLUMNS: &str = "accounts.id, accounts.name, accounts.password, accounts.bot, accounts.created";

fn account(mut line: Line) -> Account {
    let (id, name, password, bot, created) =
        (line.int(), line.text(), line.text(), line.int() != 0, line.moment());
    Account { id, name, password, bot, created }
}

/// One spelling for all: names that differ in case only are the same.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

impl Store {
    /// Makes an account; [`StoreError::Taken`] if somebody has the name.
    pub async fn enrol(&self, new: Account) -> Result<(), StoreError> {
        self.write("accounts", move |sql| {
            let Account { id, name, password, bot, created } = &new;
            let made = sql.run(
                "INSERT INTO accounts (id, name, folded, password, bot, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
                 ON CONFLICT DO NOTHING",
                &[
                    (*id).into(),
                    name.into(),
                    (&folded(name)).into(),
                    password.into(),
                    (*bot).into(),
                    (*created).into(),
                ],
            )?;
            if made == 1 { Ok(()) } else { Err(StoreError::Taken(name.clone())) }
        })
        .await
    }

    /// The account of this name.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let name = folded(name);
        self.read(move |sql| {
            let sql_text = format!("SELECT {COLUMNS} FROM accounts WHERE folded = ?1");
            Ok(sql.row(&sql_text, &[(&name).into()])?.map(account))
        })
        .await
    }

    /// Begins a session, known by the digest of its secret.
    pub async fn open_session(
        &self,
        digest: &str,
        account: i64,
        kind: SessionKind,
        now: u64,
    ) -> Result<(), StoreError> {
        let digest = digest.to_owned();
        self.write("accounts", move |sql| {
            sql.run(
                "INSERT INTO sessions (digest, account, kind, created) VALUES (?1, ?2, ?3, ?4)",
                &[(&digest).into(), account.into(), kind.name().into(), now.into()],
            )
            .map(drop)
        })
        .await
    }

    /// Whose session this is.
    pub async fn session(&self, digest: &str, kind: SessionKind) -> Result<Option<Account>, StoreError> {
        let digest = digest.to_owned();
        self.read(move |sql| {
            let sql_text = format!(
                "SELECT {COLUMNS} FROM sessions JOIN accounts ON accounts.id = sessions.account \
                 WHERE sessions.digest = ?1 AND sessions.kind = ?2"
            );
            Ok(sql.row(&sql_text, &[(&digest).into(), kind.name().into()])?.map(account))
        })
        .await
    }

    /// Ends a session.
    pub async fn close_session(&self, digest: &str) -> Result<(), StoreError> {
        self.run("accounts", "DELETE FROM sessions WHERE digest = ?1", vec![digest.into()]).await
    }

    /// Deletes an account, its sessions, ratings and blocks. Its games stay, as games of somebody unknown: `forget`
    /// writes terms and deeds without the account, or says that they do not name it.
    pub async fn delete_account(
        &self,
        id: i64,
        forget: impl Fn(&str) -> Option<String> + Send + 'static,
    ) -> Result<(), StoreError> {
        self.write("accounts", move |sql| {
            let games =
                sql.rows("SELECT id, terms FROM games WHERE white = ?1 OR black = ?1", &[id.into()])?;
            for mut line in games {
                let (game, terms) = (line.text(), line.text());
                if let Some(terms) = forget(&terms) {
                    sql.run("UPDATE games SET terms = ?1 WHERE id = ?2", &[(&terms).into(), (&game).into()])?;
                }
                // Whoever came later has a deed; others do not name anybody.
                let deeds = sql.rows("SELECT number, deed FROM deeds WHERE game = ?1", &[(&game).into()])?;
                for mut line in deeds {
                    let (number, deed) = (line.int(), line.text());
                    if let Some(deed) = forget(&deed) {
                        sql.run(
                            "UPDATE deeds SET deed = ?1 WHERE game = ?2 AND number = ?3",
                            &[(&deed).into(), (&game).into(), number.into()],
                        )?;
                    }
                }
            }
            for statement in [
                "DELETE FROM sessions WHERE account = ?1",
                "DELETE FROM ratings WHERE account = ?1",
                "DELETE FROM blocks WHERE account = ?1 OR blocked = ?1",
                "DELETE FROM accounts WHERE id = ?1",
                "UPDATE games SET white = NULL, white_name = '' WHERE white = ?1",
                "UPDATE games SET black = NULL, black_name = '' WHERE black = ?1",
            ] {
                sql.run(statement, &[id.into()])?;
            }
            Ok(())
        })
        .await
    }

    /// Does not want to meet somebody, or does again.
    pub async fn block(&self, account: i64, other: i64, blocked: bool) -> Result<(), StoreError> {
        self.write("accounts", move |sql| {
            let values = [account.into(), other.into()];
            let statement = match blocked {
                true => "INSERT INTO blocks (account, blocked) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                false => "DELETE FROM blocks WHERE account = ?1 AND blocked = ?2",
            };
            sql.run(statement, &values).map(drop)
        })
        .await
    }

    /// The names this account does not want to meet.
    pub async fn blocked(&self, account: i64) -> Result<Vec<String>, StoreError> {
        self.read(move |sql| {
            let found = sql.rows(
                "SELECT accounts.name FROM blocks JOIN accounts ON accounts.id = blocks.blocked \
                 WHERE blocks.account = ?1 ORDER BY accounts.folded",
                &[account.into()],
            )?;
            Ok(found.into_iter().map(|mut line| line.text()).collect())
        })
        .await
    }

    /// A new password, and no session but this one.
    pub async fn change_password(&self, account: i64, password: &str, but: &str) -> Result<(), StoreError> {
        let (password, but) = (password.to_owned(), but.to_owned());
        self.write("accounts", move |sql| {
            sql.run(
                "UPDATE accounts SET password = ?1 WHERE id = ?2",
                &[(&password).into(), account.into()],
            )?;
            sql.run(
                "DELETE FROM sessions WHERE account = ?1 AND digest <> ?2",
                &[account.into(), (&but).into()],
            )
            .map(drop)
        })
        .await
    }

    /// From now on a program has this account.
    pub async fn make_bot(&self, account: i64) -> Result<(), StoreError> {
        self.write("accounts", move |sql| {
            sql.run("UPDATE accounts SET bot = 1 WHERE id = ?1", &[account.into()]).map(drop)
        })
        .await
    }

    /// Does either of them not want to meet the other?
    pub async fn avoids(&self, one: i64, other: i64) -> Result<bool, StoreError> {
        self.read(move |sql: &mut dyn Sql| {
            let found = sql.row(
                "SELECT 1 FROM blocks WHERE (account = ?1 AND blocked = ?2) OR (account = ?2 AND blocked = ?1)",
                &[one.into(), other.into()],
            )?;
            Ok(found.is_some())
        })
        .await
    }
}
