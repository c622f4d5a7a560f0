//! The review of a game under way: which question is next, and what came of it.

use damka_explain::Because;
use damka_review::{Judged, LINES, NODES, Review, Summary};
use damka_rules::{BySide, Game, Side};
use damka_wire::Score;
use damka_wire::brain::{AskId, Limits, Report, Think};

use super::question::about;

/// A review and the game it is about.
#[derive(Clone, Debug)]
pub(crate) struct Judging {
    game: Game,
    review: Review,
    asked: Option<AskId>,
}

/// What a finished review says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Told {
    /// Every move, in the order of the game.
    pub(crate) moves: Vec<Judged>,
    /// How well each side played.
    pub(crate) players: BySide<Summary>,
}

/// A loss of this much chance is worth a question.
const WORTH_LEARNING: f64 = 0.1;

impl Judging {
    /// A review that has not begun.
    pub(crate) fn new(game: Game) -> Judging {
        Judging { review: Review::new(&game), game, asked: None }
    }

    /// The next question, with this number; none when everything is known.
    pub(crate) fn ask(&mut self, id: AskId) -> Option<Think> {
        let question = self.review.next()?;
        self.asked = Some(id);
        let nodes = Limits { nodes: Some(NODES), ..Limits::default() };
        let (limits, lines) = match question.depth {
            Some(depth) => (Limits { depth: Some(depth), ..nodes }, 1),
            None => (nodes, LINES),
        };
        Some(Think { limits, lines, fresh: question.fresh, ..about(&self.game, question.ply, id) })
    }

    /// Hears an answer; false if it is not to its question.
    pub(crate) fn hear(&mut self, report: &Report) -> bool {
        let ours = self.asked == Some(report.id);
        if ours {
            self.asked = None;
            self.review.hear(report.lines.clone());
        }
        ours
    }

    /// Does it have another question?
    pub(crate) fn goes_on(&self) -> bool {
        self.review.next().is_some()
    }

    /// How much is known, in per cent.
    pub(crate) fn percent(&self) -> usize {
        let (known, all) = self.review.progress();
        known * 100 / all.max(1)
    }

    /// White's chance at every position, as far as it is known.
    pub(crate) fn chances(&self) -> Vec<Option<f64>> {
        (0..self.game.positions().len()).map(|ply| Some(self.review.chance(ply)?.share())).collect()
    }

    /// What the position after so many plies is worth to White.
    pub(crate) fn score(&self, plies: usize) -> Option<Score> {
        self.review.score(plies)
    }

    /// What it says, once it is done.
    pub(crate) fn told(&self) -> Option<Told> {
        (!self.goes_on()).then(|| Told { moves: self.review.judged(), players: self.review.summary() })
    }

    /// Why a move was bad.
    pub(crate) fn because(&self, ply: usize) -> Vec<Because> {
        self.review.because(ply)
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Is it about these moves?
    pub(crate) fn is_about(&self, game: &Game) -> bool {
        let texts = |game: &Game| game.moves().iter().map(|played| played.text.clone()).collect::<Vec<_>>();
        self.game.positions()[0] == game.positions()[0] && texts(&self.game) == texts(game)
    }
}

impl Told {
    /// The moves a side can learn from, by their plies; both sides' if none is named.
    pub(crate) fn lessons(&self, side: Option<Side>) -> Vec<usize> {
        let own = |one: &&Judged| side.is_none_or(|side| one.side == side) && one.loss >= WORTH_LEARNING;
        self.moves.iter().filter(own).map(|one| one.ply).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use damka_rules::Variant;
    use damka_wire::brain::Line;

    use super::*;

    /// Black gives a man away by f6-e5, and White takes it.
    pub(crate) fn reviewed() -> Judging {
        let mut game = Game::new(Variant::Russian);
        for text in ["c3-d4", "b6-a5", "b2-c3", "f6-e5", "d4xf6"] {
            game.play_text(text).unwrap();
        }
        let mut judging = Judging::new(game);
        let mut id = 10;
        while let Some(think) = judging.ask(id) {
            let ply = think.moves.len();
            assert!(think.tables && think.fresh == (ply == 5) && think.limits.nodes == Some(NODES));
            // For the side to move: level, until Black has given the man away.
            let men = [0, 0, 0, 0, 300, -300][ply];
            let best =
                if ply == 3 { "h6-g5" } else { judging.game.moves().get(ply).map_or("g7xe5", |m| &m.text) };
            let line = Line { score: Score::Men(men), moves: vec![best.into()] };
            assert!(!judging.hear(&Report { id: id + 1, ..Report::default() }));
            assert!(judging.hear(&Report { id, lines: vec![line], ..Report::default() }));
            id += 1;
        }
        judging
    }

    #[test]
    fn a_review_is_asked_from_end_to_beginning() {
        let judging = reviewed();
        assert_eq!((judging.percent(), judging.goes_on()), (100, false));
        let told = judging.told().unwrap();
        let signs: Vec<&str> = told.moves.iter().map(Judged::sign).collect();
        assert_eq!(signs, ["", "", "", "??", ""]);
        assert_eq!((told.lessons(None), told.lessons(Some(Side::White))), (vec![3], vec![]));
        assert!(told.players.black.accuracy < told.players.white.accuracy);
        assert_eq!(judging.chances().len(), 6);
        assert_eq!(judging.score(4), Some(Score::Men(300)));
    }

    #[test]
    fn other_moves_are_another_game() {
        let judging = reviewed();
        let mut game = judging.game().clone();
        assert!(judging.is_about(&game));
        game.undo();
        assert!(!judging.is_about(&game));
    }
}
