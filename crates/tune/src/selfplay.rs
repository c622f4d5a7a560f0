//! An engine playing itself, quickly and from random openings, to have something to learn from.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use damka_arena::Openings;
use damka_engine::{Engine, Limits, Meaning, Options, Stop};
use damka_rules::{AnyPosition, Bits, Game, Outcome, Side, Variant, with_position};

use crate::record::{self, Record};

/// How self-play is done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Games to play now.
    pub games: u64,
    /// Positions searched per move.
    pub nodes: u64,
    /// Random plies at the start, at least and at most.
    pub opening: (usize, usize),
    /// Later one quiet move in so many is random, too, for positions nobody would seek; 0 for none.
    pub stray: u32,
    /// Weights to play with; the built-in ones if none are given.
    pub weights: Option<Vec<u8>>,
    /// Threads.
    pub threads: usize,
    /// Makes the run repeatable.
    pub seed: u64,
}

/// No game is longer: then it is a draw.
const MOST_PLIES: usize = 220;
/// Both sides agree for so many plies that the game is decided.
const DECIDED_PLIES: u32 = 5;
/// And that it is decided means so many hundredths of a man.
const DECIDED: i32 = 900;

/// With few pieces both sides see nothing for so many plies: then it is a draw. Drawn endings would fill the file.
const DEAD_PLIES: u32 = 14;
const DEAD_PIECES: u32 = 10;
/// And nothing means so many hundredths of a man.
const DEAD: i32 = 8;

/// Plays and appends quiet positions to a file; `tell` hears how far it is.
pub fn run(plan: &Plan, out: &Path, tell: &(dyn Fn(&str) + Sync)) -> Result<u64> {
    let next = AtomicU64::new(0);
    let file = Mutex::new(0u64);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1))
            .map(|_| {
                scope.spawn(|| -> Result<()> {
                    let mut engine = Engine::new(Options { hash_mb: 2, threads: 1 });
                    // Endings of few pieces get their true result at once.
                    engine.use_tables(None);
                    if let Some(bytes) = &plan.weights {
                        engine.load_weights(plan.variant, bytes)?;
                    }
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= plan.games {
                            return Ok(());
                        }
                        let bytes = play(plan, &mut engine, game)?;
                        let mut written = file.lock().expect("no worker panics while it writes");
                        record::append(out, &bytes)
                            .with_context(|| format!("cannot write {}", out.display()))?;
                        *written += bytes.len() as u64;
                        if (game + 1).is_multiple_of(500) {
                            let rate = (game + 1) as f64 / begun.elapsed().as_secs_f64();
                            tell(&format!("{}: {} games, {rate:.0} a second", plan.variant, game + 1));
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|w| w.join().expect("a worker does not panic"))
    })?;
    Ok(file.into_inner().expect("no worker panicked"))
}

/// One game; the records of its quiet positions.
fn play(plan: &Plan, engine: &mut Engine, number: u64) -> Result<Vec<u8>> {
    let (least, most) = plan.opening;
    let plies = least + number as usize % (most - least + 1);
    let mut game = Openings::random(plan.variant, plies, plan.seed).get(number as usize);
    engine.new_game();
    let limits = Limits::nodes(plan.nodes);
    let mut random = fastrand::Rng::with_seed(plan.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut seen: Vec<Seen> = Vec::new();
    let (mut decided, mut verdict) = (0, 0);
    let mut dead = 0;
    let result = loop {
        if let Some(outcome) = game.outcome() {
            break points(outcome);
        }
        if game.ply() >= MOST_PLIES {
            break 1;
        }
        let report = engine.search(&game, &limits, &Stop::new(), &mut |_| ());
        let best = report.best().context("a game that goes on has a move")?.clone();
        let white = if game.turn() == Side::White { 1 } else { -1 };
        let mut strays = false;
        match report.score.meaning() {
            Meaning::Centimen(score) => {
                let score = score * white;
                if !best.is_capture() && is_quiet(&game) {
                    strays = plan.stray > 0 && random.u32(..plan.stray) == 0;
                    let score = score.clamp(-3000, 3000) as i16;
                    seen.push(Seen { pos: *game.position(), score, strayed: strays });
                }
                let few = with_position!(game.position(), pos => pos.occupied().count() <= DEAD_PIECES);
                dead = if few && score.abs() <= DEAD { dead + 1 } else { 0 };
                if dead >= DEAD_PLIES {
                    break 1;
                }
                let sign = if score.abs() >= DECIDED { score.signum() } else { 0 };
                decided = if sign != 0 && sign == verdict { decided + 1 } else { 0 };
                verdict = sign;
                if decided >= DECIDED_PLIES {
                    break if sign > 0 { 2 } else { 0 };
                }
            }
            Meaning::Win(_) | Meaning::TableWin => break if white > 0 { 2 } else { 0 },
            Meaning::Loss(_) | Meaning::TableLoss => break if white > 0 { 0 } else { 2 },
        }
        let routes = if strays { game.position().moves() } else { vec![best] };
        game.play_route(&routes[random.usize(..routes.len())]).context("these are legal moves")?;
    };
    let mut bytes = Vec::new();
    for Seen { pos, score, strayed } in seen {
        let first = bytes.is_empty();
        with_position!(&pos, pos => Record { pos: *pos, score, result, first, strayed }.write(&mut bytes))?;
    }
    Ok(bytes)
}

/// A position of the game before its result is known.
struct Seen {
    pos: AnyPosition,
    /// For White.
    score: i16,
    strayed: bool,
}

fn points(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Side::White) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Side::Black) => 0,
    }
}

/// Nothing can be captured now. Whether something hangs is for the trainer to ask.
fn is_quiet(game: &Game) -> bool {
    with_position!(game.position(), pos => !pos.can_capture())
}
