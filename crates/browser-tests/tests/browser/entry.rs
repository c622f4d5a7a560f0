//! Entering moves: forced captures and their reasons, chains, forks, ambiguity, promotion, drag, undo, keys.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};

use crate::play::{any_move, look, my_turn, one_move};

const LOOK: Look = Look { calm: true, ..Look::DESKTOP };

/// Opens a position with the person to move.
async fn position(harness: &Harness, variant: &str, fen: &str, look: Look) -> anyhow::Result<Page> {
    let page = harness.open(look, &format!("{variant}?fen={fen}")).await?;
    ensure!(my_turn(&page).await?, "{fen}: nothing to play");
    Ok(page)
}

/// Clicks the squares in turn, fewer if the move is complete before the last.
async fn enter(page: &Page, squares: &[&str]) -> anyhow::Result<()> {
    for square in squares {
        page.click_square(square).await?;
        if page.marked("selected").await?.is_empty() {
            break;
        }
    }
    Ok(())
}

async fn expect_piece(page: &Page, square: &str, piece: &str) -> anyhow::Result<()> {
    let css = format!("[data-square=\"{square}\"][data-piece=\"{piece}\"]");
    page.find(&css).await.map(drop).with_context(|| format!("{piece} on {square}"))
}

/// Whether the page shows a move, whatever sign it is written with.
async fn shows_move(page: &Page, text: &str) -> anyhow::Result<bool> {
    let shown = page.eval("return document.body.textContent").await?;
    Ok(shown.as_str().unwrap_or_default().replace([':', '×'], "x").contains(text))
}

pub(crate) async fn forced_capture(harness: &Harness) -> anyhow::Result<Verdict> {
    for (language, part) in [("en", "You must capture"), ("ru", "Нужно бить"), ("hy", "Պետք է խփել")]
    {
        let page = position(harness, "russian", "W:Wc3,a1:Bd4,h8", Look { language, ..LOOK }).await?;
        ensure!(page.marked("must-capture").await? == ["c3"], "{language}: the wrong ring");
        page.click_square("a1").await?;
        let reason = page.text(".refusals .bubble").await.context("no reason is given")?;
        let told = [part, "c3", "d4"].iter().all(|word| reason.contains(word));
        ensure!(told, "{language}: {reason:?}");
        ensure!(page.piece("a1").await?.is_some(), "the refused move was played");
    }
    Ok(Verdict::Passed)
}

pub(crate) async fn chain(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = position(harness, "russian", "W:Wa1:Bb2,d4,f6,a7", LOOK).await?;
    enter(&page, &["a1", "g7"]).await?;
    expect_piece(&page, "g7", "white-man").await.context("by one tap on the last square")?;
    let page = position(harness, "russian", "W:Wa1:Bb2,d4,f6,f4,a7", LOOK).await?;
    enter(&page, &["a1", "c3"]).await?;
    ensure!(page.marked("target").await?.len() == 2, "the fork at e5 is not offered");
    enter(&page, &["g3"]).await?;
    expect_piece(&page, "g3", "white-man").await.context("by hops")?;
    ensure!(page.squares_of("black-man").await?.len() == 2, "not the three on the way are taken");
    Ok(Verdict::Passed)
}

/// Same from, same to, other pieces taken: both can be had, none is guessed.
pub(crate) async fn ambiguous(harness: &Harness) -> anyhow::Result<Verdict> {
    let cases = [
        ("international", "W:WK26:B13,9,10,12", ["26", "5"], ["26x3x14x5", "26x8x19x5"]),
        ("armenian", "W:WKa5:Bg3,f4,d4,b5,h2", ["a5", "h1"], ["a5xd5xd3xh3xh1", "a5xf5xf3xh3xh1"]),
    ];
    for (variant, fen, taps, routes) in cases {
        for (number, route) in routes.iter().enumerate() {
            let page = position(harness, variant, fen, LOOK).await?;
            enter(&page, &taps).await?;
            ensure!(page.piece(taps[1]).await?.is_none(), "{variant}: the page guessed");
            page.find("[data-choice=\"2\"]").await.with_context(|| format!("{variant}: no choice"))?;
            let labels = page.text(".chooser").await?.replace([':', '×'], "x");
            let choice = if labels.find(routes[0]) < labels.find(routes[1]) { number } else { 1 - number };
            page.click(&format!("[data-choice=\"{}\"]", choice + 1)).await?;
            expect_piece(&page, taps[1], "white-king").await?;
            ensure!(shows_move(&page, route).await?, "{variant}: {route} is not in the list of moves");
        }
    }
    Ok(Verdict::Passed)
}

pub(crate) async fn promotion(harness: &Harness) -> anyhow::Result<Verdict> {
    for (variant, fen, [from, to], why) in [
        ("russian", "W:Wd6:Be7,g7,a7", ["d6", "h6"], "Russian goes on as king"),
        ("checkers", "W:W10:B7,8,5", ["10", "3"], "checkers stops"),
    ] {
        let page = position(harness, variant, fen, LOOK).await?;
        enter(&page, &[from, to]).await?;
        expect_piece(&page, to, "white-king").await.context(why)?;
    }
    Ok(Verdict::Passed)
}

pub(crate) async fn drag(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = position(harness, "russian", "W:Wd4:Be5,e7,g5", LOOK).await?;
    page.drag(&["d4", "f6", "h4"]).await?;
    expect_piece(&page, "h4", "white-man").await?;
    Ok(Verdict::Passed)
}

pub(crate) async fn undo(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    let begun = look(&page).await?.board;
    one_move(&page).await?;
    page.press(&['u']).await?;
    page.wait_for("document.querySelectorAll('[data-mark~=last]').length === 0").await?;
    ensure!(look(&page).await?.board == begun, "undo in pairs does not give the start");
    Ok(Verdict::Passed)
}

/// The game goes on where it was after a reload.
pub(crate) async fn resume(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "armenian").await?;
    one_move(&page).await?;
    ensure!(my_turn(&page).await?, "over too soon");
    any_move(&page, 1).await?;
    ensure!(my_turn(&page).await?, "over too soon");
    let before = look(&page).await?.board;
    page.reload().await?;
    ensure!(my_turn(&page).await?, "over after the reload");
    ensure!(look(&page).await?.board == before, "another position after the reload");
    Ok(Verdict::Passed)
}

/// What was kept cannot be read: a word about it, and a board to play on.
pub(crate) async fn corrupt(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    one_move(&page).await?;
    let script = "for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{\"broken')";
    page.eval(script).await?;
    page.reload().await?;
    one_move(&page).await.context("with everything kept broken")?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}
