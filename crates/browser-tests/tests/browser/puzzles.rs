//! The room of puzzles: solving by clicks and by keys, wrong answers, what is kept, the day, streaks, paper.

use std::path::Path;

use anyhow::{Context, ensure};
use damka_browser_tests::{Harness, Look, Page, Verdict};
use damka_puzzles::{Library, Puzzle};
use damka_rules::{AnyPosition, Route, Variant};
use thirtyfour::Key;

pub(crate) const LOOK: Look = Look { calm: true, ..Look::DESKTOP };
/// What is said about the puzzle.
const SAYS: &str = ".side-card .says";

/// The puzzle on the page, found in the file by its number.
async fn puzzle(page: &Page) -> anyhow::Result<Puzzle> {
    let number = page.find("[data-puzzle]").await?.attr("data-puzzle").await?.context("no number")?;
    let all = Library::read_all(include_str!("../../../../data/puzzles/russian.txt"))?;
    all.into_iter().find(|puzzle| puzzle.number().to_string() == number).context("not in the file")
}

/// Plays a move by clicks, square by square as long as the piece is lifted.
pub(crate) async fn click_move(page: &Page, pos: &AnyPosition, route: &Route) -> anyhow::Result<()> {
    let from = pos.square_name(route.from());
    page.find(&format!("[data-square=\"{from}\"][data-mark~=movable]")).await.context("not its turn")?;
    page.click_square(&from).await?;
    for &stop in &route.stops()[1..] {
        let (name, lifted) = (pos.square_name(stop), page.marked("selected").await?);
        if lifted.is_empty() {
            break;
        }
        // Where there is no choice the piece goes on by itself, to the next fork.
        if !lifted.contains(&name) {
            page.click_square(&name).await?;
        }
    }
    Ok(())
}

/// Solves the puzzle on the page by clicks.
async fn solve(page: &Page) -> anyhow::Result<()> {
    let puzzle = puzzle(page).await?;
    let mut pos = *puzzle.start();
    for (ply, route) in puzzle.line().iter().enumerate() {
        if ply % 2 == 0 {
            click_move(page, &pos, route).await.with_context(|| format!("ply {ply} of {puzzle}"))?;
        }
        pos = pos.play_route(route).context("the file is checked")?;
    }
    Ok(())
}

/// A legal move that is not the solution.
fn wrong(puzzle: &Puzzle) -> Option<Route> {
    puzzle.start().routes().into_iter().find(|route| !route.same_move(&puzzle.line()[0]))
}

/// Goes on to a puzzle with more than one legal move.
async fn with_choice(page: &Page) -> anyhow::Result<(Puzzle, Route)> {
    for _ in 0..20 {
        let puzzle = puzzle(page).await?;
        if let Some(route) = wrong(&puzzle) {
            return Ok((puzzle, route));
        }
        page.click(".next").await?;
    }
    anyhow::bail!("every puzzle has one legal move only")
}

async fn board(page: &Page) -> anyhow::Result<String> {
    let script = "return [...document.querySelectorAll('[data-piece]')] \
        .map(e => e.dataset.square + e.dataset.piece).sort().join(' ')";
    Ok(page.eval(script).await?.as_str().unwrap_or_default().to_owned())
}

