//! Programs that play as bots of lidraughts do.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use damka_wire::room::{Act, ClientIn, ClientOut, Words};
use serde_json::{Value, json};

use crate::club::{House, Stream};
use crate::people::enrol;

/// A program's account, and the header that proves it.
async fn robot(house: &House, name: &str) -> Result<String> {
    let body = json!({ "name": name, "password": "correct horse", "bot": true });
    let (status, head, body) = house.ask("POST", "/api/account", &[], Some(body)).await?;
    assert_eq!(status, 200, "{body}");
    let cookie = crate::people::cookie(&head)?;
    let (_, given) = house.post("/api/account/token", json!({}), &[("Cookie", &cookie)]).await?;
    Ok(format!("Bearer {}", given["token"].as_str().context("no token")?))
}

/// A house with two programs.
async fn robots(names: [&str; 2]) -> Result<(House, [String; 2])> {
    let house = House::open().await?;
    let bearers = [robot(&house, names[0]).await?, robot(&house, names[1]).await?];
    Ok((house, bearers))
}

async fn order(house: &House, bearer: &str, path: &str) -> Result<(u16, Value)> {
    let (status, _, body) = house.ask("POST", path, &[("Authorization", bearer)], None).await?;
    Ok((status, serde_json::from_str(&body)?))
}

