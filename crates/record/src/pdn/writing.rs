//! A record as PDN.

use damka_pdn::{Action, Comment, Game, Score, Step, Tags, WriteError};
use damka_rules::{Notation, Outcome, Setup, Side, Variant};

use super::naming::{Naming, known};
use crate::record::{Ply, Record, Tag};

/// The tag for what is agreed beside the laws of the game.
pub(crate) const OPTIONS: &str = "Options";
/// The one such agreement.
pub(crate) const TOUCH_MOVE: &str = "touch-move";

impl Record {
    /// As a game of a PDN file, which [`Record::from_pdn`] reads as the same game again.
    pub fn to_pdn(&self) -> Game {
        let mut game = Game::default();
        for Tag(name, value) in &self.tags {
            game.tags.push(name, value);
        }
        let script = self.variant.script();
        let score = self.outcome.map(|outcome| score(self.variant, outcome));
        match score {
            Some(score) => game.tags.set("Result", &score.to_string()),
            // Results that are no outcome, such as 0-0, are kept as they came.
            None if game.tags.known("Result").is_none() => game.tags.set("Result", "*"),
            None => {}
        }
        let naming = name_variant(&mut game.tags, self.variant, script.notation);
        if self.touch_move {
            game.tags.set(OPTIONS, TOUCH_MOVE);
        }
        if let Some(fen) = &self.start {
            // What cannot be read is not ours to mend.
            let setup = Setup::from_fen(fen, script.grid);
            game.tags.set("FEN", &setup.map_or_else(|_| fen.clone(), |setup| naming.fen(setup, script)));
        }
        if let Some(ending) = self.ending {
            game.tags.set("Termination", &ending.to_string());
        }
        game.line.steps = self.moves.iter().map(|ply| step(ply, naming, self.variant)).collect();
        game.end = Some(score.unwrap_or(Score::Open));
        game
    }

    /// As the text of a PDN file.
    pub fn to_pdn_text(&self) -> Result<String, WriteError> {
        damka_pdn::to_pdn(&self.to_pdn())
    }
}

/// Says in tags which game it is, and returns how its squares are then to be called.
pub(crate) fn name_variant(tags: &mut Tags, variant: Variant, notation: Notation) -> Naming {
    let kind = Naming::game_type(variant, notation);
    match &kind {
        Some((kind, _)) => tags.set("GameType", &kind.to_string()),
        None => tags.remove("GameType"),
    }
    // The standard's numbers go up to 49; others are private, and some games have none.
    let settled = variant.pdn_number().is_some_and(|number| number < 50);
    match settled {
        true => tags.remove("Variant"),
        false => tags.set("Variant", &variant.to_string()),
    }
    kind.map_or(Naming::OURS, |(_, naming)| naming)
}

/// The result as the game counts it: 2-0 or 1-0. A game without a number counts as its nearest relative.
pub(crate) fn score(variant: Variant, outcome: Outcome) -> Score {
    let points = if variant.lineage().find_map(known).is_some_and(|known| known.two_points) { 2 } else { 1 };
    match outcome {
        Outcome::Win(Side::White) => Score::Halves(2 * points, 0),
        Outcome::Win(Side::Black) => Score::Halves(0, 2 * points),
        Outcome::Draw => Score::Halves(points, points),
    }
}

fn step(ply: &Ply, naming: Naming, variant: Variant) -> Step {
    let Some(text) = naming.of_ours(&ply.text, variant.script()) else {
        // Not a move at all: it is kept where people can see it.
        let comments = vec![Comment::new(&ply.text)];
        return Step { comments, ..Step::new(Action::Unknown) };
    };
    let mut step = Step::new(Action::Move(text));
    step.comments.extend(ply.spent.commands().map(|text| Comment { text }));
    step
}
