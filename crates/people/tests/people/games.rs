//! Games as they are played.

use anyhow::Result;
use damka_wire::room::{Act, ClientIn, ClientOut};
use serde_json::json;

use crate::club::{House, hello};

#[tokio::test(flavor = "multi_thread")]
async fn two_play_and_a_third_watches() -> Result<()> {
    let house = House::open().await?;
    let [white, black] = house.game(json!({ "variant": "russian", "white": true, "clock": "300+3" })).await?;
    let (mut one, welcome) = house.enter(&white.game, Some(&white.secret), 0).await?;
    assert_eq!((welcome.white, welcome.clock.as_str()), (Some(true), "300+3"));
    let (mut two, _) = house.enter(&white.game, Some(&black.secret), 0).await?;
    let (mut three, welcome) = house.enter(&white.game, None, 0).await?;
    assert_eq!((welcome.white, welcome.players[1].as_ref().map(|p| p.name.as_str())), (None, Some("Boris")));
    one.play(0, "c3-d4").await?;
    for line in [&mut one, &mut two, &mut three] {
        assert!(matches!(line.news().await?, ClientIn::Moved { ply: 1, .. }));
    }
    two.say(&ClientOut::Act { ply: 1, act: Act::Resign }).await?;
    let ending = |event| matches!(event, ClientIn::Ended { ending, .. } if ending == "resigned-black");
    assert!(ending(one.news().await?) && ending(three.news().await?));
    // Another game with colours changed, proven by the same secrets.
    one.say(&ClientOut::Act { ply: 1, act: Act::Rematch }).await?;
    two.say(&ClientOut::Act { ply: 1, act: Act::Rematch }).await?;
    let next = loop {
        if let ClientIn::Next { game } = three.news().await? {
            break game;
        }
    };
    let (_, welcome) = house.enter(&next, Some(&white.secret), 0).await?;
    assert_eq!(welcome.white, Some(false));
    let (status, _, pdn) = house.ask("GET", &format!("/api/games/{}", white.game), &[], None).await?;
    assert!(status == 200 && pdn.contains("c3-d4") && pdn.contains("[Black \"Boris\"]"), "{pdn}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_forgets_nothing() -> Result<()> {
    let (house, [white, black], mut one) = House::playing("armenian").await?;
    one.moves(0, "c3-c4").await?;
    let folder = house.folder.clone();
    drop((one, house));
    let house = House::with(folder, |options| options).await?;
    let (mut two, welcome) = house.enter(&white.game, Some(&black.secret), 0).await?;
    assert_eq!(welcome.moves, ["c3-c4"]);
    let (mut one, welcome) = house.enter(&white.game, Some(&white.secret), 1).await?;
    assert_eq!((welcome.since, welcome.moves.len()), (1, 0));
    // Heard already before the server ended: acknowledged again, not played again.
    one.moves(0, "c3-c4").await?;
    two.play(1, "c6-c5").await?;
    assert!(matches!(one.news().await?, ClientIn::Moved { ply: 2, .. }));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers() -> Result<()> {
    let house = House::open().await?;
    let new = json!({ "variant": "russian", "white": true, "computer": 1 });
    let (_, seat) = house.post("/api/games", new, &[]).await?;
    let (game, secret) = (seat["game"].as_str().unwrap(), seat["secret"].as_str().unwrap());
    let (mut line, _) = house.enter(game, Some(secret), 0).await?;
    line.moves(0, "c3-d4").await?;
    assert!(matches!(line.news().await?, ClientIn::Moved { ply: 2, .. }));
    let (status, trouble) = house.post(&format!("/api/games/{game}/join"), json!({}), &[]).await?;
    assert_eq!((status, trouble["error"].as_str()), (409, Some("both seats are taken")));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_who_waits_and_is_there() -> Result<()> {
    let house = House::open().await?;
    let lobby = async || -> Result<Vec<String>> {
        let (_, _, body) = house.ask("GET", "/api/lobby", &[], None).await?;
        let listed: Vec<damka_wire::people::Listed> = serde_json::from_str(&body)?;
        Ok(listed.into_iter().map(|listed| listed.game).collect())
    };
    let new = json!({ "variant": "russian", "clock": "180+2", "public": true, "name": "<b>Anna</b>" });
    let (_, seat) = house.post("/api/games", new, &[]).await?;
    let (game, secret) = (seat["game"].as_str().unwrap(), seat["secret"].as_str().unwrap());
    house.post("/api/games", json!({ "variant": "russian" }), &[]).await?;
    assert!(lobby().await?.is_empty(), "nobody is there yet, and the other game is not public");
    let (_line, _) = house.enter(game, Some(secret), 0).await?;
    assert_eq!(lobby().await?, [game]);
    house.post(&format!("/api/games/{game}/join"), json!({}), &[]).await?;
    assert!(lobby().await?.is_empty());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_with_a_reason() -> Result<()> {
    let house = House::open().await?;
    for (new, reason) in [
        (json!({ "variant": "chess" }), "chess"),
        (json!({ "variant": "russian", "clock": "soon" }), "'soon' is no clock"),
        (json!({ "variant": "russian", "start": "X" }), "start: "),
        (json!({ "variant": "russian", "rated": true }), "rated games have a clock"),
        (json!({ "variant": "russian", "computer": 99 }), "levels go from 0 to 12"),
    ] {
        let (status, trouble) = house.post("/api/games", new.clone(), &[]).await?;
        assert!(status == 400 && trouble["error"].as_str().unwrap().contains(reason), "{new}: {trouble}");
    }
    let mut line = house.socket("nowhere", None).await?;
    line.say(&hello("nowhere", None, 0)).await?;
    assert!(
        matches!(line.hear().await?, ClientIn::Refused { reason, .. } if reason == "there is no such game")
    );
    Ok(())
}

/// Two servers on one database: people are sent to the one that has the game, until it is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_one_house() -> Result<()> {
    let one = House::open().await?;
    let [white, _] = one.game(json!({ "variant": "russian", "white": true })).await?;
    // On a file the second server would take over at once; this one only looks.
    let two = House::with(one.folder.clone(), |options| options).await?;
    let (_, _, body) = two.ask("GET", &format!("/api/games/{}", white.game), &[], None).await?;
    assert!(body.contains("[GameType"), "{body}");
    let (mut newer, _) = two.enter(&white.game, Some(&white.secret), 0).await?;
    newer.moves(0, "c3-d4").await?;
    // The first has lost the game without knowing it: nothing it says is stored or acknowledged.
    let (mut older, welcome) = one.enter(&white.game, Some(&white.secret), 0).await?;
    assert!(welcome.moves.is_empty());
    older.play(0, "e3-f4").await?;
    assert!(
        matches!(older.news().await?, ClientIn::Refused { reason, .. } if reason.contains("another server"))
    );
    assert!(older.news().await.is_err(), "and everybody is sent away");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_explained() -> Result<()> {
    let house = House::open().await?;
    let ask = async |query: &str| -> Result<(u16, serde_json::Value)> {
        let (status, _, body) = house.ask("GET", &format!("/api/position?{query}"), &[], None).await?;
        Ok((status, serde_json::from_str(&body)?))
    };
    let (_, known) = ask("variant=russian&moves=c3-d4,b6-a5&millis=50&lines=2").await?;
    assert_eq!(
        (known["white_to_move"].as_bool(), known["lines"].as_array().map(Vec::len)),
        (Some(true), Some(2))
    );
    let legal = known["legal"].as_array().unwrap();
    assert!(
        legal.iter().any(|text| text == "d4-c5") && legal.contains(&known["lines"][0]["moves"][0]),
        "{known}"
    );
    let (_, known) = ask("variant=russian").await?;
    assert!(!known["book"].as_array().unwrap().is_empty(), "{known}");
    for (query, reason) in [("variant=chess", "chess"), ("variant=russian&moves=a1-h8", "move 1, a1-h8: ")] {
        let (status, trouble) = ask(query).await?;
        assert!(status == 400 && trouble["error"].as_str().unwrap().contains(reason), "{trouble}");
    }
    assert!(!house.folder.join("damka.db").exists(), "nothing to store");
    Ok(())
}
