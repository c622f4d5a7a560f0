//! Takes a picture of the page, after clicks if wanted.
//!
//! ```text
//! DAMKA_BIN=target/release/damka cargo run -p damka-browser-tests --example shot -- \
//!     russian shot.png [--size 390x844] [--touch] [--dark] [--lang ru] [--wait MS] [c3 d4 '#css' ...]
//! ```
//!
//! Words after the file are squares to click, or CSS selectors if they are no square of the board.
//! `DAMKA_SITE=http://127.0.0.1:8064/` uses a server that runs already.

use std::{env, path::Path, time::Duration};

use anyhow::{Context, bail};
use damka_browser_tests::{Harness, Look};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut words = env::args().skip(1);
    let path = words.next().context("which page? (\"\" is the landing page)")?;
    let file = words.next().context("which file to write?")?;
    let (mut look, mut clicks, mut wait) = (Look::DESKTOP, Vec::new(), 500);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value"));
        match word.as_str() {
            "--size" => {
                let size = value()?;
                let (width, height) = size.split_once('x').context("a size is WIDTHxHEIGHT")?;
                look.size = (width.parse()?, height.parse()?);
            }
            "--lang" => look.language = value()?.leak(),
            "--wait" => wait = value()?.parse()?,
            "--touch" => look.touch = true,
            "--dark" => look.dark = true,
            option if option.starts_with("--") => bail!("unknown option {option}"),
            _ => clicks.push(word),
        }
    }
    let harness = Harness::start()?;
    let site = env::var("DAMKA_SITE").unwrap_or_else(|_| harness.site().to_owned());
    let page = harness.page_at(&site, look).await?;
    page.open(&path).await?;
    page.find("[role=status]").await?;
    for click in clicks {
        let is_square = page.count(&format!("[data-square=\"{click}\"]")).await.unwrap_or(0) > 0;
        if is_square { page.click_square(&click).await? } else { page.click(&click).await? }
    }
    tokio::time::sleep(Duration::from_millis(wait)).await;
    page.screenshot(Path::new(&file)).await?;
    println!("status: {}", page.status().await?);
    page.console_errors().await?.iter().for_each(|error| println!("console: {error}"));
    harness.close().await;
    Ok(())
}
