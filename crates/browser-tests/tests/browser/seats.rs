//! Sitting down in a game that is under way: what a test needs before it can look at one thing.

use anyhow::ensure;
use damka_browser_tests::{Harness, Look, Page};
use serde_json::{Value, json};

use crate::play::look;

pub(crate) const LOOK: Look = Look { calm: true, ..Look::DESKTOP };

/// A kept game of two people: moves played, clock if any, what is left on it.
pub(crate) fn two_people(moves: &[&str], control: Value, left: Option<[u32; 2]>) -> Value {
    let mut game = json!({
        "variant": "russian", "moves": moves, "white": "person", "black": "person", "control": control,
    });
    if let Some(left) = left {
        game["left"] = json!(left);
    }
    game
}

/// Opens the Russian board with this game and these settings kept.
pub(crate) async fn seated(
    harness: &Harness,
    look: Look,
    game: Value,
    settings: Value,
) -> anyhow::Result<Page> {
    let page = harness.page(look).await?;
    page.keep(&[("game.russian", game), ("settings", settings)]).await?;
    page.open("russian").await?;
    page.find("[role=grid]").await?;
    Ok(page)
}

/// Clicks the squares in turn.
pub(crate) async fn tap(page: &Page, squares: &[&str]) -> anyhow::Result<()> {
    for square in squares {
        page.click_square(square).await?;
    }
    Ok(())
}

/// The moves in the list.
pub(crate) async fn moves(page: &Page) -> anyhow::Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('.moves .move:not(.none)')].map(e => e.textContent)";
    let found = page.eval(script).await?;
    Ok(serde_json::from_value(found)?)
}

/// Waits until so many moves are in the list.
pub(crate) async fn wait_for_moves(page: &Page, count: usize) -> anyhow::Result<Vec<String>> {
    page.wait_for(&format!("document.querySelectorAll('.moves .move:not(.none)').length >= {count}")).await?;
    moves(page).await
}

/// The board has not changed.
pub(crate) async fn unchanged(page: &Page, before: &str, why: &str) -> anyhow::Result<()> {
    ensure!(look(page).await?.board == before, "{why}");
    Ok(())
}
