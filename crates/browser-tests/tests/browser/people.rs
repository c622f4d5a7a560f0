//! People: two browsers at one board, by a link and over the local network; a third watches, a fourth is refused.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Server, Verdict};
use serde_json::{Value, json};

use crate::play::{any_move, look, my_turn};
use crate::seats::{moves, tap, wait_for_moves};

pub(crate) const DESK: Look = Look { calm: true, ..Look::DESKTOP };
pub(crate) const PHONE: Look = Look { calm: true, ..Look::PHONE };

/// A server of one's own; another loopback address stands for the local network.
pub(crate) fn club(harness: &Harness) -> anyhow::Result<Server> {
    harness.server_with(&[("DAMKA_NEARBY_AT", "127.0.0.2"), ("DAMKA_RATE", "0")])
}

/// Fills in a field as a person does.
pub(crate) async fn fill(page: &Page, css: &str, text: &str) -> anyhow::Result<()> {
    let field = page.find(css).await?;
    field.clear().await?;
    Ok(field.send_keys(text).await?)
}

/// Chooses from a list by its value.
pub(crate) async fn choose(page: &Page, css: &str, value: &str) -> anyhow::Result<()> {
    page.find(css).await?;
    let script = format!(
        "const list = document.querySelector('{css}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value"
    );
    ensure!(page.eval(&script).await? == value, "{css} has no {value}");
    Ok(())
}

/// Makes a game by link in the lobby; the path of its page.
pub(crate) async fn invite(page: &Page, variant: &str, clock: &str, name: &str) -> anyhow::Result<String> {
    page.open("people").await?;
    page.click(".seek .segments label:nth-of-type(2)").await?;
    choose(page, "[name=variant]", variant).await?;
    choose(page, "[name=clock]", clock).await?;
    fill(page, ".seek [name=name]", name).await?;
    page.click(".seek .go").await?;
    page.find(".door .link").await?;
    let path = page.eval("return location.pathname.slice(1)").await?;
    Ok(path.as_str().context("no path")?.to_owned())
}

/// Founds a game from a position by a plain request, as a page does; the path of its page. The page has White.
pub(crate) async fn found(page: &Page, game: Value) -> anyhow::Result<String> {
    let id = page.take_seat("/api/games", &game.to_string()).await?;
    let path = format!("people/{id}");
    page.open(&path).await?;
    page.find(".door").await?;
    Ok(path)
}

/// Sits down at a game that was opened.
pub(crate) async fn sit(page: &Page, name: &str) -> anyhow::Result<()> {
    fill(page, ".door [name=name]", name).await?;
    page.click(".door [type=submit]").await?;
    page.wait_for("!document.querySelector('.door') && document.querySelector('.signal.up')").await
}

/// Enters the first game in a list of the lobby.
pub(crate) async fn go_in(page: &Page, list: &str) -> anyhow::Result<()> {
    page.click(&format!("[aria-labelledby={list}-title] li a")).await?;
    page.wait_for("document.querySelector('.signal.up')").await
}

/// White's and Black's pages, whoever sits there.
async fn by_side(a: &Page, b: &Page) -> anyhow::Result<(Page, Page)> {
    a.find(".bar:not(.top) .disc").await?;
    Ok(match a.count(".bar:not(.top) .disc.white").await? {
        1 => (a.clone(), b.clone()),
        _ => (b.clone(), a.clone()),
    })
}

/// Plays until somebody has won.
async fn play_out(white: &Page, black: &Page) -> anyhow::Result<usize> {
    for turn in 0..150 {
        for (page, who) in [(white, "white"), (black, "black")] {
            if !my_turn(page).await.with_context(|| format!("{who} in turn {turn}"))? {
                return Ok(turn);
            }
            any_move(page, turn).await.with_context(|| format!("{who} in turn {turn}"))?;
        }
    }
    anyhow::bail!("no end: {:?}", moves(white).await?)
}

async fn quiet(pages: &[&Page]) -> anyhow::Result<()> {
    for page in pages {
        page.expect_quiet().await?;
    }
    Ok(())
}

