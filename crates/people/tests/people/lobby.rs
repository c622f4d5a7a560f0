//! Lists of games that are told, not asked for.

use std::time::Duration;

use anyhow::{Context, Result};
use damka_wire::lobby::{LobbyIn, LobbyOut};
use damka_wire::people::{Listed, SeatProof};
use damka_wire::room::ClientIn;
use damka_wire::{PROTOCOL, decode, encode};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::club::{House, Line};
use crate::people::enrol;

/// Somebody at the lists, who remembers what was told last.
struct Visitor {
    line: Line,
    lists: [Vec<Listed>; 3],
}

impl Visitor {
    async fn greet(house: &House, cookie: Option<&str>, seats: Vec<SeatProof>) -> Result<Visitor> {
        let mut line = house.line("/ws/lobby", None, cookie).await?;
        line.raw(Message::text(encode(&LobbyOut::Hello { protocol: PROTOCOL, seats }))).await?;
        let mut visitor = Visitor { line, lists: Default::default() };
        for _ in 0..3 {
            visitor.hear().await?;
        }
        Ok(visitor)
    }

    async fn hear(&mut self) -> Result<()> {
        let text = self.line.text().await?;
        match decode(&text)? {
            LobbyIn::Waiting(list) => self.lists[0] = list,
            LobbyIn::Playing(list) => self.lists[1] = list,
            LobbyIn::Mine(list) => self.lists[2] = list,
            other => anyhow::bail!("{other:?}"),
        }
        Ok(())
    }

    /// Until the lists are so.
    async fn until(&mut self, what: &str, so: impl Fn(&[Vec<Listed>; 3]) -> bool) -> Result<()> {
        while !so(&self.lists) {
            let heard = tokio::time::timeout(Duration::from_secs(30), self.hear()).await;
            heard.with_context(|| format!("{what}: {:?}", self.lists))??;
        }
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_told_when_they_change() -> Result<()> {
    let house = House::open().await?;
    let mut visitor = Visitor::greet(&house, None, Vec::new()).await?;
    assert_eq!(visitor.lists, [const { Vec::new() }; 3]);
    let new =
        json!({ "variant": "russian", "clock": "180+2", "public": true, "name": "Anna", "white": true });
    let (_, seat) = house.post("/api/games", new, &[]).await?;
    let (game, secret) =
        (seat["game"].as_str().unwrap().to_owned(), seat["secret"].as_str().unwrap().to_owned());
    let (mut one, _) = house.enter(&game, Some(&secret), 0).await?;
    visitor.until("waiting", |lists| lists[0].first().is_some_and(|listed| listed.game == game)).await?;
    assert_eq!(visitor.lists[0][0].players[0].as_ref().map(|player| player.name.as_str()), Some("Anna"));
    // Who sits there knows the game as her own.
    let proof = |secret: &str| vec![SeatProof { game: game.clone(), secret: secret.to_owned() }];
    let mut anna = Visitor::greet(&house, None, proof(&secret)).await?;
    assert_eq!((anna.lists[2].len(), anna.lists[2][0].side, anna.lists[2][0].turn), (1, Some(true), None));
    assert!(Visitor::greet(&house, None, proof("forged")).await?.lists[2].is_empty());
    let (_, joined) = house.post(&format!("/api/games/{game}/join"), json!({ "name": "Boris" }), &[]).await?;
    visitor.until("nobody waits", |lists| lists[0].is_empty()).await?;
    anna.until("her turn", |lists| lists[2].first().is_some_and(|listed| listed.turn == Some(true))).await?;
    one.play(0, "c3-d4").await?;
    visitor.until("played", |lists| lists[1].first().is_some_and(|listed| listed.game == game)).await?;
    anna.until("his turn", |lists| lists[2].first().is_some_and(|listed| listed.turn == Some(false))).await?;
    let boris = Visitor::greet(&house, None, proof(joined["secret"].as_str().unwrap())).await?;
    assert_eq!((boris.lists[2][0].side, boris.lists[2][0].turn), (Some(false), Some(false)));
    drop(one);
    let (mut two, _) = house.enter(&game, joined["secret"].as_str(), 0).await?;
    two.say(&damka_wire::room::ClientOut::Act { ply: 1, act: damka_wire::room::Act::Resign }).await?;
    while !matches!(two.news().await?, ClientIn::Ended { .. }) {}
    visitor.until("over", |lists| lists[1].is_empty()).await?;
    anna.until("over", |lists| lists[2].is_empty()).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_does_not_wait() -> Result<()> {
    let house = House::open().await?;
    let mut visitor = Visitor::greet(&house, None, Vec::new()).await?;
    let new = json!({ "variant": "armenian", "public": true });
    let (_, seat) = house.post("/api/games", new, &[]).await?;
    let (line, _) = house.enter(seat["game"].as_str().unwrap(), seat["secret"].as_str(), 0).await?;
    visitor.until("waiting", |lists| lists[0].len() == 1).await?;
    drop(line);
    visitor.until("gone", |lists| lists[0].is_empty()).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_sees_its_games_and_what_is_offered_to_it() -> Result<()> {
    let house = House::open().await?;
    let (anna, boris) = (enrol(&house, "Anna").await?, enrol(&house, "Boris").await?);
    let mut visitor = Visitor::greet(&house, Some(&boris), Vec::new()).await?;
    let new = json!({ "variant": "russian", "clock": "3days", "opponent": "boris", "white": true });
    let (_, seat) = house.post("/api/games", new, &[("Cookie", &anna)]).await?;
    visitor.until("offered", |lists| lists[2].len() == 1).await?;
    let offered = &visitor.lists[2][0];
    assert_eq!((offered.side, offered.opponent.as_deref()), (None, Some("Boris")));
    let path = format!("/api/games/{}/join", seat["game"].as_str().unwrap());
    assert_eq!(house.post(&path, json!({}), &[("Cookie", &boris)]).await?.0, 200);
    visitor.until("begun", |lists| lists[2].first().is_some_and(|listed| listed.side == Some(false))).await?;
    assert!(visitor.lists[0].is_empty(), "nobody else is asked");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_ends_the_conversation() -> Result<()> {
    let house = House::open().await?;
    assert!(house.line("/ws/lobby", Some("http://evil.example"), None).await.is_err());
    for text in ["{", "\"ping\"", r#"{"hello":{"protocol":1}}"#, r#"{"hello":{"protocol":2,"seats":7}}"#] {
        let mut line = house.line("/ws/lobby", None, None).await?;
        line.raw(Message::text(text)).await?;
        assert!(line.text().await?.starts_with(r#"{"refused""#), "{text}");
        assert!(line.text().await.is_err(), "closed");
    }
    Ok(())
}
