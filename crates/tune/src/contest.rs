//! Two sets of weights against each other, in one process.

use std::ops::ControlFlow;

use anyhow::Result;
use damka_arena::{self as arena, Control, EnginePlayer, Openings, Player, Schedule, Sprt, Tally, Verdict};
use damka_engine::{Engine, Margins, Options};
use damka_rules::Variant;

/// How they meet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Openings, each played twice.
    pub pairs: usize,
    /// How long they think.
    pub control: Control,
    /// Random plies at the start.
    pub opening: usize,
    /// Games at a time.
    pub threads: usize,
    /// Which openings.
    pub seed: u64,
    /// Stop as soon as it is decided whether the first is better (0 against 20 Elo).
    pub sprt: bool,
    /// Margins of the search, the first's and the second's.
    pub margins: [Margins; 2],
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Points of the first.
    pub tally: Tally,
    /// Is the first better?
    pub verdict: Verdict,
}

/// Plays `first` against `second`; `tell` hears of every twentieth game.
pub fn play(plan: &Plan, first: &[u8], second: &[u8], tell: &mut dyn FnMut(&str)) -> Result<Outcome> {
    for bytes in [first, second] {
        Engine::new(Options { hash_mb: 1, threads: 1 }).load_weights(plan.variant, bytes)?;
    }
    let player = |name: &str, bytes: &[u8], margins: Margins| -> Box<dyn Player> {
        let mut engine = Engine::new(Options { hash_mb: 16, threads: 1 });
        engine.load_weights(plan.variant, bytes).expect("the weights were read once already");
        engine.set_margins(margins);
        Box::new(EnginePlayer::with_engine(name, engine))
    };
    let schedule = Schedule {
        openings: Openings::random(plan.variant, plan.opening, plan.seed),
        pairs: plan.pairs,
        controls: [plan.control; 2],
        most_plies: 300,
        concurrency: plan.threads,
    };
    let test = Sprt::new(0.0, 20.0);
    let make = || Ok([player("first", first, plan.margins[0]), player("second", second, plan.margins[1])]);
    let tally = arena::play(&schedule, &make, &mut |_, tally| {
        if tally.games().is_multiple_of(20) {
            tell(&format!("{}: {}", plan.variant, line(tally)));
        }
        match tally.verdict(&test) {
            Verdict::Accepted | Verdict::Rejected if plan.sprt => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })?;
    let verdict = tally.verdict(&test);
    Ok(Outcome { tally, verdict })
}

/// A tally in one line.
pub fn line(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let elo = tally.elo();
    format!("+{wins} ={draws} -{losses}, Elo {:+.0} within {:.0}", elo.difference, elo.error)
}
