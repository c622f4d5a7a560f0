//! Positions with one winning move: made from fast games by deep search, solved again as an examination.
//!
//! A line of a suite is `variant | FEN | move | plies to the win`. The move is proven to win (the search saw
//! the end of the game); every other move was searched as deeply and wins nothing.

use std::time::Duration;

use anyhow::{Context, Result};
use damka_engine::{Engine, Limits, Meaning, Options, Report, Stop};
use damka_rules::{Game, MoveText, Variant};

use crate::arena::Openings;

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The game.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// The one winning move.
    pub best: String,
    /// Plies to the end of the game.
    pub plies: u32,
}

/// How problems are looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The game.
    pub variant: Variant,
    /// Problems wanted.
    pub count: usize,
    /// Positions searched for each candidate.
    pub nodes: u64,
    /// The shortest win worth asking for.
    pub least_plies: u32,
    /// Makes it repeatable.
    pub seed: u64,
}

/// A second-best move must stay below this: hundredths of a man.
const NOT_WINNING: i32 = 250;

/// Plays fast games until enough problems are found; `found` hears each.
pub fn hunt(plan: &Hunt, found: &mut dyn FnMut(&Problem)) -> Vec<Problem> {
    let mut player = Engine::new(Options { hash_mb: 2, threads: 1 });
    let mut judge = Engine::new(Options { hash_mb: 64, threads: 1 });
    let openings = Openings::random(plan.variant, 8, plan.seed);
    let mut problems: Vec<Problem> = Vec::new();
    for number in 0.. {
        let mut game = openings.get(number);
        player.new_game();
        let mut last = 0;
        while game.outcome().is_none() && game.ply() < 150 {
            let report = player.search(&game, &Limits::nodes(400), &Stop::new(), &mut |_| ());
            let Some(best) = report.best().cloned() else { break };
            // A jump of the shallow score is where tactics are; one problem a game.
            let swing = matches!(report.score.meaning(), Meaning::Centimen(s) if s > last + 60 && s < 900);
            last = match report.score.meaning() {
                Meaning::Centimen(s) => -s,
                _ => break,
            };
            if swing
                && game.routes().len() > 1
                && let Some(problem) = judged(&mut judge, &game, plan)
            {
                found(&problem);
                problems.push(problem);
                break;
            }
            if game.play_route(&best).is_err() {
                break;
            }
        }
        if problems.len() >= plan.count {
            break;
        }
    }
    problems
}

/// The problem in a position, if one move is proven to win and no other comes near.
fn judged(judge: &mut Engine, game: &Game, plan: &Hunt) -> Option<Problem> {
    judge.new_game();
    let best = lines(judge, game, plan.nodes, 1);
    let Meaning::Win(plies) = best.first()?.score.meaning() else { return None };
    if plies < plan.least_plies {
        return None;
    }
    judge.new_game();
    let both = lines(judge, game, plan.nodes * 4, 2);
    let (first, second) = (both.first()?, both.get(1)?);
    let Meaning::Win(plies) = first.score.meaning() else { return None };
    if first.best() != best[0].best()
        || !matches!(second.score.meaning(), Meaning::Centimen(s) if s < NOT_WINNING)
    {
        return None;
    }
    Some(Problem {
        variant: game.variant(),
        fen: game.position().to_fen(),
        best: game.position().write(first.best()?),
        plies,
    })
}

fn lines(engine: &mut Engine, game: &Game, nodes: u64, count: usize) -> Vec<Report> {
    let limits = Limits { multi_pv: count, ..Limits::nodes(nodes) };
    let mut kept: Vec<Report> = Vec::new();
    engine.search(game, &limits, &Stop::new(), &mut |report| {
        let at = report.multi_pv - 1;
        if at < kept.len() {
            kept[at] = report.clone();
        } else {
            kept.push(report.clone());
        }
    });
    kept
}

/// Reads a suite.
pub fn parse(text: &str) -> Result<Vec<Problem>> {
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    lines
        .map(|(n, line)| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [variant, fen, best, plies] = fields[..] else {
                anyhow::bail!("line {}: four fields between | are expected", n + 1)
            };
            let place = || format!("line {}", n + 1);
            Ok(Problem {
                variant: variant.parse().with_context(place)?,
                fen: fen.into(),
                best: best.into(),
                plies: plies.parse().with_context(place)?,
            })
        })
        .collect()
}

/// Writes one problem as a line.
pub fn write(problem: &Problem) -> String {
    let Problem { variant, fen, best, plies } = problem;
    format!("{variant} | {fen} | {best} | {plies}")
}

/// Does the engine find the move within the time?
pub fn solves(engine: &mut Engine, problem: &Problem, time: Duration) -> Result<bool> {
    let game = Game::from_fen(problem.variant, &problem.fen)?;
    let pos = game.position();
    let best = pos.resolve(&MoveText::parse(&problem.best, pos.grid())?)?;
    engine.new_game();
    let report = engine.search(&game, &Limits::move_time(time), &Stop::new(), &mut |_| ());
    Ok(report.best().is_some_and(|route| route.same_move(&best)))
}
