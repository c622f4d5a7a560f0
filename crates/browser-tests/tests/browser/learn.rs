//! The room to learn in: a lesson of the course, an endgame against the tables; and both new rooms for everybody.

use anyhow::{Context, ensure};
use damka_browser_tests::{Findings, Harness, Look, Page, Verdict};
use damka_course::Lesson;
use damka_rules::{AnyPosition, MoveText, Variant};

use crate::access::LOOKS;
use crate::puzzles::{LOOK, click_move};

/// A step of a lesson is done by its line, and remembered.
pub(crate) async fn lesson(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/learn").await?;
    ensure!(
        page.find(".learn-body a").await?.attr("href").await?.unwrap_or_default().ends_with("lesson"),
        "the lesson of two minutes is not first"
    );
    page.click("a[href*='item=lesson-shots']").await?;
    page.wait_for_text(".side-card .meta", "Step 1").await?;
    let lesson = Lesson::read(Variant::Russian, include_str!("../../../../data/course/russian/shots.txt"))?;
    let step = &lesson.steps()[0];
    page.wait_for_text(".says", step.text().get("en")).await?;
    let mut pos = *step.start();
    for (ply, route) in step.line().iter().enumerate() {
        if ply % 2 == 0 {
            click_move(&page, &pos, route).await?;
        }
        pos = pos.play_route(route).context("the file is checked")?;
    }
    page.wait_for_text(".well .says", step.after().get("en")).await?;
    page.click(".next").await?;
    page.wait_for_text(".side-card .meta", "Step 2").await?;
    page.reload().await?;
    page.wait_for_text(".side-card .meta", "Step 2").await.context("the progress was not kept")?;
    page.open("russian/learn").await?;
    page.wait_for_text("a[href*='item=lesson-shots']", "1 step done").await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// The position on the board, White to move.
async fn position(page: &Page) -> anyhow::Result<AnyPosition> {
    let script = "const of = (side) => [...document.querySelectorAll(`[data-piece^=${side}]`)] \
        .map(e => (e.dataset.piece.endsWith('king') ? 'K' : '') + e.dataset.square).join(','); \
        return `W:W${of('white')}:B${of('black')}`";
    let fen = page.eval(script).await?.as_str().unwrap_or_default().to_owned();
    Ok(AnyPosition::from_fen(Variant::Russian, &fen)?)
}

/// Petrov's triangle by its own hints: the next stage, the move, and the win within fifteen moves.
pub(crate) async fn petrov(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/learn").await?;
    page.click("a[href*='item=study-petrov']").await?;
    page.wait_for_text(".says", "It can be won in").await?;
    page.wait_for_text(".slack", "Moves to spare").await?;
    let mut stages = Vec::new();
    for played in 0.. {
        ensure!(played < 15, "no win after fifteen moves");
        page.wait_for("document.querySelector('[data-mark~=movable], .trainer.well')").await?;
        if page.count(".trainer.well").await? > 0 {
            break;
        }
        page.click(".hint:not(:disabled)").await?;
        stages.push(page.text(".hint-text").await?);
        page.click(".hint:not(:disabled)").await?;
        let said = page.wait_for_text(".hint-text", "A best move: ").await?;
        let text = said.trim_start_matches("A best move: ").to_owned();
        let pos = position(&page).await?;
        let route = pos.resolve(&MoveText::parse(&text, pos.grid())?)?;
        let before = page.text(".says").await?;
        click_move(&page, &pos, &route).await?;
        let said = serde_json::json!(before);
        page.wait_for(&format!("document.querySelector('.says').textContent.trim() !== {said}")).await?;
    }
    let says = page.wait_for_text(".says", "it cannot be done faster").await?;
    ensure!(says.contains("no medal"), "{says}");
    ensure!(stages.iter().any(|stage| stage.contains("Give two kings")), "{stages:?}");
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// A slower move is not wrong: the distance tells, and it can be taken back.
pub(crate) async fn slack(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/learn?item=study-petrov").await?;
    page.wait_for_text(".says", "It can be won in").await?;
    let pos = position(&page).await?;
    let before = page.text(".says").await?;
    let route = pos.routes().into_iter().next().context("no move")?;
    click_move(&page, &pos, &route).await?;
    let said = serde_json::json!(before);
    page.wait_for(&format!("document.querySelector('.says').textContent.trim() !== {said}")).await?;
    let says = page.text(".says").await?;
    ensure!(["Won in", "Still won in", "The win is gone"].iter().any(|part| says.contains(part)), "{says}");
    page.click_button("Take back").await?;
    page.wait_for_text(".says", "It can be won in").await?;
    ensure!(position(&page).await? == pos, "the move was not taken back");
    Ok(Verdict::Passed)
}

const STATES: [&str; 8] = [
    "russian/puzzles",
    "russian/puzzles?item=rush",
    "russian/puzzles?item=streak",
    "armenian/puzzles",
    "thai/puzzles",
    "russian/learn",
    "russian/learn?item=lesson-shots",
    "russian/learn?item=study-petrov",
];

/// Waits until a room shows what it has.
async fn ready(page: &Page, path: &str) -> anyhow::Result<()> {
    page.open(path).await?;
    page.wait_for("document.querySelector('.side-card h1, .puzzle-none h1, .learn-body h1')?.textContent")
        .await
        .with_context(|| path.to_owned())
}

/// axe-core finds nothing in the rooms, nor after a wrong answer and a solution.
pub(crate) async fn axe(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, LOOKS[0].clone()).await
}

/// The same in the dark, on a telephone.
pub(crate) async fn axe_dark(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, LOOKS[1].clone()).await
}

async fn axe_with(harness: &Harness, (name, look): (&str, Look)) -> anyhow::Result<Verdict> {
    let Some(mut found) = Findings::begin() else { return Ok(Findings::none()) };
    let page = harness.page(look).await?;
    for path in STATES {
        ready(&page, path).await?;
        found.check(&page, &format!("{name} {path}")).await?;
    }
    ready(&page, "russian/puzzles").await?;
    for (key, part) in [('h', "Look at"), ('h', "This is how"), ('s', "The solution")] {
        page.press(&[key]).await?;
        page.wait_for_text(".says", part).await?;
        found.check(&page, &format!("{name} {part}")).await?;
    }
    found.verdict()
}

/// On the smallest telephone and on its side nothing sticks out or is hidden.
pub(crate) async fn small(harness: &Harness) -> anyhow::Result<Verdict> {
    for size in [(320, 568), (568, 320), (360, 740)] {
        for language in ["en", "ru", "hy"] {
            let page = harness.page(Look { size, language, ..Look::SMALL_PHONE }).await?;
            for path in STATES {
                ready(&page, path).await?;
                let script = "const e = document.scrollingElement; \
                    const out = [...document.querySelectorAll('.board, .side-card, .foot-card, .buttons button, .learn-row')] \
                        .filter(x => x.offsetParent).map(x => [x.className, x.getBoundingClientRect()]) \
                        .filter(([_, r]) => r.right > innerWidth + 1 || r.left < -1 || r.width < 8) \
                        .map(([name, r]) => `${name} ${r.left},${r.top} ${r.right},${r.bottom}`); \
                    return { out, scrolls: e.scrollWidth > innerWidth || e.scrollHeight > innerHeight }";
                let seen = page.eval(script).await?;
                ensure!(seen["scrolls"] == false, "{path} {language} {size:?} scrolls");
                ensure!(seen["out"] == serde_json::json!([]), "{path} {language} {size:?}: {}", seen["out"]);
            }
        }
    }
    Ok(Verdict::Passed)
}
