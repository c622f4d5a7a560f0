//! The room of analysis: the tree, the engine's lines, the editor, files; by mouse, by keyboard, on small screens.

use anyhow::{Context, ensure};
use damka_browser_tests::{Findings, Harness, Look, Page, Verdict};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::review::{paste, reviewed};
use crate::seats::{LOOK, tap};

const STUDY: &str = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n\
    {first} 1. c3-d4! {good} (1. c3-b4 {quieter} 1... b6-a5 (1... f6-g5 $2 2. g3-f4 {deep}) 2. b4-c5 $14) \
    1... d6-c5 (1... b6-a5) 2. b2-c3 *\n";

/// Opens the room with the engine off, so that nothing moves by itself.
async fn quiet(harness: &Harness, look: Look, path: &str) -> anyhow::Result<Page> {
    let page = harness.page(look).await?;
    page.keep(&[("lamp", json!([false, 3]))]).await?;
    page.open(path).await?;
    page.find(".tree").await?;
    Ok(page)
}

/// The moves of the tree as they are shown.
async fn shown(page: &Page) -> anyhow::Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('.tree .move')].map(e => e.textContent.trim())";
    Ok(serde_json::from_value(page.eval(script).await?)?)
}

/// The PDN text the page hands out.
async fn handed_out(page: &Page) -> anyhow::Result<String> {
    page.eval(
        "window.saved = null; const make = URL.createObjectURL; \
         URL.createObjectURL = blob => { blob.text().then(t => window.saved = t); return make.call(URL, blob) }; \
         HTMLAnchorElement.prototype.click = function () {}; \
         const card = document.querySelector('.text-card'); card.open = true; card.querySelectorAll('button')[1].click()",
    )
    .await?;
    page.wait_for("window.saved").await?;
    Ok(page.eval("return window.saved").await?.as_str().unwrap_or_default().to_owned())
}

