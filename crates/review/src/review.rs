//! The review of a whole game: asks for one position after the other, then judges every move.

use damka_rules::{BySide, Ending, Game, Outcome, Side};
use damka_wire::Score;
use damka_wire::brain::Line;

use crate::judgement::accuracy;
use crate::summary::Summary;
use crate::{Chance, Judged, Judgement};

/// Positions searched for every question, unless somebody wants it otherwise: a number rather than a time, so that a
/// review can be repeated. A game of sixty plies takes a few seconds.
pub const NODES: u64 = 100_000;
/// Lines wanted of every position: whether a move is the only one shows in the second.
pub const LINES: u8 = 2;

/// A position to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// After so many plies of the game.
    pub ply: usize,
    /// Forget everything searched before, so that a review can be repeated.
    pub fresh: bool,
}

/// A review under way.
///
/// Positions are asked for from the last to the first: what is learnt about the end of the game helps to understand
/// what came before it.
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
}

impl Review {
    /// A review of this game.
    pub fn new(game: &Game) -> Review {
        let moves = game.moves().iter().map(|played| played.text.clone()).collect();
        let decided =
            game.ending().is_some_and(|ending| ending.is_on_the_board() || matches!(ending, Ending::Law(_)));
        Review::of(
            game.positions().iter().map(|pos| (pos.turn(), pos.count_moves())).collect(),
            moves,
            game.outcome().filter(|_| decided),
        )
    }

    /// A review of a record: whose turn it was at every position and how many moves there were, the moves, and how
    /// it ended if the last position is decided.
    pub fn of(turns: Vec<(Side, usize)>, moves: Vec<String>, over: Option<Outcome>) -> Review {
        let mut review = Review { turns, moves, over, answers: Vec::new() };
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
        let ply = self.turns.len().checked_sub(self.answers.len() + 1)?;
        let asked = self.answers.len() - usize::from(self.over.is_some());
        Some(Question { ply, fresh: asked == 0 })
    }

    /// The answer to the question asked last: the lines of the position, best first.
    pub fn hear(&mut self, lines: Vec<Line>) {
        if self.answers.len() < self.turns.len() {
            self.answers.push(lines);
        }
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
        Some(Chance::of(self.score(ply)?))
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
        let chance = Chance::of;
        // The search that chose the move knows best what it gives away: nothing.
        let is_best = choices == 1 || best.first() == Some(text);
        let played = if is_best { chance(*before) } else { chance(after) };
        let loss = played.loss_from(chance(*before));
        let judgement = Judgement::of(loss);
        let next = lines.get(1).map(|line| chance(line.score).loss_from(chance(*before)));
        Some(Judged {
            ply,
            side,
            text: text.clone(),
            best: best.clone(),
            before: *before,
            after: if is_best { *before } else { after },
            loss,
            judgement,
            missed_win: before.proven() == Some(1) && judgement.is_some(),
            only_move: choices > 1
                && is_best
                && Judgement::of(next.unwrap_or(0.0)) == Some(Judgement::Blunder),
            accuracy: accuracy(chance(*before), played),
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
