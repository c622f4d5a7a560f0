//! Pictures of the page's main states, from a large desk to a small telephone, by day and by night, in three languages.
//!
//! ```text
//! DAMKA_BIN=target/release/damka cargo run -p damka-browser-tests --example gallery -- DIR [WORD]...
//! ```
//!
//! A picture is called `STATE-PLACE-LIGHT-LANGUAGE.png`. With words, only those whose name contains every one of
//! them; a word may be several with commas between: `gallery DIR landing,result phone ru,hy`. `DIR/index.html` shows
//! what is in the directory side by side.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;
use damka_browser_tests::{Harness, Look, Page};

/// A state: its name, its address, and what to click (squares, or selectors) to come to it.
const STATES: [(&str, &str, &[&str]); 29] = [
    ("landing", "", &[]),
    ("middle", "russian?fen=W:Wa5,f4,h4,a3,g3,b2,d2,h2,a1,c1,Ke1:Bb8,d8,f8,h8,a7,c7,Kg7,d6,h6,c5", &["f4"]),
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
    ("settings", "international", &[".rail button:last-child, .corner button:last-child"]),
    (
        "help",
        "russian",
        &[".rail button:nth-last-child(2), .corner button:nth-last-child(2), .actions .narrow-only"],
    ),
    ("lesson", "armenian/lesson", &[]),
    ("challenge", "shashki", &[]),
    ("armenian", "armenian", &["e3"]),
    ("checkers", "checkers", &[]),
    ("international", "international", &[]),
    ("canadian", "canadian?fen=W:WK7,70:BK66,10", &[]),
    ("clock", "russian?clock=300+3&touch=1&rules=optional-capture", &[]),
    ("more", "russian", &[".actions .narrow-only, .actions .wide-only:nth-last-child(2)"]),
    ("answered", "russian", &["c3", "d4"]),
    ("bad-link", "armenian?rules=flying-pigs", &[]),
    ("share", "russian?moves=c3-d4,d6-c5", &[".actions .wide-only:nth-last-child(2), .actions .narrow-only"]),
    ("analyse", "russian/analyse?moves=c3-d4,d6-c5,b2-c3,f6-g5", &[]),
    ("puzzles", "russian/puzzles", &[]),
    ("learn", "russian/learn", &[]),
    ("people", "people", &[]),
];

/// Where it is looked at.
const PLACES: [(&str, (u32, u32), bool); 6] = [
    ("desk", (1366, 768), false),
    ("large", (1920, 1080), false),
    ("tablet", (820, 1180), true),
    ("phone", (360, 740), true),
    ("small", (320, 568), true),
    ("side", (844, 390), true),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut words = env::args().skip(1);
    let dir = PathBuf::from(words.next().context("which directory?")?);
    let words: Vec<String> = words.collect();
    let wanted = |name: &str| words.iter().all(|word| word.split(',').any(|one| name.contains(one)));
    fs::create_dir_all(&dir)?;
    let harness = Harness::start()?;
    for (place, size, touch) in PLACES {
        for (light, dark) in [("day", false), ("night", true)] {
            for language in ["en", "ru", "hy"] {
                let named = STATES.map(|state| (format!("{}-{place}-{light}-{language}", state.0), state));
                let named: Vec<_> = named.into_iter().filter(|(name, _)| wanted(name)).collect();
                if named.is_empty() {
                    continue;
                }
                let page = harness.page(Look { size, touch, dark, language, ..Look::DESKTOP }).await?;
                for (name, (_, address, clicks)) in named {
                    match reach(&page, address, clicks).await {
                        Ok(()) => page.screenshot(&dir.join(format!("{name}.png"))).await?,
                        Err(error) => println!("{name}: {error:#}"),
                    }
                }
                harness.close().await;
            }
        }
    }
    index(&dir)
}

async fn reach(page: &Page, address: &str, clicks: &[&str]) -> anyhow::Result<()> {
    page.open(address).await?;
    page.find("[role=grid]").await?;
    for click in clicks {
        let is_square = page.count(&format!("[data-square=\"{click}\"]")).await.unwrap_or(0) > 0;
        let chosen = if is_square { page.click_square(click).await } else { page.click_shown(click).await };
        chosen.with_context(|| format!("clicking {click}"))?;
    }
    // Let movement come to rest.
    tokio::time::sleep(Duration::from_millis(900)).await;
    Ok(())
}

/// A page with every picture of the directory.
fn index(dir: &Path) -> anyhow::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(".png")));
    }
    names.sort();
    let figures: String = names
        .iter()
        .map(|name| {
            format!("<figure><img loading=lazy src=\"{name}\"><figcaption>{name}</figcaption></figure>\n")
        })
        .collect();
    let style = "body{background:#777;font:14px sans-serif}figure{display:inline-block;margin:6px;vertical-align:top}\
        img{max-width:46vw;max-height:90vh}";
    fs::write(dir.join("index.html"), format!("<!doctype html><style>{style}</style>\n{figures}"))?;
    println!("{} pictures: {}", names.len(), dir.join("index.html").display());
    Ok(())
}
