//! After the first load the page works without its server.

use std::{fs, path::Path};

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Verdict};

use crate::play::one_move;

const LOOK: Look = Look { calm: true, ..Look::DESKTOP };

pub(crate) async fn reload(harness: &Harness) -> anyhow::Result<Verdict> {
    let (mut server, page) = harness.kept(LOOK, "russian").await?;
    one_move(&page).await.context("with the server")?;
    let before = page.squares_of("white-man").await?;
    server.stop();
    page.reload().await?;
    page.find("[role=grid]").await.context("without the server")?;
    ensure!(page.squares_of("white-man").await? == before, "the game did not resume");
    one_move(&page).await.context("without the server")?;
    server.restart()?;
    page.reload().await?;
    one_move(&page).await.context("with the server again")?;
    Ok(Verdict::Passed)
}

/// Also at an address that was never opened, and one that does not exist.
pub(crate) async fn other_address(harness: &Harness) -> anyhow::Result<Verdict> {
    let (mut server, page) = harness.kept(LOOK, "").await?;
    server.stop();
    for path in ["turkish?x=1", "turkish/lesson", "chess"] {
        page.open(path).await?;
        page.find("[role=grid]").await.with_context(|| path.to_owned())?;
    }
    page.open("international").await?;
    one_move(&page).await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// What is loaded when it is first shown was kept as well: sheets and rooms.
pub(crate) async fn parts(harness: &Harness) -> anyhow::Result<Verdict> {
    let (mut server, page) = harness.kept(LOOK, "russian").await?;
    page.wait_for_kept("shelf/course/russian/course.txt").await?;
    server.stop();
    page.reload().await?;
    page.click_button("Settings").await.context("without the server")?;
    page.find("dialog .swatch").await.context("the sheet was not kept")?;
    page.click_button("Close").await?;
    page.click(".rail a[href$=learn]").await?;
    page.click(".learn-first").await?;
    page.find(".teacher").await.context("the room was not kept")?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// A new version shows at the next load, is kept in its turn, and works without the server.
pub(crate) async fn update(harness: &Harness) -> anyhow::Result<Verdict> {
    let (dir, server) = harness.export("/")?;
    let page = harness.page_at(server.url(), LOOK).await?;
    page.open("russian/").await?;
    page.wait_for_offline().await?;
    one_move(&page).await?;
    let old = page.eval("return document.documentElement.dataset.version").await?;
    let old = old.as_str().context("the page has no version")?.to_owned();
    let new = "feedfeedfeed";
    rename(dir.path(), &old, new)?;
    page.reload().await?;
    page.wait_for(&format!("document.documentElement.dataset.version === '{new}'")).await?;
    page.find("[role=grid]").await?;
    let active = format!(
        "window.active || (navigator.serviceWorker.getRegistration().then(async r => \
        {{ window.active = r.active && !r.waiting && !r.installing && await caches.has('damka-{new}') }}), false)"
    );
    page.wait_for(&active).await.context("the new worker does not take over")?;
    drop(server);
    page.reload().await?;
    page.wait_for(&format!("document.documentElement.dataset.version === '{new}'")).await?;
    one_move(&page).await.context("the new version without its server")?;
    Ok(Verdict::Passed)
}

/// Makes an exported site look like another version of itself.
fn rename(dir: &Path, old: &str, new: &str) -> anyhow::Result<()> {
    fs::rename(dir.join("a").join(old), dir.join("a").join(new))?;
    for file in ["index.html", "russian/index.html", "sw.js", "manifest.webmanifest"] {
        let path = dir.join(file);
        fs::write(&path, fs::read_to_string(&path)?.replace(old, new))?;
    }
    Ok(())
}
