//! The end of a line: captures are played out, threats are answered, what is quiet is evaluated.

use damka_rules::{Bits, Geometry, Goal, Obligation, Position, Rules, Side};

use super::Worker;
use super::order::Tag;
use super::params::MOST_PLIES;
use crate::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a position once nobody can capture any more.
    ///
    /// `threats` says how often all moves may still be tried because the opponent threatens something.
    pub(super) fn quiesce(
        &mut self,
        pos: &Position<R>,
        capture: bool,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        threats: i32,
    ) -> Score {
        self.visit();
        if self.stopped {
            return Score::DRAW;
        }
        if matches!(R::LAWS.goal, Goal::FirstKing) && pos.kings().any() {
            return Self::first_king(pos, ply);
        }
        if ply >= MOST_PLIES {
            return self.evaluate(pos);
        }
        let mut best = -Score::INFINITE;
        let optional = matches!(R::LAWS.obligation, Obligation::Optional);
        if !capture || optional {
            if !capture && !can_step(pos) {
                return Self::no_move(ply);
            }
            let threatened = threats > 0 && pos.pass().can_capture();
            let eval = self.evaluate(pos);
            // A threat makes things worse: below alpha there is nothing left to find out.
            if !threatened || optional || eval <= alpha {
                best = eval;
                if !capture || best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        } else if self.is_out_of_sight(ply) {
            return self.evaluate(pos);
        }
        let base = self.moves.len();
        pos.legal_moves(&mut self.scratch);
        let side = pos.turn();
        if optional {
            self.scratch.retain(|mv| mv.is_capture());
        }
        self.moves.add(&self.scratch, |mv| self.history.rank(side, ply, pos.kings(), mv, Tag::NONE));
        let count = self.moves.len() - base;
        if count == 0 && best == -Score::INFINITE {
            return Self::no_move(ply);
        }
        let threats = if capture { threats } else { threats - 1 };
        for i in base..self.moves.len() {
            let mv = self.moves.pick(i);
            let next = pos.play(mv);
            let can_capture = next.can_capture();
            let score = -self.quiesce(&next, can_capture, -beta, -alpha, ply + 1, threats);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(base);
        best
    }

    /// Does a weak player stop looking here?
    #[inline(always)]
    fn is_out_of_sight(&self, ply: usize) -> bool {
        self.shared.handicap.sight.is_some_and(|plies| ply >= self.iteration as usize + plies as usize)
    }

    /// The score where the first king wins and somebody has one.
    pub(super) fn first_king(pos: &Position<R>, ply: usize) -> Score {
        if pos.kings_of(pos.turn().other()).any() {
            Score::loss_in(ply as u32)
        } else {
            Score::win_in(ply as u32)
        }
    }
}

/// Is there any quiet move?
#[inline(always)]
fn can_step<R: Rules>(pos: &Position<R>) -> bool {
    let side = pos.turn();
    let (men, kings, empty) = (pos.men(side), pos.kings_of(side), pos.empty());
    let ways = match side {
        Side::White => R::LAWS.man_moves,
        Side::Black => R::LAWS.man_moves.turned(),
    };
    (0..8).any(|d| {
        let of_men = ways.has(d) && (R::Board::step(men, d) & empty).any();
        of_men || R::LAWS.king_moves.has(d) && (R::Board::step(kings, d) & empty).any()
    })
}
