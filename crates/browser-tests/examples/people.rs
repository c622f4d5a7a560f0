//! Pictures of the room where people play each other: the lobby, an invitation, a live game, its end; by day and by
//! night, on a desk and on a telephone, in three languages.
//!
//! ```text
//! DAMKA_BIN=target/release/damka cargo run -p damka-browser-tests --example people -- DIR [WORD]...
//! ```

use std::{env, fs, path::PathBuf, time::Duration};

use anyhow::Context;
use damka_browser_tests::{Harness, Look, Page};

async fn tap(page: &Page, squares: &[&str]) -> anyhow::Result<()> {
    page.wait_for("document.querySelector('[data-mark~=movable]')").await?;
    for square in squares {
        page.click_square(square).await?;
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut words = env::args().skip(1);
    let dir = PathBuf::from(words.next().context("which directory?")?);
    let words: Vec<String> = words.collect();
    fs::create_dir_all(&dir)?;
    let harness = Harness::start()?;
    for (place, size, touch) in [("desk", (1366, 768), false), ("phone", (360, 740), true)] {
        for (light, dark) in [("day", false), ("night", true)] {
            for language in ["en", "ru", "hy"] {
                let name = format!("{place}-{light}-{language}");
                if !words.iter().all(|word| word.split(',').any(|one| name.contains(one))) {
                    continue;
                }
                let look = Look { size, touch, dark, language, calm: true, ..Look::DESKTOP };
                if let Err(error) = pictures(&harness, look, &dir.join(&name)).await {
                    println!("{name}: {error:#}");
                }
                harness.close().await;
            }
        }
    }
    Ok(())
}

async fn pictures(harness: &Harness, look: Look, path: &std::path::Path) -> anyhow::Result<()> {
    let shoot = async |page: &Page, state: &str| -> anyhow::Result<()> {
        // Let movement come to rest.
        tokio::time::sleep(Duration::from_millis(400)).await;
        page.screenshot(&path.with_file_name(format!(
            "{state}-{}.png",
            path.file_name().unwrap_or_default().to_string_lossy()
        )))
        .await
    };
    let (anna, boris) = (harness.page(look.clone()).await?, harness.page(look).await?);
    let public = r#"{"variant":"armenian","clock":"300+3","white":true,"public":true,"name":"Արամ"}"#;
    let waits = boris.take_seat("/api/games", public).await?;
    boris.open(&format!("people/{waits}")).await?;
    boris.find(".door .link").await?;
    anna.open("people").await?;
    anna.wait_for("document.querySelector('[aria-labelledby=open-title] li')").await?;
    shoot(&anna, "lobby").await?;
    shoot(&boris, "waiting").await?;
    let game = r#"{"variant":"russian","clock":"300+3","white":true,"name":"Anna"}"#;
    let id = anna.take_seat("/api/games", game).await?;
    anna.open(&format!("people/{id}")).await?;
    anna.find(".door .link").await?;
    boris.open(&format!("people/{id}")).await?;
    boris.find(".door form").await?;
    shoot(&boris, "invited").await?;
    boris.take_seat(&format!("/api/games/{id}/join"), r#"{"name":"Борис"}"#).await?;
    boris.open(&format!("people/{id}")).await?;
    boris.wait_for("document.querySelector('.signal.up')").await?;
    for (page, squares) in
        [(&anna, ["c3", "d4"]), (&boris, ["d6", "c5"]), (&anna, ["b2", "c3"]), (&boris, ["f6", "g5"])]
    {
        tap(page, &squares).await?;
    }
    // Whether it shows or not, there is one.
    let speak = "document.querySelector('.phrases button').click(); return 1";
    boris.eval(speak).await?;
    anna.wait_for("document.querySelector('.remarks p')").await?;
    tap(&anna, &["c3"]).await?;
    shoot(&anna, "live").await?;
    anna.press_key(thirtyfour::Key::Escape).await?;
    let acts = "document.querySelectorAll('.actions .action')[1].click(); return 1";
    anna.eval(acts).await?;
    anna.click(".asking .primary").await?;
    boris.find(".asking.offer").await?;
    shoot(&boris, "offer").await?;
    boris.click(".asking.offer .primary").await?;
    anna.find(".result-card").await?;
    shoot(&anna, "result").await
}