/// A link, a whole game, a spectator.
pub(crate) async fn by_link(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let [anna, boris, clara] = [
        harness.page_at(club.url(), DESK).await?,
        harness.page_at(club.url(), PHONE).await?,
        harness.page_at(club.url(), DESK).await?,
    ];
    let path = invite(&anna, "breakthrough", "600+5", "Anna").await?;
    boris.open(&path).await?;
    let terms = boris.text(".door").await?;
    ensure!(terms.contains("Anna") && terms.contains("10 min"), "the invitation says {terms:?}");
    sit(&boris, "Boris").await?;
    anna.wait_for("!document.querySelector('.door')").await.context("nobody has sat down")?;
    clara.open(&path).await?;
    clara.wait_for("document.querySelector('.signal.up')").await?;
    ensure!(clara.count(".door").await? == 0, "a third is asked to sit down");
    anna.wait_for_text(".game-card", "1 watching").await?;
    let (white, black) = by_side(&anna, &boris).await?;
    let turns = play_out(&white, &black).await?;
    println!("    over after {turns} turns");
    for page in [&anna, &boris, &clara] {
        page.find(".result-card").await?;
    }
    let (one, two, three) = (moves(&anna).await?, moves(&boris).await?, moves(&clara).await?);
    ensure!(one == two && two == three && one.len() >= 2 * turns, "{one:?}\n{two:?}\n{three:?}");
    let names = clara.text("main").await?;
    ensure!(names.contains("Anna") && names.contains("Boris"), "the spectator reads {names:?}");
    // The clocks have run, and stand.
    let clocks = "return [...document.querySelectorAll('.clock')].map(e => e.textContent).join()";
    let stood = clara.eval(clocks).await?;
    ensure!(stood != "10:00,10:00", "the clocks have not run");
    quiet(&[&anna, &boris, &clara]).await?;
    Ok(Verdict::Passed)
}

/// Somebody nearby scans the code: another address, no secure context, no account. Then the same again, colours changed.
pub(crate) async fn nearby(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let (anna, boris) = (harness.page_at(club.url(), DESK).await?, harness.page_at(club.url(), PHONE).await?);
    invite(&anna, "breakthrough", "600+5", "Anna").await?;
    anna.click(".door .nearby").await?;
    anna.wait_for("document.querySelector('.door .code')?.naturalWidth > 20")
        .await
        .context("no code to scan")?;
    let link = anna.eval("return document.querySelector('.door .link').value").await?;
    let link = link.as_str().context("no link")?.to_owned();
    ensure!(link.starts_with("http://127.0.0.2:") && link.contains("/nearby/"), "the link is {link}");
    // As over plain http from another machine: none of what browsers keep for secure pages.
    let bare = "delete Navigator.prototype.clipboard; delete Navigator.prototype.serviceWorker; \
        Object.defineProperty(window, 'isSecureContext', { value: false }); \
        delete window.SharedArrayBuffer; delete window.Notification;";
    boris.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": bare })).await?;
    let gate = link.split("/nearby/").next().unwrap_or_default().to_owned();
    boris.driver().goto(&format!("{gate}/people")).await?;
    boris
        .wait_for("document.body.textContent.includes('scan the code')")
        .await
        .context("let in without the secret")?;
    boris.driver().goto(&link).await?;
    boris.find(".door [name=name]").await?;
    let host = boris
        .eval("return location.hostname + ' ' + ('nearby' in location) + ' ' + location.pathname")
        .await?;
    ensure!(host.as_str().is_some_and(|host| host.starts_with("127.0.0.2 false /people/")), "came to {host}");
    sit(&boris, "Boris").await?;
    let (white, black) = by_side(&anna, &boris).await?;
    play_out(&white, &black).await?;
    let before = anna.eval("return location.pathname").await?;
    for page in [&white, &black] {
        page.find(".result-card").await?;
        page.click(".result-card .primary").await?;
    }
    for page in [&anna, &boris] {
        page.wait_for(&format!("location.pathname !== {before} && document.querySelector('.signal.up')"))
            .await?;
    }
    let (again, _) = by_side(&anna, &boris).await?;
    let address = async |page: &Page| page.eval("return location.origin").await;
    ensure!(address(&again).await? != address(&white).await?, "the colours are not changed");
    ensure!(my_turn(&again).await?, "White may not begin");
    any_move(&again, 0).await?;
    for page in [&anna, &boris] {
        wait_for_moves(page, 1).await?;
    }
    quiet(&[&anna]).await?;
    Ok(Verdict::Passed)
}

