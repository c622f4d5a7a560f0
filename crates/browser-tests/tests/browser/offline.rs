//! After the first load the page works without its server.

use anyhow::ensure;
use damka_browser_tests::{Harness, Look, Verdict};

pub(crate) async fn reload(harness: &Harness) -> anyhow::Result<Verdict> {
    let mut server = harness.server()?;
    let page = harness.page_at(server.url(), Look::DESKTOP).await?;
    page.open("russian").await?;
    page.wait_for_offline().await?;
    server.stop();
    page.reload().await?;
    page.wait_for_status("Ready to play").await?;
    server.restart()?;
    page.reload().await?;
    page.wait_for_status("Ready to play").await?;
    Ok(Verdict::Passed)
}

/// Also at an address that was never opened, and one that does not exist.
pub(crate) async fn other_address(harness: &Harness) -> anyhow::Result<Verdict> {
    let mut server = harness.server()?;
    let page = harness.page_at(server.url(), Look::DESKTOP).await?;
    page.open("").await?;
    page.wait_for_offline().await?;
    server.stop();
    for path in ["armenian/lesson", "turkish?x=1", "chess"] {
        page.open(path).await?;
        page.wait_for_status("Ready to play").await?;
    }
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(Verdict::Passed)
}