/// A PDN with variations, comments and marks comes back equal; moves played are added, and all survive a reload.
pub(crate) async fn tree(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = quiet(harness, LOOK, "russian/analyse").await?;
    paste(&page, STUDY).await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 9").await?;
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let out = handed_out(&page).await?;
    ensure!(plain(&out) == plain(STUDY), "{out}");
    // Another first move makes another variation.
    page.press_key(Key::Home).await?;
    tap(&page, &["g3", "h4"]).await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 10").await?;
    page.press(&['!']).await?;
    page.press(&['?']).await?;
    page.wait_for("document.querySelector('.tree [aria-current]')?.textContent.trim() === 'g3-h4!?'").await?;
    let before = shown(&page).await?;
    page.reload().await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 10").await?;
    ensure!(shown(&page).await? == before, "{:?}", shown(&page).await?);
    ensure!(page.text(".tree [aria-current]").await? == "g3-h4!?", "the place is lost");
    // It becomes the main line, and is deleted.
    page.eval("document.querySelector('.notes-card').open = true").await?;
    page.click_button("Make main line").await?;
    page.wait_for("document.querySelector('.tree .row-of:not(.aside) .move').textContent.includes('g3-h4')")
        .await?;
    page.click_button("Delete from here").await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 9").await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// Five lines, which change when one goes to another position; a click plays their moves.
pub(crate) async fn lines(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(LOOK).await?;
    page.keep(&[("lamp", json!([true, 5]))]).await?;
    page.open("russian/analyse?moves=c3-d4,d6-c5,b2-c3,f6-g5").await?;
    let five = "document.querySelectorAll('.lines li').length === 5";
    let firsts = "return [...document.querySelectorAll('.lines li .move:first-of-type')].map(e => e.textContent).join()";
    let mut seen: Vec<Value> = Vec::new();
    for _ in 0..4 {
        page.wait_for(five).await?;
        page.wait_for("document.querySelectorAll('.arrow').length === 5").await?;
        seen.push(page.eval(firsts).await?);
        page.press_key(Key::Left).await?;
        page.wait_for(&format!(
            "({}) !== {:?}",
            firsts.trim_start_matches("return "),
            seen.last().and_then(Value::as_str).unwrap_or_default()
        ))
        .await?;
    }
    seen.dedup();
    ensure!(seen.len() == 4, "{seen:?}");
    page.wait_for(five).await?;
    ensure!(page.text(".progress-of").await?.contains("depth"), "no depth is told");
    // Threats: the other side's moves.
    page.click_button("Threat").await?;
    page.wait_for("document.querySelectorAll('.arrow.refused').length === 1").await?;
    page.click_button("Threat").await?;
    page.wait_for(five).await?;
    page.click(".lines .move").await?;
    page.wait_for("document.querySelectorAll('.tree .move').length >= 4").await?;
    // Off is off.
    page.click_button("Engine").await?;
    page.wait_for("document.querySelectorAll('.lines li, .arrow').length === 0").await?;
    Ok(Verdict::Passed)
}

/// A move of a line that is pointed at, or has the focus, shows the position after it on a small board.
pub(crate) async fn glance(harness: &Harness) -> anyhow::Result<Verdict> {
    // Counts light and dark discs of the small board, and where the move ends.
    const SEEN: &str = "const board = document.querySelector('.glance'); if (!board) return null; \
        const discs = [...board.querySelectorAll('.face')]; \
        return { ivory: discs.filter(d => d.getAttribute('fill').includes('ivory')).length, \
            ebony: discs.filter(d => d.getAttribute('fill').includes('ebony')).length, \
            tinted: board.querySelectorAll('.tint-last').length, box: board.getBoundingClientRect().width }";
    let page = harness.page(LOOK).await?;
    page.keep(&[("lamp", json!([true, 1]))]).await?;
    // White takes, then Black takes back: the only line there is.
    page.open("russian/analyse?fen=W:Wc3,a1,h2:Bd4,f6,g7,h8").await?;
    page.wait_for("document.querySelectorAll('.lines .move').length >= 2").await?;
    ensure!(page.eval(SEEN).await?.is_null(), "a small board shows unasked");
    let first = page.find(".lines [data-ahead='0.0']").await?;
    page.driver().action_chain().move_to_element_center(&first).perform().await?;
    page.find(".glance").await?;
    let seen = page.eval(SEEN).await?;
    ensure!(seen["ivory"] == 3 && seen["ebony"] == 3 && seen["tinted"] == 2, "after the first move: {seen}");
    ensure!(seen["box"].as_f64().is_some_and(|width| width >= 120.0), "too small: {seen}");
    // The board itself stays where it is.
    ensure!(page.piece("d4").await?.as_deref() == Some("black-man"), "the board followed");
    page.driver().action_chain().move_to(5, 5).perform().await?;
    page.wait_for("!document.querySelector('.glance')").await?;
    // By the keyboard: along the line, and away with Escape.
    page.eval("document.querySelector(\".lines [data-ahead='0.0']\").focus()").await?;
    page.find(".glance").await?;
    page.press_key(Key::Right).await?;
    page.wait_for("document.activeElement.dataset.ahead === '0.1'").await?;
    let taken_back = format!("(() => {{ {SEEN} }})()?.ivory === 2");
    page.wait_for(&taken_back).await?;
    page.press_key(Key::Escape).await?;
    page.wait_for("!document.querySelector('.glance')").await?;
    // Enter plays the line as far as that.
    page.press_key(Key::Enter).await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 2").await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(Verdict::Passed)
}

/// The editor: pieces are placed, moved and removed, faults are told in three languages, the position is played.
pub(crate) async fn setup(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = quiet(harness, LOOK, "russian/analyse").await?;
    page.click_button("Set up").await?;
    page.click_button("Empty board").await?;
    page.wait_for_text(".setup .verdict", "no pieces").await?;
    let brush =
        async |n: usize| page.eval(&format!("document.querySelectorAll('.brush input')[{n}].click()")).await;
    brush(1).await?;
    tap(&page, &["c3", "b8"]).await?;
    page.wait_for_text(".setup .verdict", "b8").await?;
    brush(5).await?;
    page.click_square("b8").await?;
    page.wait_for_text(".setup .verdict", "Black").await?;
    brush(4).await?;
    page.click_square("h8").await?;
    page.wait_for_text(".setup .verdict", "can be played").await?;
    brush(0).await?;
    page.drag(&["c3", "e3"]).await?;
    page.wait_for("document.querySelector('[name=fen]').value === 'W:We3:BKh8'").await?;
    // By keys on a square.
    page.eval("document.querySelector('[data-square=a1]').focus()").await?;
    page.press(&['w']).await?;
    page.wait_for("document.querySelector('[name=fen]').value === 'W:We3,a1:BKh8'").await?;
    page.press_key(Key::Delete).await?;
    page.wait_for("document.querySelector('[name=fen]').value === 'W:We3:BKh8'").await?;
    page.click_button("Flip board").await?;
    page.click(".setup a.primary").await?;
    page.find(".tree").await?;
    ensure!(page.piece("e3").await?.as_deref() == Some("white-man"), "another position");
    ensure!(
        page.eval("return location.search").await?.as_str().is_some_and(|q| q.contains("fen=W:We3:BKh8")),
        "address"
    );
    page.click(".steps-row a").await?;
    page.find(".play").await?;
    ensure!(page.piece("h8").await?.as_deref() == Some("black-king"), "the position is not played");
    for (language, told) in [("ru", "b8"), ("hy", "b8")] {
        let page = quiet(harness, Look { language, ..LOOK }, "russian/analyse").await?;
        page.click(".tabs button:nth-child(2)").await?;
        let script = "const f = document.querySelector('[name=fen]'); f.value = 'W:Wb8:Bf6'; \
            f.dispatchEvent(new Event('change', { bubbles: true }))";
        page.find("[name=fen]").await?;
        page.eval(script).await?;
        let text = page.wait_for_text(".setup .verdict", told).await?;
        ensure!(!text.contains("crowned"), "{language}: {text:?}");
    }
    Ok(Verdict::Passed)
}

/// A file of ten thousand games: opened, scrolled, searched, one of them taken up.
pub(crate) async fn files(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = quiet(harness, LOOK, "russian/analyse").await?;
    page.click_button("Files").await?;
    page.find("[name=pdn-file]").await?;
    let script = "const games = []; \
        for (let n = 0; n < 10000; n++) games.push(`[Event \"Cup${n % 7}\"]\\n[White \"P${n}x\"]\\n[Black \"Guest ${n % 50}\"]\\n` + \
            `[Date \"${1950 + n % 70}.01.02\"]\\n[Result \"${['2-0', '1-1', '0-2'][n % 3]}\"]\\n[GameType \"25\"]\\n\\n` + \
            '1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4xd6 e7xc5 5. d4-e5 c5-b4 6. a3xc5 b6xf6 {a remark} *\\n\\n'); \
        const data = new DataTransfer(); data.items.add(new File([games.join('')], 'many.pdn')); \
        const input = document.querySelector('[name=pdn-file]'); input.files = data.files; window.begun = performance.now(); \
        new MutationObserver(() => window.opened ??= document.querySelector('.game-row') && performance.now()) \
            .observe(document.querySelector('.file-panel'), { childList: true, subtree: true }); \
        input.dispatchEvent(new Event('change', { bubbles: true }))";
    page.eval(script).await?;
    page.wait_for_text(".file-panel .count", "10000 of 10000").await?;
    let millis = page.eval("return window.opened - window.begun").await?.as_f64().context("no time")?;
    println!("    ten thousand games opened in {millis:.0} ms");
    ensure!(std::env::var_os("DAMKA_TIMES").is_none() || millis <= 3000.0, "it took {millis} ms");
    ensure!(page.count(".game-row").await? < 60, "everything is drawn");
    page.eval("document.querySelector('.games-list').scrollTop = 56 * 5000").await?;
    page.wait_for("document.querySelector('.games-list').textContent.includes('P5000x')").await?;
    let search = async |name: &str, text: &str| {
        let script = "const [name, text] = arguments; const box = document.querySelector(`[name=${name}]`); box.value = text; \
            box.dispatchEvent(new Event('input', { bubbles: true })); box.dispatchEvent(new Event('change', { bubbles: true }))";
        page.driver().execute(script, vec![json!(name), json!(text)]).await.map(drop)
    };
    search("words", "CUP3").await?;
    page.wait_for_text(".file-panel .count", "1429 of 10000").await?;
    search("result", "1-0").await?;
    page.wait_for_text(".file-panel .count", "477 of 10000").await?;
    search("words", "p4242x").await?;
    search("year", "1992").await?;
    page.wait_for_text(".file-panel .count", "1 of 10000").await?;
    page.click(".game-row button").await?;
    page.wait_for("document.querySelectorAll('.tree [data-ply]').length === 12").await?;
    ensure!(page.text(".player-of[data-side=white]").await?.contains("P4242x"), "whose game?");
    // The file is still there.
    page.click_button("Files").await?;
    page.wait_for_text(".file-panel .count", "10000").await?;
    Ok(Verdict::Passed)
}

/// Everything by keyboard: steps, variations, the engine, a move on the board, a mark, a comment.
pub(crate) async fn keyboard(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = quiet(harness, LOOK, "russian/analyse").await?;
    paste(&page, STUDY).await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 9").await?;
    page.eval("document.activeElement.blur()").await?;
    let current = async |expected: &str| {
        page.wait_for(&format!(
            "(document.querySelector('.tree [aria-current]')?.textContent.trim() ?? '') === '{expected}'"
        ))
        .await
    };
    for (key, expected) in [
        (Key::Right, "c3-d4!"),
        (Key::Down, "c3-b4"),
        (Key::Right, "b6-a5"),
        (Key::Down, "f6-g5?"),
        (Key::Up, "b6-a5"),
        (Key::End, "b4-c5 +="),
        (Key::Left, "b6-a5"),
        (Key::Home, ""),
        (Key::End, "b2-c3"),
    ] {
        page.press_key(key).await?;
        current(expected).await.with_context(|| format!("{expected:?}"))?;
    }
    page.press(&['e']).await?;
    page.wait_for("document.querySelector('.lines li')").await?;
    page.press(&['e']).await?;
    page.wait_for("!document.querySelector('.lines li')").await?;
    page.eval("document.querySelector('[data-square=f6]').focus()").await?;
    page.press_key(Key::Enter).await?;
    page.eval("document.querySelector('[data-square=g5]').focus()").await?;
    page.press_key(Key::Enter).await?;
    current("f6-g5").await?;
    Ok(Verdict::Passed)
}

/// axe finds nothing in any state of the room, by day and by night, wide and narrow.
pub(crate) async fn axe(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, ("desktop", LOOK)).await
}

