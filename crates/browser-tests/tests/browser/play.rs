//! Playing by clicks: a move and its answer, and whole games.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use damka_browser_tests::{Harness, Look, Page, Pause, Verdict};
use serde_json::Value;

use crate::seats::{moves, wait_for_moves};

/// Only a game that hangs takes so long over a move, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// One look at the board.
pub(crate) struct Sight {
    /// What stands where, as one text: changes with every move.
    pub(crate) board: String,
    pub(crate) movable: Vec<String>,
    targets: Vec<String>,
    choices: u64,
    over: bool,
}

pub(crate) async fn look(page: &Page) -> anyhow::Result<Sight> {
    let script = "const all = (css) => [...document.querySelectorAll(css)].map(e => e.dataset.square); \
        return { board: [...document.querySelectorAll('[data-piece]')] \
                .map(e => e.dataset.square + e.dataset.piece).sort().join(' '), \
            movable: all('[data-mark~=must-capture], [data-mark~=movable]'), \
            targets: all('[data-mark~=target]'), \
            choices: document.querySelectorAll('[data-choice]').length, \
            over: !!document.querySelector('.result-card') }";
    let seen = page.eval(script).await?;
    let list = |name: &str| -> Vec<String> {
        seen[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Ok(Sight {
        board: seen["board"].as_str().unwrap_or_default().to_owned(),
        movable: list("movable"),
        targets: list("targets"),
        choices: seen["choices"].as_u64().unwrap_or_default(),
        over: seen["over"] == true,
    })
}

/// Waits for the person's turn; false when the game is over.
pub(crate) async fn my_turn(page: &Page) -> anyhow::Result<bool> {
    let (begun, mut pause) = (Instant::now(), Pause::default());
    while begun.elapsed() < PATIENCE {
        let sight = look(page).await?;
        if sight.over {
            return Ok(false);
        }
        if !sight.movable.is_empty() {
            return Ok(true);
        }
        pause.wait().await;
    }
    bail!("nobody moves; status {:?}", page.status().await?)
}

/// Plays any move: the `turn`-th piece that may, its `turn`-th target, until the board has changed.
pub(crate) async fn any_move(page: &Page, turn: usize) -> anyhow::Result<()> {
    let before = look(page).await?;
    let pick = |from: &[String]| from.get((turn * 7 + 3) % from.len().max(1)).cloned();
    let from = pick(&before.movable).context("no piece may move")?;
    page.click_square(&from).await?;
    let (begun, mut pause) = (Instant::now(), Pause::default());
    while begun.elapsed() < PATIENCE {
        let now = look(page).await?;
        if now.over || (now.targets.is_empty() && now.choices == 0 && now.board != before.board) {
            return Ok(());
        }
        match pick(&now.targets) {
            _ if now.choices > 0 => page.click("[data-choice]").await?,
            Some(to) => page.click_square(&to).await?,
            None => pause.wait().await,
        }
    }
    bail!("the move from {from} does not end; status {:?}", page.status().await?)
}

/// The computer answers a move.
pub(crate) async fn one_move(page: &Page) -> anyhow::Result<()> {
    ensure!(my_turn(page).await?, "the game is over before it began");
    let before = moves(page).await?.len();
    any_move(page, 0).await?;
    // Counted, as the answer may be there before a busy machine has looked at our own move.
    wait_for_moves(page, before + 2).await.context("the computer did not move")?;
    ensure!(my_turn(page).await?, "the game is over after one move");
    Ok(())
}

pub(crate) async fn answered(harness: &Harness) -> anyhow::Result<Verdict> {
    let page = harness.open(Look { calm: true, ..Look::PHONE }, "russian").await?;
    one_move(&page).await?;
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

/// A whole game by clicking, in each of the systems that must show it.
async fn whole_game(harness: &Harness, variant: &str) -> anyhow::Result<Verdict> {
    let page = harness.open(Look { calm: true, ..Look::DESKTOP }, variant).await?;
    let mut turns = 0;
    while turns < 250 && my_turn(&page).await? {
        any_move(&page, turns).await?;
        turns += 1;
    }
    let status = page.status().await?;
    println!("    {variant}: {turns} turns, {status:?}");
    ensure!(turns < 250, "no end after {turns} turns: {status:?}");
    page.expect_quiet().await?;
    Ok(Verdict::Passed)
}

pub(crate) async fn whole_russian(harness: &Harness) -> anyhow::Result<Verdict> {
    whole_game(harness, "russian").await
}

pub(crate) async fn whole_armenian(harness: &Harness) -> anyhow::Result<Verdict> {
    whole_game(harness, "armenian").await
}

pub(crate) async fn whole_checkers(harness: &Harness) -> anyhow::Result<Verdict> {
    whole_game(harness, "checkers").await
}

pub(crate) async fn whole_challenge(harness: &Harness) -> anyhow::Result<Verdict> {
    whole_game(harness, "shashki").await
}

pub(crate) async fn whole_international(harness: &Harness) -> anyhow::Result<Verdict> {
    whole_game(harness, "international").await
}
