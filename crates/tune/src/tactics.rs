//! Positions with one best move: found in fast games, proven by deep search.

use damka_arena::Openings;
use damka_engine::{Engine, Limits, Meaning, Options, Report, Stop};
use damka_review::problem::Problem;
use damka_rules::{Game, Variant};

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

/// What makes a position a problem; scores are in hundredths of a man.
struct Standard {
    /// Fewer pieces are a matter of tables.
    pieces: usize,
    /// So much better is what was missed.
    missed: i32,
    /// The best move is ahead of the next by at least this,
    ahead: i32,
    /// and leads to an advantage.
    gain: i32,
}

const STANDARD: Standard = Standard { pieces: 6, missed: 80, ahead: 150, gain: 80 };
/// A quick player plays the games; what it misses is worth asking.
const QUICK: u64 = 400;
/// Somebody who looks longer sees that it missed something.
const LONGER: u64 = 20_000;
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
            if pieces >= STANDARD.pieces && game.routes().len() > 1 {
                let longer = player.search(&game, &Limits::nodes(LONGER), &Stop::new(), &mut |_| ());
                let missed =
                    longer.best() != Some(&quick) && longer.score.value() > score.value() + STANDARD.missed;
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
    (gain >= STANDARD.gain && gain - rest >= STANDARD.ahead && rest < STANDARD.ahead).then_some([best, next])
}
