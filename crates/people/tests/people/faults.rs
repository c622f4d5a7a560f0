//! What must hold when something breaks: the disk, the database, the server itself.

use anyhow::{Context, Result};
use damka_rules::{Game, Variant};
use damka_wire::room::ClientIn;
use serde_json::json;

use crate::club::{House, folder, hello};

/// A database that is gone: a clear answer, and it goes on by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_had() -> Result<()> {
    let folder = folder()?;
    let missing = folder.join("damka.db");
    // A folder where the file should be.
    std::fs::create_dir(&missing)?;
    let house = House::with(folder, |options| options).await?;
    let (status, trouble) = house.post("/api/games", json!({ "variant": "russian" }), &[]).await?;
    assert_eq!(status, 503);
    assert!(trouble["error"].as_str().unwrap().starts_with("the database does not answer"), "{trouble}");
    std::fs::remove_dir(&missing)?;
    let (status, _) = house.post("/api/games", json!({ "variant": "russian" }), &[]).await?;
    assert_eq!(status, 200);
    Ok(())
}

/// A full disk: nothing is acknowledged that is not stored, everybody is told why, and with room again the game goes on
/// from the last move that was.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_in_the_middle_of_a_game() -> Result<()> {
    let (house, [white, black]) = House::hosting("russian").await?;
    let store = house.club.store().await?;
    store.limit_pages(1).await?;
    // What room is left in the pages that are there, something else takes, but for a few moves.
    let head = damka_store::Head { id: "filler".into(), ..Default::default() };
    store.found(damka_store::NewGame { head, ..Default::default() }).await?;
    for number in 1.. {
        let row = damka_store::StoredRow { number, at: 0, deed: "x".repeat(300) };
        if store.append("filler", 1, vec![row], Default::default()).await.is_err() {
            break;
        }
    }
    let mut moves = Vec::new();
    let mut game = Game::new(Variant::Russian);
    while game.ending().is_none() && moves.len() < 200 {
        let texts = game.position().move_texts();
        moves.push(texts[moves.len() * 7 % texts.len()].clone());
        game.play_text(&moves[moves.len() - 1])?;
    }
    let mut acknowledged = 0;
    let (mut one, _) = house.enter(&white.game, Some(&white.secret), 0).await?;
    let (mut two, _) = house.enter(&white.game, Some(&black.secret), 0).await?;
    let refused = loop {
        let ply = acknowledged as u32;
        let text = moves.get(acknowledged).context("the disk is not full")?;
        let mover = if ply.is_multiple_of(2) { &mut one } else { &mut two };
        mover.play(ply, text).await?;
        match mover.news().await? {
            ClientIn::Moved { .. } => acknowledged += 1,
            ClientIn::Refused { reason, .. } => break reason,
            other => anyhow::bail!("{other:?}"),
        }
        let other = if ply.is_multiple_of(2) { &mut two } else { &mut one };
        assert!(matches!(other.news().await?, ClientIn::Moved { .. }));
    };
    assert!(refused.contains("disk is full"), "{refused}");
    assert!(one.news().await.is_err() || one.news().await.is_err(), "everybody is sent away");
    let trouble = loop {
        let (status, answer) = house.post("/api/games", json!({ "variant": "russian" }), &[]).await?;
        if status == 503 {
            break answer;
        }
    };
    assert!(trouble["error"].as_str().is_some_and(|text| text.contains("full")), "{trouble}");
    while store.limit_pages(1_000_000).await.is_err() {}
    let (mut one, welcome) = house.enter(&white.game, Some(&white.secret), 0).await?;
    assert_eq!(welcome.moves, moves[..acknowledged]);
    let (mut two, _) = house.enter(&white.game, Some(&black.secret), 0).await?;
    let mover = if acknowledged.is_multiple_of(2) { &mut one } else { &mut two };
    mover.play(acknowledged as u32, &moves[acknowledged]).await?;
    while !matches!(mover.news().await?, ClientIn::Moved { .. }) {}
    Ok(())
}

