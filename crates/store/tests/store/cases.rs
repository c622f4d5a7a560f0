//! What a store must do, whatever the database.

use anyhow::Result;
use damka_store::{
    Account, Claim, Finish, Head, LEASE, NewGame, Progress, Rated, Results, Seated, SessionKind, Store,
    StoreError, StoredRating, StoredRow, Waiting, Wanted,
};

use crate::grounds::Ground;

fn head(id: &str) -> Head {
    Head {
        id: id.into(),
        terms: format!("terms of {id}"),
        variant: "russian".into(),
        speed: "blitz".into(),
        accounts: [Some(1), None],
        names: ["Anna".into(), "Բորիս".into()],
        waiting: false,
    }
}

fn game(id: &str) -> NewGame {
    NewGame { head: head(id), created: 1_000, owner: "one".into(), ..NewGame::default() }
}

fn row(number: u32) -> StoredRow {
    StoredRow { number, at: 1_000 + u64::from(number), deed: format!("{{\"moved\":{number}}}") }
}

pub(crate) async fn rows_come_back_in_their_order(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.found(game("g")).await?;
    store.append("g", 1, vec![row(1)], Progress::default()).await?;
    store.append("g", 1, vec![row(2), row(3)], Progress { plies: 3, ..Progress::default() }).await?;
    let stored = store.game("g").await?.expect("it was stored");
    assert_eq!((stored.terms.as_str(), stored.created), ("terms of g", 1_000));
    assert_eq!(stored.rows, [row(1), row(2), row(3)]);
    assert_eq!(
        ground.open().await?.game("g").await?.expect("it was stored"),
        stored,
        "by another connection"
    );
    assert_eq!(store.game("h").await?, None);
    assert_eq!(
        store.found(game("g")).await.map_err(|error| matches!(error, StoreError::Taken(_))),
        Err(true)
    );
    Ok(())
}

pub(crate) async fn a_row_is_written_once(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.found(game("g")).await?;
    store.append("g", 1, vec![row(1)], Progress::default()).await?;
    for (epoch, rows) in [(1, vec![row(1)]), (1, vec![row(3)]), (2, vec![row(2)]), (0, vec![row(2)])] {
        let lost = store.append("g", epoch, rows, Progress::default()).await;
        assert_eq!(lost, Err(StoreError::Lost));
    }
    assert_eq!(store.append("h", 1, vec![row(1)], Progress::default()).await, Err(StoreError::Lost));
    // Half of it cannot be written, so nothing is.
    assert!(store.append("g", 1, vec![row(2), row(2)], Progress::default()).await.is_err());
    store.append("g", 1, vec![row(2)], Progress::default()).await?;
    assert_eq!(store.game("g").await?.expect("it was stored").rows, [row(1), row(2)]);
    Ok(())
}

pub(crate) async fn many_write_at_once(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    let write = |store: Store, id: String| async move {
        store.found(game(&id)).await?;
        for number in 1..=10 {
            store.append(&id, 1, vec![row(number)], Progress::default()).await?;
            // One that fails does not harm those it travels with.
            assert_eq!(
                store.append(&id, 9, vec![row(number)], Progress::default()).await,
                Err(StoreError::Lost)
            );
        }
        Ok::<_, StoreError>(())
    };
    let tasks: Vec<_> = (0..40).map(|n| tokio::spawn(write(store.clone(), format!("g{n}")))).collect();
    for task in tasks {
        task.await??;
    }
    for n in 0..40 {
        let rows = store.game(&format!("g{n}")).await?.expect("it was stored").rows;
        assert_eq!(rows, (1..=10).map(row).collect::<Vec<_>>());
    }
    Ok(())
}

pub(crate) async fn a_game_has_one_owner(ground: &Ground) -> Result<()> {
    let (one, two) = (ground.open().await?, ground.open().await?);
    one.beat("one", "http://127.0.0.1:1", 10_000).await?;
    two.beat("two", "http://127.0.0.1:2", 10_000).await?;
    one.found(game("g")).await?;
    one.append("g", 1, vec![row(1)], Progress::default()).await?;
    assert_eq!(two.claim("g", "two", 10_500).await?, Claim::Elsewhere("http://127.0.0.1:1".into()));
    assert_eq!(two.claim("h", "two", 10_500).await?, Claim::Unknown);
    // The first is not seen any more; it does not know that yet, and writes no more.
    let later = 10_000 + LEASE;
    two.beat("two", "http://127.0.0.1:2", later).await?;
    let Claim::Yours(epoch, stored) = two.claim("g", "two", later).await? else { panic!("not taken over") };
    assert_eq!((epoch, stored.rows.len()), (2, 1));
    assert_eq!(one.append("g", 1, vec![row(2)], Progress::default()).await, Err(StoreError::Lost));
    two.append("g", 2, vec![row(2)], Progress::default()).await?;
    // Given back, it is anybody's, and so is what belongs to a server that said goodbye.
    one.beat("one", "http://127.0.0.1:1", later).await?;
    two.release("g", epoch).await?;
    assert!(matches!(one.claim("g", "one", later).await?, Claim::Yours(3, _)));
    one.leave("one").await?;
    assert!(matches!(two.claim("g", "two", later).await?, Claim::Yours(4, _)));
    // One that was killed and listens again where it did is not waited for.
    two.beat("two again", "http://127.0.0.1:2", later).await?;
    assert!(matches!(two.claim("g", "two again", later).await?, Claim::Yours(5, _)));
    Ok(())
}

