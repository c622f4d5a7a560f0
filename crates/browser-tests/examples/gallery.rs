//! Pictures of the page's main states, from a large desk to a small telephone, by day and by night, in three languages.
//!
//! ```text
//! DAMKA_BIN=target/release/damka cargo run -p damka-browser-tests --example gallery -- DIR [WORD]...
//! ```
//!
//! With words, only the states whose name contains one of them.

use std::{env, fs, path::PathBuf, time::Duration};

use anyhow::Context;
use damka_browser_tests::{Harness, Look, Page};

/// A state: its name, its address, and what to click (squares, or selectors) to come to it.
const STATES: [(&str, &str, &[&str]); 23] = [
    ("landing", "", &[]),
    ("middle", "russian?fen=W:Wa5,f4,h4,a3,g3,b2,d2,h2,a1,c1,Ke1:Bb8,d8,f8,h8,a7,c7,Kg7,d6,h6,c5", &["h2"]),
    ("lifted", "russian", &["c3"]),
    ("must-capture", "russian?fen=W:Wd4,a1,c1,g1,Kh2:Be5,e7,g5,b8,d8,h8", &[]),
    ("refused", "russian?fen=W:Wc3,a1,e1,g1:Bd4,b8,d8,h8", &["a1"]),
    ("chain", "russian?fen=W:Wd4,a1,c1,g1:Be5,e7,g5,b8,h8", &["d4", "f6"]),
    ("chooser", "international?fen=W:WK26,41,46:B13,9,10,12", &["26", "5"]),
    ("promotion", "russian?fen=W:Wc7,a1:Bh8,h2", &["c7", "d8"]),
    ("result", "russian?fen=W:Wc3,Kh2:Bd4", &["c3", "e5"]),
    ("games", "russian", &[".game"]),
    ("level", "russian", &[".player"]),
    ("new-game", "russian", &[".actions .new"]),
    ("settings", "international", &[".rail button:last-child"]),
    ("help", "russian", &[".rail button:nth-last-child(2)"]),
    ("lesson", "armenian/lesson", &[]),
    ("challenge", "shashki", &[]),
    ("armenian", "armenian", &["e3"]),
    ("checkers", "checkers", &[]),
    ("canadian", "canadian?fen=W:WK7,70:BK66,10", &[]),
    ("clock", "russian?clock=300+3&touch=1&rules=optional-capture", &[]),
    ("more", "russian", &[".actions .narrow-only"]),
    ("share", "russian", &[".actions .action[title^=Share]"]),
    ("bad-link", "armenian?rules=flying-pigs", &[]),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut words = env::args().skip(1);
    let dir = PathBuf::from(words.next().context("which directory?")?);
    let words: Vec<String> = words.collect();
    fs::create_dir_all(&dir)?;
    let harness = Harness::start()?;
    let places = [
        ("desk", Look { size: (1366, 768), ..Look::DESKTOP }),
        ("large", Look { size: (1920, 1080), language: "ru", ..Look::DESKTOP }),
        ("tablet", Look { size: (820, 1180), language: "hy", ..Look::PHONE }),
        ("phone", Look { size: (360, 740), language: "ru", ..Look::PHONE }),
        ("small", Look { language: "hy", ..Look::SMALL_PHONE }),
        ("side", Look { size: (844, 390), ..Look::PHONE }),
    ];
    for (place, look) in places {
        for (light, dark) in [("day", false), ("night", true)] {
            let page = harness.page(Look { dark, ..look.clone() }).await?;
            for (state, address, clicks) in STATES {
                let name = format!("{state}-{place}-{light}");
                if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
                    continue;
                }
                match reach(&page, address, clicks).await {
                    Ok(()) => page.screenshot(&dir.join(format!("{name}.png"))).await?,
                    Err(error) => println!("{name}: {error:#}"),
                }
            }
            harness.close().await;
        }
    }
    Ok(())
}

async fn reach(page: &Page, address: &str, clicks: &[&str]) -> anyhow::Result<()> {
    page.open(address).await?;
    page.find("[role=grid]").await?;
    for click in clicks {
        let is_square = page.count(&format!("[data-square=\"{click}\"]")).await? > 0;
        let chosen = if is_square { page.click_square(click).await } else { page.click(click).await };
        chosen.with_context(|| format!("clicking {click}"))?;
    }
    // Let movement come to rest.
    tokio::time::sleep(Duration::from_millis(900)).await;
    Ok(())
}
