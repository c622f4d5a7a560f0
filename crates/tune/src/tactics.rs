//! Positions with one best move: found in fast games, proven by deep search, solved again as an examination.
//!
//! A line of a suite is `variant | FEN | move | proof`. The proof says what the deep search saw: the end of
//! the game, or how far the move is ahead of the next best.

use anyhow::{Context, Result};
use damka_engine::{Engine, Limits, Meaning, Options, Report, Stop};
use damka_rules::{Game, MoveText, Route, Variant};

use crate::arena::Openings;

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The game.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// The one best move.
    pub best: String,
    /// What the deep search saw.
    pub proof: String,
}

/// How problems are looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The game.
    pub variant: Variant,
    /// Problems wanted.
    pub count: usize,
    /// Positions searched for a first verdict; the last one takes ten times as many.
    pub nodes: u64,
    /// Makes it repeatable.
    pub seed: u64,
}

/// A quick player plays the games; what it misses is worth asking.
const QUICK: u64 = 400;
/// Somebody who looks longer sees that it missed something.
const LONGER: u64 = 20_000;
/// So much better, in hundredths of a man.
const MISSED: i32 = 80;
/// The best move is ahead of the next by at least this,
const AHEAD: i32 = 150;
/// and leads to an advantage.
const GAIN: i32 = 80;
/// Fewer pieces are a matter of tables.
const PIECES: usize = 6;
/// How much deeper the last verdict looks than the first.
const AGAIN: u64 = 10;

/// Plays fast games until enough problems are found; `found` hears each.
pub fn hunt(plan: &Hunt, found: &mut dyn FnMut(&Problem)) -> Vec<Problem> {
    let mut player = Engine::new(Options { hash_mb: 2, threads: 1 });
    let mut judge = Engine::new(Options { hash_mb: 64, threads: 1 });
    judge.use_tables(None);
    let openings = Openings::random(plan.variant, 8, plan.seed);
    let mut problems: Vec<Problem> = Vec::new();
    for number in 0.. {
        let mut game = openings.get(number);
        player.new_game();
        while problems.len() < plan.count && game.outcome().is_none() && game.ply() < 150 {
            let report = player.search(&game, &Limits::nodes(QUICK), &Stop::new(), &mut |_| ());
            let Some(quick) = report.best().cloned() else { break };
            let score = report.score;
            let pieces = game.position().to_setup().pieces.len();
            if pieces >= PIECES && game.routes().len() > 1 {
                let longer = player.search(&game, &Limits::nodes(LONGER), &Stop::new(), &mut |_| ());
                let missed = longer.best() != Some(&quick) && longer.score.value() > score.value() + MISSED;
                // One problem a game.
                if missed && let Some(problem) = judged(&mut judge, &game, plan.nodes) {
                    found(&problem);
                    problems.push(problem);
                    break;
                }
            }
            if score.is_proven() || game.play_route(&quick).is_err() {
                break;
            }
        }
        if problems.len() >= plan.count {
            break;
        }
    }
    problems
}

/// The problem in a position, if one move stands out, and still does when looked at much longer.
fn judged(judge: &mut Engine, game: &Game, nodes: u64) -> Option<Problem> {
    judge.new_game();
    let first = outstanding(judge, game, nodes)?;
    judge.new_game();
    let last = outstanding(judge, game, nodes * AGAIN)?;
    let (best, next) = (&last[0], &last[1]);
    let proof = match best.score.meaning() {
        Meaning::Centimen(_) => format!("{} at depth {}, the next {}", best.score, best.depth, next.score),
        _ => format!("{}, the next {}", best.score, next.score),
    };
    (first[0].best() == best.best()).then_some(Problem {
        variant: game.variant(),
        fen: game.position().to_fen(),
        best: game.position().write(best.best()?),
        proof,
    })
}

/// The two best lines, if the first gains something and the second nothing like it.
fn outstanding(judge: &mut Engine, game: &Game, nodes: u64) -> Option<[Report; 2]> {
    let limits = Limits { multi_pv: 2, ..Limits::nodes(nodes) };
    let mut kept: [Option<Report>; 2] = [None, None];
    judge.search(game, &limits, &Stop::new(), &mut |report| {
        kept[report.multi_pv - 1] = Some(report.clone());
    });
    let [Some(best), Some(next)] = kept else { return None };
    let (gain, rest) = (best.score.value(), next.score.value());
    (gain >= GAIN && gain - rest >= AHEAD && rest < AHEAD).then_some([best, next])
}

impl Problem {
    /// The game at its beginning, and the one best move.
    fn read(&self) -> Result<(Game, Route)> {
        let game = Game::from_fen(self.variant, &self.fen)?;
        let pos = game.position();
        let best = pos.resolve(&MoveText::parse(&self.best, pos.grid())?)?;
        Ok((game, best))
    }
}

/// Reads a suite and looks whether its moves are legal.
pub fn parse(text: &str) -> Result<Vec<Problem>> {
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    lines
        .map(|(n, line)| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [variant, fen, best, proof] = fields[..] else {
                anyhow::bail!("line {}: four fields between | are expected", n + 1)
            };
            let place = || format!("line {}", n + 1);
            let variant = variant.parse().with_context(place)?;
            let problem = Problem { variant, fen: fen.into(), best: best.into(), proof: proof.into() };
            problem.read().with_context(place)?;
            Ok(problem)
        })
        .collect()
}

/// Writes one problem as a line.
pub fn write(problem: &Problem) -> String {
    let Problem { variant, fen, best, proof } = problem;
    format!("{variant} | {fen} | {best} | {proof}")
}

/// Does the engine find the move within the limits?
pub fn solves(engine: &mut Engine, problem: &Problem, limits: &Limits) -> Result<bool> {
    let (game, best) = problem.read()?;
    engine.new_game();
    let report = engine.search(&game, limits, &Stop::new(), &mut |_| ());
    Ok(report.best().is_some_and(|route| route.same_move(&best)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_suites_name_the_line() {
        let check = |text: &str, place: &str| {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(place), "{text}: {error}");
        };
        check("russian | W:Wc3:Bf6 | c3-d4", "line 1");
        check("# remark\nklingon | W:Wc3:Bf6 | c3-d4 | won", "line 2");
        check("russian | W:Wc9:Bf6 | c3-d4 | won", "line 1");
        check("russian | W:Wc3:Bf6 | c3-c4 | won", "line 1");
    }

    #[test]
    fn solves_what_is_easy() {
        // One step crowns, the other gives the man away.
        let problems = "russian | W:Wd6:Bf8,h8 | d6-c7 | crowns\nrussian | W:Wd6:Bf8,h8 | d6-e7 | loses";
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        let mut solved = |problem| solves(&mut engine, problem, &Limits::nodes(20_000)).unwrap();
        let [good, bad] = &parse(problems).unwrap()[..] else { panic!("two problems") };
        assert!(solved(good) && !solved(bad));
    }
}
