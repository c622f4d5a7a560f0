//! How the lowest levels fare against somebody who moves at random and against a child who sees single captures:
//! `cargo run --release -p damka-engine --example ladder [variant] [games]`.

use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_rules::{Game, Outcome, Route, Side, Variant};

/// Somebody who can choose a move.
#[derive(Copy, Clone, Debug)]
enum Who {
    Random,
    /// Does not let the opponent capture more than need be, and looks no further.
    Child,
    Level(Level),
}

fn main() {
    let mut args = std::env::args().skip(1);
    let variant: Variant = args.next().map_or(Variant::Russian, |name| name.parse().expect("a variant"));
    let games = args.next().map_or(100, |n| n.parse().expect("a number of games"));
    let level = |n| Who::Level(Level::new(n).expect("a level"));
    for (who, other) in [
        (level(0), Who::Random),
        (level(1), Who::Child),
        (level(2), Who::Child),
        (level(3), Who::Child),
        (level(1), level(0)),
        (level(2), level(1)),
        (level(3), level(2)),
    ] {
        println!("{variant}: {who:?} v {other:?} {:.1} % of {games}", score(variant, who, other, games));
    }
}

/// Percent of the points that the first gets, both playing either colour.
fn score(variant: Variant, first: Who, second: Who, games: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..games {
        let mut game = Game::new(variant);
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        let mut random = fastrand::Rng::with_seed(seed);
        let white = if seed.is_multiple_of(2) { Side::White } else { Side::Black };
        while game.outcome().is_none() && game.ply() < 300 {
            let who = if game.turn() == white { first } else { second };
            let route = choose(&mut engine, &mut random, &game, who, seed);
            game.play_route(&route).expect("a legal move");
        }
        points += match game.outcome() {
            Some(Outcome::Win(side)) => (side == white) as u8 as f64,
            _ => 0.5,
        };
    }
    100.0 * points / games as f64
}

fn choose(engine: &mut Engine, random: &mut fastrand::Rng, game: &Game, who: Who, seed: u64) -> Route {
    let mut routes = game.position().routes();
    random.shuffle(&mut routes);
    match who {
        Who::Random => routes.swap_remove(0),
        Who::Child => routes.into_iter().min_by_key(|route| lost(game, route)).expect("a move"),
        Who::Level(level) => {
            let report = engine.play(game, level, seed, &Limits::default(), &Stop::new(), &mut |_| ());
            report.best().expect("a move").clone()
        }
    }
}

/// How many more pieces the opponent can take after a move than were taken by it.
fn lost(game: &Game, route: &Route) -> i32 {
    let taken = |route: &Route| route.taken().len() as i32;
    let answers = game.position().play_route(route).map_or(Vec::new(), |after| after.routes());
    answers.iter().map(taken).max().unwrap_or(-12) - taken(route)
}
