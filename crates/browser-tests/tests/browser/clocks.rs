//! Clocks: none, with an addition, with a delay; the flag, hidden tabs, and what little time changes.

use std::time::Duration;

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::seats::{LOOK, seated, tap, two_people, wait_for_moves};

const BLACK_TO_MOVE: [&str; 1] = ["c3-d4"];

fn fischer(base: u32, plus: u32) -> Value {
    json!({ "fischer": { "base": base, "plus": plus } })
}

/// Seconds on the clock of White (below) and Black (above).
async fn faces(page: &Page) -> anyhow::Result<(f64, f64)> {
    let read = |text: String| -> anyhow::Result<f64> {
        let (minutes, seconds) = text.split_once(':').with_context(|| format!("{text:?} is no time"))?;
        Ok(minutes.parse::<f64>()? * 60.0 + seconds.parse::<f64>()?)
    };
    let white = read(page.text(".bar:not(.top) .clock").await?)?;
    Ok((white, read(page.text(".bar.top .clock").await?)?))
}

/// Counts the notes that are played, from the next page on.
async fn listen(page: &Page) -> anyhow::Result<()> {
    let source = "window.notes = []; const make = BaseAudioContext.prototype.createOscillator; \
        BaseAudioContext.prototype.createOscillator = function () { const voice = make.call(this); \
            const set = voice.frequency.setValueAtTime.bind(voice.frequency); \
            voice.frequency.setValueAtTime = (hertz, at) => { window.notes.push(Math.round(hertz)); return set(hertz, at) }; \
            return voice }";
    page.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await
}

pub(crate) async fn counted(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = seated(harness, LOOK, two_people(&BLACK_TO_MOVE, json!("none"), None), json!({})).await?;
    ensure!(page.count(".clock").await? == 0, "a clock although none was agreed");

    let game = two_people(&BLACK_TO_MOVE, fischer(300, 60), Some([100_000, 100_000]));
    let page = seated(harness, LOOK, game, json!({})).await?;
    page.wait_for("document.querySelector('.bar.top .clock').textContent < '1:39'").await?;
    tap(&page, &["b6", "a5"]).await?;
    wait_for_moves(&page, 2).await?;
    let (white, black) = faces(&page).await?;
    ensure!(black > 100.0 && black < 160.0 && white <= 100.0, "a minute is added: {white} {black}");

    let delay = |free: u32| json!({ "delay": { "base": 300, "free": free } });
    let game = two_people(&BLACK_TO_MOVE, delay(600), Some([90_000; 2]));
    let page = seated(harness, LOOK, game, json!({})).await?;
    sleep(Duration::from_millis(1200)).await;
    ensure!(faces(&page).await?.1 == 90.0, "the free seconds are counted");

    let game = two_people(&BLACK_TO_MOVE, delay(1), Some([90_000; 2]));
    let page = seated(harness, LOOK, game, json!({})).await?;
    page.wait_for("document.querySelector('.bar.top .clock').textContent < '1:29'").await?;
    tap(&page, &["b6", "a5"]).await?;
    wait_for_moves(&page, 2).await?;
    ensure!(faces(&page).await?.1 < 89.5, "a delay does not give time back");
    Ok(Verdict::Passed)
}

/// Who agrees on a clock in the dialog gets it, and the first move starts it.
pub(crate) async fn agreed(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    page.click_button("New game").await?;
    page.find("dialog[open] option[value='300+3']").await?.click().await?;
    page.click_button("Start").await?;
    page.wait_for("document.querySelectorAll('.clock').length === 2").await?;
    ensure!(faces(&page).await? == (300.0, 300.0), "{:?}", faces(&page).await?);
    sleep(Duration::from_millis(1300)).await;
    ensure!(faces(&page).await? == (300.0, 300.0), "a clock runs before the first move");
    tap(&page, &["c3", "d4"]).await?;
    wait_for_moves(&page, 2).await?;
    page.wait_for("document.querySelector('.bar:not(.top) .clock').textContent < '5:00'").await?;
    let url = page.driver().current_url().await?;
    ensure!(url.query().is_some_and(|query| query.contains("clock=300")), "the address is {url}");
    page.reload().await?;
    page.find(".clock").await?;
    ensure!(wait_for_moves(&page, 2).await?.len() == 2, "the game is gone after a reload");
    ensure!(faces(&page).await?.0 < 300.0, "a reload gives time back");
    Ok(Verdict::Passed)
}

pub(crate) async fn flag(harness: &Harness) -> anyhow::Result<Verdict> {
    for (language, reason) in [("en", "Black ran out of time"), ("ru", "вышло время")] {
        let game = two_people(&BLACK_TO_MOVE, fischer(60, 5), Some([60_000, 900]));
        let page = seated(harness, Look { language, ..LOOK }, game, json!({})).await?;
        page.wait_for_text(".result-card", reason).await?;
        page.wait_for_status(reason).await?;
        tap(&page, &["b6", "a5"]).await?;
        ensure!(wait_for_moves(&page, 1).await?.len() == 1, "a move after the flag");
        page.reload().await?;
        page.wait_for_status(reason).await.context("after a reload")?;
    }
    Ok(Verdict::Passed)
}

/// The flag falls in a tab nobody looks at, and the computer's move is heard there.
pub(crate) async fn hidden(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = two_people(&BLACK_TO_MOVE, fischer(60, 5), Some([60_000, 2_500]));
    let page = seated(harness, LOOK, game, json!({})).await?;
    let here = page.driver().window().await?;
    page.driver().new_tab().await?;
    sleep(Duration::from_secs(3)).await;
    page.driver().switch_to_window(here).await?;
    page.wait_for_status("Black ran out of time").await?;

    let page = harness.page(LOOK).await?;
    page.keep(&[]).await?;
    listen(&page).await?;
    page.open("russian").await?;
    // What a browser says of a tab that is not looked at.
    page.eval("Object.defineProperty(document, 'hidden', { get: () => true })").await?;
    tap(&page, &["c3", "d4"]).await?;
    wait_for_moves(&page, 2).await?;
    page.wait_for("window.notes.includes(659) && window.notes.includes(880)")
        .await
        .context("no sound says that it is my turn")?;
    Ok(Verdict::Passed)
}

/// Little time: a warning is heard, and nothing dawdles any more.
pub(crate) async fn little_time(harness: &Harness) -> anyhow::Result<Verdict> {
    let look = Look { calm: false, ..LOOK };
    let page = harness.page(look).await?;
    let game = two_people(&["c3-d4", "b6-a5"], fischer(300, 5), Some([66_000, 300_000]));
    page.keep(&[("game.russian", game)]).await?;
    page.open("russian").await?;
    page.find(".board").await?;
    // In one look: the clock goes on while a slow machine asks twice.
    let script = "return [document.querySelector('.bar:not(.top) .clock').textContent >= '1:01', \
        !!document.querySelector('.board.hurry')]";
    ensure!(page.eval(script).await? != json!([true, true]), "haste with a minute left");
    page.find(".board.hurry").await.context("no haste below a minute")?;

    let page = harness.page(LOOK).await?;
    let game = two_people(&["c3-d4", "b6-a5"], fischer(300, 5), Some([22_000, 300_000]));
    page.keep(&[("game.russian", game)]).await?;
    listen(&page).await?;
    page.open("russian").await?;
    tap(&page, &["g3"]).await?;
    page.wait_for("window.notes.includes(988)").await.context("nothing is heard at low time")?;
    page.find(".clock.low").await?;
    Ok(Verdict::Passed)
}
