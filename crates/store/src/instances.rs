//! The servers that share a database, and which of them live.

use crate::sql::StoreError;
use crate::store::Store;

/// A server that was not seen for so many milliseconds is dead, and its games are anybody's.
pub const LEASE: u64 = 3_000;

impl Store {
    /// Says that this server lives and where it is reached. To be repeated well within [`LEASE`].
    pub async fn beat(&self, me: &str, address: &str, now: u64) -> Result<(), StoreError> {
        let (me, address) = (me.to_owned(), address.to_owned());
        self.write("instances", move |sql| {
            sql.run(
                "INSERT INTO instances (id, address, seen) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (id) DO UPDATE SET address = excluded.address, seen = excluded.seen",
                &[(&me).into(), (&address).into(), now.into()],
            )?;
            // Where we listen nobody else does: that was an earlier life of ours.
            sql.run(
                "DELETE FROM instances WHERE address = ?1 AND id <> ?2",
                &[(&address).into(), (&me).into()],
            )?;
            // Nobody asks after those that are long gone.
            let long_ago = now.saturating_sub(LEASE * 1_000);
            sql.run("DELETE FROM instances WHERE seen < ?1", &[long_ago.into()]).map(drop)
        })
        .await
    }

    /// Says that this server ends: its games are anybody's at once.
    pub async fn leave(&self, me: &str) -> Result<(), StoreError> {
        self.run("instances", "DELETE FROM instances WHERE id = ?1", vec![me.into()]).await
    }

    /// A file has one server: whoever opens it takes over at once what one that was killed has left.
    pub async fn take_over_file(&self) -> Result<(), StoreError> {
        if self.is_file() {
            self.run("instances", "DELETE FROM instances", Vec::new()).await?;
        }
        Ok(())
    }
}
