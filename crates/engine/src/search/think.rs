//! Thinking: deepening from the root, one best line after the other.

use std::time::Duration;

use damka_rules::{Move, MoveList, Rules};

use super::order::Tag;
use super::params::{ASPIRATION_DEPTH, DRAWN_DEPTH, LOOKED_UP_DEPTH, MOST_PLIES};
use super::{Line, Root, Worker};
use crate::{Meaning, Score};

/// A move of the root with what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<R: Rules> {
    mv: Move<R>,
    pub(crate) score: Score,
    pub(crate) line: Vec<Move<R>>,
}

/// What a search knows after an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Progress<'p, R: Rules> {
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The best lines, best first.
    pub(crate) best: &'p [RootMove<R>],
}

impl<R: Rules> Worker<'_, R> {
    /// Deepens until a limit is reached; calls `tell` after every iteration and returns the best lines.
    ///
    /// Helping threads have no clock and start at different depths (`offset`).
    pub(crate) fn think(
        &mut self,
        root: &Root<R>,
        offset: u32,
        tell: &mut dyn FnMut(Progress<'_, R>),
    ) -> (Vec<RootMove<R>>, u32) {
        let limits = self.shared.limits;
        let mut list = MoveList::new();
        root.pos.legal_moves(&mut list);
        let unknown = |&mv: &Move<R>| RootMove { mv, score: Score::DRAW, line: vec![mv] };
        let mut moves: Vec<RootMove<R>> = list.iter().map(unknown).collect();
        if moves.is_empty() {
            return (moves, 0);
        }
        let line = Line {
            pos: root.pos,
            key: root.pos.key(),
            clock: root.clock,
            still: root.past.len().min(200) as u32,
            capture: root.pos.can_capture(),
        };
        let wanted = limits.multi_pv.clamp(1, moves.len());
        let most = limits.depth.unwrap_or(MOST_PLIES as u32 - 10).clamp(1, MOST_PLIES as u32 - 10);
        let mut reached = 0;
        let mut ease = 1.0;
        for depth in 1 + offset..=most {
            self.iteration = depth as i32;
            self.deepest = 0;
            let before = moves.clone();
            for n in 0..wanted {
                self.widen(&line, &mut moves, n, depth as i32);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                // A search cut off keeps what it found only if it found something.
                if moves[0].score == -Score::INFINITE {
                    moves = before;
                }
                break;
            }
            // Reductions can make a later line look better than an earlier one.
            moves[..wanted].sort_by_key(|m| -m.score);
            reached = depth;
            self.tell(tell, depth, &moves[..wanted]);
            if self.is_settled(&moves, depth) {
                break;
            }
            ease = next_ease(ease, &before[0], &moves[0]);
            if let Some(clock) = &mut self.clock
                && !clock.may_go_on(self.shared.stop, ease)
            {
                break;
            }
        }
        moves.truncate(wanted);
        if reached == 0 {
            self.tell(tell, 1, &moves);
        }
        (self.judged(&moves), reached)
    }

    /// What is drawn is called drawn, whatever chances it offers.
    fn judged(&self, moves: &[RootMove<R>]) -> Vec<RootMove<R>> {
        let mut moves = moves.to_vec();
        for m in moves.iter_mut().filter(|m| self.ask.root_is_drawn && !m.score.is_proven()) {
            m.score = Score::DRAW;
        }
        moves
    }

    fn tell(&self, tell: &mut dyn FnMut(Progress<'_, R>), depth: u32, best: &[RootMove<R>]) {
        let time = self.clock.as_ref().map_or(Duration::ZERO, |c| c.elapsed());
        let best = &self.judged(best);
        tell(Progress { depth, seldepth: self.deepest as u32, nodes: self.total_nodes(), time, best });
    }

    /// Positions visited by all threads, and by other engines at the same meeting if this one leads it.
    pub(crate) fn total_nodes(&self) -> u64 {
        let helped = self.shared.helped.load(std::sync::atomic::Ordering::Relaxed);
        self.nodes
            + self.shared.meeting.map_or(helped, |meeting| helped + meeting.helped_since(self.shared.before))
    }

    /// Nothing can change any more.
    fn is_settled(&mut self, moves: &[RootMove<R>], depth: u32) -> bool {
        let (limits, looked_up) = (self.shared.limits, self.ask.know_the_way);
        let Some(clock) = &mut self.clock else { return false };
        if limits.infinite || !clock.is_running(self.shared.stop) {
            return false;
        }
        let forced = moves.len() == 1 && limits.clock.is_some() && depth >= 4;
        let sure = |m: &RootMove<R>| match m.score.meaning() {
            Meaning::Win(plies) | Meaning::Loss(plies) => plies <= depth,
            Meaning::TableWin | Meaning::TableLoss => looked_up && depth >= LOOKED_UP_DEPTH,
            Meaning::Centimen(_) => self.ask.root_is_drawn && depth >= DRAWN_DEPTH,
        };
        forced || moves[..limits.multi_pv.clamp(1, moves.len())].iter().all(sure)
    }

    /// Searches for the `n`-th best move with a window that opens until the score fits.
    fn widen(&mut self, line: &Line<R>, moves: &mut [RootMove<R>], n: usize, depth: i32) {
        let guess = moves[n].score;
        let mut delta = self.shared.margins.aspiration;
        let narrow = depth >= ASPIRATION_DEPTH && !guess.is_proven();
        let mut alpha = if narrow { guess - delta } else { -Score::INFINITE };
        let mut beta = if narrow { guess + delta } else { Score::INFINITE };
        loop {
            let score = self.root(line, &mut moves[n..], alpha, beta, depth);
            // The best so far comes first; the others keep their order.
            moves[n..].sort_by_key(|m| -m.score);
            if self.stopped || score > alpha && score < beta {
                return;
            }
            delta *= 3;
            let far = delta > 500;
            if score <= alpha {
                alpha = if far { -Score::INFINITE } else { guess - delta };
            } else {
                beta = if far { Score::INFINITE } else { guess + delta };
            }
        }
    }

    /// The root: like a node on the best line, but it knows all its moves already.
    fn root(
        &mut self,
        line: &Line<R>,
        moves: &mut [RootMove<R>],
        mut alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        self.visit();
        self.path.push(line.key);
        let mut best = -Score::INFINITE;
        let quiet = !line.capture;
        for m in moves.iter_mut() {
            m.score = -Score::INFINITE;
        }
        for (i, m) in moves.iter_mut().enumerate() {
            let after = line.pos.play(m.mv);
            let child = line.child(m.mv, after, after.key(), after.can_capture());
            let next = depth - 1;
            self.lines[1].clear();
            let mut score = Score::INFINITE;
            if i > 0 {
                let late = quiet && depth >= 4 && i >= 4 && !m.mv.promotes();
                let reduced = if late { next - 1 } else { next };
                score = -self.node::<false>(&child, -alpha - 1, -alpha, reduced, 1, Tag::NONE);
                if score > alpha && reduced < next {
                    score = -self.node::<false>(&child, -alpha - 1, -alpha, next, 1, Tag::NONE);
                }
            }
            if i == 0 || score > alpha {
                score = -self.node::<true>(&child, -beta, -alpha, next, 1, Tag::NONE);
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if i == 0 || score > alpha {
                    m.score = score;
                    m.line.clear();
                    m.line.push(m.mv);
                    m.line.extend_from_slice(&self.lines[1]);
                }
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.path.pop();
        best
    }
}

/// Longer after a change of mind or a fall of the score, shorter while nothing happens.
fn next_ease<R: Rules>(ease: f64, before: &RootMove<R>, now: &RootMove<R>) -> f64 {
    let fell = (before.score.value() - now.score.value()).clamp(0, 60) as f64 / 60.0;
    let changed = if before.mv == now.mv { 0.0 } else { 0.5 };
    (ease * 0.7 + 0.3 * 0.9 + changed + fell * 0.5).clamp(0.5, 2.5)
}