fn account(id: i64, name: &str) -> Account {
    Account { id, name: name.into(), password: "$argon2id$...".into(), bot: id == 2, created: 5 }
}

pub(crate) async fn names_are_taken_once(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.enrol(account(1, "Շашки")).await?;
    let taken = store.enrol(account(3, "շАШКИ")).await;
    assert_eq!(taken, Err(StoreError::Taken("շАШКИ".into())));
    assert_eq!(store.account_named("шашки").await?, None);
    assert_eq!(store.account_named("շашки").await?, Some(account(1, "Շашки")));
    let injected = store.account_named("' OR 1=1 --").await?;
    assert_eq!(injected, None);
    Ok(())
}

pub(crate) async fn sessions_open_and_close(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.enrol(account(1, "anna")).await?;
    store.open_session("d1", 1, SessionKind::Browser, 5).await?;
    assert_eq!(store.session("d1", SessionKind::Browser).await?, Some(account(1, "anna")));
    assert_eq!(store.session("d1", SessionKind::Token).await?, None, "a cookie is no token");
    store.open_session("d2", 1, SessionKind::Token, 5).await?;
    store.change_password(1, "new", "d1").await?;
    assert_eq!(store.session("d2", SessionKind::Token).await?, None, "who knew the old one is out");
    assert_eq!(store.account_named("anna").await?.map(|account| account.password), Some("new".into()));
    store.make_bot(1).await?;
    assert!(store.session("d1", SessionKind::Browser).await?.is_some_and(|account| account.bot));
    store.close_session("d1").await?;
    assert_eq!(store.session("d1", SessionKind::Browser).await?, None);
    Ok(())
}

pub(crate) async fn an_account_goes_without_a_trace(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.enrol(account(1, "anna")).await?;
    store.open_session("d1", 1, SessionKind::Browser, 5).await?;
    store.found(game("g")).await?;
    store.enrol(account(7, "Boris")).await?;
    store.block(1, 7, true).await?;
    assert_eq!(store.blocked(1).await?, ["Boris"]);
    assert!(store.avoids(7, 1).await? && store.avoids(1, 7).await?);
    store.append("g", 1, vec![row(1)], Progress::default()).await?;
    let forget = |text: &str| text.contains("terms").then(|| "forgotten".to_owned());
    store.delete_account(1, forget).await?;
    let stored = store.game("g").await?.expect("it was stored");
    assert_eq!((stored.terms.as_str(), stored.rows), ("forgotten", vec![row(1)]));
    assert_eq!(store.account_named("anna").await?, None);
    assert_eq!(store.session("d1", SessionKind::Browser).await?, None);
    assert!(!store.avoids(7, 1).await?);
    let games = store.find(Wanted { limit: 9, ..Wanted::default() }).await?;
    assert_eq!((games[0].accounts, games[0].names[0].as_str()), ([None, None], ""));
    store.enrol(account(4, "anna")).await?;
    Ok(())
}

pub(crate) async fn ratings_are_kept(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    let rating =
        |rating, games| StoredRating { rating, deviation: 200.5, volatility: 0.06, games, updated: 9 };
    for games in [1, 2] {
        let players = [(1, rating(1512.25, games)), (2, rating(1487.75, games))];
        store.rate(Rated { kind: "russian blitz".into(), players }).await?;
    }
    assert_eq!(store.rating(1, "russian blitz").await?, Some(rating(1512.25, 2)));
    assert_eq!(store.rating(1, "russian rapid").await?, None);
    assert_eq!(store.ratings(2).await?, [("russian blitz".into(), rating(1487.75, 2))]);
    Ok(())
}

