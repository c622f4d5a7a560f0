//! How fast things are: the first load, the first move, the engine beside its native self.

use std::process::Command;

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict, at_least, at_most, times_count};
use serde_json::Value;

/// What the first load may weigh over the wire, and how soon it is interactive at a quarter of the speed.
const MOST_BYTES: f64 = 282_000.0;
const MOST_MILLIS: f64 = 1_500.0;
/// What the engine in the page must reach of the native nodes per second.
const LEAST_RATIO: f64 = 0.7;

/// Small enough; interactive within 1.5 s with the processor four times slower where times count.
pub(crate) async fn first_load(harness: &Harness) -> anyhow::Result<Verdict> {
    let mut times = Vec::new();
    for _ in 0..turns() {
        let (bytes, millis) = load(harness).await?;
        ensure!(bytes > 0.0 && bytes <= MOST_BYTES, "the first load is {bytes} bytes");
        println!("    {bytes} bytes loaded");
        times.push(millis);
    }
    at_most("interactive, at a quarter of the speed, after", "ms", times, MOST_MILLIS)?;
    Ok(Verdict::Passed)
}

/// A time that counts is the middle of several, and no other number of them when it is bad.
fn turns() -> usize {
    if times_count() { 5 } else { 1 }
}

/// Loads the page with an empty profile: bytes, and milliseconds until it can be played on.
async fn load(harness: &Harness) -> anyhow::Result<(f64, f64)> {
    let page = harness.page(Look::PHONE).await?;
    page.slow_down(4).await?;
    page.open("russian").await?;
    let millis = page.interactive_after().await?;
    let script = "return performance.getEntries().filter(e => e.transferSize) \
        .filter(e => e.startTime <= performance.getEntriesByName('damka-interactive')[0].startTime) \
        .reduce((sum, e) => sum + e.encodedBodySize, 0)";
    let bytes = page.eval(script).await?.as_f64().unwrap_or_default();
    Ok((bytes, millis))
}

/// The engine in the page does exactly the native work, at 70 % of the native speed where times count.
pub(crate) async fn engine(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look::DESKTOP, "russian").await?;
    page.find("[role=status]").await?;
    // Both sides take about a second on a middling machine.
    for (variant, depth) in [("russian", 16), ("armenian", 11)] {
        let ratios = ratios(harness, &page, variant, depth).await?;
        at_least(&format!("{variant}: of the native speed"), "times", ratios, LEAST_RATIO)?;
    }
    Ok(Verdict::Passed)
}

/// The speed of the page by the native one, in turns: what else the machine does slows both.
async fn ratios(harness: &Harness, page: &Page, variant: &str, depth: u32) -> anyhow::Result<Vec<f64>> {
    page.eval(START_BRAIN).await?;
    // The first searches of a worker run in code that is still being compiled, as they do in a game.
    bench_in_page(page, variant, 8).await?;
    let mut ratios = Vec::new();
    for _ in 0..turns() {
        let there = bench_natively(harness, variant, depth)?;
        let here = bench_in_page(page, variant, depth).await?;
        ensure!(here.0 == there.0, "{} positions in the page, {} natively: another search", here.0, there.0);
        println!("    {variant}: native {:.2}, page {:.2} M nodes/s", there.1 / 1e6, here.1 / 1e6);
        ratios.push(here.1 / there.1);
    }
    page.eval("window.brain.terminate()").await?;
    Ok(ratios)
}

/// Positions, and positions a second, of the native engine.
fn bench_natively(harness: &Harness, variant: &str, depth: u32) -> anyhow::Result<(f64, f64)> {
    let run = Command::new(harness.binary())
        .args(["bench", "--json", "--variant", variant, "--depth", &depth.to_string()])
        .output()?;
    ensure!(run.status.success(), "damka bench failed");
    let told: Value = serde_json::from_slice(&run.stdout)?;
    told["nodes"].as_f64().zip(told["nps"].as_f64()).with_context(|| format!("damka bench said {told}"))
}

/// The same of a worker of its own in the page.
async fn bench_in_page(page: &Page, variant: &str, depth: u32) -> anyhow::Result<(f64, f64)> {
    let ask = format!(
        "const done = arguments[arguments.length - 1]; \
         const ask = JSON.stringify({{ bench: {{ id: 1, variant: '{variant}', depth: {depth} }} }}); \
         window.brainReady.then(brain => {{ \
            brain.onmessage = e => {{ const told = JSON.parse(e.data); done(told.done || told); }}; \
            brain.postMessage([ask]); }});"
    );
    let told = page.eval_async(&ask).await?;
    let (nodes, millis) = (told["nodes"].as_f64(), told["millis"].as_f64());
    let (nodes, millis) = nodes.zip(millis).with_context(|| format!("the worker said {told}"))?;
    Ok((nodes, nodes * 1000.0 / millis))
}

/// Leaves a worker in `window.brain`, and the promise of one that is ready in `window.brainReady`.
pub(crate) const START_BRAIN: &str = "\
    const dir = new URL(document.documentElement.dataset.assets, document.baseURI); \
    window.brain = new Worker(new URL('brain-boot.js', dir), { type: 'module' }); \
    window.brainReady = new Promise(ready => { \
        window.brain.onmessage = e => { if (JSON.parse(e.data).ready) ready(window.brain); }; }); \
    fetch(new URL('brain.wasm', dir)).then(file => file.arrayBuffer()).then(bytes => WebAssembly.compile(bytes)) \
        .then(module => window.brain.postMessage([module]));";
