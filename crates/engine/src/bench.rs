//! A fixed piece of work: its node count is a signature of the engine's behaviour, its time a measure.

use std::time::Duration;

use damka_rules::{Game, Variant};

use crate::{Engine, Limits, Options, Stop};

/// What a bench run says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Positions visited: changes only when the search or the evaluation does.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Bench {
    /// Positions per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as u128 * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Depth of the bench without a wish.
pub const BENCH_DEPTH: u32 = 13;

/// Positions into which the bench looks: the engine plays against itself and thinks every few plies.
const SAMPLES: usize = 12;
const PLIES_BETWEEN: usize = 4;

/// The bench of a new engine with one thread, always the same work.
pub fn bench(variant: Variant, depth: u32) -> Bench {
    Engine::new(Options { hash_mb: 32, threads: 1 }).bench(variant, depth)
}

impl Engine {
    /// Forgets everything, then searches positions from opening to ending, always the same ones.
    ///
    /// With the same weights, table size and one thread the node count is the same on every machine.
    pub fn bench(&mut self, variant: Variant, depth: u32) -> Bench {
        self.new_game();
        self.prepare(variant);
        let mut game = Game::new(variant);
        let stop = Stop::new();
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for _ in 0..SAMPLES {
            let start = self.now();
            nodes += self.search(&game, &Limits::depth(depth), &stop, &mut |_| ()).nodes;
            time += self.now().saturating_sub(start);
            for _ in 0..PLIES_BETWEEN {
                let report = self.search(&game, &Limits::depth(3), &stop, &mut |_| ());
                let played = report.best().is_some_and(|route| game.play_route(route).is_ok());
                if !played {
                    game = Game::new(variant);
                }
            }
        }
        Bench { nodes, time }
    }
}
