//! After the first load the page works without its server.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Verdict};

use crate::play::one_move;

const LOOK: Look = Look { calm: true, ..Look::DESKTOP };

pub(crate) async fn reload(harness: &Harness) -> anyhow::Result<Verdict> {
    let mut server = harness.server()?;
    let page = harness.page_at(server.url(), LOOK).await?;
    page.open("russian").await?;
    page.wait_for_offline().await?;
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
    let mut server = harness.server()?;
    let page = harness.page_at(server.url(), LOOK).await?;
    page.open("").await?;
    page.wait_for_offline().await?;
    server.stop();
    for path in ["turkish?x=1", "turkish/lesson", "chess"] {
        page.open(path).await?;
        page.find("[role=grid]").await.with_context(|| path.to_owned())?;
    }
    page.open("international").await?;
    one_move(&page).await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(Verdict::Passed)
}
