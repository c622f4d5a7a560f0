//! Taking a game away and bringing it back: clipboard, files, pictures, links, pasted texts.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context, bail, ensure};
use damka_browser_tests::{Harness, Page, Scratch, Verdict};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::play::{look, my_turn};
use crate::seats::{LOOK, moves, seated, tap, two_people, wait_for_moves};

const PLAYED: [&str; 3] = ["c3-d4", "b6-a5", "d4-c5"];

/// A game of two people after three moves, with the sharing dialog open.
async fn sharing(harness: &Harness) -> anyhow::Result<Page> {
    let page = seated(harness, LOOK, two_people(&PLAYED, json!("none"), None), json!({})).await?;
    page.click_button("Share and save").await?;
    page.find("dialog[open] .share").await?;
    Ok(page)
}

async fn copied(page: &Page, button: &str) -> anyhow::Result<String> {
    page.click_button(button).await?;
    page.wait_for("document.querySelector('.told')?.textContent.includes('Copied')").await?;
    let script = "const done = arguments[arguments.length - 1]; navigator.clipboard.readText().then(done, e => done('' + e))";
    Ok(page.eval_async(script).await?.as_str().unwrap_or_default().to_owned())
}

async fn paste(page: &Page, text: &str) -> anyhow::Result<()> {
    let script = "const box = document.querySelector('textarea[name=paste]'); box.value = arguments[0]; \
        box.dispatchEvent(new Event('input', { bubbles: true }))";
    page.find("textarea[name=paste]").await?;
    page.driver().execute(script, vec![json!(text)]).await?;
    page.click(".load").await
}

