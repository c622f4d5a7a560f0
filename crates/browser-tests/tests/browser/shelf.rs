//! Games on this device: kept side by side, resumed, taken away, never written over.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::json;

use crate::play::{look, my_turn};
use crate::seats::{LOOK, moves, seated, tap, two_people, wait_for_moves};

/// The names of kept games.
async fn names(page: &Page) -> anyhow::Result<Vec<String>> {
    let script = "return Object.keys(localStorage).filter(k => k.startsWith('damka.sitting.')).sort()";
    Ok(serde_json::from_value(page.eval(script).await?)?)
}

/// A link opens a game beside the one that is not finished; going back finds it as it was.
pub(crate) async fn side_by_side(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    tap(&page, &["c3", "d4"]).await?;
    let played = wait_for_moves(&page, 2).await?;
    for link in [
        "russian?touch=1",
        "russian?clock=300%2B3",
        "russian?rules=optional-capture",
        "russian?fen=W:Wc3,a1:Bh8",
    ] {
        page.open(link).await?;
        ensure!(my_turn(&page).await?, "{link}: nothing to play");
        ensure!(moves(&page).await?.is_empty(), "{link}: no new game");
        tap(&page, &["c3", "b4"]).await?;
        wait_for_moves(&page, 1).await?;
        page.open("russian").await?;
        ensure!(wait_for_moves(&page, 2).await? == played, "{link} destroyed the game");
        page.open(link).await?;
        ensure!(wait_for_moves(&page, 1).await?[0] == "c3-b4", "{link}: its own game is gone");
    }
    ensure!(names(&page).await?.len() == 5, "{:?}", names(&page).await?);
    Ok(Verdict::Passed)
}

/// The list: resumed, exported, deleted after a question.
pub(crate) async fn list(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = two_people(&["c3-d4", "b6-a5"], json!("none"), None);
    let page = seated(harness, LOOK, game, json!({})).await?;
    page.open("turkish").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    page.open("english").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    page.click_button("New game").await?;
    page.click_button("My games").await?;
    let row = page.text("dialog .shelf li").await?;
    ensure!(row.contains("Russian") && row.contains("not finished"), "{row:?}");
    ensure!(page.count("dialog .shelf li").await? == 1, "games nobody has played are listed");
    page.click("dialog .shelf a").await?;
    ensure!(wait_for_moves(&page, 2).await?.len() == 2, "the game is not resumed");
    tap(&page, &["b2", "c3"]).await?;
    wait_for_moves(&page, 3).await?;
    page.reload().await?;
    ensure!(wait_for_moves(&page, 3).await?.len() == 3, "a resumed game does not survive a reload");
    page.click_button("New game").await?;
    page.click_button("My games").await?;
    page.click_button("Delete").await?;
    page.click_button("No").await?;
    ensure!(names(&page).await?.len() == 1, "deleted without an answer");
    page.click_button("Delete").await?;
    page.click_button("Yes").await?;
    page.wait_for("!document.querySelector('dialog .shelf li')").await?;
    ensure!(names(&page).await?.is_empty(), "not deleted");
    Ok(Verdict::Passed)
}

/// Two tabs with one game: what one plays the other shows, and neither writes over the other.
pub(crate) async fn two_tabs(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = two_people(&["c3-d4"], json!("none"), None);
    let page = seated(harness, LOOK, game, json!({})).await?;
    wait_for_moves(&page, 1).await?;
    let first = page.driver().window().await?;
    let second = page.driver().new_tab().await?;
    page.driver().switch_to_window(second.clone()).await?;
    page.open("russian").await?;
    wait_for_moves(&page, 1).await?;
    tap(&page, &["b6", "a5"]).await?;
    wait_for_moves(&page, 2).await?;
    page.driver().switch_to_window(first).await?;
    ensure!(wait_for_moves(&page, 2).await?.len() == 2, "the other tab is not followed");
    // What was written behind this tab's back is not written over.
    let name = names(&page).await?[0].clone();
    let script = format!(
        "const g = JSON.parse(localStorage['{name}']); g.game.record.moves.push('b2-c3'); \
        localStorage['{name}'] = JSON.stringify(g)"
    );
    page.eval(&script).await?;
    tap(&page, &["g3", "h4"]).await?;
    wait_for_moves(&page, 3).await?;
    page.find(".note").await.context("nothing is said")?;
    ensure!(names(&page).await?.len() == 2, "written over");
    let kept = page.eval(&format!("return localStorage['{name}'].includes('b2-c3')")).await?;
    ensure!(kept == true, "written over");
    Ok(Verdict::Passed)
}

