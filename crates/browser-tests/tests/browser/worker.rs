//! One worker for the whole visit: "Move now", taking back and looking through the game end a search, never the worker
//! with its table, weights and book.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Page, Verdict};
use serde_json::{Value, json};

use crate::play::{any_move, my_turn};
use crate::seats::{LOOK, moves, tap, wait_for_moves};

/// Listens in on every worker of the page: `spy.made` counts them, `spy.said` is what they say, with the time.
const SPY: &str = "window.spy = { made: 0, said: [], asked: [] }; const Native = window.Worker; \
    window.Worker = class extends Native { \
        constructor(...all) { super(...all); spy.made += 1; \
            this.addEventListener('message', e => spy.said.push({ at: performance.now(), ...JSON.parse(e.data) })); } \
        postMessage(pair) { \
            if (typeof pair[0] === 'string') spy.asked.push({ at: performance.now(), ...JSON.parse(pair[0]) }); \
            super.postMessage(pair); } };";

/// The person is White, the computer plays at full strength.
fn game() -> Value {
    json!({ "variant": "russian", "moves": [], "white": "person", "black": { "computer": 9 }, "control": "none" })
}

/// Sits down at a site with the spy behind the board.
async fn spied(page: &Page) -> anyhow::Result<()> {
    page.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SPY })).await?;
    page.keep(&[("game.russian", game()), ("settings", json!({}))]).await?;
    page.open("russian").await?;
    page.find("[role=grid]").await?;
    Ok(())
}

/// Waits until the engine has gone so deep in the question it was asked last that it will not be done by itself.
async fn thinking(page: &Page, questions: usize) -> anyhow::Result<()> {
    page.wait_for(&format!(
        "spy.asked.length >= {questions} && \
         spy.said.some(s => s.progress && s.progress.depth >= 7 && s.progress.id === spy.asked.at(-1).think.id)"
    ))
    .await
}

/// Ends searches in every way there is; what the worker said, as JSON.
async fn interrupt(page: &Page) -> anyhow::Result<Value> {
    // Move now: the answer is the worker's own, not a random move.
    tap(page, &["c3", "d4"]).await?;
    thinking(page, 1).await?;
    page.eval("spy.stop = performance.now()").await?;
    page.click_button("Move now").await?;
    wait_for_moves(page, 2).await?;
    page.wait_for("spy.said.some(s => s.done && s.done.id === spy.asked.at(-1).think.id)").await?;
    // Taking back in the middle of a search.
    my_turn(page).await?;
    any_move(page, 0).await?;
    thinking(page, 2).await?;
    page.press(&['u']).await?;
    my_turn(page).await?;
    ensure!(moves(page).await?.len() == 2, "the move was not taken back");
    // Looking through the game in the middle of the next one.
    any_move(page, 0).await?;
    thinking(page, 3).await?;
    for label in ["Previous move", "Previous move", "Next move"] {
        page.click_button(label).await?;
    }
    page.click_button("Move now").await?;
    wait_for_moves(page, 4).await?;
    page.eval("return spy").await
}

/// One worker, one greeting, a table that never gets emptier.
fn check(spy: &Value) -> anyhow::Result<()> {
    let said = spy["said"].as_array().context("nothing was said")?;
    let greetings: Vec<&Value> = said.iter().filter_map(|one| one.get("ready")).collect();
    ensure!(spy["made"] == 1, "{} workers were made", spy["made"]);
    ensure!(greetings.len() == 1 && greetings[0]["stoppable"] == true, "greetings: {greetings:?}");
    let failed: Vec<&Value> = said.iter().filter_map(|one| one.get("failed")).collect();
    ensure!(failed.is_empty(), "{failed:?}");
    let fills: Vec<u64> = said
        .iter()
        .filter_map(|one| one.get("progress").or_else(|| one.get("done")))
        .filter_map(|report| report["fill"].as_u64())
        .collect();
    ensure!(fills.is_sorted(), "the table got emptier: {fills:?}");
    ensure!(fills.first() == Some(&0) && fills.last() > Some(&0), "the table did not grow: {fills:?}");
    let done = said.iter().filter(|one| one.get("done").is_some()).count();
    let asked = spy["asked"].as_array().map_or(0, Vec::len);
    ensure!(done == asked, "{asked} questions, {done} answers");
    Ok(())
}

/// From our own server, where page and worker share a number.
pub(crate) async fn kept(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(LOOK).await?;
    spied(&page).await?;
    ensure!(page.eval("return crossOriginIsolated").await? == true, "the page is not isolated");
    check(&interrupt(&page).await?)?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// From a server that sends no headers, where the worker has to look at an address.
pub(crate) async fn kept_without_headers(harness: &Harness) -> anyhow::Result<Verdict> {
    let (_dir, server) = harness.export("/")?;
    let page = harness.page_at(server.url(), LOOK).await?;
    spied(&page).await?;
    ensure!(page.eval("return crossOriginIsolated").await? == false, "the page is isolated");
    let spy = interrupt(&page).await?;
    check(&spy)?;
    ensure!(!spy["said"].to_string().contains("\"helped\""), "somebody helped: {spy}");
    Ok(Verdict::Passed)
}

/// How many stops are timed, and how long the quicker half of them may take, in milliseconds.
const STOPS: usize = 9;
const SOON: f64 = 20.0;

/// Asks for a search without end, stops it after a while, and so on: the times until it is done, sorted.
async fn stops(page: &Page) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::new();
    for number in 0..STOPS {
        tap(page, &["c3", "d4"]).await?;
        thinking(page, number + 1).await?;
        let script = "const done = arguments[arguments.length - 1]; const said = spy.said.length; \
            const button = [...document.querySelectorAll('button')].find(b => b.textContent.trim() === 'Move now'); \
            const begun = performance.now(); button.click(); \
            const wait = () => { const answer = spy.said.slice(said).find(s => s.done); \
                answer ? done(answer.at - begun) : setTimeout(wait); }; wait();";
        times.push(page.eval_async(script).await?.as_f64().context("no time")?);
        wait_for_moves(page, 2).await?;
        page.press(&['u']).await?;
        page.wait_for("document.querySelectorAll('.moves .move:not(.none)').length === 0").await?;
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// A search ends within 20 ms, with and without shared memory. Only `./test release` asks for this.
pub(crate) async fn stop_time(harness: &Harness) -> anyhow::Result<Verdict> {
    if std::env::var_os("DAMKA_TIMES").is_none() {
        return Ok(Verdict::Skipped("times count on a quiet machine only: set DAMKA_TIMES".into()));
    }
    let (_dir, server) = harness.export("/")?;
    for (name, site) in [("shared number", harness.site()), ("address", server.url())] {
        let page = harness.page_at(site, LOOK).await?;
        spied(&page).await?;
        let times = stops(&page).await?;
        println!("    stopped by {name} after {times:.1?} ms");
        ensure!(times[STOPS / 2] <= SOON, "by {name}: {times:?}");
    }
    Ok(Verdict::Passed)
}