/// A server that ends in good order closes its sockets and gives its games up.
#[tokio::test(flavor = "multi_thread")]
async fn games_are_handed_over() -> Result<()> {
    let (house, [white, _], mut one) = House::playing("russian").await?;
    one.moves(0, "c3-d4").await?;
    house.club.close().await;
    assert!(one.news().await.is_err(), "closed");
    // Another server, which does not know the first one, has the game at once and not after its lease.
    let place = house.folder.join("damka.db");
    let store = damka_store::Store::open(place.to_str().context("no text")?).await?;
    let claimed = store.claim(&white.game, "another", 0).await?;
    assert!(matches!(claimed, damka_store::Claim::Yours(2, game) if game.rows.len() == 2), "taken and moved");
    Ok(())
}

/// Two servers, one database: who comes to the wrong one is passed on, and plays on when the owner is gone.
mod post {
    use super::*;

    async fn houses(name: &str) -> Result<[House; 2]> {
        let url = std::env::var("DAMKA_TEST_POSTGRES").context("run by tests/postgres")?;
        let (made, name) = (url.clone(), name.to_owned());
        let schema = name.clone();
        tokio::task::spawn_blocking(move || -> Result<()> {
            let mut client = postgres::Client::connect(&made, postgres::NoTls)?;
            client
                .batch_execute(&format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}"))?;
            Ok(())
        })
        .await??;
        let place = format!("{url}&options=-c%20search_path%3D{name}");
        let with = |place: String| move |options| damka_people::Options { database: place, ..options };
        Ok([House::with(folder()?, with(place.clone())).await?, House::with(folder()?, with(place)).await?])
    }

    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "needs PostgreSQL: tests/postgres cargo test -p damka-people -- --ignored post::"]
    async fn the_wrong_server_passes_on() -> Result<()> {
        let [one, two] = houses("passes_on").await?;
        let new = json!({ "variant": "russian", "white": true });
        let (_, seat) = one.post("/api/games", new, &[]).await?;
        let game = seat["game"].as_str().context("no game")?.to_owned();
        // Black joins and plays by the other server.
        let (status, joined) = two.post(&format!("/api/games/{game}/join"), json!({}), &[]).await?;
        assert_eq!(status, 200, "{joined}");
        let (mut white, _) = one.enter(&game, seat["secret"].as_str(), 0).await?;
        let (mut black, welcome) = two.enter(&game, joined["secret"].as_str(), 0).await?;
        assert_eq!(welcome.white, Some(false));
        white.play(0, "c3-d4").await?;
        assert!(matches!(black.news().await?, ClientIn::Moved { ply: 1, .. }));
        black.play(1, "b6-a5").await?;
        while !matches!(white.news().await?, ClientIn::Moved { ply: 2, .. }) {}
        // What has been passed on once is not passed on again.
        let mut request = two.line(&format!("/ws/game/{game}"), None, None).await?;
        request.say(&hello(&game, None, 0)).await?;
        assert!(matches!(request.hear().await?, ClientIn::Watched(_) | ClientIn::Welcome(_)));
        // The owner hands over; whoever is asked next has the game.
        one.club.close().await;
        let (mut black, welcome) = two.enter(&game, joined["secret"].as_str(), 0).await?;
        assert_eq!(welcome.moves, ["c3-d4", "b6-a5"]);
        let (mut white, _) = two.enter(&game, seat["secret"].as_str(), 0).await?;
        white.play(2, "d4-c5").await?;
        while !matches!(black.news().await?, ClientIn::Moved { ply: 3, .. }) {}
        Ok(())
    }

    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "needs PostgreSQL: tests/postgres cargo test -p damka-people -- --ignored post::"]
    async fn the_lobby_is_one() -> Result<()> {
        let [one, two] = houses("one_lobby").await?;
        let new = json!({ "variant": "russian", "public": true, "name": "Anna" });
        let (_, seat) = one.post("/api/games", new, &[]).await?;
        let (_line, _) =
            one.enter(seat["game"].as_str().context("no game")?, seat["secret"].as_str(), 0).await?;
        let (_, _, list) = two.ask("GET", "/api/lobby", &[], None).await?;
        assert!(list.contains("Anna"), "{list}");
        Ok(())
    }
}
