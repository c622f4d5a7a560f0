//! The same tests on both databases.

mod cases;
mod grounds;

/// Each case once for a file and once for PostgreSQL.
macro_rules! on_both {
    ($($case:ident)*) => {
        mod lite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $case() -> anyhow::Result<()> {
                let ground = super::grounds::file()?;
                super::cases::$case(&ground).await
            })*
        }
        mod post {
            $(#[tokio::test(flavor = "multi_thread")]
            #[ignore = "needs PostgreSQL: tests/postgres cargo test -p damka-store -- --ignored post::"]
            async fn $case() -> anyhow::Result<()> {
                let ground = super::grounds::postgres(stringify!($case)).await?;
                super::cases::$case(&ground).await
            })*
        }
    };
}

on_both! {
    rows_come_back_in_their_order
    a_row_is_written_once
    many_write_at_once
    a_game_has_one_owner
    names_are_taken_once
    sessions_open_and_close
    an_account_goes_without_a_trace
    ratings_are_kept
    games_are_found
    tables_are_made_once
}

/// A full disk: a clear answer, nothing half written, nothing acknowledged that is not there; and when there is room
/// again it goes on by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing() -> anyhow::Result<()> {
    let ground = grounds::file()?;
    let store = ground.open().await?;
    cases::fills_the_disk(&store).await
}

/// A database made by the first version is brought up to date, and its games are there.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_first_version_is_read() -> anyhow::Result<()> {
    let ground = grounds::file()?;
    drop(ground.open().await?);
    let file = rusqlite::Connection::open(ground.beside("damka.db"))?;
    file.execute_batch(
        "DROP INDEX games_invited; DROP INDEX games_updated; DROP INDEX games_public; \
         ALTER TABLE games DROP COLUMN invited; ALTER TABLE games DROP COLUMN here; \
         DELETE FROM schema_version WHERE version > 1; \
         INSERT INTO games (id, terms, variant, speed, white_name, black_name, waiting, public, numbers, plies, \
         created, updated, epoch) VALUES ('old', 't', 'russian', 'free', '', '', 1, 1, 0, 0, 5, 5, 1)",
    )?;
    let store = ground.open().await?;
    assert_eq!(store.game("old").await?.map(|game| game.terms), Some("t".into()));
    cases::rows_come_back_in_their_order(&ground).await?;
    file.execute_batch("INSERT INTO schema_version (version) VALUES (99)")?;
    let newer = ground.open().await.unwrap_err();
    assert_eq!(newer, damka_store::StoreError::Newer(99));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_opened_says_so() {
    let error = damka_store::Store::open("/nowhere/at/all/damka.db").await.unwrap_err();
    assert!(error.to_string().starts_with("the database does not answer: "), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_made_while_games_go_on() -> anyhow::Result<()> {
    let ground = grounds::file()?;
    let store = ground.open().await?;
    cases::rows_come_back_in_their_order(&ground).await?;
    let copy = ground.beside("copy.db");
    store.backup(&copy).await?;
    assert!(store.backup(&copy).await.is_err(), "nothing is written over");
    let copied = damka_store::Store::open(copy.to_str().unwrap()).await?;
    assert_eq!(copied.game("g").await?, store.game("g").await?);
    Ok(())
}