/// A puzzle is solved by clicks; the rating it gave is there after a reload, and so is the strip.
pub(crate) async fn clicks(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/puzzles").await?;
    page.wait_for_text(".side-card h1", "to move and win").await?;
    let before = page.text(".rating").await?;
    solve(&page).await?;
    page.wait_for_text(SAYS, "Solved at the first go.").await?;
    page.wait_for_text(".themes", "").await.ok();
    let after = page.wait_for_text(".rating", "▲").await?;
    let number = |text: &str| text.chars().filter(char::is_ascii_digit).take(4).collect::<String>();
    ensure!(number(&before) != number(&after), "{before:?} stays {after:?}");
    page.reload().await?;
    let kept = page.wait_for_text(".rating", &number(&after)).await?;
    ensure!(!kept.contains('▲'), "a new puzzle has changed nothing yet: {kept}");
    ensure!(page.count(".strip .good").await? == 1, "the strip is not kept");
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// The same with the keyboard only, and on to the next one.
pub(crate) async fn keyboard(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/puzzles").await?;
    let puzzle = puzzle(&page).await?;
    let mut pos = *puzzle.start();
    for (ply, route) in puzzle.line().iter().enumerate() {
        if ply % 2 == 0 {
            let from = pos.square_name(route.from());
            page.find(&format!("[data-square=\"{from}\"][data-mark~=movable]")).await?;
            for &stop in route.stops() {
                let (name, lifted) = (pos.square_name(stop), page.marked("selected").await?);
                if stop != route.from() && lifted.is_empty() {
                    break;
                }
                if lifted.contains(&name) {
                    continue;
                }
                page.eval(&format!("document.querySelector('[data-square=\"{name}\"]').focus()")).await?;
                page.press_key(Key::Enter).await?;
            }
        }
        pos = pos.play_route(route).context("the file is checked")?;
    }
    page.wait_for_text(SAYS, "Solved").await?;
    page.press(&['n']).await?;
    page.wait_for(&format!(
        "document.querySelector('[data-puzzle]').dataset.puzzle !== '{}'",
        puzzle.number()
    ))
    .await?;
    // A hint points at a piece, a second one tells the move.
    page.press(&['h']).await?;
    page.wait_for_text(SAYS, "Look at the piece on").await?;
    page.press(&['h']).await?;
    page.wait_for_text(SAYS, "This is how it goes").await?;
    page.press(&['s']).await?;
    page.wait_for_text(SAYS, "The solution").await?;
    Ok(Verdict::Passed)
}

/// A wrong move is answered on the board and said to be wrong; it can be taken back.
pub(crate) async fn wrong_answer(harness: &Harness) -> anyhow::Result<Verdict> {
    for (language, answered, again) in [
        ("en", "is answered by", "Try again"),
        ("ru", "следует", "Ещё раз"),
        ("hy", "պատասխանը", "Նորից փորձել"),
    ] {
        let page = harness.open(Look { language, ..LOOK }, "russian/puzzles").await?;
        let (puzzle, route) = with_choice(&page).await?;
        let before = board(&page).await?;
        click_move(&page, puzzle.start(), &route).await?;
        let says = page.wait_for_text(SAYS, answered).await?;
        let played = route.text(puzzle.start().script());
        ensure!(says.contains(&played), "{language}: {says:?} does not name {played}");
        // The answer is on the board: the last move is not the solver's.
        let mine = puzzle.start().square_name(route.to());
        let script = format!("!document.querySelector('[data-square=\"{mine}\"][data-mark~=last]')");
        let moved = page.wait_for(&script).await;
        let now = board(&page).await?;
        ensure!(moved.is_ok() || now != before, "{language}: the board shows no answer");
        page.click_button(again).await?;
        page.wait_for("document.querySelector('[data-mark~=movable]')").await?;
        ensure!(board(&page).await? == before, "{language}: the move was not taken back");
        ensure!(page.count(".strip .bad").await? == 1, "{language}: it is not in the strip");
        page.expect_quiet().await?;
    }
    Ok(Verdict::Passed)
}

/// Everybody has the same puzzle of the day, also after it was solved.
pub(crate) async fn daily(harness: &Harness) -> anyhow::Result<Verdict> {
    let (one, other) = (harness.page(LOOK).await?, harness.page(LOOK).await?);
    let mut found = Vec::new();
    for page in [&one, &other] {
        page.open("russian/puzzles?item=daily").await?;
        found.push(puzzle(page).await?.number());
    }
    solve(&one).await?;
    one.wait_for_text(SAYS, "Solved").await?;
    one.reload().await?;
    found.push(puzzle(&one).await?.number());
    ensure!(found.iter().all(|number| *number == found[0]), "{found:?}");
    Ok(Verdict::Passed)
}

/// A streak goes on by itself and ends at the first mistake.
pub(crate) async fn streak(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/puzzles?item=streak").await?;
    let first = puzzle(&page).await?.number();
    solve(&page).await?;
    page.wait_for_text(".run", "Streak 1").await?;
    let other = format!("document.querySelector('[data-puzzle]').dataset.puzzle !== '{first}'");
    page.wait_for(&other).await?;
    let puzzle = puzzle(&page).await?;
    let Some(route) = wrong(&puzzle) else {
        return Ok(Verdict::Skipped("the second puzzle has one legal move only".into()));
    };
    click_move(&page, puzzle.start(), &route).await?;
    page.wait_for_text(SAYS, "The streak is over: 1 solved.").await?;
    ensure!(page.count("[data-mark~=movable]").await? == 0, "it can still be played");
    page.click_button("Once more").await?;
    page.wait_for_text(".run", "Streak 0").await?;
    page.wait_for("document.querySelector('[data-mark~=movable]')").await?;
    Ok(Verdict::Passed)
}

/// A rush waits, runs against the clock, and can be stopped.
pub(crate) async fn rush(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/puzzles?item=rush").await?;
    page.wait_for_text(".side-card h1", "Three minutes").await?;
    page.click_button("Start").await?;
    page.wait_for_text(".run", "left").await?;
    solve(&page).await?;
    page.wait_for_text(".run", "1 solved").await?;
    page.click_button("Stop").await?;
    page.wait_for_text(SAYS, "The rush is over").await?;
    Ok(Verdict::Passed)
}

/// A game without puzzles says so and leads to one that has some.
pub(crate) async fn none(harness: &Harness) -> anyhow::Result<Verdict> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let Some(game) = Variant::games().find(|game| !data.join(format!("{}.txt", game.name())).exists()) else {
        return Ok(Verdict::Skipped("every game has puzzles".into()));
    };
    let page = harness.open(LOOK, &format!("{}/puzzles", game.name())).await?;
    page.wait_for_text(".puzzle-none h1", "no puzzles").await?;
    page.click(".puzzle-none a[href^=russian]").await?;
    page.wait_for_text(".side-card h1", "to move and win").await?;
    Ok(Verdict::Passed)
}