const FORK: &str = "W:Wd4,a1,h2:Be5,e7,g5,b8,h8";

/// Reloaded in the middle of a capture; the server gone and back; nothing is lost.
pub(crate) async fn returns(harness: &Harness) -> anyhow::Result<Verdict> {
    let mut club = club(harness)?;
    let (anna, boris) = (harness.page_at(club.url(), DESK).await?, harness.page_at(club.url(), DESK).await?);
    let game =
        json!({ "variant": "russian", "clock": "600+5", "white": true, "start": FORK, "name": "Anna" });
    let path = found(&anna, game).await?;
    boris.open(&path).await?;
    sit(&boris, "Boris").await?;
    ensure!(my_turn(&anna).await?, "White may not begin");
    tap(&anna, &["d4", "f6"]).await?;
    anna.wait_for_status("Keep capturing").await?;
    anna.reload().await?;
    anna.wait_for("document.querySelector('.signal.up')").await?;
    ensure!(my_turn(&anna).await?, "the seat is lost");
    ensure!(anna.piece("d4").await?.as_deref() == Some("white-man"), "half a capture was played");
    tap(&anna, &["d4", "f6", "d8"]).await?;
    boris.find("[data-square=d8][data-piece=white-king]").await.context("the capture did not come")?;
    // The server is gone: a move made meanwhile is shown, kept, and sent when it is back.
    ensure!(my_turn(&boris).await?, "Black may not move");
    club.stop();
    boris.wait_for_status("Connection lost").await?;
    tap(&boris, &["b8", "a7"]).await?;
    boris.wait_for_status("as soon as it is back").await?;
    club.restart()?;
    for page in [&anna, &boris] {
        page.wait_for("document.querySelector('.signal.up')").await?;
        page.find("[data-square=a7][data-piece=black-man]").await?;
    }
    ensure!(my_turn(&anna).await?, "the game does not go on");
    ensure!(moves(&anna).await? == moves(&boris).await?, "two games");
    ensure!(moves(&anna).await?.len() == 2, "{:?}", moves(&anna).await?);
    Ok(Verdict::Passed)
}

/// Somebody else's seat: a visitor who taps, a forged secret, the opponent's pieces.
pub(crate) async fn forged(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let pages = [DESK, DESK, DESK].map(|look| harness.page_at(club.url(), look));
    let [anna, boris, dora] = pages;
    let (anna, boris, dora) = (anna.await?, boris.await?, dora.await?);
    let game = json!({ "variant": "russian", "clock": "600+5", "white": true, "name": "Anna" });
    let path = found(&anna, game).await?;
    boris.open(&path).await?;
    sit(&boris, "Boris").await?;
    ensure!(my_turn(&anna).await?, "White may not begin");
    dora.open(&path).await?;
    dora.wait_for("document.querySelector('.signal.up')").await?;
    let before = look(&dora).await?.board;
    tap(&dora, &["c3"]).await?;
    dora.wait_for_text(".bubble", "only the players").await?;
    tap(&boris, &["c3"]).await?;
    boris.wait_for_text(".bubble", "not your turn").await?;
    // Without the page: a guessed secret is no seat.
    let script = "const done = arguments[arguments.length - 1], heard = []; \
        const id = location.pathname.split('/').pop(); \
        const line = new WebSocket(location.origin.replace('http', 'ws') + '/ws/game/' + id); \
        line.onopen = () => line.send(JSON.stringify({ hello: { protocol: PROTOCOL, game: id, seat: 'guessed', since: 0 } })); \
        line.onmessage = (event) => { \
            const said = JSON.parse(event.data); heard.push(Object.keys(said)[0]); \
            if (said.welcome) line.send(JSON.stringify({ play: { ply: 0, text: 'c3-d4' } })); \
            if (said.refused) { line.close(); done([heard.join(), said.refused.reason, said.welcome?.white ?? null]) } }"
        .replace("PROTOCOL", &damka_protocol(&anna).await?);
    let told = dora.eval_async(&script).await?;
    ensure!(told[1] == "you have no seat in this game", "the room says {told}");
    for page in [&anna, &boris, &dora] {
        ensure!(look(page).await?.board == before, "somebody else's move was played");
    }
    tap(&anna, &["c3", "d4"]).await?;
    wait_for_moves(&dora, 1).await?;
    quiet(&[&anna, &boris, &dora]).await?;
    Ok(Verdict::Passed)
}

