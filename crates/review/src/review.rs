//! The review of a whole game: asks for one position after the other, then judges every move.

use damka_explain::{Because, Case, Haul, Proven, explain};
use damka_rules::{AnyPosition, BySide, Ending, Game, Outcome, Route, Side};
use damka_wire::Score;
use damka_wire::brain::Line;

use crate::judgement::accuracy;
use crate::summary::Summary;
use crate::{Chance, Curve, Judged, Judgement};

/// Positions searched for every question, unless somebody wants it otherwise: a number rather than a time, so that a
/// review can be repeated. A game of sixty plies takes a few seconds.
pub const NODES: u64 = 100_000;
/// Memory for what was searched: part of the result, as a smaller table forgets more. The worker of the page has as much.
pub const HASH_MB: usize = 32;
/// Lines wanted of every position: whether a move is the only one shows in the second.
pub const LINES: u8 = 2;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// After so many plies of the game.
    pub ply: usize,
    /// Forget everything searched before, so that a review can be repeated.
    pub fresh: bool,
    /// No deeper than so many plies: would a glance have found the move?
    pub depth: Option<u32>,
}

/// A move that is found by looking so far ahead is not brilliant.
const GLANCE: u32 = 4;

/// A review under way.
///
/// Positions are asked for from the last to the first: what is learnt about the end of the game helps to understand
/// what came before it. Then come glances at moves that may be brilliant.
///
/// ```
/// use damka_review::Review;
/// use damka_rules::{Game, Variant};
/// use damka_wire::brain::Line;
/// let mut game = Game::new(Variant::Russian);
/// game.play_text("c3-d4").unwrap();
/// let mut review = Review::new(&game);
/// while let Some(question) = review.next() {
///     let best = game.positions()[question.ply].move_texts()[0].clone();
///     review.hear(vec![Line { moves: vec![best], ..Line::default() }]);
/// }
/// assert_eq!(review.judged()[0].judgement, None);
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    /// Whose turn it was at every position, and how many moves there were.
    turns: Vec<(Side, usize)>,
    moves: Vec<String>,
    /// How it ended on the board; resigning and time prove nothing.
    over: Option<Outcome>,
    /// The lines of each position, from the last one on.
    answers: Vec<Vec<Line>>,
    /// What a glance chose at some plies.
    glances: Vec<(usize, Option<String>)>,
    /// Every position and every move between, where they are known.
    story: (Vec<AnyPosition>, Vec<Route>),
    /// The usual one: by the fitted ones, which are steeper, a move of somebody who is losing anyhow is never bad.
    curve: Curve,
}

impl Review {
    /// A review of this game.
    pub fn new(game: &Game) -> Review {
        let moves = game.moves().iter().map(|played| played.text.clone()).collect();
        let decided =
            game.ending().is_some_and(|ending| ending.is_on_the_board() || matches!(ending, Ending::Law(_)));
        let turns = game.positions().iter().map(|pos| (pos.turn(), pos.count_moves())).collect();
        let routes = game.moves().iter().map(|played| played.route.clone()).collect();
        let review = Review::of(turns, moves, game.outcome().filter(|_| decided));
        Review { story: (game.positions().to_vec(), routes), ..review }
    }

    /// A review of a record: whose turn it was at every position and how many moves there were, the moves, and how
    /// it ended if the last position is decided.
    pub fn of(turns: Vec<(Side, usize)>, moves: Vec<String>, over: Option<Outcome>) -> Review {
        let (answers, glances, story) = (Vec::new(), Vec::new(), Default::default());
        let mut review = Review { turns, moves, over, answers, glances, story, curve: Curve::USUAL };
        if let (Some(outcome), Some(&(turn, _))) = (over, review.turns.last()) {
            let score = match outcome {
                Outcome::Draw => Score::TableDraw,
                Outcome::Win(side) if side == turn => Score::Win(0),
                Outcome::Win(_) => Score::Loss(0),
            };
            review.answers.push(vec![Line { score, moves: Vec::new() }]);
        }
        review
    }

    /// What to ask next; `None` when everything is known.
    pub fn next(&self) -> Option<Question> {
        let Some(ply) = self.turns.len().checked_sub(self.answers.len() + 1) else {
            let ply = (0..self.moves.len()).find(|&ply| self.glance(ply).is_none() && self.is_bold(ply))?;
            return Some(Question { ply, fresh: true, depth: Some(GLANCE) });
        };
        let asked = self.answers.len() - usize::from(self.over.is_some());
        Some(Question { ply, fresh: asked == 0, depth: None })
    }

    /// The answer to the question asked last: the lines of the position, best first.
    pub fn hear(&mut self, lines: Vec<Line>) {
        if self.answers.len() < self.turns.len() {
            self.answers.push(lines);
        } else if let Some(Question { ply, .. }) = self.next() {
            let chosen = lines.into_iter().next().and_then(|line| line.moves.into_iter().next());
            self.glances.push((ply, chosen));
        }
    }

