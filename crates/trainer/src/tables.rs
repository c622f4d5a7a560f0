//! Endgame tables as an oracle.

use std::any::Any;

use damka_endgame::Tables;
use damka_endgame::named::Opened;
use damka_rules::{AnyPosition, Game, Position, Route, Rules, with_position};

use crate::{Oracle, Verdict, Wdl};

/// The position as one of the tables' own game; `None` if it is of another.
fn typed<R: Rules>(pos: &AnyPosition) -> Option<Position<R>> {
    with_position!(pos, pos => (pos as &dyn Any).downcast_ref::<Position<R>>().copied())
}

impl<R: Rules> Oracle for Tables<R> {
    fn verdict(&self, game: &Game) -> Option<Verdict> {
        self.probe_clocked(&typed(game.position())?, &game.clock()).map(told)
    }

    fn best(&self, game: &Game) -> Vec<Route> {
        let Some(pos) = typed::<R>(game.position()) else { return Vec::new() };
        self.best_moves(&pos, &game.clock()).into_iter().map(|(mv, _)| pos.route(mv)).collect()
    }
}

impl Oracle for Opened {
    fn verdict(&self, game: &Game) -> Option<Verdict> {
        Opened::verdict(self, game).map(told)
    }

    fn best(&self, game: &Game) -> Vec<Route> {
        Opened::best(self, game).unwrap_or_default()
    }
}

fn told(found: damka_endgame::Verdict) -> Verdict {
    let wdl = match found.wdl {
        damka_endgame::Wdl::Loss => Wdl::Loss,
        damka_endgame::Wdl::Draw => Wdl::Draw,
        damka_endgame::Wdl::Win => Wdl::Win,
    };
    Verdict { wdl, plies: found.plies }
}
