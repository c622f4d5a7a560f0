//! Who sits at the board: two people, with and without turning it, and computer against computer.

use std::time::Duration;

use anyhow::ensure;
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::json;
use tokio::time::sleep;

use crate::seats::{LOOK, moves, seated, tap, two_people, wait_for_moves};

/// Begins a game in the dialog with the opponent of this label.
async fn begin(page: &Page, opponent: &str) -> anyhow::Result<()> {
    page.click_button("New game").await?;
    let script = format!(
        "[...document.querySelectorAll('dialog .segments label')]\
            .find(l => l.textContent.trim() === '{opponent}').click()"
    );
    page.find("dialog[open] .segments label").await?;
    page.eval(&script).await?;
    page.click_button("Start").await
}

async fn first_square(page: &Page) -> anyhow::Result<String> {
    let name = page.eval("return document.querySelector('[data-square]').dataset.square").await?;
    Ok(name.as_str().unwrap_or_default().to_owned())
}

pub(crate) async fn two(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    begin(&page, "Two players, one device").await?;
    page.wait_for_status("Tap a piece").await?;
    for (number, squares) in [["c3", "d4"], ["b6", "a5"], ["b2", "c3"]].iter().enumerate() {
        tap(&page, squares).await?;
        wait_for_moves(&page, number + 1).await?;
    }
    page.wait_for_status("Black to move").await?;
    sleep(Duration::from_millis(900)).await;
    ensure!(first_square(&page).await? == "b8", "the board turned by itself");
    page.press(&['f']).await?;
    page.wait_for("document.querySelector('[data-square]').dataset.square === 'g1'").await?;
    page.press(&['u']).await?;
    page.wait_for_status("White to move").await?;
    ensure!(moves(&page).await?.len() == 2, "undo takes back one move when two people play");
    // Giving up is for whoever is to move, and asked once.
    page.click_button("Resign").await?;
    page.click_button("Yes").await?;
    let card = page.wait_for_text(".result-card", "White resigned").await?;
    ensure!(card.contains("Black won"), "{card:?}");

    let game = two_people(&[], json!("none"), None);
    let page = seated(harness, LOOK, game, json!({ "turn-board": true })).await?;
    tap(&page, &["c3", "d4"]).await?;
    page.wait_for("document.querySelector('[data-square]').dataset.square === 'g1'").await?;
    tap(&page, &["b6", "a5"]).await?;
    page.wait_for("document.querySelector('[data-square]').dataset.square === 'b8'").await?;
    Ok(Verdict::Passed)
}

pub(crate) async fn nobody(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    begin(&page, "Computer v computer").await?;
    wait_for_moves(&page, 4).await?;
    page.click_button("Pause").await?;
    let played = moves(&page).await?.len();
    sleep(Duration::from_millis(1800)).await;
    ensure!(moves(&page).await?.len() == played, "it goes on although it was halted");
    page.click_button("Resume").await?;
    wait_for_moves(&page, played + 2).await?;
    ensure!(page.marked("movable").await?.is_empty(), "a person may move");
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// On a phone nothing is offered that makes no sense, and the challenge can be understood and reset.
pub(crate) async fn phone(harness: &Harness) -> anyhow::Result<Verdict> {
    let look = Look { calm: true, ..Look::PHONE };
    let has = async |page: &Page, label: &str| -> anyhow::Result<bool> {
        let script = format!(
            "return !!document.querySelector('dialog[open] .more') && \
            [...document.querySelectorAll('dialog[open] button')].some(b => b.textContent.trim() === '{label}')"
        );
        Ok(page.eval(&script).await? == true)
    };
    let machines =
        json!({ "variant": "russian", "moves": [], "white": { "computer": 0 }, "black": { "computer": 0 } });
    let mut over = two_people(&["c3-d4"], json!("none"), None);
    over["ending"] = json!("agreed");
    for (game, sensible) in
        [(two_people(&["c3-d4"], json!("none"), None), true), (over, false), (machines, false)]
    {
        let page = seated(harness, look.clone(), game.clone(), json!({})).await?;
        // The ribbon of a finished game lies over the actions until it is put away.
        if game["ending"].is_string() {
            page.click(".result-card .close").await?;
        }
        page.click_button("More").await?;
        page.find("dialog[open] .more").await?;
        for label in ["Offer a draw", "Resign"] {
            ensure!(has(&page, label).await? == sensible, "{label} in {game}");
        }
        ensure!(has(&page, "My games").await?, "no way to the games on this device");
    }
    let page = harness.open(look, "shashki").await?;
    page.click_button("More").await?;
    let text = page.wait_for_text("dialog[open] .more", "Start over").await?;
    ensure!(text.contains("three games"), "the goal is nowhere: {text:?}");
    ensure!(text.contains("Start over"), "the challenge cannot be reset: {text:?}");
    Ok(Verdict::Passed)
}
