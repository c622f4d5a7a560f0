//! The review of a game in the page: from the ribbon to the sentence, the same every time, in three languages.

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Scratch, Verdict};
use serde_json::{Value, json};

use crate::seats::{LOOK, seated};

/// White gives a man away by d4-e5.
const GAME: [&str; 12] = [
    "c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4", "g5-h4", "b4xd6", "e7xc5", "d4-e5", "c5-b4", "a3xc5",
    "b6xf6",
];

/// Waits until the review is done.
pub(crate) async fn reviewed(page: &Page) -> anyhow::Result<()> {
    page.wait_for_long("document.querySelector('.review .numbers')?.textContent").await
}

/// Everything the review shows, as text.
async fn findings(page: &Page) -> anyhow::Result<Value> {
    page.eval(
        "return { signs: [...document.querySelectorAll('.tree .move')].map(e => e.textContent.trim()), \
            accuracy: [...document.querySelectorAll('.accuracy')].map(e => e.textContent), \
            numbers: [...document.querySelectorAll('.numbers')].map(e => e.textContent), \
            graph: document.querySelector('.graph .white').getAttribute('d'), \
            told: document.querySelector('.sentence')?.textContent }",
    )
    .await
}

/// From the ribbon of a finished game to the review: graph, signs, accuracy, the mistake with the better move.
pub(crate) async fn from_ribbon(harness: &Harness) -> anyhow::Result<Verdict> {
    let game = json!({
        "variant": "russian", "white": "person", "black": { "computer": 3 }, "ending": "resigned-white", "moves": GAME,
    });
    let page = seated(harness, LOOK, game, json!({})).await?;
    page.click(".result-card a").await?;
    reviewed(&page).await?;
    let address = page.eval("return location.pathname + location.search").await?;
    let address = address.as_str().unwrap_or_default().to_owned();
    ensure!(address.starts_with("/russian/analyse?game="), "{address}");
    // The worst of the person's moves is shown at once, with the better one drawn.
    let head = page.text(".sentence h3").await?;
    ensure!(head.starts_with("5. d4-e5?"), "{head:?}");
    page.wait_for("document.querySelectorAll('.arrow.hint').length === 1").await?;
    let first = findings(&page).await?;
    ensure!(first["accuracy"].as_array().is_some_and(|both| both.len() == 2), "{first}");
    // The same again, by the same address.
    page.reload().await?;
    reviewed(&page).await?;
    page.wait_for("document.querySelector('.sentence .reason')").await?;
    let second = findings(&page).await?;
    ensure!(first == second, "{first}\n{second}");
    // A click on the graph goes there.
    page.eval(
        "const g = document.querySelector('.graph'), b = g.getBoundingClientRect(); \
         g.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: b.left + 1, clientY: b.top + 5 }))",
    )
    .await?;
    page.wait_for("!document.querySelector('.tree [aria-current]')").await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// The page and `damka analyse --review` say the same of a game: marks and accuracy.
pub(crate) async fn same_as_command(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, &format!("russian/analyse?moves={}&item=review", GAME.join(","))).await?;
    reviewed(&page).await?;
    let shown = findings(&page).await?;
    let file = Scratch::new()?;
    let path = file.path().join("game.pdn");
    std::fs::write(&path, format!("[GameType \"25\"]\n\n{} *\n", GAME.join(" ")))?;
    // Table files of this machine would know more than the page.
    let output = std::process::Command::new(harness.binary())
        .args(["analyse", "--review", "--json"])
        .arg(&path)
        .env("DAMKA_TABLES", file.path())
        .output()?;
    let said = String::from_utf8(output.stdout)?;
    let Some(told) = said.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok()) else {
        return Ok(Verdict::Skipped(format!("{} does not analyse", harness.binary().display())));
    };
    let moves = told["moves"].as_array().context("no moves")?;
    let marked = |one: &Value| {
        format!("{}{}", one["move"].as_str().unwrap_or_default(), one["mark"].as_str().unwrap_or_default())
    };
    let marked: Vec<String> = moves.iter().map(marked).collect();
    ensure!(shown["signs"] == json!(marked), "{shown}\n{marked:?}");
    for (place, side) in [(0, "black"), (1, "white")] {
        let accuracy = told["summary"][side]["accuracy"].as_f64().context("no accuracy")?;
        let expected = format!("{accuracy:.0} % accuracy");
        ensure!(shown["accuracy"][place] == json!(expected), "{side}: {expected}, {shown}");
    }
    Ok(Verdict::Passed)
}

/// A bad move and the square of the man it loses: position, move, square.
const BLUNDERS: [(&str, &str, &str, &str); 3] = [
    ("russian", "B:Wa3,b2,h2,c1,e1,g1:Bb8,d8,h8,c7,f6,f4", "f4-g3", "g3"),
    ("armenian", "W:Wb4,g4,b3,d3,e3,g3,h3,a2,d2,e2,g2:Ba7,b7,d7,g7,a6,d6,e6,h6,d5,f5,h5", "b4-a5", "a5"),
    ("international", "W:W27,35,37,39,40,41,42,43,47,48,49,50:B2,3,4,5,7,8,9,10,11,13,17,20", "27-22", "22"),
];

