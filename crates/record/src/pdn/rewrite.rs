//! Rewriting a PDN game as our writer would have written it, variations and comments included.

use damka_pdn::{Action, Comment, Game, Line, MoveText, Step};
use damka_rules::{AnyPosition, Notation, Route, Script};

use super::naming::Naming;
use super::replay::{Replay, run};
use super::writing::name_variant;

/// Writes tags and moves as the variant has them, squares in this notation. What is not legal keeps its squares;
/// a short move (`cb4`) that cannot be resolved becomes a comment, for PDN has no word for it.
pub fn rewrite(game: &mut Game, replay: &Replay, notation: Notation) {
    let Some(variant) = replay.variant else {
        spell_out(&mut game.line);
        return;
    };
    let naming = name_variant(&mut game.tags, variant, notation);
    let script = variant.script().with_notation(notation);
    let change = Change { from: replay.naming, to: naming, script };
    if let Some(fen) = game.fen().map(str::to_owned) {
        if let Ok(setup) = change.from.setup(&fen, script.grid) {
            game.tags.set("FEN", &naming.fen(setup, script));
        }
    } else if let Some(first) = replay.first.filter(|first| *first != AnyPosition::start(variant)) {
        // The game began with the other side, which the rewritten GameType does not say.
        game.tags.set("FEN", &naming.fen(first.to_setup(), script));
    }
    match (replay.first, replay.afters()) {
        (Some(first), Some(afters)) => change.played(&mut game.line, first, &afters),
        (Some(first), None) => change.line(&mut game.line, first),
        (None, _) => change.squares(&mut game.line),
    }
    spell_out(&mut game.line);
}

/// From one way of calling squares to another.
struct Change {
    from: Naming,
    to: Naming,
    script: Script,
}

impl Change {
    /// Rewrites a line and its variations, as far as it is legal.
    fn line(&self, line: &mut Line, start: AnyPosition) {
        let played = run(&line.steps, start, self.from);
        let afters: Vec<_> = played.afters.iter().map(|after| (after.route.as_ref(), after.pos)).collect();
        self.played(line, start, &afters);
    }

    /// The same for a line that has been played through already.
    fn played(&self, line: &mut Line, start: AnyPosition, afters: &[(Option<&Route>, AnyPosition)]) {
        let mut pos = start;
        let reached = afters.len();
        for (step, (route, next)) in line.steps.iter_mut().zip(afters) {
            for variation in &mut step.variations {
                self.line(variation, pos);
            }
            match route {
                Some(route) => {
                    if let Some(text) = self.to.of_ours(&pos.write(route), self.script) {
                        step.action = Action::Move(text);
                    }
                }
                None => {
                    let turn_only = matches!(&step.action, Action::Setup(fen) if fen.trim().ends_with("::"));
                    if !turn_only {
                        step.action = Action::Setup(self.to.fen(next.to_setup(), self.script));
                    }
                }
            }
            pos = *next;
        }
        for (index, step) in line.steps.iter_mut().enumerate().skip(reached) {
            // The variations of the first step that does not go still begin where it should have.
            for variation in &mut step.variations {
                match index == reached {
                    true => self.line(variation, pos),
                    false => self.squares(variation),
                }
            }
            self.step(step);
        }
    }

    /// Renames the squares of moves whose legality nobody knows.
    fn squares(&self, line: &mut Line) {
        for step in &mut line.steps {
            step.variations.iter_mut().for_each(|variation| self.squares(variation));
            self.step(step);
        }
    }

    fn step(&self, step: &mut Step) {
        let Action::Move(text) = &step.action else { return };
        let grid = self.script.grid;
        let other = |square| Some(self.to.name(self.from.square(square, grid)?, self.script.notation, grid));
        let squares: Option<Vec<_>> = text.squares().map(other).collect();
        if let Some(text) = squares.and_then(|squares| MoveText::new(&squares, text.separator())) {
            step.action = Action::Move(text);
        }
    }
}

/// Turns short moves that nobody could resolve into comments.
fn spell_out(line: &mut Line) {
    for step in &mut line.steps {
        step.variations.iter_mut().for_each(spell_out);
        if let Action::Move(text) = &step.action
            && text.is_short()
        {
            step.comments.insert(0, Comment::new(&text.to_string()));
            step.action = Action::Unknown;
        }
    }
}
