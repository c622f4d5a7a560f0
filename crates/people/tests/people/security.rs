//! What must not be possible.

use anyhow::Result;
use damka_wire::room::{ClientIn, ClientOut, Words};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::club::{House, folder, hello};

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_refused() -> Result<()> {
    let house = House::open().await?;
    let [white, _] = house.game(json!({ "variant": "russian" })).await?;
    let own = format!("http://{}", house.address);
    for (origin, allowed) in [(own.as_str(), true), ("http://evil.example", false), ("null", false)] {
        assert_eq!(house.socket(&white.game, Some(origin)).await.is_ok(), allowed, "{origin}");
        let (status, _) =
            house.post("/api/games", json!({ "variant": "russian" }), &[("Origin", origin)]).await?;
        assert_eq!(status, if allowed { 200 } else { 403 }, "{origin}");
    }
    // A name of somebody else's that leads to this machine.
    let (status, ..) = house.ask("GET", "/api/lobby", &[("Host", "evil.example")], None).await?;
    assert_eq!(status, 403);
    // What a form of another site could send is no JSON.
    let form = [("Content-Type", "text/plain")];
    let (status, ..) = house.ask("POST", "/api/games", &form, None).await?;
    assert!(status == 415 || status == 400, "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_somebody_else() -> Result<()> {
    let house = House::open().await?;
    let [white, black] = house.game(json!({ "variant": "russian", "white": true })).await?;
    for (seat, reason) in [
        (None, "you have no seat in this game"),
        (Some("forged"), "you have no seat in this game"),
        (Some(black.secret.as_str()), "it is not your turn"),
    ] {
        let (mut line, _) = house.enter(&white.game, seat, 0).await?;
        line.play(0, "c3-d4").await?;
        assert!(matches!(line.news().await?, ClientIn::Refused { reason: told, .. } if told == reason));
    }
    let [other, _] = house.game(json!({ "variant": "russian", "white": true })).await?;
    let (_, welcome) = house.enter(&white.game, Some(&other.secret), 0).await?;
    assert_eq!(welcome.white, None, "a seat in one game is none in another");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_nonsense_close_the_socket_and_nothing_else() -> Result<()> {
    let house = House::open().await?;
    let [white, _] = house.game(json!({ "variant": "russian", "white": true })).await?;
    let (mut good, _) = house.enter(&white.game, Some(&white.secret), 0).await?;
    for frame in [
        Message::text("{"),
        Message::text("\"hello\""),
        Message::text(r#"{"play":{"ply":-1,"text":"c3-d4"}}"#),
        Message::binary(vec![0, 159, 146, 150]),
        Message::text("x".repeat(100_000)),
    ] {
        let (mut line, _) = house.enter(&white.game, None, 0).await?;
        // The other end may hang up while a large frame is being sent.
        let _ = line.raw(frame).await;
        while line.news().await.is_ok_and(|event| matches!(event, ClientIn::Refused { .. })) {}
        assert!(line.news().await.is_err(), "closed");
    }
    let mut early = house.socket(&white.game, None).await?;
    early.play(0, "c3-d4").await?;
    assert!(
        matches!(early.hear().await?, ClientIn::Refused { reason, .. } if reason == "a greeting is expected")
    );
    let mut wrong = house.socket(&white.game, None).await?;
    let ClientOut::Hello { game, seat, since, takebacks, .. } = hello(&white.game, None, 0) else {
        unreachable!()
    };
    wrong.say(&ClientOut::Hello { protocol: 1, game, seat, since, takebacks }).await?;
    assert!(
        matches!(wrong.hear().await?, ClientIn::Refused { reason, .. } if reason.starts_with("protocol"))
    );
    good.play(0, "c3-d4").await?;
    assert!(matches!(good.news().await?, ClientIn::Moved { .. }), "the game goes on");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn long_requests_are_refused() -> Result<()> {
    let house = House::open().await?;
    let long = json!({ "variant": "x".repeat(100_000) });
    assert_eq!(house.ask("POST", "/api/games", &[], Some(long)).await?.0, 413);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_too_often() -> Result<()> {
    let house = House::with(folder()?, |options| damka_people::Options { rate: 1, ..options }).await?;
    let mut limited = 0;
    for _ in 0..30 {
        limited += u32::from(house.ask("GET", "/api/nothing", &[], None).await?.0 == 429);
    }
    assert!((10..=20).contains(&limited), "{limited}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_talks_too_fast_is_cut_off() -> Result<()> {
    let house = House::with(folder()?, |options| damka_people::Options { rate: 50, ..options }).await?;
    let [white, _] = house.game(json!({ "variant": "russian", "white": true })).await?;
    let (mut line, _) = house.enter(&white.game, None, 0).await?;
    for _ in 0..400 {
        if line.say(&ClientOut::Ping).await.is_err() {
            break;
        }
    }
    let mut pongs = 0;
    while let Ok(event) = line.news().await {
        pongs += u32::from(event == ClientIn::Pong);
    }
    assert!(pongs < 200, "{pongs}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn script_in_names_and_chat_is_text() -> Result<()> {
    let house = House::open().await?;
    let script = "<script>1</script>";
    let (_, seat) =
        house.post("/api/games", json!({ "variant": "russian", "white": true, "name": script }), &[]).await?;
    let (game, secret) = (seat["game"].as_str().unwrap(), seat["secret"].as_str());
    let (mut line, welcome) = house.enter(game, secret, 0).await?;
    assert_eq!(welcome.players[0].as_ref().map(|player| player.name.as_str()), Some(script));
    line.say(&ClientOut::Say(Words::Text(script.into()))).await?;
    assert!(matches!(line.news().await?, ClientIn::Said { words: Words::Text(text), .. } if text == script));
    let (_, head, _) = house.ask("GET", &format!("/api/games/{game}"), &[], None).await?;
    assert!(head.contains("x-content-type-options: nosniff") && !head.contains("text/html"), "{head}");
    Ok(())
}

/// No file is made by somebody who only looks at the page.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_made_when_somebody_plays() -> Result<()> {
    let house = House::open().await?;
    let (status, _, health) = house.ask("GET", "/health", &[], None).await?;
    assert_eq!((status, health.as_str()), (200, "well\n"));
    house.ask("GET", "/metrics", &[], None).await?;
    assert!(!house.folder.join("damka.db").exists());
    house.game(json!({ "variant": "russian" })).await?;
    assert!(house.folder.join("damka.db").exists());
    let (_, _, metrics) = house.ask("GET", "/metrics", &[], None).await?;
    assert!(metrics.contains("damka_games_total 1\n"), "{metrics}");
    Ok(())
}

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