/// The sentence that a man is lost.
fn sentence(language: &str, square: &str) -> anyhow::Result<String> {
    let words = match language {
        "en" => include_str!("../../../explain/words/en.txt"),
        "ru" => include_str!("../../../explain/words/ru.txt"),
        _ => include_str!("../../../explain/words/hy.txt"),
    };
    let line = words.lines().find_map(|line| line.strip_prefix("loses: ")).context("no such sentence")?;
    Ok(line.split('|').next().unwrap_or_default().replace("{at}", square))
}

/// A blunder is named rightly in three languages, in three games.
pub(crate) async fn sentences(harness: &Harness) -> anyhow::Result<Verdict> {
    for language in ["en", "ru", "hy"] {
        let page = harness.page(Look { language, ..LOOK }).await?;
        for (variant, fen, played, square) in BLUNDERS {
            page.open(&format!("{variant}/analyse?fen={fen}&moves={played}&item=review")).await?;
            reviewed(&page).await?;
            let expected = sentence(language, square)?;
            page.wait_for_text(".sentence .reason", &expected)
                .await
                .with_context(|| format!("{language} {variant} {played}"))?;
        }
    }
    Ok(Verdict::Passed)
}

/// A mistake as a question: the same move again is wrong, the best one right.
pub(crate) async fn learning(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.page(LOOK).await?;
    let (variant, fen, played, _) = BLUNDERS[0];
    page.open(&format!("{variant}/analyse?fen={fen}&moves={played}&item=review")).await?;
    reviewed(&page).await?;
    page.click_button("Try it yourself").await?;
    page.wait_for_text(".question", "f4-g3").await?;
    page.click_square("f4").await?;
    page.click_square("g3").await?;
    page.wait_for("document.querySelector('.question').dataset.standing === 'wrong'").await?;
    page.click_button("Show the answer").await?;
    let told = page.wait_for_text(".question", "best move is").await?;
    let best = told.split("best move is ").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or_default();
    ensure!(best.contains('-') || best.contains(':') || best.contains('x'), "{told:?}");
    let (from, to) = (
        best.get(..2).unwrap_or_default().to_owned(),
        best.get(best.len() - 2..).unwrap_or_default().to_owned(),
    );
    page.click_button("Finish").await?;
    page.click_button("Learn from the mistakes").await?;
    page.click_square(&from).await?;
    page.click_square(&to).await?;
    page.wait_for("document.querySelector('.question').dataset.standing === 'right'").await?;
    Ok(Verdict::Passed)
}

/// The longest a review of sixty plies may take where times count, in milliseconds.
const SOON: f64 = 8000.0;

/// Sixty plies take at most eight seconds where the machine is quiet; elsewhere the time is only told.
pub(crate) async fn time(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/analyse").await?;
    let file = include_str!("../../../../data/games/russian.pdn");
    paste(&page, &sixty_plies(file)?).await?;
    page.wait_for("document.querySelectorAll('.tree [data-ply]').length === 60").await?;
    // The engine is loaded before.
    page.wait_for("document.querySelector('.lines li')").await?;
    page.eval("window.begun = performance.now()").await?;
    page.click_button("Review this game").await?;
    reviewed(&page).await?;
    let millis = page.eval("return performance.now() - window.begun").await?.as_f64().context("no time")?;
    println!("    reviewed sixty plies in {:.1} s", millis / 1000.0);
    ensure!(std::env::var_os("DAMKA_TIMES").is_none() || millis <= SOON, "it took {millis} ms");
    Ok(Verdict::Passed)
}

/// The first sixty plies of the first game that has as many.
fn sixty_plies(file: &str) -> anyhow::Result<String> {
    let moves = |game: &str| -> Vec<String> {
        let body: String = game.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ");
        let is_move = |word: &&str| {
            let mut chars = word.chars();
            chars.next().is_some_and(|c| ('a'..='h').contains(&c))
                && chars.next().is_some_and(|c| c.is_ascii_digit())
        };
        body.split_whitespace().filter(is_move).map(str::to_owned).collect()
    };
    let long =
        file.split("\n\n[").map(moves).find(|moves| moves.len() >= 60).context("no game of sixty plies")?;
    Ok(format!("[GameType \"25\"]\n\n{} *", long[..60].join(" ")))
}

/// Takes up a PDN text through the box for it.
pub(crate) async fn paste(page: &Page, text: &str) -> anyhow::Result<()> {
    page.find(".text-card").await?;
    let script = "const [text] = arguments; const card = document.querySelector('.text-card'); card.open = true; \
        const box = card.querySelector('textarea'); box.value = text; \
        box.dispatchEvent(new Event('input', { bubbles: true })); \
        const buttons = card.querySelectorAll('button'); buttons[buttons.length - 1].click()";
    page.driver().execute(script, vec![json!(text)]).await?;
    Ok(())
}
