//! Reviews driven by an engine in the same process.

use damka_engine::{Engine, Limits, Stop, Wdl};
use damka_rules::Game;
use damka_wire::Gathered;
use damka_wire::brain::Line;

use crate::{LINES, Review};

/// The best lines of a game's position; none where there is no move.
pub fn ask(engine: &mut Engine, game: &Game, limits: &Limits) -> Vec<Line> {
    let mut gathered = Gathered::at(*game.position());
    let last = engine.search(game, limits, &Stop::new(), &mut |report| _ = gathered.add(report));
    gathered.correct(&last);
    if engine.verdict(game).is_some_and(|verdict| verdict.wdl == Wdl::Draw) {
        gathered.know_draw();
    }
    gathered.lines().to_vec()
}

/// Reviews a game from end to beginning, every position within the same limits. With a number of nodes or plies and
/// one thread the result is always the same.
pub fn drive(engine: &mut Engine, game: &Game, limits: &Limits) -> Review {
    let limits = Limits { multi_pv: limits.multi_pv.max(LINES.into()), ..limits.clone() };
    let (mut review, mut game) = (Review::new(game), game.clone());
    let whole = game.clone();
    while let Some(question) = review.next() {
        if question.fresh {
            engine.new_game();
        }
        if game.ply() < question.ply {
            game = whole.clone();
        }
        while game.ply() > question.ply {
            game.undo();
        }
        review.hear(match question.depth {
            Some(depth) => ask(engine, &game, &Limits { depth: Some(depth), multi_pv: 1, ..limits.clone() }),
            None => ask(engine, &game, &limits),
        });
    }
    review
}
