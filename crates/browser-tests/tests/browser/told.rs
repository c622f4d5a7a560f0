//! What is said aloud and where the keyboard is: hints, captures, questions, the way to the board; and what only eyes
//! can tell, kings and victims.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::json;
use thirtyfour::Key;

use crate::play::my_turn;
use crate::seats::tap;

const LOOK: Look = Look { calm: true, ..Look::DESKTOP };

async fn said(page: &Page, part: &str) -> anyhow::Result<()> {
    let script = format!(
        "[...document.querySelectorAll('[aria-live=polite]')].some(e => e.textContent.includes({}))",
        json!(part)
    );
    page.wait_for(&script).await.with_context(|| format!("nobody says {part:?}"))
}

/// Who cannot see the board hears the hint and what is taken.
pub(crate) async fn aloud(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(LOOK).await?;
    page.hold_thoughts().await?;
    page.open("russian?fen=W:Wc3,a1:Bd4,h8").await?;
    my_turn(&page).await?;
    page.let_think().await?;
    page.press(&['h']).await?;
    said(&page, "Hint: ").await?;
    // Until this is heard nobody answers.
    page.eval("window.held = []").await?;
    tap(&page, &["c3", "e5"]).await?;
    said(&page, "c3 takes d4 and lands on e5").await?;
    Ok(Verdict::Passed)
}

/// A question takes the keyboard and gives it back.
pub(crate) async fn questions(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    my_turn(&page).await?;
    for button in ["Resign", "Offer a draw"] {
        page.click_button(button).await?;
        let here = "document.activeElement.closest('.asking') !== null";
        page.wait_for(here).await.with_context(|| format!("{button}: the keyboard is elsewhere"))?;
        page.click_button("No").await?;
        page.wait_for("!document.querySelector('.asking')").await?;
        page.wait_for("document.activeElement.tagName === 'BUTTON'").await.context("the keyboard is lost")?;
    }
    Ok(Verdict::Passed)
}

/// The first stop of the Tab key leads to the board.
pub(crate) async fn skip(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    my_turn(&page).await?;
    page.press_key(Key::Tab).await?;
    page.wait_for("document.activeElement.className === 'skip'").await?;
    page.press_key(Key::Enter).await?;
    page.wait_for("document.activeElement.dataset.mark === 'movable'").await?;
    Ok(Verdict::Passed)
}

/// Whose a king is can be seen however it is shown; a lifted one is not cut off at the edge of the board.
pub(crate) async fn owners(harness: &Harness) -> anyhow::Result<Verdict> {
    for style in ["crown", "turned"] {
        let page = harness.page(LOOK).await?;
        page.keep(&[("settings", json!({ "king-style": style }))]).await?;
        page.open("russian?fen=W:WKb8,a1:BKa7,h4").await?;
        my_turn(&page).await?;
        let face = |side: &str| {
            format!("return document.querySelector('.piece.{side}.king .face').getAttribute('fill')")
        };
        let (white, black) = (page.eval(&face("white")).await?, page.eval(&face("black")).await?);
        ensure!(white != black, "{style}: both are {white}");
        page.click_square("b8").await?;
        page.find(".piece.lifted").await?;
        let cut = "let e = document.querySelector('.piece.lifted .body'); const cut = []; \
            for (; e && !e.matches('.play'); e = e.parentElement) if (getComputedStyle(e).overflow !== 'visible') cut.push(e.className); \
            return cut";
        ensure!(page.eval(cut).await? == json!([]), "a lifted king is cut off by {}", page.eval(cut).await?);
    }
    Ok(Verdict::Passed)
}

/// In the Armenian game a taken piece is turned over until the move is finished; elsewhere it fades.
pub(crate) async fn victims(harness: &Harness) -> anyhow::Result<Verdict> {
    for (variant, fen, stops, turned) in [
        ("armenian", "W:Wd4:Bd5,d7,h8", &["d4", "d6"][..], 1),
        ("russian", "W:Wd4:Be5,e7,g5,h8", &["d4", "f6"], 0),
    ] {
        let page = harness.page(LOOK).await?;
        page.keep(&[("settings", json!({ "finish-chain": false, "one-tap": false }))]).await?;
        page.open(&format!("{variant}?fen={fen}")).await?;
        my_turn(&page).await?;
        tap(&page, stops).await?;
        page.find(".piece.ghost").await.with_context(|| format!("{variant}: nothing is half-way"))?;
        ensure!(page.count(".piece.ghost.turned").await? == turned, "{variant}: not as the source says");
    }
    Ok(Verdict::Passed)
}
