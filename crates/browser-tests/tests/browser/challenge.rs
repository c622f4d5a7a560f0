//! The Shashki challenge: forfeits, double wins, the sixth draw, the window of fifteen games.

use anyhow::{Context, bail, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::{Value, json};

use crate::play::{any_move, look, my_turn};

/// A capture is on, and a quiet move too.
const TEMPTING: &str = "W:Wc3,a1:Bd4,h8";
/// One move blocks the last enemy.
const BLOCKING: &str = "W:Wa1,c1:Ba3";

/// Opens a game of the challenge that has got to this position, with this much already done.
async fn challenge(harness: &Harness, before: Value, fen: &str) -> anyhow::Result<Page> {
    let page = harness.page(Look { calm: true, ..Look::DESKTOP }).await?;
    let record = json!({ "version": 1, "variant": "shashki", "start": fen, "moves": [] });
    let game = json!({ "record": record, "white": "person", "black": "random", "challenge": true });
    page.keep(&[
        ("challenge", before),
        ("sitting.test", json!({ "at": 1, "game": game })),
        ("at.shashki", json!("test")),
    ])
    .await?;
    page.open("shashki").await?;
    ensure!(my_turn(&page).await?, "{fen}: nothing to play");
    Ok(page)
}

async fn kept(page: &Page) -> anyhow::Result<Value> {
    let text = page.eval("return localStorage.getItem('damka.challenge')").await?;
    serde_json::from_str(text.as_str().unwrap_or("null")).context("the challenge is not kept")
}

/// Waits until what is kept says so, and looks whether it survives a reload.
async fn expect(page: &Page, name: &str, value: Value) -> anyhow::Result<()> {
    let path = format!("JSON.parse(localStorage.getItem('damka.challenge')).{name}");
    page.wait_for(&format!("JSON.stringify({path}) === '{value}'"))
        .await
        .with_context(|| format!("{name} is not {value}"))?;
    page.open("shashki").await?;
    page.find("[role=grid]").await?;
    ensure!(kept(page).await?[name] == value, "{name} does not survive a reload");
    Ok(())
}

async fn tap(page: &Page, squares: [&str; 2]) -> anyhow::Result<()> {
    for square in squares {
        page.click_square(square).await?;
    }
    Ok(())
}

/// A quiet move while a capture is due forfeits, by clicks, by dragging and by typing alike.
pub(crate) async fn forfeit(harness: &Harness) -> anyhow::Result<Verdict> {
    for way in 0..3 {
        let page = challenge(harness, json!({ "streak": 2, "draws": 1, "strikes": 3 }), TEMPTING).await?;
        match way {
            0 => tap(&page, ["a1", "b2"]).await?,
            1 => page.drag(&["a1", "b2"]).await?,
            _ => page.find("input[name=move]").await?.send_keys("a1-b2\n").await?,
        }
        expect(&page, "strikes", json!(4)).await.with_context(|| format!("way {way}"))?;
        let after = kept(&page).await?;
        ensure!(after["streak"] == 0 && after["draws"] == 1, "a forfeit left {after}");
    }
    Ok(Verdict::Passed)
}

/// A position from a link is for practice: it does not score. A game that counts gives no hint.
pub(crate) async fn links(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(Look { calm: true, ..Look::DESKTOP }).await?;
    page.keep(&[("challenge", json!({ "streak": 1 }))]).await?;
    page.open("shashki?fen=W:WKa1:Bc3").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    tap(&page, ["a1", "d4"]).await?;
    page.find(".result-card").await?;
    ensure!(kept(&page).await?["streak"] == 1, "a link scores");
    page.open("shashki").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    let script = "return [...document.querySelectorAll('.action')].find(b => b.textContent.trim() === 'Hint').disabled";
    ensure!(page.eval(script).await? == true, "a hint in a game that counts");
    Ok(Verdict::Passed)
}

pub(crate) async fn double_win(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = challenge(harness, json!({}), BLOCKING).await?;
    tap(&page, ["a1", "b2"]).await?;
    expect(&page, "streak", json!(2)).await?;
    let page = challenge(harness, json!({ "streak": 1 }), BLOCKING).await?;
    tap(&page, ["a1", "b2"]).await?;
    expect(&page, "solved", json!(true)).await?;
    Ok(Verdict::Passed)
}

pub(crate) async fn window(harness: &Harness) -> anyhow::Result<Verdict> {
    let lamps = vec!["defeat"; 14];
    let page = challenge(harness, json!({ "draws": 3, "lamps": lamps }), TEMPTING).await?;
    tap(&page, ["a1", "b2"]).await?;
    expect(&page, "lamps", json!([])).await?;
    ensure!(kept(&page).await?["draws"] == 0, "the draws of a closed window are kept");
    Ok(Verdict::Passed)
}

/// Kings wander six plies without a capture: a draw, and the sixth one solves. The opponent plays at
/// random, so it may take a few attempts until it keeps out of the way.
pub(crate) async fn sixth_draw(harness: &Harness) -> anyhow::Result<Verdict> {
    for attempt in 0..10 {
        let page = challenge(harness, json!({ "draws": 5 }), "W:WKg1:BKb8").await?;
        for turn in 0..4 {
            if !my_turn(&page).await? {
                break;
            }
            any_move(&page, attempt + turn).await?;
        }
        let after = kept(&page).await?;
        if after["solved"] == true {
            return Ok(Verdict::Passed);
        }
        ensure!(after["draws"] == 5, "the sixth draw does not solve: {after}");
    }
    bail!("no draw in ten attempts")
}

/// A game that has begun cannot be left unpunished: not by a new one, not by a link, not by going away.
pub(crate) async fn no_way_out(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(Look { calm: true, ..Look::DESKTOP }).await?;
    page.keep(&[("challenge", json!({ "streak": 2, "strikes": 1 }))]).await?;
    page.open("shashki").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    any_move(&page, 0).await?;
    ensure!(my_turn(&page).await?, "over too soon");
    let board = look(&page).await?.board;
    page.open("russian").await?;
    page.find("[role=grid]").await?;
    page.open(&format!("shashki?fen={BLOCKING}")).await?;
    page.find(".note").await.context("nothing is said about the unfinished game")?;
    ensure!(look(&page).await?.board == board, "the game was left by a link");
    page.click(".note button").await?;
    page.click_button("New game").await?;
    page.click_button("No").await?;
    ensure!(look(&page).await?.board == board, "the game was left without an answer");
    page.click_button("New game").await?;
    ensure!(page.text(".asking").await?.contains("defeat"), "nothing is asked");
    page.click_button("Yes").await?;
    expect(&page, "strikes", json!(3)).await?;
    ensure!(kept(&page).await?["streak"] == 0, "the streak goes on");
    Ok(Verdict::Passed)
}
