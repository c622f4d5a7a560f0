//! The end of a line: captures are played out, threats are answered, what is quiet is evaluated.

use damka_rules::{Bits, Geometry, Goal, Obligation, Position, Rules, SetOf, Side};

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
                    if best >= beta || !self.is_worth_exchanging(pos, eval, alpha) {
                        return best;
                    }
                    return self.exchange(pos, alpha, beta, best, ply);
                }
                alpha = alpha.max(best);
            }
        } else if self.is_out_of_sight(ply) {
            return self.evaluate(pos);
        }
        let base = self.moves.len();
        pos.legal_moves(&mut self.scratch);
        let side = pos.turn();
        for &mv in self.scratch.iter() {
            if optional && !mv.is_capture() {
                continue;
            }
            let rank = self.history.rank(side, ply, pos.kings(), mv, Tag::NONE);
            self.moves.push(mv, rank);
        }
        let count = self.moves.len() - base;
        if count == 0 && best == -Score::INFINITE {
            return Self::no_move(ply);
        }
        let threats = if capture { threats } else { threats - 1 };
        self.follow(pos, base, alpha, beta, best, ply, threats)
    }

    /// The best of `best` and of the moves listed from `base` on, which are dropped.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &mut self,
        pos: &Position<R>,
        base: usize,
        mut alpha: Score,
        beta: Score,
        mut best: Score,
        ply: usize,
        threats: i32,
    ) -> Score {
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

    /// May an exchange or a promotion bring a quiet position above alpha?
    #[inline(always)]
    fn is_worth_exchanging(&self, pos: &Position<R>, eval: Score, alpha: Score) -> bool {
        let margin = self.shared.margins.exchange;
        R::Board::GRID.height > 8
            && margin > 0
            && eval + margin > alpha
            && pos.kings().none()
            && can_offer(pos)
    }

    /// The better of standing pat and of offering a man that has to be taken, or of promoting.
    fn exchange(&mut self, pos: &Position<R>, alpha: Score, beta: Score, stand: Score, ply: usize) -> Score {
        let base = self.moves.len();
        pos.legal_moves(&mut self.scratch);
        for &mv in self.scratch.iter() {
            if mv.promotes() || is_offer(pos, mv.from(), mv.to()) {
                self.moves.push(mv, 0);
            }
        }
        self.follow(pos, base, alpha.max(stand), beta, stand, ply, 0)
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

/// Can some man step beside an enemy, or promote?
#[inline(always)]
fn can_offer<R: Rules>(pos: &Position<R>) -> bool {
    let side = pos.turn();
    let (men, enemies, empty) = (pos.men(side), pos.men(side.other()), pos.empty());
    let ways = match side {
        Side::White => R::LAWS.man_moves,
        Side::Black => R::LAWS.man_moves.turned(),
    };
    let taking = R::LAWS.man_captures;
    let mut near = Position::<R>::last_row(side);
    for d in 0..8 {
        if taking.has(d) || taking.turned().has(d) {
            near |= R::Board::step(enemies, d);
        }
    }
    (0..8).any(|d| ways.has(d) && (R::Board::step(men, d) & empty & near).any())
}

/// Would a man that steps from one square to another stand there to be taken by a neighbour?
#[inline(always)]
fn is_offer<R: Rules>(pos: &Position<R>, from: SetOf<R>, to: SetOf<R>) -> bool {
    let enemies = pos.men(pos.turn().other());
    let free = pos.empty() | from;
    (0..8).any(|d| {
        R::LAWS.man_captures.has(d)
            && (R::Board::step(to, d) & enemies).any()
            && (R::Board::step(to, d ^ 2) & free).any()
    })
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

#[cfg(test)]
mod tests {
    use damka_rules::variants::International;

    use super::*;

    #[test]
    fn a_man_beside_an_enemy_with_room_behind_is_an_offer() {
        let offer = |fen: &str, from: u8, to: u8| {
            let pos = Position::<International>::from_fen(fen).unwrap();
            let set = |n: u8| <International as Rules>::Board::set_of(damka_rules::Square::new(n));
            is_offer(&pos, set(from), set(to))
        };
        assert!(offer("W:W33:B22", 33, 28), "22 takes 28 and ends where it came from");
        assert!(!offer("W:W33:B22", 33, 29), "nobody stands beside 29");
        assert!(offer("W:W33,39:B23", 33, 28), "23 takes 28 and ends on 32");
        assert!(!offer("W:W32,33:B23", 33, 28), "32 stands behind it");
    }
}
