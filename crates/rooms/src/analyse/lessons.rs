//! Learning from one's mistakes: every mistake of a game as a question.

use damka_review::{Curve, Judged, NODES};
use damka_rules::{AnyPosition, Game, Outcome, Side};
use damka_wire::Score;
use damka_wire::brain::{AskId, Limits, Report, Think};

use super::question::about;

/// A move that costs less than this is as good as the best.
const AS_GOOD: f64 = 0.04;

/// How far one is with a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Which move is better?
    Asked,
    /// The engine looks at this move.
    Checking(String, Option<AskId>),
    /// This move is no better.
    Wrong(String),
    /// This is the best move.
    Right(String),
    /// This one is as good.
    AsGood(String),
    /// The answer was told.
    Told,
}

/// The questions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Lessons {
    game: Game,
    mistakes: Vec<Judged>,
    at: usize,
    /// How far one is with the present question.
    pub(crate) standing: Standing,
}

impl Lessons {
    /// Questions about these mistakes, beginning with that of a ply; `None` if there is none.
    pub(crate) fn new(game: Game, mistakes: Vec<Judged>, first: Option<usize>) -> Option<Lessons> {
        let at = mistakes.iter().position(|one| Some(one.ply) == first).unwrap_or(0);
        (!mistakes.is_empty()).then_some(Lessons { game, mistakes, at, standing: Standing::Asked })
    }

    /// Which question it is, from 1, and how many there are.
    pub(crate) fn number(&self) -> (usize, usize) {
        (self.at + 1, self.mistakes.len())
    }

    /// The mistake.
    pub(crate) fn mistake(&self) -> &Judged {
        &self.mistakes[self.at]
    }

    /// The position it was made in.
    pub(crate) fn position(&self) -> &AnyPosition {
        &self.game.positions()[self.mistake().ply]
    }

    /// Goes to the next question; false after the last.
    pub(crate) fn next(&mut self) -> bool {
        let more = self.at + 1 < self.mistakes.len();
        if more {
            self.at += 1;
            self.standing = Standing::Asked;
        }
        more
    }

    /// Is an answer awaited?
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.standing, Standing::Asked | Standing::Wrong(_))
    }

    /// Somebody answers with this move. What the engine has to be asked, with this number.
    pub(crate) fn try_move(&mut self, text: &str, id: AskId) -> Option<Think> {
        let mistake = self.mistake();
        if mistake.best.first().is_some_and(|best| best == text) {
            self.standing = Standing::Right(text.to_owned());
            return None;
        }
        if mistake.text == text {
            self.standing = Standing::Wrong(text.to_owned());
            return None;
        }
        let mut game = self.game.clone();
        while game.ply() > mistake.ply {
            game.undo();
        }
        game.play_on();
        if game.play_text(text).is_err() {
            return None;
        }
        if let Some(outcome) = game.outcome() {
            let score = match outcome {
                Outcome::Draw => Score::TableDraw,
                Outcome::Win(side) if side == mistake.side => Score::Win(0),
                Outcome::Win(_) => Score::Loss(0),
            };
            self.judge(text.to_owned(), score);
            return None;
        }
        self.standing = Standing::Checking(text.to_owned(), Some(id));
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        Some(Think { limits, lines: 1, fresh: true, ..about(&game, game.ply(), id) })
    }

    /// Hears the engine; false if it was not asked.
    pub(crate) fn hear(&mut self, report: &Report) -> bool {
        let Standing::Checking(text, Some(id)) = self.standing.clone() else { return false };
        let ours = id == report.id;
        if ours {
            // The answer is the opponent's.
            self.judge(text, -report.score());
        }
        ours
    }

    fn judge(&mut self, text: String, after: Score) {
        // The curve by which the review called it a mistake.
        let curve = Curve::USUAL;
        let loss = curve.chance(after).loss_from(curve.chance(self.mistake().before));
        self.standing = if loss < AS_GOOD { Standing::AsGood(text) } else { Standing::Wrong(text) };
    }

    /// The answer is told.
    pub(crate) fn tell(&mut self) {
        self.standing = Standing::Told;
    }

    /// Who is asked.
    pub(crate) fn side(&self) -> Side {
        self.mistake().side
    }
}

#[cfg(test)]
mod tests {
    use super::super::judging::tests::reviewed;
    use super::*;
    use damka_wire::brain::Line;

    fn lessons() -> Lessons {
        let judging = reviewed();
        let told = judging.told().unwrap();
        let plies = told.lessons(None);
        let mistakes = told.moves.into_iter().filter(|one| plies.contains(&one.ply)).collect();
        Lessons::new(judging.game().clone(), mistakes, Some(3)).unwrap()
    }

    fn heard(lessons: &mut Lessons, text: &str, men: i32) -> Standing {
        let think = lessons.try_move(text, 5).expect("the engine is asked");
        assert_eq!(think.moves.last().map(String::as_str), Some(text));
        assert!(!lessons.hear(&Report { id: 6, ..Report::default() }));
        // For the opponent.
        let lines = vec![Line { score: Score::Men(-men), moves: Vec::new() }];
        assert!(lessons.hear(&Report { id: 5, lines, ..Report::default() }));
        lessons.standing.clone()
    }

    #[test]
    fn what_costs_little_passes() {
        let mut lessons = lessons();
        assert_eq!((lessons.number(), lessons.side()), ((1, 1), Side::Black));
        assert_eq!(lessons.try_move("f6-e5", 5), None);
        assert_eq!(lessons.standing, Standing::Wrong("f6-e5".into()));
        assert!(lessons.is_open());
        assert_eq!(heard(&mut lessons, "f6-g5", -60), Standing::Wrong("f6-g5".into()));
        assert_eq!(heard(&mut lessons, "d6-c5", -10), Standing::AsGood("d6-c5".into()));
        assert!(!lessons.is_open() && !lessons.next());
        let mut lessons = self::lessons();
        assert_eq!(lessons.try_move("h6-g5", 5), None);
        assert_eq!(lessons.standing, Standing::Right("h6-g5".into()));
    }

    #[test]
    fn without_mistakes_there_is_nothing_to_ask() {
        assert!(Lessons::new(reviewed().game().clone(), Vec::new(), None).is_none());
    }
}
