//! Helpers of the engine: where our own server isolates the page several workers search together, elsewhere one does.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use serde_json::{Value, json};

use crate::speed::START_BRAIN;

/// Helpers that are late for one question are there for another.
const QUESTIONS: u32 = 5;
/// How long each of these may take, in milliseconds.
const MILLIS: u32 = 2000;

/// Asks a worker of its own in the page; its last report.
async fn ask(page: &Page, think: Value) -> anyhow::Result<Value> {
    let message = serde_json::to_string(&json!({ "think": think }).to_string())?;
    let script = format!(
        "const done = arguments[arguments.length - 1]; window.brainReady.then(brain => {{ \
            brain.onmessage = e => {{ const told = JSON.parse(e.data); if (!told.progress) done(told); }}; \
            brain.postMessage([{message}]); }});"
    );
    let told = page.eval_async(&script).await?;
    told.get("done").cloned().with_context(|| format!("the worker said {told}"))
}

/// A question of full strength with nothing but a time.
fn open(id: u32) -> Value {
    json!({ "id": id, "variant": "international", "limits": { "millis": MILLIS } })
}

/// Questions that have to get the same answer everywhere: counted positions, plies, a weaker level.
fn counted() -> Vec<Value> {
    let fresh = |limits: Value| json!({ "variant": "russian", "limits": limits, "fresh": true, "lines": 2 });
    let level = json!({ "variant": "russian", "moves": ["c3-d4"], "level": 5, "seed": 9, "fresh": true });
    vec![fresh(json!({ "nodes": 30_000 })), fresh(json!({ "depth": 11 })), level]
}

/// What is found, whatever the time was.
fn found(report: &Value) -> Value {
    json!([report["depth"], report["nodes"], report["lines"], report["helped"]])
}

/// Positions visited by helpers in some question, and what counted questions find afterwards.
async fn visit(page: &Page, until_helped: bool) -> anyhow::Result<(u64, Vec<Value>)> {
    page.find("[role=status]").await?;
    page.eval(START_BRAIN).await?;
    let mut helped = 0;
    for id in 1..=if until_helped { QUESTIONS } else { 2 } {
        let report = ask(page, open(id)).await?;
        ensure!(report["lines"][0]["moves"][0].is_string(), "no move: {report}");
        helped = report["helped"].as_u64().unwrap_or_default();
        let (depth, nodes) = (&report["depth"], &report["nodes"]);
        println!("    question {id}: depth {depth}, {nodes} positions, {helped} of them by helpers");
        if until_helped && helped > 0 {
            break;
        }
    }
    let mut answers = Vec::new();
    for question in counted() {
        answers.push(found(&ask(page, question).await?));
    }
    page.eval("window.brain.terminate()").await?;
    Ok((helped, answers))
}

/// Helpers search along in an isolated page, nobody does elsewhere, and what is counted is the same in both.
pub(crate) async fn meet(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look::DESKTOP, "russian").await?;
    if page.eval("return navigator.hardwareConcurrency").await?.as_u64() < Some(2) {
        return Ok(Verdict::Skipped("one core: nobody is there to help".into()));
    }
    ensure!(page.eval("return crossOriginIsolated").await? == true, "the page is not isolated");
    let (helped, together) = visit(&page, true).await?;
    ensure!(helped > 0, "nobody helped");
    page.expect_quiet().await?;

    let (_dir, server) = harness.export("/")?;
    let page = harness.page_at(server.url(), Look::DESKTOP).await?;
    page.open("russian").await?;
    ensure!(page.eval("return crossOriginIsolated").await? == false, "the page is isolated");
    let (helped, alone) = visit(&page, false).await?;
    ensure!(helped == 0, "{helped} positions by helpers");
    ensure!(together == alone, "with helpers {together:?}\nwithout {alone:?}");
    Ok(Verdict::Passed)
}
