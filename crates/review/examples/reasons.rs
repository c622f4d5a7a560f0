//! Looks for bad moves with a proved reason and prints them as lines of `data/reasons`: from games between low levels,
//! or from random endings of a few pieces.
//! `cargo run --release -p damka-review --features engine --example reasons -- russian 40 [pieces]`

use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_review::drive;
use damka_rules::{AnyPosition, Game, Piece, Role, Setup, Side, Variant};

/// As in the test that reads the files.
const NODES: u64 = 20_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant: Variant = arguments.next().and_then(|name| name.parse().ok()).expect("a variant");
    let count: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(20);
    let pieces: Option<usize> = arguments.next().and_then(|pieces| pieces.parse().ok());
    let mut engine = Engine::new(Options { hash_mb: 4, threads: 1 });
    engine.use_tables(None);
    let mut dice = Dice(0x9e37_79b9 + pieces.unwrap_or(0) as u64);
    for number in 0..count {
        match pieces {
            Some(pieces) => {
                let Some(pos) = ending(variant, pieces, &mut dice) else { continue };
                for text in pos.move_texts() {
                    look(&mut engine, &Game::from_position(pos), &text);
                }
            }
            None => {
                let game = played(&mut engine, variant, number);
                for (pos, played) in game.positions().iter().zip(game.moves()) {
                    look(&mut engine, &Game::from_position(*pos), &played.text);
                }
            }
        }
    }
}

/// Prints the reason why a move is bad, if there is one.
fn look(engine: &mut Engine, game: &Game, text: &str) {
    let mut after = game.clone();
    if after.play_text(text).is_err() {
        return;
    }
    let review = drive(engine, &after, &Limits::nodes(NODES));
    if let Some(because) = review.because(0).first() {
        let line = because.line.texts().join(" ");
        println!("{} | {} | {text} | {because} # {line}", game.variant(), game.position().to_fen());
    }
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A random position of a few pieces, every fourth of them a king, in which nobody can take.
fn ending(variant: Variant, pieces: usize, dice: &mut Dice) -> Option<AnyPosition> {
    let squares: Vec<_> = variant.grid().all().collect();
    let mut setup = Setup::empty(Side::White);
    for n in 0..pieces {
        let side = if n % 2 == 0 { Side::White } else { Side::Black };
        let role = if dice.below(4) == 0 { Role::King } else { Role::Man };
        setup.pieces.push((squares[dice.below(squares.len())], Piece { side, role }));
    }
    let pos = AnyPosition::from_setup(variant, &setup).ok()?;
    (!pos.can_capture()).then_some(pos)
}

/// A game between two low levels.
fn played(engine: &mut Engine, variant: Variant, seed: u64) -> Game {
    let mut game = Game::new(variant);
    let levels = [3, 4].map(|level| Level::new(level).expect("a level"));
    while game.ending().is_none() && game.ply() < 100 {
        let level = levels[game.ply() % 2];
        let report = engine.play(&game, level, seed, &Limits::nodes(500), &Stop::new(), &mut |_| ());
        let Some(route) = report.best() else { break };
        if game.play_route(route).is_err() {
            break;
        }
    }
    game
}
