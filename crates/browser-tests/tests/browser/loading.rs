//! The page loads, says nothing wrong, and its engine answers.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Verdict};
use serde_json::json;

use crate::play::one_move;

pub(crate) async fn no_errors(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look::DESKTOP, "").await?;
    page.find("main").await?;
    page.wait_for_offline().await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

pub(crate) async fn addresses(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(Look::DESKTOP).await?;
    for path in
        ["armenian", "armenian/lesson", "chess", "a%20b/%zz?x#y", "russian?fen=nonsense", "russian?rules=x"]
    {
        page.open(path).await?;
        page.find("[role=grid]").await.with_context(|| path.to_owned())?;
        page.find("[role=status]").await.with_context(|| path.to_owned())?;
    }
    Ok(Verdict::Passed)
}

/// A part that cannot be loaded says so, and comes when it can be had.
pub(crate) async fn missing_part(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(Look { calm: true, ..Look::DESKTOP }).await?;
    let block = async |urls: &[&str]| -> anyhow::Result<()> {
        page.cdp("Network.enable", json!({})).await?;
        page.cdp("Network.setBlockedURLs", json!({ "urls": urls })).await
    };
    page.cdp("Network.setBypassServiceWorker", json!({ "bypass": true })).await?;
    block(&["*split_*.wasm", "*chunk_*.wasm"]).await?;
    page.open("russian").await?;
    one_move(&page).await.context("without the sheets")?;
    page.click_button("Settings").await?;
    page.wait_for_text("dialog .missing", "could not be loaded").await?;
    block(&[]).await?;
    page.click_button("Try again").await?;
    page.find("dialog .swatch").await.context("it does not come when it can be had")?;
    Ok(Verdict::Passed)
}

/// The exported files work below any path of a server that knows nothing of us.
pub(crate) async fn static_site(harness: &Harness) -> anyhow::Result<Verdict> {
    let (_dir, server) = harness.export("/some/where/")?;
    let page = harness.page_at(server.url(), Look::DESKTOP).await?;
    for path in ["", "russian", "russian/lesson/"] {
        page.open(path).await?;
        page.find("[role=grid]").await?;
    }
    page.wait_for_offline().await?;
    let url = page.driver().current_url().await?.to_string();
    drop(server);
    page.open("armenian/").await?;
    one_move(&page).await?;
    // The streaming compiler's complaint about the media type is all that may be heard.
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?} at {url}");
    Ok(Verdict::Passed)
}