/// The protocol the page speaks, overheard.
async fn damka_protocol(page: &Page) -> anyhow::Result<String> {
    let spy = "window.sent = []; const send = WebSocket.prototype.send; \
        WebSocket.prototype.send = function (text) { window.sent.push(text); send.call(this, text) }";
    page.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": spy })).await?;
    page.reload().await?;
    page.wait_for("window.sent?.some(text => text.includes('hello'))").await?;
    let hello = page
        .eval("return JSON.parse(window.sent.find(text => text.includes('hello'))).hello.protocol")
        .await?;
    ensure!(my_turn(page).await?, "the seat is lost");
    Ok(hello.to_string())
}

/// A seek in the lobby, taken up by a click; others watch; one's own games are listed.
pub(crate) async fn lobby(harness: &Harness) -> anyhow::Result<Verdict> {
    let club = club(harness)?;
    let (anna, boris) = (harness.page_at(club.url(), DESK).await?, harness.page_at(club.url(), PHONE).await?);
    let clara = harness.page_at(club.url(), DESK).await?;
    for page in [&boris, &clara] {
        page.open("people").await?;
        page.wait_for_text(".lists", "Nobody is waiting").await?;
    }
    anna.open("people").await?;
    choose(&anna, "[name=variant]", "russian").await?;
    fill(&anna, ".seek [name=name]", "Anna").await?;
    anna.click(".seek .go").await?;
    anna.find(".door .link").await?;
    // The list comes by itself.
    boris.wait_for_text(".lists", "Anna").await?;
    boris.click(".lists li button.primary").await?;
    boris.wait_for("document.querySelector('.signal.up') && document.querySelector('[data-square]')").await?;
    anna.wait_for("!document.querySelector('.door')").await?;
    let (white, black) = by_side(&anna, &boris).await?;
    ensure!(my_turn(&white).await?, "White may not begin");
    any_move(&white, 0).await?;
    go_in(&clara, "watch").await?;
    wait_for_moves(&clara, 1).await?;
    black.wait_for("document.title.includes('Your turn')").await?;
    // Back in the lobby one finds one's game, and whose turn it is.
    black.open("people").await?;
    let state = black.wait_for_text("[aria-labelledby=mine-title] li", "Your turn").await?;
    println!("    {state:?}");
    go_in(&black, "mine").await?;
    ensure!(my_turn(&black).await?, "the way back is lost");
    // The computer plays there, too.
    clara.open("people").await?;
    clara.click(".seek .segments label:nth-of-type(3)").await?;
    choose(&clara, "[name=variant]", "russian").await?;
    clara.click(".seek .go").await?;
    ensure!(my_turn(&clara).await?, "the computer does not begin");
    let begun = moves(&clara).await?.len();
    any_move(&clara, 1).await?;
    wait_for_moves(&clara, begun + 2).await.context("the computer does not answer")?;
    quiet(&[&anna, &boris, &clara]).await?;
    Ok(Verdict::Passed)
}

/// A static site has nobody behind it and does not pretend; a server that is away is told of kindly.
pub(crate) async fn alone(harness: &Harness) -> anyhow::Result<Verdict> {
    let (_dir, site) = harness.export("/some/where/")?;
    let page = harness.page_at(site.url(), DESK).await?;
    page.open("russian").await?;
    page.find("[role=grid]").await?;
    ensure!(page.count(".rail a[href=people]").await? == 0, "the way to nobody is shown");
    let mut club = club(harness)?;
    let page = harness.page_at(club.url(), DESK).await?;
    page.open("russian").await?;
    page.wait_for_offline().await?;
    club.stop();
    page.click(".rail a[href=people]").await?;
    page.wait_for_text(".people header", "none answers").await?;
    Ok(Verdict::Passed)
}
