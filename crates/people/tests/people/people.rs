//! Accounts and ratings.

use anyhow::{Context, Result};
use damka_wire::room::{Act, ClientIn, ClientOut};
use serde_json::{Value, json};

use crate::club::House;

/// An account, and the cookie that proves it.
async fn enrol(house: &House, name: &str) -> Result<String> {
    let body = json!({ "name": name, "password": "correct horse" });
    let (status, head, body) = house.ask("POST", "/api/account", &[], Some(body)).await?;
    assert_eq!(status, 200, "{body}");
    cookie(&head)
}

fn cookie(head: &str) -> Result<String> {
    let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context("no cookie")?;
    for wanted in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(line.contains(wanted), "{line}");
    }
    Ok(line.split(';').next().context("empty")?.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_from_first_to_last() -> Result<()> {
    let house = House::open().await?;
    let anna = enrol(&house, "Anna").await?;
    let me = async |cookie: &str| house.ask("GET", "/api/account", &[("Cookie", cookie)], None).await;
    assert!(me(&anna).await?.2.contains("\"name\":\"Anna\""));
    assert_eq!(me("damka_session=guessed").await?.0, 401);
    // A page may ask who looks at it without being told off.
    for (cookie, expected) in
        [(anna.as_str(), r#"{"name":"Anna"}"#), ("damka_session=guessed", r#"{"name":null}"#)]
    {
        let (status, _, body) = house.ask("GET", "/api/session", &[("Cookie", cookie)], None).await?;
        assert_eq!((status, body.trim()), (200, expected), "{cookie}");
    }
    let (status, trouble) =
        house.post("/api/account", json!({ "name": "aNNa", "password": "12345678" }), &[]).await?;
    assert_eq!((status, trouble["error"].as_str()), (409, Some("'aNNa' is taken")));
    for (name, password) in [("x", "12345678"), ("<script>", "12345678"), ("Boris", "short")] {
        let (status, _) =
            house.post("/api/account", json!({ "name": name, "password": password }), &[]).await?;
        assert_eq!(status, 400, "{name}");
    }
    // A session somebody planted is not taken up: logging in makes a new one.
    let given = json!({ "name": "anna", "password": "correct horse" });
    let planted = [("Cookie", "damka_session=planted")];
    let (_, head, _) = house.ask("POST", "/api/session", &planted, Some(given)).await?;
    let again = cookie(&head)?;
    assert!(again != anna && !again.contains("planted"));
    for (name, password) in [("anna", "wrong horse"), ("nobody", "correct horse")] {
        let (status, trouble) =
            house.post("/api/session", json!({ "name": name, "password": password }), &[]).await?;
        assert_eq!((status, trouble["error"].as_str()), (401, Some("name or password is wrong")));
    }
    house.ask("DELETE", "/api/session", &[("Cookie", &again)], None).await?;
    assert_eq!((me(&again).await?.0, me(&anna).await?.0), (401, 200), "only that session has ended");
    house.ask("DELETE", "/api/account", &[("Cookie", &anna)], None).await?;
    assert_eq!(me(&anna).await?.0, 401);
    assert_eq!(house.ask("GET", "/api/people/anna", &[], None).await?.0, 404);
    enrol(&house, "Anna").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_change_ratings_and_are_found_again() -> Result<()> {
    let house = House::open().await?;
    let (anna, boris) = (enrol(&house, "Anna").await?, enrol(&house, "Boris").await?);
    let new = json!({ "variant": "russian", "clock": "180+2", "rated": true, "white": true });
    let (status, seat) = house.post("/api/games", new, &[("Cookie", &anna)]).await?;
    assert_eq!(status, 200, "{seat}");
    let game = seat["game"].as_str().context("no game")?.to_owned();
    let path = format!("/api/games/{game}/join");
    assert_eq!(house.post(&path, json!({}), &[]).await?.0, 401, "guests do not play for ratings");
    assert_eq!(house.post(&path, json!({}), &[("Cookie", &anna)]).await?.0, 403, "nor one against oneself");
    let (status, _) = house.post(&path, json!({}), &[("Cookie", &boris)]).await?;
    assert_eq!(status, 200);
    let (mut line, welcome) = house.enter(&game, seat["secret"].as_str(), 0).await?;
    assert_eq!(welcome.players[1].as_ref().and_then(|player| player.rating), Some(1500));
    line.play(0, "c3-d4").await?;
    line.say(&ClientOut::Act { ply: 1, act: Act::Resign }).await?;
    while !matches!(line.news().await?, ClientIn::Ended { .. }) {}
    let (_, _, body) = house.ask("GET", "/api/people/boris", &[], None).await?;
    let profile: Value = serde_json::from_str(&body)?;
    let rating = &profile["ratings"][0];
    assert_eq!((rating["kind"].as_str(), rating["games"].as_u64()), (Some("russian blitz"), Some(1)));
    assert!(rating["rating"].as_u64() > Some(1600) && rating["provisional"] == true, "{rating}");
    let count = async |query: &str| -> Result<usize> {
        let (_, _, body) =
            house.ask("GET", &format!("/api/games?{query}"), &[("Cookie", &anna)], None).await?;
        Ok(serde_json::from_str::<Vec<Value>>(&body)?.len())
    };
    for (query, expected) in [
        ("", 1),
        ("variant=russian&outcome=0-1&opponent=boris&over=true", 1),
        ("outcome=1-0", 0),
        ("opponent=clara", 0),
    ] {
        assert_eq!(count(query).await?, expected, "{query}");
    }
    let (_, head, pdn) = house.ask("GET", "/api/games/export", &[("Cookie", &anna)], None).await?;
    assert!(head.contains("games.pdn") && pdn.contains("[White \"Anna\"]") && pdn.contains("c3-d4"), "{pdn}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_cannot_join() -> Result<()> {
    let house = House::open().await?;
    let (anna, boris) = (enrol(&house, "Anna").await?, enrol(&house, "Boris").await?);
    let cookie = [("Cookie", anna.as_str())];
    assert_eq!(house.post("/api/blocks/boris", json!({}), &cookie).await?.0, 200);
    let (_, seat) = house.post("/api/games", json!({ "variant": "russian" }), &cookie).await?;
    let path = format!("/api/games/{}/join", seat["game"].as_str().context("no game")?);
    assert_eq!(house.post(&path, json!({}), &[("Cookie", &boris)]).await?.0, 403);
    assert_eq!(house.ask("DELETE", "/api/blocks/boris", &cookie, None).await?.0, 200);
    assert_eq!(house.post(&path, json!({}), &[("Cookie", &boris)]).await?.0, 200);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_have_tokens() -> Result<()> {
    let house = House::open().await?;
    let anna = enrol(&house, "Anna").await?;
    let (_, given) = house.post("/api/account/token", json!({}), &[("Cookie", &anna)]).await?;
    let bearer = format!("Bearer {}", given["token"].as_str().context("no token")?);
    let (status, _, body) = house.ask("GET", "/api/account", &[("Authorization", &bearer)], None).await?;
    assert!(status == 200 && body.contains("Anna"));
    let (status, ..) = house.ask("GET", "/api/account", &[("Authorization", "Bearer x")], None).await?;
    assert_eq!(status, 401);
    Ok(())
}