/// The same in the dark, on a telephone.
pub(crate) async fn axe_dark(harness: &Harness) -> anyhow::Result<Verdict> {
    axe_with(harness, ("dark small phone", Look { dark: true, calm: true, ..Look::SMALL_PHONE })).await
}

async fn axe_with(harness: &Harness, (name, look): (&str, Look)) -> anyhow::Result<Verdict> {
    let Some(mut found) = Findings::begin() else { return Ok(Findings::none()) };
    let page = harness.page(look).await?;
    let mut check = async |part: &str, state: &str| -> anyhow::Result<()> {
        page.find(part).await?;
        found.check(&page, &format!("{name}, {state}")).await?;
        let wide = page
            .eval(
                "return document.scrollingElement.scrollWidth > innerWidth || \
            [...document.querySelectorAll('.beside, .card')].some(e => e.scrollWidth > e.clientWidth + 1)",
            )
            .await?;
        if wide == true {
            found.add(format!("{name}, {state}: wider than the screen"));
        }
        Ok(())
    };
    page.open("russian/analyse?fen=B:Wa3,b2,h2,c1,e1,g1:Bb8,d8,h8,c7,f6,f4&moves=f4-g3&item=review").await?;
    reviewed(&page).await?;
    check(".sentence .reason", "review").await?;
    page.click_button("Try it yourself").await?;
    check(".question", "question").await?;
    page.click_button("Finish").await?;
    page.open("russian/analyse").await?;
    paste(&page, STUDY).await?;
    page.wait_for("document.querySelectorAll('.tree .move').length === 9").await?;
    page.wait_for("document.querySelector('.lines li')").await?;
    page.eval("document.querySelectorAll('details').forEach(d => d.open = true)").await?;
    check(".tree", "tree").await?;
    page.click(".tabs button:nth-child(2)").await?;
    check(".setup", "setup").await?;
    page.click_button("Empty board").await?;
    check(".setup", "setup, at fault").await?;
    page.click(".tabs button:nth-child(3)").await?;
    check(".file-panel", "files, none").await?;
    let script = "const data = new DataTransfer(); \
        data.items.add(new File(['[White \"A\"]\\n[Result \"2-0\"]\\n1. c3-d4 *\\n\\n[White \"B\"]\\n1. c3-b4 *\\n'], 'two.pdn')); \
        const input = document.querySelector('[name=pdn-file]'); input.files = data.files; \
        input.dispatchEvent(new Event('change', { bubbles: true }))";
    page.eval(script).await?;
    check(".game-row", "files, two games").await?;
    found.verdict()
}
