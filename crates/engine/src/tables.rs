//! Endgame tables as an oracle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use damka_endgame::Tables;
use damka_rules::{DrawClock, Position, Rules, Variant, dispatch};

use crate::once::once;
use crate::{Engine, Oracle, Verdict, Wdl};

/// Where tables come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Place {
    /// There are none.
    #[default]
    Nowhere,
    /// Small ones are built when a variant is first met.
    Memory,
    /// Files, or small ones built in memory where files are missing.
    Directory(PathBuf),
    /// The same, and more are built when an ending comes near.
    #[cfg(not(target_family = "wasm"))]
    Growing(PathBuf),
}

impl Place {
    /// The tables of a variant. Files that cannot be read are as good as none.
    pub(crate) fn open<R: Rules>(&self) -> Option<Arc<dyn Oracle<R>>> {
        let tables = match self {
            Place::Nowhere => return None,
            Place::Memory => return Some(once(Tables::<R>::quick)),
            #[cfg(not(target_family = "wasm"))]
            Place::Growing(dir) => Tables::<R>::open(dir).unwrap_or_default(),
            Place::Directory(dir) => Tables::<R>::open(dir).unwrap_or_default(),
        };
        if tables.most_pieces() < Tables::<R>::quick_pieces() {
            return Some(once(Tables::<R>::quick));
        }
        Some(Arc::new(tables))
    }
}

impl<R: Rules> Oracle<R> for Tables<R> {
    fn most_pieces(&self) -> u32 {
        // Sets of some materials only are worth a question too.
        let largest = self.materials().last().map_or(0, |m| m.pieces());
        largest as u32
    }

    fn complete_pieces(&self) -> u32 {
        Tables::most_pieces(self) as u32
    }

    fn is_ready(&self, pos: &Position<R>) -> bool {
        Tables::is_ready(self, pos)
    }

    /// Distances take four times the room of outcomes: they are left packed where no count of a draw law needs them.
    fn outcome(&self, pos: &Position<R>, clock: &DrawClock) -> Option<Wdl> {
        if *clock == DrawClock::default() {
            return Tables::probe(self, pos).map(ending);
        }
        Oracle::probe(self, pos, clock).map(|verdict| verdict.wdl)
    }

    fn probe(&self, pos: &Position<R>, clock: &DrawClock) -> Option<Verdict> {
        let (wdl, progress) = self.probe_progress(pos, clock)?;
        Some(Verdict { wdl: ending(wdl), progress: Some(progress) })
    }
}

fn ending(wdl: damka_endgame::Wdl) -> Wdl {
    match wdl {
        damka_endgame::Wdl::Loss => Wdl::Loss,
        damka_endgame::Wdl::Draw => Wdl::Draw,
        damka_endgame::Wdl::Win => Wdl::Win,
    }
}

impl Engine {
    /// Asks endgame tables from now on: those in `directory` if there are any, otherwise small ones of two or
    /// three pieces, built in a moment when a variant is first met (see [`Engine::prepare`]).
    pub fn use_tables(&mut self, directory: Option<&Path>) {
        self.tables = directory.map_or(Place::Memory, |dir| Place::Directory(dir.into()));
        for &variant in Variant::EVERY {
            dispatch!(variant, R => if self.known::<R>().is_some() {
                let oracle = self.tables.open::<R>();
                self.set_oracle(oracle);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{English, Russian};
    use damka_rules::{AnyPosition, Bits, Game, MoveList, Outcome};

    use super::*;
    use crate::{Limits, Options, Root, Stop, testing};

    /// Won positions of three pieces are won on the board, against a defender who knows the tables too.
    fn wins<R: Rules>()
    where
        AnyPosition: From<Position<R>>,
    {
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        engine.use_tables(None);
        let tables = Tables::<R>::quick();
        let fresh = DrawClock::default();
        let won = |pos: &Position<R>| {
            pos.occupied().count() == 3
                && Oracle::probe(&tables, pos, &fresh).is_some_and(|v| v.wdl == Wdl::Win)
        };
        let list: Vec<_> = testing::positions::<R>(60).into_iter().filter(won).take(12).collect();
        assert!(!list.is_empty());
        for start in list {
            let winner = start.turn();
            let mut game = Game::from_position(start.into());
            let mut root = Root::new(start);
            while game.ending().is_none() {
                root.clock = game.clock();
                let mv = if root.pos.turn() == winner {
                    engine.search_root(&root, &Limits::nodes(2_000), &Stop::new()).line[0]
                } else {
                    let mut moves = MoveList::new();
                    root.pos.legal_moves(&mut moves);
                    tables.best_moves(&root.pos, &root.clock).first().map_or(moves[0], |best| best.0)
                };
                game.play_route(&root.pos.route(mv)).unwrap();
                root.past.push(root.pos.key());
                root.pos = root.pos.play(mv);
            }
            assert_eq!(game.outcome(), Some(Outcome::Win(winner)), "{start:?}");
        }
    }

    #[test]
    fn won_endings_are_won() {
        wins::<Russian>();
        wins::<English>();
    }

    /// The outcome alone is that of the whole verdict, whatever the draw laws have counted.
    fn agrees<R: Rules>() {
        let tables = Tables::<R>::quick();
        let mut known = 0;
        for start in testing::positions::<R>(60) {
            let mut clock = DrawClock::default();
            let mut pos = start;
            for _ in 0..40 {
                let outcome = tables.outcome(&pos, &clock);
                assert_eq!(outcome, Oracle::probe(&tables, &pos, &clock).map(|v| v.wdl), "{pos:?}");
                known += outcome.is_some() as u32;
                let mut moves = MoveList::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = moves.iter().next() else { break };
                let next = pos.play(mv);
                clock = clock.after(&pos, mv, &next);
                pos = next;
            }
        }
        assert!(known > 100, "{known}");
    }

    #[test]
    fn outcomes_are_those_of_verdicts() {
        agrees::<Russian>();
        agrees::<English>();
    }

    /// Drawn positions are called drawn, and stay so.
    fn holds<R: Rules>() {
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        engine.use_tables(None);
        let tables = Tables::<R>::quick();
        let fresh = DrawClock::default();
        let drawn = |pos: &Position<R>| Oracle::outcome(&tables, pos, &fresh) == Some(Wdl::Draw);
        let [a, b, c] = [|n: u32| n * 7 % 32 + 1, |n| n * 11 % 31 + 1, |n| n * 5 % 29 + 1];
        let kings = |n| [format!("W:WK{},K{}:BK{}", a(n), b(n), c(n)), format!("W:WK{}:BK{}", a(n), c(n))];
        let read = |fen: String| Position::<R>::from_fen(&fen).ok();
        let list: Vec<_> = (1..60).flat_map(kings).filter_map(read).filter(drawn).take(40).collect();
        assert!(list.len() > 10, "{}", list.len());
        for pos in list {
            let found = engine.search_root(&Root::new(pos), &Limits::nodes(20_000), &Stop::new());
            let Some(&mv) = found.line.first() else { continue };
            assert_eq!(found.score, crate::Score::DRAW, "{pos:?}");
            assert_eq!(tables.probe_move(&pos, &fresh, mv).unwrap().wdl, damka_endgame::Wdl::Draw, "{pos:?}");
        }
    }

    #[test]
    fn drawn_endings_are_held() {
        holds::<Russian>();
        holds::<English>();
    }
}
