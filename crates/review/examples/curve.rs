//! Fits how steeply the chance of winning rises with the score, one game of draughts after the other, on games between
//! players of middle strength: `cargo run --release -p damka-review --features engine --example curve -- russian 400`.

use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_review::ask;
use damka_rules::{Game, Outcome, Side, Variant};
use damka_wire::Score;

/// Nodes for the score of a position.
const NODES: u64 = 5_000;
/// Every so many plies a score is taken, so that one game does not speak too often.
const STEP: usize = 5;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant: Variant = arguments.next().and_then(|name| name.parse().ok()).expect("a variant");
    let games: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut engine = Engine::new(Options { hash_mb: 8, threads: 1 });
    let mut seen: Vec<(f64, f64)> = Vec::new();
    for number in 0..games {
        seen.extend(played(&mut engine, variant, number));
    }
    println!("{variant}: {:.4} per hundredth, {} positions of {games} games", slope(&seen), seen.len());
}

/// Scores and results for White of one game between neighbouring levels.
fn played(engine: &mut Engine, variant: Variant, seed: u64) -> Vec<(f64, f64)> {
    let mut game = Game::new(variant);
    let levels = [6 + seed % 3, 6 + seed / 3 % 3].map(|level| Level::new(level as u8).expect("a level"));
    let mut scores = Vec::new();
    while game.ending().is_none() && game.ply() < 200 {
        if game.ply() % STEP == 4
            && let Some(line) = ask(engine, &game, &Limits::nodes(NODES)).first()
            && let Score::Men(men) = line.score
        {
            let white = if game.turn() == Side::White { men } else { -men };
            scores.push(f64::from(white));
        }
        let level = levels[game.ply() % 2];
        let report = engine.play(&game, level, seed, &Limits::default(), &Stop::new(), &mut |_| ());
        let Some(route) = report.best() else { break };
        if game.play_route(route).is_err() {
            break;
        }
    }
    let result = match game.outcome() {
        Some(Outcome::Win(Side::White)) => 1.0,
        Some(Outcome::Win(Side::Black)) => 0.0,
        _ => 0.5,
    };
    scores.into_iter().map(|score| (score, result)).collect()
}

/// The slope of greatest likelihood, by halving: the likelihood has one peak.
fn slope(seen: &[(f64, f64)]) -> f64 {
    let gradient = |slope: f64| -> f64 {
        seen.iter().map(|&(score, result)| score * (result - 1.0 / (1.0 + (-slope * score).exp()))).sum()
    };
    let (mut low, mut high) = (0.0, 0.1);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if gradient(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}