/// What is copied can be pasted again.
pub(crate) async fn texts(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = sharing(harness).await?;
    let all = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    page.cdp("Browser.grantPermissions", all).await?;
    let before = look(&page).await?.board;
    let fen = copied(&page, "Copy position (FEN)").await?;
    ensure!(fen.starts_with("B:W") && fen.contains("c5"), "{fen:?}");
    let pdn = copied(&page, "Copy game (PDN)").await?;
    ensure!(pdn.contains("[GameType \"25\"]") && pdn.contains("1. c3-d4 b6-a5 2. d4-c5 *"), "{pdn:?}");
    let link = copied(&page, "Copy link").await?;
    ensure!(link.ends_with("/russian?moves=c3-d4,b6-a5,d4-c5"), "{link:?}");

    // Nonsense is explained, and nothing is lost.
    for (text, part) in [("", "read"), ("W:Wz9", "z9"), ("1. c3-d4 b6-a4 *", "b6-a4"), ("hello", "hello")] {
        paste(&page, text).await?;
        page.wait_for(&format!("document.querySelector('.told')?.textContent.includes('{part}')"))
            .await
            .with_context(|| format!("{text:?} is not refused by name"))?;
        ensure!(look(&page).await?.board == before, "{text:?} changed the board");
    }
    paste(&page, &fen).await?;
    page.wait_for("!document.querySelector('dialog[open]')").await.context("the dialog stays")?;
    ensure!(look(&page).await?.board == before, "the FEN gives another position");
    ensure!(moves(&page).await?.is_empty(), "a position has moves");
    tap(&page, &["d6", "b4"]).await?;
    wait_for_moves(&page, 1).await?;
    page.click_button("Share and save").await?;
    paste(&page, &pdn).await?;
    let read = wait_for_moves(&page, 3).await?;
    ensure!(read == PLAYED, "the PDN gives {read:?}");
    ensure!(look(&page).await?.board == before, "the PDN gives another position");

    // The link, in another browser.
    let other = harness.page(LOOK).await?;
    let path = link.split_once("/russian").map(|(_, rest)| format!("russian{rest}")).context("no path")?;
    other.open(&path).await?;
    other.find("[role=grid]").await?;
    ensure!(look(&other).await?.board == before, "the link gives another position");
    let read = wait_for_moves(&other, 3).await?;
    ensure!(read == PLAYED, "the link gives {read:?}");
    // It stands beside whatever is played there, and its address leads back to it.
    let address = other.eval("return location.search").await?;
    ensure!(address.as_str().is_some_and(|search| search.starts_with("?game=")), "{address}");
    other.open("russian").await?;
    other.find("[role=grid]").await?;
    ensure!(moves(&other).await?.is_empty(), "the link took the place of the visitor's own game");
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// A PDN of another game brings its own board.
pub(crate) async fn other_game(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = sharing(harness).await?;
    paste(&page, "[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *").await?;
    ensure!(wait_for_moves(&page, 4).await?.len() == 4, "not all moves");
    ensure!(page.piece("23").await?.as_deref() == Some("black-man"), "no piece on 23");
    let shown = page.eval("return document.querySelector('.game').dataset.game").await?;
    ensure!(shown == "international", "the header says {shown}");
    Ok(Verdict::Passed)
}

async fn downloaded(dir: &Path, ending: &str) -> anyhow::Result<Vec<u8>> {
    for _ in 0..1200 {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == ending) {
                let bytes = fs::read(&path)?;
                if !bytes.is_empty() {
                    return Ok(bytes);
                }
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
    bail!("no .{ending} came")
}

/// The colours of points of a picture, as the browser decodes it, and how many points below the square a1 have the
/// colour of the letters on the frame.
async fn points(page: &Page, media_type: &str, bytes: &[u8]) -> anyhow::Result<Value> {
    let script = "const [type, bytes, done] = arguments; \
        const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type })); \
        const image = new Image(); image.onerror = () => done(null); \
        image.onload = () => { const c = document.createElement('canvas'); \
            c.width = image.naturalWidth; c.height = image.naturalHeight; \
            const x = c.getContext('2d'); x.drawImage(image, 0, 0); const u = c.width / 868; \
            const at = (col, row) => [...x.getImageData((34 + (col + .3) * 100) * u, (34 + (row + .5) * 100) * u, 1, 1) \
                .data.slice(0, 3)]; \
            const below = x.getImageData(44 * u, 842 * u, 80 * u, 20 * u).data; let letters = 0; \
            for (let i = 0; i < below.length; i += 4) if (below[i] > 190 && below[i + 2] < 200) letters++; \
            done({ size: [c.width, c.height], light: at(0, 0), empty: at(3, 4), black: at(1, 0), white: at(0, 7), letters }) }; \
        image.src = url";
    let found = page.driver().execute_async(script, vec![json!(media_type), json!(bytes)]).await?;
    Ok(found.json().clone())
}

/// Is the colour this one, but for grain, light and shade?
fn near(seen: &Value, expected: [i64; 3]) -> bool {
    (0..3).all(|i| seen[i].as_i64().is_some_and(|v| (v - expected[i]).abs() <= 45))
}

/// Pictures and files really are what their names say.
pub(crate) async fn files(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = sharing(harness).await?;
    let dir = Scratch::new()?;
    let allow = json!({ "behavior": "allow", "downloadPath": dir.path() });
    page.cdp("Browser.setDownloadBehavior", allow).await?;
    page.click_button("Picture (PNG)").await?;
    let png = downloaded(dir.path(), "png").await?;
    ensure!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"), "no whole PNG");
    page.click_button("Picture (SVG)").await?;
    let svg = downloaded(dir.path(), "svg").await?;
    let script = "const parsed = new DOMParser().parseFromString(arguments[0], 'image/svg+xml'); \
        return [parsed.documentElement.nodeName, parsed.querySelectorAll('parsererror').length]";
    let parsed = page.driver().execute(script, vec![json!(String::from_utf8(svg.clone())?)]).await?;
    ensure!(parsed.json() == &json!(["svg", 0]), "the SVG is no SVG: {}", parsed.json());
    for (media_type, bytes, width) in [("image/png", &png, 833), ("image/svg+xml", &svg, 868)] {
        let seen = points(&page, media_type, bytes).await?;
        ensure!(seen["size"] == json!([width, width]), "{media_type}: {seen}");
        let colours = [
            ("light", [234, 214, 176]),
            ("empty", [152, 105, 63]),
            ("black", [60, 50, 43]),
            ("white", [250, 245, 232]),
        ];
        for (point, expected) in colours {
            ensure!(near(&seen[point], expected), "{media_type}: {point} of {seen}");
        }
        ensure!(
            seen["letters"].as_i64().is_some_and(|n| n > 20),
            "{media_type}: no letter on the frame: {seen}"
        );
    }
    page.click_button("Download PDN").await?;
    let pdn = String::from_utf8(downloaded(dir.path(), "pdn").await?)?;
    ensure!(pdn.contains("2. d4-c5"), "{pdn:?}");
    Ok(Verdict::Passed)
}

/// A position to look at does not replace the game that is kept.
pub(crate) async fn link_keeps_game(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = seated(harness, LOOK, two_people(&PLAYED, json!("none"), None), json!({})).await?;
    page.open("russian?fen=W:Wa1:Bh8").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    page.open("russian").await?;
    ensure!(wait_for_moves(&page, 3).await? == PLAYED, "the kept game is gone");
    Ok(Verdict::Passed)
}
