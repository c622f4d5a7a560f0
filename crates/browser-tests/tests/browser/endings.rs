//! How games end: draws offered, answered, claimed; resignation; the review from the biggest mistake.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Page, Verdict};
use serde_json::json;

use crate::play::my_turn;
use crate::seats::{LOOK, seated, tap, two_people, wait_for_moves};

/// Two kings each, nobody can take anything.
const LEVEL: &str = "W:WKc1,Ke1:BKd8,Kf8";

/// A level that gives nothing away within a few moves, unlike those a newcomer meets.
const SENSIBLE: u8 = 10;

async fn open(harness: &Harness, path: &str) -> anyhow::Result<Page> {
    let page = harness.page(LOOK).await?;
    page.keep(&[("strength", json!(SENSIBLE))]).await?;
    page.open(path).await?;
    ensure!(my_turn(&page).await?, "{path}: nothing to play");
    Ok(page)
}

async fn offer(page: &Page) -> anyhow::Result<()> {
    page.click_button("Offer a draw").await?;
    page.click_button("Yes").await
}

/// The computer accepts when it is level in an ending, and declines when it is ahead or it is early.
pub(crate) async fn draw_offer(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = open(harness, &format!("russian?fen={LEVEL}")).await?;
    offer(&page).await?;
    let card = page.wait_for_text(".result-card", "agreed").await?;
    ensure!(card.contains("Draw"), "{card:?}");
    for fen in ["W:Wa1,b2:BKh8,Kf8,Kd8", ""] {
        let page =
            open(harness, &format!("russian?fen={}", if fen.is_empty() { "start" } else { fen })).await?;
        offer(&page).await?;
        page.wait_for_text(".note", "declined").await.with_context(|| format!("{fen}: no answer"))?;
        ensure!(page.count(".result-card").await? == 0, "{fen}: over");
    }
    // Two people: the other one is asked.
    let page = seated(harness, LOOK, two_people(&["c3-d4"], json!("none"), None), json!({})).await?;
    offer(&page).await?;
    ensure!(page.text(".asking").await?.contains("Black offers a draw"), "nobody is asked");
    page.click_button("No").await?;
    page.wait_for("!document.querySelector('.asking')").await?;
    offer(&page).await?;
    page.find(".asking").await?;
    page.click_button("Yes").await?;
    page.wait_for_text(".result-card", "agreed").await?;
    Ok(Verdict::Passed)
}

/// The computer offers a draw itself; a move declines it, a click accepts it.
pub(crate) async fn computer_offers(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = open(harness, &format!("russian?fen={LEVEL}")).await?;
    tap(&page, &["e1", "h4"]).await?;
    wait_for_moves(&page, 2).await?;
    let asked = page.text(".asking").await.context("the computer offers nothing")?;
    ensure!(asked.contains("Black offers a draw"), "{asked:?}");
    page.click_button("Yes").await?;
    page.wait_for_text(".result-card", "agreed").await?;
    Ok(Verdict::Passed)
}

/// One piece each in the Armenian game is a draw by agreement: the computer agrees, a person is asked.
pub(crate) async fn claim(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = open(harness, "armenian?fen=W:WKa1:BKh7").await?;
    offer(&page).await?;
    let card = page.wait_for_text(".result-card", "agreed").await?;
    ensure!(card.contains("Draw"), "{card:?}");
    let page = harness.page(LOOK).await?;
    let game = json!({ "variant": "armenian", "start": "W:WKa1:BKh7", "moves": [], "white": "person", "black": "person" });
    page.keep(&[("game.armenian", game)]).await?;
    page.open("armenian").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    offer(&page).await?;
    ensure!(page.text(".asking").await?.contains("White offers a draw"), "nobody is asked");
    ensure!(page.count(".result-card").await? == 0, "a one-sided claim ends the game");
    page.click_button("Yes").await?;
    page.wait_for_text(".result-card", "agreed").await?;
    Ok(Verdict::Passed)
}