pub(crate) async fn games_are_found(ground: &Ground) -> Result<()> {
    let store = ground.open().await?;
    store.found(game("a")).await?;
    let waits = |id| Head { waiting: true, ..head(id) };
    store.found(NewGame { head: waits("b"), public: true, ..game("b") }).await?;
    let others = Head { accounts: [Some(8), Some(9)], variant: "armenian".into(), ..head("c") };
    store.found(NewGame { head: others, ..game("c") }).await?;
    let finish = Finish {
        ending: "resigned-white".into(),
        outcome: Some("0-1".into()),
        opening: Some("Gorodskaya partiya".into()),
        positions: vec![7, -8, 7],
    };
    let deadline = Some(5_000);
    store.append("a", 1, vec![row(1)], Progress { finish: Some(finish), ..Progress::default() }).await?;
    store.append("c", 1, vec![row(1)], Progress { deadline, plies: 1, ..Progress::default() }).await?;
    let check = async |wanted: Wanted, expected: &[&str]| -> Result<()> {
        let found = store.find(Wanted { limit: 10, ..wanted.clone() }).await?;
        let mut ids: Vec<_> = found.iter().map(|found| found.id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids, expected, "{wanted:?}");
        Ok(())
    };
    let any = Wanted::default;
    check(any(), &["a", "b", "c"]).await?;
    check(Wanted { account: Some(1), ..any() }, &["a", "b"]).await?;
    check(Wanted { account: Some(9), opponent: Some(("ANNA".into(), None)), ..any() }, &["c"]).await?;
    check(Wanted { account: Some(9), opponent: Some(("x".into(), Some(8))), ..any() }, &["c"]).await?;
    check(Wanted { account: Some(8), opponent: Some(("anna".into(), None)), ..any() }, &[]).await?;
    check(Wanted { opponent: Some(("anna".into(), None)), ..any() }, &["a", "b", "c"]).await?;
    check(Wanted { variant: Some("armenian".into()), ..any() }, &["c"]).await?;
    check(Wanted { outcome: Some("0-1".into()), over: Some(true), ..any() }, &["a"]).await?;
    check(Wanted { opening: Some("gorodskaya".into()), ..any() }, &["a"]).await?;
    check(Wanted { opening: Some("%".into()), ..any() }, &[]).await?;
    check(Wanted { position: Some(-8), ..any() }, &["a"]).await?;
    check(Wanted { position: Some(6), ..any() }, &[]).await?;
    check(Wanted { over: Some(false), ..any() }, &["b", "c"]).await?;
    let waiting = |alive| Wanted { waiting: Some(Waiting { alive }), ..any() };
    check(waiting(0), &[]).await?;
    store.note_here("b", 2, true).await?;
    store.beat("one", "http://127.0.0.1:1", 900).await?;
    check(waiting(0), &[]).await?;
    store.note_here("b", 1, true).await?;
    check(waiting(0), &["b"]).await?;
    check(waiting(900), &[]).await?;
    let names = [String::from("Anna"), String::from("Boris")];
    let seated = Some(Seated { accounts: [Some(1), Some(2)], names, waiting: false });
    store.append("b", 1, vec![row(1)], Progress { seated, plies: 1, ..Progress::default() }).await?;
    check(waiting(0), &[]).await?;
    check(Wanted { account: Some(2), ..any() }, &["b"]).await?;
    check(Wanted { playing: true, ..any() }, &["b"]).await?;
    store.found(NewGame { head: waits("d"), invited: Some(5), created: 9_000, ..game("d") }).await?;
    check(Wanted { invited: Some(5), ..any() }, &["d"]).await?;
    check(Wanted { since: Some(9_000), ..any() }, &["d"]).await?;
    assert_eq!(store.results(1).await?, [Results { variant: "russian".into(), counts: [0, 0, 1] }]);
    assert_eq!((store.overdue(4_999).await?.len(), store.overdue(5_000).await?), (0, vec!["c".to_owned()]));
    Ok(())
}

pub(crate) async fn tables_are_made_once(ground: &Ground) -> Result<()> {
    let (one, two) = tokio::join!(ground.open(), ground.open());
    one?.ping().await?;
    two?.ping().await?;
    ground.open().await?.ping().await?;
    Ok(())
}

/// Many write until there is no room, then there is again. What was acknowledged is there, row by row.
pub(crate) async fn fills_the_disk(store: &Store) -> Result<()> {
    for n in 0..8 {
        store.found(game(&format!("g{n}"))).await?;
    }
    store.limit_pages(60).await?;
    let write = |store: Store, id: String| async move {
        let mut refused = 0;
        let mut number = 1;
        while number <= 60 {
            let long = StoredRow { deed: "x".repeat(2_000), ..row(number) };
            match store.append(&id, 1, vec![long], Progress::default()).await {
                Ok(()) => number += 1,
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.starts_with("the database does not answer: "), "{text}");
                    assert_eq!(store.game(&id).await?.map(|game| game.rows.len() as u32), Some(number - 1));
                    refused += 1;
                    if refused == 3 {
                        // Somebody has made room; who travels with what has no room fails with it.
                        while store.limit_pages(1_000_000).await.is_err() {}
                    }
                }
            }
        }
        Ok::<_, anyhow::Error>(refused)
    };
    let tasks: Vec<_> = (0..8).map(|n| tokio::spawn(write(store.clone(), format!("g{n}")))).collect();
    let mut refused = 0;
    for task in tasks {
        refused += task.await??;
    }
    assert!(refused >= 3, "there was room: {refused}");
    for n in 0..8 {
        let rows = store.game(&format!("g{n}")).await?.expect("it was stored").rows;
        assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), (1..=60).collect::<Vec<_>>());
    }
    Ok(())
}
