//! What was agreed or set: touch-move and adjusting, confirmation, premoves, house rules and bad links.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Verdict};
use serde_json::json;
use thirtyfour::Key;

use crate::play::{look, my_turn};
use crate::seats::{LOOK, moves, seated, tap, unchanged, wait_for_moves};

pub(crate) async fn touch_move(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian?touch=1").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    let begun = look(&page).await?.board;
    tap(&page, &["c3", "e3"]).await?;
    let reason = page.text(".bubble").await?;
    ensure!(reason.contains("touched") && reason.contains("c3"), "{reason:?}");
    // Gone, so that the next one is the answer to what is typed.
    page.press_key(Key::Escape).await?;
    page.wait_for("!document.querySelector('.bubble')").await?;
    page.find("input[name=move]").await?.send_keys("e3-f4\n").await?;
    page.wait_for_text(".bubble", "c3").await?;
    unchanged(&page, &begun, "a typed move gets round touch-move").await?;
    page.reload().await?;
    ensure!(my_turn(&page).await?, "over after a reload");
    ensure!(page.marked("movable").await? == ["c3"], "a reload lets the touched piece go");
    tap(&page, &["c3", "d4"]).await?;
    let played = wait_for_moves(&page, 1).await?;
    ensure!(played[0] == "c3-d4", "{played:?}");
    let rules = page.text(".rule-card").await?;
    ensure!(rules.contains("A touched piece must move"), "the rule card does not say it");
    Ok(Verdict::Passed)
}

/// Who says "adjust" first may touch a piece without having to move it.
pub(crate) async fn adjust(harness: &Harness) -> anyhow::Result<Verdict> {
    for (language, word) in [("en", "Adjust"), ("ru", "Поправляю")] {
        let page = harness.open(Look { language, ..LOOK }, "russian?touch=1").await?;
        ensure!(my_turn(&page).await?, "nothing to play");
        page.click_button(word).await?;
        page.wait_for_status(if language == "en" { "Adjusting" } else { "Поправляю" }).await?;
        page.click_square("c3").await?;
        page.wait_for_text(".bubble", "c3").await?;
        ensure!(page.marked("selected").await?.is_empty(), "an adjusted piece is lifted");
        tap(&page, &["e3", "f4"]).await?;
        ensure!(wait_for_moves(&page, 1).await?[0] == "e3-f4", "the adjusted piece had to move");
    }
    let page = harness.open(LOOK, "russian").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    ensure!(page.count(".adjust").await? == 0, "adjusting without touch-move");
    Ok(Verdict::Passed)
}

pub(crate) async fn confirm(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(LOOK).await?;
    page.keep(&[("settings", json!({ "confirm": true }))]).await?;
    page.open("russian").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    let begun = look(&page).await?.board;
    tap(&page, &["c3", "d4"]).await?;
    ensure!(page.text(".asking").await?.contains("c3-d4"), "nothing is asked");
    unchanged(&page, &begun, "played before it was confirmed").await?;
    page.click_button("No").await?;
    unchanged(&page, &begun, "played although it was not confirmed").await?;
    tap(&page, &["c3", "d4"]).await?;
    page.find(".asking").await?;
    // Another touch is an answer, too.
    page.click_square("e3").await?;
    page.wait_for("!document.querySelector('.asking')").await?;
    unchanged(&page, &begun, "played by touching another piece").await?;
    tap(&page, &["f4"]).await?;
    page.click_button("Yes").await?;
    ensure!(wait_for_moves(&page, 1).await?[0] == "e3-f4", "not played although it was confirmed");
    Ok(Verdict::Passed)
}

/// A move entered while the computer thinks is played in its turn if it is legal then.
pub(crate) async fn premove(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = json!({ "variant": "russian", "moves": [], "white": "person", "black": { "computer": 9 } });
    let page = seated(harness, LOOK, game, json!({})).await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    page.hold_thoughts().await?;
    page.reload().await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    tap(&page, &["c3", "b4", "e3", "f4"]).await?;
    page.wait_for_status("e3-f4").await?;
    ensure!(page.marked("premove").await? == ["f4", "e3"], "the premove is not marked");
    page.press_key(Key::Escape).await?;
    page.wait_for("!document.querySelector('[data-mark~=premove]')").await.context("Escape does nothing")?;
    tap(&page, &["e3", "f4"]).await?;
    page.wait_for_status("e3-f4").await?;
    page.let_think().await?;
    let played = wait_for_moves(&page, 2).await?;
    // A capture that is due goes first.
    let dropped = moves(&page).await?.len() == 2 && !page.marked("must-capture").await?.is_empty();
    if !dropped {
        ensure!(wait_for_moves(&page, 3).await?[2] == "e3-f4", "after {played:?} the premove is not played");
    }
    Ok(Verdict::Passed)
}

pub(crate) async fn house_rules(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    page.click_button("New game").await?;
    page.click("input[name=optional-capture]").await?;
    page.click_button("Start").await?;
    let rules = page.text(".rule-card").await?;
    ensure!(rules.contains("Capturing is optional"), "the rule card says {rules:?}");
    let url = page.driver().current_url().await?;
    ensure!(url.query() == Some("rules=optional-capture"), "the address is {url}");
    tap(&page, &["c3", "d4"]).await?;
    wait_for_moves(&page, 2).await?;
    page.reload().await?;
    ensure!(wait_for_moves(&page, 2).await?.len() == 2, "the game is gone after a reload");
    ensure!(page.text(".rule-card").await?.contains("Capturing is optional"), "the rule is gone");

    // A quiet move although a capture is on.
    page.open("russian?rules=optional-capture&fen=W:Wc3,a1:Bd4,h8").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    ensure!(page.marked("must-capture").await?.is_empty(), "a ring although capturing is optional");
    tap(&page, &["a1", "b2"]).await?;
    ensure!(wait_for_moves(&page, 1).await?[0] == "a1-b2", "the quiet move is not played");
    Ok(Verdict::Passed)
}

/// What is wrong with a link is said by name, and its game is there to be played.
pub(crate) async fn bad_links(harness: &Harness) -> anyhow::Result<Verdict> {
    let cases = [
        ("en", "armenian?rules=optional-capture", "optional-capture", "armenian"),
        ("ru", "turkish?rules=flying-pigs", "домашнее правило", "turkish"),
        ("hy", "russian?rules=flying-pigs", "flying-pigs", "russian"),
        ("en", "russian?clock=soon", "“soon” is not a time control", "russian"),
        ("en", "international?fen=W:Wz9", "z9", "international"),
    ];
    for (language, path, part, variant) in cases {
        let page = harness.open(Look { language, ..LOOK }, path).await?;
        ensure!(my_turn(&page).await?, "{path}: nothing to play");
        page.wait_for_text(".note", part).await.context(path)?;
        let shown = page.eval("return document.querySelector('.game').dataset.game").await?;
        ensure!(shown == variant, "{path}: the page shows {shown}");
    }
    Ok(Verdict::Passed)
}