/// Without the server: the room, its puzzles and the answer to a wrong move.
pub(crate) async fn offline(harness: &Harness) -> anyhow::Result<Verdict> {
    let (mut server, page) = harness.kept(LOOK, "russian").await?;
    for file in ["shelf/puzzles/russian.txt", "shelf/course/russian/course.txt", "engine/weights/russian.bin"]
    {
        page.wait_for_kept(file).await?;
    }
    server.stop();
    page.open("russian/puzzles").await?;
    let (puzzle, route) = with_choice(&page).await.context("the puzzles were not kept")?;
    click_move(&page, puzzle.start(), &route).await?;
    page.wait_for_text(SAYS, "is answered by").await.context("the engine was not kept")?;
    page.click(".rail a[href$=learn]").await?;
    page.find(".learn-first").await.context("the other room was not kept")?;
    Ok(Verdict::Passed)
}

/// A sheet has numbered diagrams and their solutions; it is on paper only.
pub(crate) async fn paper(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(LOOK, "russian/puzzles").await?;
    page.find("[data-puzzle]").await?;
    page.eval("window.print = () => { window.printed = document.querySelector('.paper').innerHTML }").await?;
    page.click(".print").await?;
    page.wait_for("window.printed").await?;
    let counts = page
        .eval(
            "const paper = document.querySelector('.paper'); \
            return [paper.querySelectorAll('figure svg').length, paper.querySelectorAll('li').length, \
                getComputedStyle(paper).display]",
        )
        .await?;
    ensure!(counts == serde_json::json!([12, 12, "none"]), "{counts}");
    page.cdp("Emulation.setEmulatedMedia", serde_json::json!({ "media": "print" })).await?;
    let seen = page
        .eval(
            "return [getComputedStyle(document.querySelector('.paper')).display, \
            getComputedStyle(document.querySelector('.page')).display]",
        )
        .await?;
    ensure!(seen == serde_json::json!(["block", "none"]), "{seen}");
    Ok(Verdict::Passed)
}