async fn done(house: &House, bearer: &str, path: &str) -> Result<()> {
    assert_eq!(order(house, bearer, path).await?, (200, json!({ "ok": true })), "{path}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_challenged_plays_and_learns_the_reason() -> Result<()> {
    let house = House::open().await?;
    let (bearer, anna) = (robot(&house, "Robot").await?, enrol(&house, "Anna").await?);
    let (_, _, me) = house.ask("GET", "/api/account", &[("Authorization", &bearer)], None).await?;
    let me: Value = serde_json::from_str(&me)?;
    assert_eq!((&me["id"], &me["username"], &me["title"]), (&json!("robot"), &json!("Robot"), &json!("BOT")));
    let mut events = Stream::open(&house, "/api/stream/event", &bearer).await?;
    // Somebody whose stream has just begun is online as soon as the server has got round to it.
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        let (_, _, online) = house.ask("GET", "/api/users/status?ids=robot,anna", &[], None).await?;
        if online.contains("\"online\":true") && online.contains("\"online\":false") {
            break;
        }
        assert!(Instant::now() < patience, "{online}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let new = json!({
        "variant": "russian", "white": true, "opponent": "robot", "clock": "300+3",
        "start": "W:Wg3,h2,a1:Bc7,f6,d6"
    });
    let (status, seat) = house.post("/api/games", new, &[("Cookie", &anna)]).await?;
    assert_eq!(status, 200, "{seat}");
    let told = events.next().await?;
    let challenge = &told["challenge"];
    assert_eq!((&told["type"], &challenge["id"]), (&json!("challenge"), &seat["game"]));
    assert_eq!(challenge["variant"]["key"], "russian");
    assert_eq!((&challenge["speed"], &challenge["rated"]), (&json!("blitz"), &json!(false)));
    assert_eq!(challenge["timeControl"]["limit"], 300);
    assert_eq!(challenge["challenger"]["name"], "Anna");
    let game = seat["game"].as_str().context("no game")?.to_owned();
    let (status, _) = house.post(&format!("/api/games/{game}/join"), json!({}), &[]).await?;
    assert_eq!(status, 403, "it is offered to somebody else");
    done(&house, &bearer, &format!("/api/challenge/{game}/accept")).await?;
    assert_eq!(events.next().await?, json!({ "type": "gameStart", "game": { "id": game } }));

    let mut states = Stream::open(&house, &format!("/api/bot/game/stream/{game}"), &bearer).await?;
    let full = states.next().await?;
    assert_eq!((&full["type"], &full["id"]), (&json!("gameFull"), &json!(game)));
    assert_eq!(full["black"], json!({ "id": "robot", "name": "Robot", "title": "BOT", "rating": 1500 }));
    assert_eq!(full["clock"], json!({ "initial": 300_000, "increment": 3_000 }));
    assert!(full["initialFen"].as_str().is_some_and(|fen| fen.starts_with("W:W")), "{full}");
    assert_eq!((&full["state"]["type"], &full["state"]["moves"]), (&json!("gameState"), &json!("")));
    // Anna has her seat by her account: no secret is needed on another device.
    let (mut line, welcome) = house.enter_as(&game, &anna).await?;
    assert_eq!((welcome.white, welcome.here), (Some(true), [true, true]), "the stream is a presence");
    let path = format!("/api/bot/game/{game}/move/2218");
    assert_eq!(order(&house, &bearer, &path).await?.0, 400, "not its turn");
    line.play(0, "g3-h4").await?;
    let state = states.next().await?;
    assert_eq!((&state["moves"], &state["status"]), (&json!("2420"), &json!("started")));
    assert!(state["wtime"].as_u64() <= Some(303_000) && state["winc"] == 3_000, "{state}");
    for (step, status) in [("9999", 400), ("1013", 400), ("hello", 400), ("1115", 200)] {
        let answer = order(&house, &bearer, &format!("/api/bot/game/{game}/move/{step}")).await?;
        assert_eq!(answer.0, status, "{step}: {}", answer.1);
    }
    assert_eq!(states.next().await?["moves"], "2420 1115");
    let said = json!({ "room": "player", "text": "<b>hi</b>" });
    house.post(&format!("/api/bot/game/{game}/chat"), said, &[("Authorization", &bearer)]).await?;
    let chat = states.next().await?;
    assert_eq!((&chat["type"], &chat["text"]), (&json!("chatLine"), &json!("<b>hi</b>")));
    loop {
        if let ClientIn::Said { words: Words::Text(text), .. } = line.news().await? {
            assert_eq!(text, "<b>hi</b>");
            break;
        }
    }
    done(&house, &bearer, &format!("/api/bot/game/{game}/resign")).await?;
    let state = states.next().await?;
    let ended = (&state["status"], &state["winner"], &state["reason"]);
    assert_eq!(ended, (&json!("resign"), &json!("white"), &json!("resigned-black")));
    assert!(states.next().await.is_err(), "the stream ends with the game");
    let finish = events.next().await?;
    assert_eq!(
        (&finish["type"], &finish["game"]["reason"]),
        (&json!("gameFinish"), &json!("resigned-black"))
    );
    let (_, _, pdn) = house.ask("GET", &format!("/game/export/{game}"), &[], None).await?;
    assert!(pdn.contains("[Black \"Robot\"]"), "{pdn}");
    Ok(())
}

