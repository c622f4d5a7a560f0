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
    let (house, [white, black]) = House::hosting("russian").await?;
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
    let (house, [white, _], mut good) = House::playing("russian").await?;
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

/// Old moves, moves from the future, and moves sent twice by a socket that was cut off.
#[tokio::test(flavor = "multi_thread")]
async fn moves_come_once_and_in_order() -> Result<()> {
    let (house, [white, black], mut one) = House::playing("russian").await?;
    let (mut two, _) = house.enter(&white.game, Some(&black.secret), 0).await?;
    one.play(0, "c3-d4").await?;
    one.play(0, "c3-d4").await?;
    for _ in 0..2 {
        assert!(matches!(one.news().await?, ClientIn::Moved { ply: 1, .. }), "acknowledged twice");
    }
    for (ply, text, reason) in [
        (0, "e3-f4", "the game has moved on"),
        (2, "e3-f4", "the game has not come so far"),
        (1, "b6-a5", "it is not your turn"),
    ] {
        one.play(ply, text).await?;
        assert!(
            matches!(one.news().await?, ClientIn::Refused { reason: told, .. } if told == reason),
            "{ply} {text}"
        );
    }
    two.play(1, "b6-a5").await?;
    assert!(matches!(two.news().await?, ClientIn::Moved { ply: 1, .. }), "played once");
    assert!(matches!(two.news().await?, ClientIn::Moved { ply: 2, .. }));
    Ok(())
}

/// Somebody who tries passwords learns nothing by the clock, and not many of them.
#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_not_guessed() -> Result<()> {
    let house = House::with(folder()?, |options| damka_people::Options { rate: 1_000, ..options }).await?;
    crate::people::enrol(&house, "Anna").await?;
    let guess = async |name: &str, password: &str| -> Result<(u16, std::time::Duration)> {
        let began = std::time::Instant::now();
        let (status, _) =
            house.post("/api/session", json!({ "name": name, "password": password }), &[]).await?;
        Ok((status, began.elapsed()))
    };
    // Whether there is such an account takes the same work: the least of some tries, as the machine is busy.
    let mut least = [std::time::Duration::MAX; 3];
    for _ in 0..3 {
        let long = "x".repeat(300);
        for (index, (name, password)) in
            [("anna", "wrong horse"), ("nobody", "wrong horse"), ("anna", long.as_str())]
                .into_iter()
                .enumerate()
        {
            let (status, took) = guess(name, password).await?;
            assert_eq!(status, 401);
            least[index] = least[index].min(took);
        }
    }
    let [wrong, nobody, long] = least;
    assert!(nobody * 3 > wrong && long * 3 > wrong, "{least:?}");
    let mut limited = 0;
    for _ in 0..12 {
        limited += u32::from(guess("ANNA", "wrong horse").await?.0 == 429);
    }
    assert!(limited >= 4, "{limited}");
    Ok(())
}

/// Behind a proxy everybody has an address of their own; who only claims to be one does not.
#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_is_believed_if_it_is_known() -> Result<()> {
    for (known, expected) in [("127.0.0.1", 0), ("10.0.0.1", 20)] {
        let proxies = vec![known.parse().map_err(anyhow::Error::msg)?];
        let with = |options| damka_people::Options { rate: 1, proxies, ..options };
        let house = House::with(folder()?, with).await?;
        let mut limited = 0;
        for number in 0..30 {
            let from = format!("198.51.100.{number}");
            let (status, ..) = house.ask("GET", "/api/nothing", &[("X-Forwarded-For", &from)], None).await?;
            limited += u32::from(status == 429);
        }
        assert!(limited <= expected && limited + 10 >= expected, "{known}: {limited}");
    }
    Ok(())
}

/// Whatever is logged, with everything but the frames themselves: no password, token, cookie or seat.
#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_logged() -> Result<()> {
    static LOG: std::sync::Mutex<Vec<u8>> = std::sync::Mutex::new(Vec::new());
    struct Log;
    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            LOG.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(|| Log);
    log.with_ansi(false).try_init().map_err(anyhow::Error::msg)?;
    let house = House::open().await?;
    let anna = crate::people::enrol(&house, "Anna").await?;
    let (_, given) = house.post("/api/account/token", json!({}), &[("Cookie", &anna)]).await?;
    let token = given["token"].as_str().unwrap().to_owned();
    let [white, black] = house.game(json!({ "variant": "russian", "white": true })).await?;
    let (mut line, _) = house.enter(&white.game, Some(&white.secret), 0).await?;
    line.play(0, "c3-d4").await?;
    line.play(0, "nonsense").await?;
    while !matches!(line.news().await?, ClientIn::Refused { .. }) {}
    line.raw(Message::text(format!("{{\"seat\":\"{}\"}}", white.secret))).await?;
    while line.news().await.is_ok() {}
    line = house.socket(&white.game, None).await?;
    line.say(&hello(&white.game, Some(&white.secret), 0)).await?;
    line.say(&ClientOut::Act { ply: 1, act: damka_wire::room::Act::Resign }).await?;
    while !matches!(line.news().await?, ClientIn::Ended { .. }) {}
    house.club.close().await;
    let log = String::from_utf8_lossy(&LOG.lock().unwrap()).into_owned();
    assert!(log.contains("founded") && log.contains("resigned-white") && log.contains("handing games over"));
    let cookie = anna.split('=').nth(1).unwrap();
    for secret in ["correct horse", cookie, &token, &white.secret, &black.secret] {
        assert!(!log.contains(secret), "{secret}");
    }
    Ok(())
}
