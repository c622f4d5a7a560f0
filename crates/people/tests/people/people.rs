//! Accounts and ratings.

use anyhow::{Context, Result};
use damka_wire::room::{Act, ClientIn, ClientOut};
use serde_json::{Value, json};

use crate::club::House;

/// An account, and the cookie that proves it.
pub(crate) async fn enrol(house: &House, name: &str) -> Result<String> {
    let body = json!({ "name": name, "password": "correct horse" });
    let (status, head, body) = house.ask("POST", "/api/account", &[], Some(body)).await?;
    assert_eq!(status, 200, "{body}");
    cookie(&head)
}

pub(crate) fn cookie(head: &str) -> Result<String> {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_takes_the_games_along() -> Result<()> {
    let house = House::open().await?;
    let [white, black] = house.game(json!({ "variant": "russian", "white": true, "name": "Guest" })).await?;
    let (mut line, _) = house.enter(&white.game, Some(&white.secret), 0).await?;
    line.play(0, "c3-d4").await?;
    while !matches!(line.news().await?, ClientIn::Moved { .. }) {}
    let (anna, boris) = (enrol(&house, "Anna").await?, enrol(&house, "Boris").await?);
    let adopt = async |cookie: &str, secret: &str| -> Result<Value> {
        let body = json!({ "seats": [{ "game": white.game, "secret": secret }, { "game": "nowhere", "secret": "x" }] });
        Ok(house.post("/api/account/games", body, &[("Cookie", cookie)]).await?.1["games"].clone())
    };
    assert_eq!(adopt(&anna, "forged").await?, json!([]));
    assert_eq!(adopt(&anna, &white.secret).await?, json!([white.game]));
    assert_eq!(adopt(&anna, &white.secret).await?, json!([white.game]), "twice is no harm");
    assert_eq!(adopt(&boris, &white.secret).await?, json!([]), "it is somebody's already");
    assert_eq!(adopt(&boris, &black.secret).await?, json!([white.game]));
    while !matches!(line.news().await?, ClientIn::Seated { white: true, player } if player.name == "Anna") {}
    line.say(&ClientOut::Act { ply: 1, act: Act::Resign }).await?;
    while !matches!(line.news().await?, ClientIn::Ended { .. }) {}
    let (_, _, body) = house.ask("GET", "/api/people/anna", &[], None).await?;
    let profile: Value = serde_json::from_str(&body)?;
    assert_eq!(profile["results"], json!([{ "variant": "russian", "won": 0, "drawn": 0, "lost": 1 }]));
    let (_, _, list) = house.ask("GET", "/api/people/boris/games?opponent=anna", &[], None).await?;
    let list: Value = serde_json::from_str(&list)?;
    assert_eq!((list[0]["side"].as_bool(), list[0]["outcome"].as_str()), (Some(false), Some("0-1")));
    Ok(())
}

/// Whoever goes leaves no name behind: not in lists, not in games, not in the file.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_deleted_is_forgotten() -> Result<()> {
    let house = House::open().await?;
    let (anna, boris) = (enrol(&house, "Annamaria").await?, enrol(&house, "Boris").await?);
    let mut games = Vec::new();
    for (founder, joiner) in [(&anna, &boris), (&boris, &anna)] {
        let new = json!({ "variant": "russian", "white": true });
        let (_, seat) = house.post("/api/games", new, &[("Cookie", founder)]).await?;
        let game = seat["game"].as_str().context("no game")?.to_owned();
        house.post(&format!("/api/games/{game}/join"), json!({}), &[("Cookie", joiner)]).await?;
        let (mut line, _) = house.enter_as(&game, &anna).await?;
        line.say(&ClientOut::Act { ply: 0, act: Act::Resign }).await?;
        while !matches!(line.news().await?, ClientIn::Ended { .. }) {}
        games.push(game);
    }
    assert_eq!(house.ask("DELETE", "/api/account", &[("Cookie", &anna)], None).await?.0, 200);
    for game in games {
        let (_, _, pdn) = house.ask("GET", &format!("/api/games/{game}"), &[], None).await?;
        assert!(pdn.contains("\"Boris\"") && !pdn.contains("Annamaria"), "{pdn}");
        let stored = house.club.store().await?.game(&game).await?.context("gone")?;
        let all = stored.rows.iter().fold(stored.terms.clone(), |all, row| all + &row.deed);
        assert!(!all.contains("Annamaria"), "{all}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_changed_and_other_sessions_end() -> Result<()> {
    let house = House::open().await?;
    let anna = enrol(&house, "Anna").await?;
    let given = |password: &str| json!({ "name": "anna", "password": password });
    let (_, head, _) = house.ask("POST", "/api/session", &[], Some(given("correct horse"))).await?;
    let other = cookie(&head)?;
    let change = async |password: &str, new: &str| {
        let body = json!({ "password": password, "new": new });
        house.post("/api/account/password", body, &[("Cookie", &anna)]).await
    };
    assert_eq!(change("wrong horse", "battery staple").await?.0, 401);
    assert_eq!(change("correct horse", "short").await?.0, 400);
    assert_eq!(change("correct horse", "battery staple").await?.0, 200);
    assert_eq!(house.ask("GET", "/api/account", &[("Cookie", &other)], None).await?.0, 401);
    assert_eq!(house.ask("GET", "/api/account", &[("Cookie", &anna)], None).await?.0, 200);
    assert_eq!(house.post("/api/session", given("correct horse"), &[]).await?.0, 401);
    assert_eq!(house.post("/api/session", given("battery staple"), &[]).await?.0, 200);
    Ok(())
}