    /// Hears an answer and says what to ask next.
    pub fn handle(&mut self, lines: Vec<Line>) -> Option<Question> {
        self.hear(lines);
        self.next()
    }

    /// How many positions are known, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.answers.len(), self.turns.len())
    }

    /// The score of a position for White, once it is known.
    pub fn score(&self, ply: usize) -> Option<Score> {
        let score = self.lines(ply)?.first()?.score;
        Some(if self.turns[ply].0 == Side::White { score } else { -score })
    }

    /// White's chance in a position, once it is known.
    pub fn chance(&self, ply: usize) -> Option<Chance> {
        Some(self.curve.chance(self.score(ply)?))
    }

    /// The lines of a position, best first, once they are known.
    pub fn lines(&self, ply: usize) -> Option<&[Line]> {
        let answer = self.answers.get((self.turns.len() - 1).checked_sub(ply)?)?;
        Some(answer)
    }

    /// Every move both of whose positions are known, in the order of the game.
    pub fn judged(&self) -> Vec<Judged> {
        (0..self.moves.len()).filter_map(|ply| self.judge(ply)).collect()
    }

    fn judge(&self, ply: usize) -> Option<Judged> {
        let (side, choices) = self.turns[ply];
        let text = &self.moves[ply];
        let lines = self.lines(ply)?;
        let Line { score: before, moves: best } = lines.first()?;
        let after = -self.lines(ply + 1)?.first()?.score;
        let chance = |score| self.curve.chance(score);
        // The search that chose the move knows best what it gives away: nothing.
        let is_best = choices == 1 || best.first() == Some(text);
        let played = if is_best { chance(*before) } else { chance(after) };
        let loss = played.loss_from(chance(*before));
        let judgement = Judgement::of(loss);
        let glanced = self.glance(ply).is_some_and(|chosen| chosen.as_ref() != Some(text));
        Some(Judged {
            ply,
            side,
            text: text.clone(),
            best: best.clone(),
            answer: self.lines(ply + 1)?.first().map(|line| line.moves.clone()).unwrap_or_default(),
            before: *before,
            after: if is_best { *before } else { after },
            loss,
            judgement,
            missed_win: before.proven() == Some(1) && judgement.is_some(),
            only_move: self.stands_alone(ply),
            brilliant: glanced && self.is_bold(ply),
            accuracy: accuracy(chance(*before), played),
        })
    }

    /// Was the move the best there, and every other one a blunder?
    fn stands_alone(&self, ply: usize) -> bool {
        let Some([best, next, ..]) = self.lines(ply) else { return false };
        let chance = |line: &Line| self.curve.chance(line.score);
        self.turns[ply].1 > 1
            && best.moves.first() == Some(&self.moves[ply])
            && Judgement::of(chance(next).loss_from(chance(best))) == Some(Judgement::Blunder)
    }

    /// Does the one good move give more than it gets over the next two plies? Then it may be brilliant.
    fn is_bold(&self, ply: usize) -> bool {
        let Some(before) = self.story.0.get(ply).filter(|_| self.stands_alone(ply)) else { return false };
        let Some(best) = self.lines(ply).and_then(|lines| lines.first()) else { return false };
        let line = damka_explain::Line::read(*before, &best.moves).cut(2);
        let haul = Haul::between(before, line.end(), before.turn());
        line.len() == 2 && haul.given > haul.taken
    }

    /// What a glance chose at a ply, if it was asked for.
    fn glance(&self, ply: usize) -> Option<&Option<String>> {
        self.glances.iter().find(|(at, _)| *at == ply).map(|(_, chosen)| chosen)
    }

    /// Why a move was bad, as far as that can be proved; the weightiest reason first. Nothing for a move that has no
    /// [`Judgement`]. The proof takes a moment: ask once.
    pub fn because(&self, ply: usize) -> Vec<Because> {
        let (positions, routes) = &self.story;
        let (Some(before), Some(played)) = (positions.get(ply), routes.get(ply)) else { return Vec::new() };
        let Some(judged) = self.judge(ply).filter(|one| one.judgement.is_some()) else { return Vec::new() };
        let proven = |score: Score| match score.proven()? {
            1 => Some(Proven::Won),
            0 => Some(Proven::Drawn),
            _ => Some(Proven::Lost),
        };
        explain(&Case {
            before: *before,
            played: played.clone(),
            answer: judged.answer,
            better: judged.best,
            proven: (proven(judged.before), proven(judged.after)),
        })
    }

    /// How well each side played.
    pub fn summary(&self) -> BySide<Summary> {
        let judged = self.judged();
        let chances: Vec<f64> =
            (0..self.turns.len()).map(|ply| self.chance(ply).unwrap_or(Chance::EVEN).share()).collect();
        let of = |side| Summary::of(judged.iter().filter(|one| one.side == side), &chances);
        BySide { white: of(Side::White), black: of(Side::Black) }
    }
}
