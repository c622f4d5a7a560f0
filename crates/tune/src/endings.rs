//! Won endings played out: the engine against a defender who knows the tables, under the draw laws.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use damka_endgame::{Tables, Wdl, random_position};
use damka_engine::{Engine, Limits, Options, Stop};
use damka_rules::{AnyPosition, Game, Outcome, Position, Rules};

/// What is played out.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// How many pieces are on the board.
    pub pieces: u32,
    /// Won positions to play.
    pub count: usize,
    /// Time of the engine for a move.
    pub time: Duration,
    /// Where the tables are that choose the positions and defend them; the engine asks them too.
    pub tables: &'a Path,
    /// Makes the positions repeatable.
    pub seed: u64,
}

/// How it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Positions won.
    pub won: usize,
    /// Positions the engine did not win.
    pub failed: Vec<String>,
    /// Plies of the longest game.
    pub longest: usize,
    /// Moves the engine made.
    pub moves: usize,
    /// The longest it thought about one.
    pub slowest: Duration,
}

/// Plays won positions out; `tell` hears how far it is.
pub fn run<R: Rules>(plan: &Plan<'_>, tell: &dyn Fn(&Played)) -> Result<Played>
where
    AnyPosition: From<Position<R>>,
{
    let tables = Tables::<R>::open(plan.tables).context("cannot open the tables")?;
    ensure!(
        u32::from(tables.most_pieces()) >= plan.pieces,
        "{} has tables of {} pieces only",
        R::VARIANT,
        tables.most_pieces()
    );
    let mut engine = Engine::new(Options { hash_mb: 16, threads: 1 });
    engine.use_tables(Some(plan.tables));
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let mut played = Played::default();
    let positions =
        std::iter::repeat_with(|| random_position::<R>(plan.pieces, &mut |below| random.usize(..below)))
            .flatten();
    for pos in positions.filter(|pos| tables.probe(pos) == Some(Wdl::Win)).take(plan.count) {
        let game = play(&mut engine, &tables, pos, plan.time, &mut played)?;
        played.longest = played.longest.max(game.ply());
        match game.outcome() {
            Some(Outcome::Win(side)) if side == pos.turn() => played.won += 1,
            _ => played.failed.push(AnyPosition::from(pos).to_fen()),
        }
        if (played.won + played.failed.len()).is_multiple_of(500) {
            tell(&played);
        }
    }
    Ok(played)
}

/// One game from a won position.
fn play<R: Rules>(
    engine: &mut Engine,
    tables: &Tables<R>,
    start: Position<R>,
    time: Duration,
    played: &mut Played,
) -> Result<Game>
where
    AnyPosition: From<Position<R>>,
{
    let mut game = Game::from_position(start.into());
    let mut pos = start;
    let limits = Limits::move_time(time);
    engine.new_game();
    loop {
        let winning = pos.turn() == start.turn();
        // The defender claims a draw as soon as it may.
        if game.ending().is_some() || !winning && game.claimable().is_some() {
            return Ok(game);
        }
        let route = if winning {
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_| ());
            played.moves += 1;
            played.slowest = played.slowest.max(report.time);
            report.best().context("a game that goes on has a move")?.clone()
        } else {
            let best = tables.best_moves(&pos, &game.clock());
            pos.route(best.first().context("the tables know every move of theirs")?.0)
        };
        let m = pos.find(&route).context("a route is a move")?;
        game.play_route(&route).context("only legal moves are played")?;
        pos = pos.play(m);
    }
}