/// Each step of a capture is a request of its own; nobody sees half a capture.
#[tokio::test(flavor = "multi_thread")]
async fn captures_come_step_by_step() -> Result<()> {
    let (house, [white, black]) = robots(["White", "Black"]).await?;
    let mut events = Stream::open(&house, "/api/stream/event", &black).await?;
    let form = "variant=russian&color=white&fen=W:Wc3,a1:Bd4,f6,h2&clock.limit=60&clock.increment=1";
    let (status, offered) = house.form("/api/challenge/black", form, &white).await?;
    assert_eq!(status, 200, "{offered}");
    let game = offered["challenge"]["id"].as_str().context("no game")?.to_owned();
    assert_eq!(events.next().await?["challenge"]["timeControl"]["limit"], 60);
    done(&house, &black, &format!("/api/challenge/{game}/accept")).await?;
    let (mut watcher, _) = house.enter(&game, None, 0).await?;
    done(&house, &white, &format!("/api/bot/game/{game}/move/2215")).await?;
    let (_, _, body) =
        house.ask("GET", &format!("/api/bot/game/{game}"), &[("Authorization", &black)], None).await?;
    assert_eq!(serde_json::from_str::<Value>(&body)?["state"]["moves"], "", "nothing is played yet");
    done(&house, &white, &format!("/api/bot/game/{game}/move/1508?offeringDraw=true")).await?;
    assert!(matches!(watcher.news().await?, ClientIn::Moved { ply: 1, text, .. } if text == "c3:g7"));
    assert!(matches!(watcher.news().await?, ClientIn::Acted { white: true, act: Act::Draw, .. }));
    done(&house, &black, &format!("/api/bot/game/{game}/draw/yes")).await?;
    assert!(matches!(watcher.news().await?, ClientIn::Ended { ending, .. } if ending == "agreed"));
    let (status, _) = order(&house, &white, &format!("/api/bot/game/{game}/resign")).await?;
    assert_eq!(status, 400, "it is over");
    let (_, _, list) = house.ask("GET", "/api/account/playing", &[("Authorization", &white)], None).await?;
    assert_eq!(list, r#"{"nowPlaying":[]}"#);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_are_declined_and_taken_back() -> Result<()> {
    let (house, [bearer, anna]) = robots(["Robot", "Anna"]).await?;
    let mut hers = Stream::open(&house, "/api/stream/event", &anna).await?;
    let mut its = Stream::open(&house, "/api/stream/event", &bearer).await?;
    let mut offer = async || -> Result<String> {
        let (_, offered) = house.form("/api/challenge/robot", "variant=frisian", &anna).await?;
        let id = offered["challenge"]["id"].as_str().context("no game")?.to_owned();
        // That the last one is gone may come first.
        loop {
            let told = its.next().await?;
            if told["type"] == "challenge" {
                assert_eq!(told["challenge"]["id"], json!(id));
                return Ok(id);
            }
            assert_eq!(told["type"], "challengeCanceled");
        }
    };
    let game = offer().await?;
    assert_eq!(order(&house, &anna, &format!("/api/challenge/{game}/decline")).await?.0, 404);
    done(&house, &bearer, &format!("/api/challenge/{game}/decline")).await?;
    assert_eq!(hers.next().await?, json!({ "type": "challengeDeclined", "challenge": { "id": game } }));
    let game = offer().await?;
    done(&house, &anna, &format!("/api/challenge/{game}/cancel")).await?;
    assert_eq!(order(&house, &bearer, &format!("/api/challenge/{game}/accept")).await?.0, 409);
    for (path, status) in [
        ("/api/challenge/nobody", 404),
        ("/api/challenge/anna", 403),
        ("/api/challenge/nowhere/accept", 404),
        ("/api/bot/game/nowhere/resign", 404),
    ] {
        assert_eq!(order(&house, &anna, path).await?.0, status, "{path}");
    }
    assert_eq!(house.ask("GET", "/api/stream/event", &[], None).await?.0, 401);
    Ok(())
}

/// A game of other people's is no game for a program, and a person is not forced to use a secret.
#[tokio::test(flavor = "multi_thread")]
async fn only_ones_own_games() -> Result<()> {
    let house = House::open().await?;
    let bearer = robot(&house, "Robot").await?;
    let [white, _] = house.game(json!({ "variant": "russian", "white": true })).await?;
    for path in ["move/2218", "resign", "abort", "draw/yes", "chat"] {
        let (status, _) = order(&house, &bearer, &format!("/api/bot/game/{}/{path}", white.game)).await?;
        assert_eq!(status, 404, "{path}");
    }
    let path = format!("/api/bot/game/stream/{}", white.game);
    assert_eq!(house.ask("GET", &path, &[("Authorization", &bearer)], None).await?.0, 404);
    let (mut line, _) = house.enter(&white.game, Some(&white.secret), 0).await?;
    line.say(&ClientOut::Act { ply: 0, act: Act::Abort }).await?;
    assert!(matches!(line.news().await?, ClientIn::Ended { ending, .. } if ending == "aborted"));
    Ok(())
}