/// A browser that keeps nothing is told of.
pub(crate) async fn not_saved(harness: &Harness) -> anyhow::Result<Verdict> {
    for (language, part) in [("en", "could not be saved"), ("ru", "не удалось сохранить")] {
        let page = harness.open(Look { language, ..LOOK }, "russian").await?;
        ensure!(my_turn(&page).await?, "nothing to play");
        page.eval("Storage.prototype.setItem = () => { throw new Error('full') }").await?;
        tap(&page, &["c3", "d4"]).await?;
        page.wait_for_text(".note", part).await.context("nothing is said")?;
    }
    Ok(Verdict::Passed)
}

/// Whoever comes by a link gets the side to move.
pub(crate) async fn visitor(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian?fen=B:Wc3,e3:Bd6,f8").await?;
    ensure!(my_turn(&page).await?, "the computer plays the solution");
    ensure!(page.status().await?.contains("piece"), "{:?}", page.status().await?);
    let name = page.eval("return document.querySelector('[data-square]').dataset.square").await?;
    ensure!(name == "g1", "Black does not sit at the bottom: {name}");
    tap(&page, &["d6", "e5"]).await?;
    ensure!(wait_for_moves(&page, 1).await?[0] == "d6-e5", "not played");
    Ok(Verdict::Passed)
}

/// Moves looked back at are numbered like the list; two people are told whose turn it is from the start.
pub(crate) async fn numbers(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = seated(harness, LOOK, two_people(&[], json!("none"), None), json!({})).await?;
    page.wait_for_status("White to move").await?;
    let game = two_people(&["c3-d4", "b6-a5", "b2-c3", "f6-g5"], json!("none"), None);
    let page = seated(harness, LOOK, game, json!({})).await?;
    wait_for_moves(&page, 4).await?;
    page.click(".moves li:nth-child(2) .move").await?;
    page.wait_for_status("move 2").await?;
    ensure!(look(&page).await?.movable.is_empty(), "an old position can be played");
    Ok(Verdict::Passed)
}

/// A pasted game of another kind: the address follows, it survives a reload, keeps names and result,
/// and nobody here has lost it.
pub(crate) async fn pasted(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = two_people(&["c3-d4"], json!("none"), None);
    let page = seated(harness, LOOK, game, json!({})).await?;
    page.open("russian").await?;
    page.click_button("Share and save").await?;
    page.find("textarea[name=paste]").await?;
    let pdn = "[White \"Ivanov\"]\n[Black \"Petrosyan\"]\n[GameType \"20\"]\n[Result \"0-1\"]\n\n1. 32-28 19-23 0-1";
    let script = "const box = document.querySelector('textarea[name=paste]'); box.value = arguments[0]; \
        box.dispatchEvent(new Event('input', { bubbles: true }))";
    page.driver().execute(script, vec![json!(pdn)]).await?;
    page.click(".load").await?;
    for _ in 0..2 {
        wait_for_moves(&page, 2).await?;
        let url = page.driver().current_url().await?;
        ensure!(url.path() == "/international", "the address is {url}");
        let status = page.wait_for_status("Black won").await?;
        ensure!(!status.contains("lost"), "{status:?}");
        let bars = format!("{} {}", page.text(".bar.top").await?, page.text(".bar:not(.top)").await?);
        ensure!(bars.contains("Ivanov") && bars.contains("Petrosyan"), "{bars:?}");
        page.reload().await?;
    }
    page.open("russian").await?;
    ensure!(wait_for_moves(&page, 1).await?.len() == 1, "the game before is gone");
    Ok(Verdict::Passed)
}
