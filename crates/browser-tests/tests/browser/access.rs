//! For everybody: axe-core in the main states, the smallest screen, the keyboard.

use anyhow::{Context, ensure};
use damka_browser_tests::{Findings, Harness, Look, Verdict, at_most};
use thirtyfour::Key;

use crate::play::{look, my_turn, one_move};

/// How every state is looked at.
pub(crate) const LOOKS: [(&str, Look); 2] = [
    ("desktop", Look { calm: true, ..Look::DESKTOP }),
    ("dark phone", Look { dark: true, calm: true, ..Look::PHONE }),
];

pub(crate) async fn axe(harness: &Harness) -> anyhow::Result<Verdict> {
    let Some(mut found) = Findings::begin() else { return Ok(Findings::none()) };
    for (name, look) in LOOKS {
        let page = harness.page(look).await?;
        for path in ["", "russian/lesson", "shashki", "armenian", "chess", "international"] {
            page.open(path).await?;
            page.find("[role=grid]").await.with_context(|| path.to_owned())?;
            found.check(&page, &format!("{name} {path:?}")).await?;
        }
        page.open("russian?fen=W:Wd4,a1:Be5,e7,g5").await?;
        my_turn(&page).await?;
        found.check(&page, &format!("{name} must capture")).await?;
        page.click_square("a1").await?;
        found.check(&page, &format!("{name} refused")).await?;
        page.click_square("d4").await?;
        found.check(&page, &format!("{name} lifted")).await?;
        page.click_square("f6").await?;
        found.check(&page, &format!("{name} fork")).await?;
        page.open("international?fen=W:WK26:B13,9,10,12").await?;
        my_turn(&page).await?;
        page.click_square("26").await?;
        page.click_square("5").await?;
        found.check(&page, &format!("{name} chooser")).await?;
        page.open("russian?fen=W:Wc3:Bd4").await?;
        my_turn(&page).await?;
        page.click_square("c3").await?;
        if page.count(".result-card").await? == 0 {
            page.click_square("e5").await?;
        }
        page.find(".result-card").await?;
        found.check(&page, &format!("{name} result")).await?;
        page.open("russian").await?;
        my_turn(&page).await?;
        page.press(&['?']).await?;
        page.find("dialog[open] .help").await?;
        found.check(&page, &format!("{name} help")).await?;
    }
    found.verdict()
}

/// Nothing scrolls while playing on the smallest telephone.
pub(crate) async fn small_phone(harness: &Harness) -> anyhow::Result<Verdict> {
    for variant in ["russian", "international", "shashki", "canadian"] {
        let page = harness.open(Look::SMALL_PHONE, variant).await?;
        my_turn(&page).await?;
        let script = "const e = document.scrollingElement; return [e.scrollWidth, e.scrollHeight, \
            innerWidth, innerHeight]";
        let sizes = page.eval(script).await?;
        let size = |n: usize| sizes[n].as_u64().unwrap_or_default();
        ensure!(size(0) <= size(2) && size(1) <= size(3), "{variant} scrolls: {sizes}");
    }
    Ok(Verdict::Passed)
}

/// A telephone on its side: the board left, everything else beside it, nothing scrolls or sticks out.
pub(crate) async fn landscape(harness: &Harness) -> anyhow::Result<Verdict> {
    for size in [(568, 320), (667, 375), (844, 390)] {
        let page = harness.page(Look { size, ..Look::PHONE }).await?;
        for variant in ["russian", "international", "shashki"] {
            page.open(variant).await?;
            my_turn(&page).await?;
            let script = "const e = document.scrollingElement; \
                const out = [...document.querySelectorAll('.board, .bar, .status, .action, .moves')] \
                    .filter(x => x.offsetParent).map(x => [x.className, x.getBoundingClientRect()]) \
                    .filter(([_, r]) => r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.height < 8) \
                    .map(([name, r]) => `${name} ${r.left},${r.top} ${r.right},${r.bottom}`); \
                const board = document.querySelector('.board').getBoundingClientRect(); \
                return { out, scrolls: e.scrollWidth > innerWidth || e.scrollHeight > innerHeight, \
                    share: board.height / innerHeight }";
            let seen = page.eval(script).await?;
            ensure!(seen["scrolls"] == false, "{variant} {size:?} scrolls");
            ensure!(seen["out"] == serde_json::json!([]), "{variant} {size:?} sticks out: {}", seen["out"]);
            ensure!(
                seen["share"].as_f64().unwrap_or_default() > 0.75,
                "{variant} {size:?}: {}",
                seen["share"]
            );
        }
    }
    Ok(Verdict::Passed)
}

/// Tab goes round the targets of a lifted piece, Shift+Tab the other way; Escape lets go.
pub(crate) async fn tab_cycles(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look { calm: true, ..Look::DESKTOP }, "russian?fen=W:WKd4,a1:Bh8,a7").await?;
    ensure!(my_turn(&page).await?, "nothing to play");
    page.eval("document.querySelector('[data-square=a1]').focus()").await?;
    page.press_key(Key::Enter).await?;
    page.press_key(Key::Escape).await?;
    page.eval("document.querySelector('[data-square=d4]').focus()").await?;
    page.press_key(Key::Enter).await?;
    let targets = page.marked("target").await?;
    ensure!(targets.len() > 4, "{targets:?}");
    let here = "return document.activeElement?.dataset.square || ''";
    let mut seen = Vec::new();
    for _ in 0..targets.len() {
        page.press_key(Key::Tab).await?;
        seen.push(page.eval(here).await?.as_str().unwrap_or_default().to_owned());
    }
    let first = seen.clone();
    seen.sort_by_key(|name| targets.iter().position(|target| target == name));
    ensure!(seen == targets, "Tab comes by {first:?}, not by {targets:?}");
    page.press_key(Key::Tab).await?;
    ensure!(page.eval(here).await? == first[0].as_str(), "Tab does not go round");
    let back = page.driver().action_chain().key_down(Key::Shift).send_keys(Key::Tab).key_up(Key::Shift);
    back.perform().await?;
    ensure!(page.eval(here).await? == first[first.len() - 1].as_str(), "Shift+Tab does not go back");
    let target = first[first.len() - 1].clone();
    page.press_key(Key::Enter).await?;
    page.find(&format!("[data-square=\"{target}\"][data-piece=white-king]")).await?;
    Ok(Verdict::Passed)
}

/// A king wears a crown, or is turned over if that is preferred.
pub(crate) async fn kings(harness: &Harness) -> anyhow::Result<Verdict> {
    for (style, shown, hidden) in [("crown", ".crown", ".star"), ("turned", ".star", ".crown")] {
        let page = harness.page(Look { calm: true, ..Look::DESKTOP }).await?;
        page.keep(&[("settings", serde_json::json!({ "king-style": style }))]).await?;
        page.open("russian?fen=W:WKd4,a1:BKh8,a7").await?;
        ensure!(my_turn(&page).await?, "nothing to play");
        for (part, visible) in [(shown, true), (hidden, false)] {
            let script = format!(
                "return [...document.querySelectorAll('.piece.king {part}')]\
                    .filter(e => e.getBoundingClientRect().width > 0).length"
            );
            let count = page.eval(&script).await?;
            ensure!(count == if visible { 2 } else { 0 }, "{style}: {part} is seen {count} times");
        }
    }
    Ok(Verdict::Passed)
}

/// A game by the keyboard alone: Tab to a piece that may move, Enter, arrows to a target, Enter.
pub(crate) async fn keyboard(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look { calm: true, ..Look::DESKTOP }, "russian").await?;
    for turn in 0..3 {
        ensure!(my_turn(&page).await?, "over after {turn} moves");
        let before = look(&page).await?.board;
        let focused = "return document.activeElement?.dataset.square ? \
            document.activeElement.dataset.mark || '' : null";
        for presses in 0.. {
            ensure!(presses < 40, "Tab does not come to a piece that may move");
            page.press_key(Key::Tab).await?;
            let mark = page.eval(focused).await?;
            if mark.as_str().is_some_and(|m| m.contains("movable") || m.contains("must-capture")) {
                break;
            }
        }
        page.press_key(Key::Enter).await?;
        for presses in 0.. {
            if look(&page).await?.board != before {
                break;
            }
            ensure!(presses < 60, "no target is reached");
            let mark = page.eval(focused).await?;
            if mark.as_str().is_some_and(|m| m.contains("target")) {
                page.press_key(Key::Enter).await?;
                continue;
            }
            // Towards the first target, a step at a time.
            let step = "const here = document.activeElement.getBoundingClientRect(); \
                const there = document.querySelector('[data-mark~=target]')?.getBoundingClientRect(); \
                if (!there) return ''; \
                if (Math.abs(there.y - here.y) > 2) return there.y < here.y ? 'up' : 'down'; \
                return there.x < here.x ? 'left' : 'right'";
            match page.eval(step).await?.as_str().unwrap_or_default() {
                "up" => page.press_key(Key::Up).await?,
                "down" => page.press_key(Key::Down).await?,
                "left" => page.press_key(Key::Left).await?,
                "right" => page.press_key(Key::Right).await?,
                _ => {}
            }
        }
    }
    Ok(Verdict::Passed)
}

/// A click is answered while the engine thinks, within 50 ms where times count.
pub(crate) async fn quick_answer(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look { calm: true, ..Look::DESKTOP }, "russian").await?;
    one_move(&page).await?;
    ensure!(my_turn(&page).await?, "over too soon");
    // A hint keeps the engine busy while it is our turn.
    page.press(&['h']).await?;
    let movable = look(&page).await?.movable;
    let mut times = Vec::new();
    for square in movable.iter().cycle().take(6) {
        times.push(page.click_latency(square).await?);
    }
    at_most("a click is answered after", "ms", times, 50.0)?;
    Ok(Verdict::Passed)
}
