//! One node of the tree, in numbered steps.

use damka_rules::{Bits, Goal, Key, Move, Position, Rules};

use super::known::near_draw_key;
use super::order::{HISTORY_MOST, Tag};
use super::params::MOST_PLIES;
use super::table::{Bound, Entry, Table};
use super::{Line, Worker, meeting};
use crate::Score;

impl<R: Rules> Worker<'_, R> {
    /// The score of a line's end to a depth, within a window. `excluded` is a move that may not be played.
    pub(super) fn node<const PV: bool>(
        &mut self,
        line: &Line<R>,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        excluded: Tag,
    ) -> Score {
        let pos = &line.pos;
        let margins = &self.shared.margins;
        if PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }

        // 1. No depth left: only what is forced.
        if depth <= 0 {
            return self.quiesce(pos, line.capture, alpha, beta, ply, self.threats);
        }
        self.visit();
        if self.stopped {
            return Score::DRAW;
        }

        // 2. The game may be over: the first king, a repetition, a draw law.
        if matches!(R::LAWS.goal, Goal::FirstKing) && pos.kings().any() {
            return Self::first_king(pos, ply);
        }
        if self.is_drawn(line) {
            return Score::DRAW;
        }
        if ply >= MOST_PLIES {
            return self.evaluate(pos);
        }

        // 3. A shorter win has been found already: this line cannot matter.
        alpha = alpha.max(Score::loss_in(ply as u32));
        beta = beta.min(Score::win_in(ply as u32));
        if alpha >= beta {
            return alpha;
        }

        // 4. What the table knows.
        let key = near_draw_key(line, self.salt);
        let mut known = self.shared.table.probe(key, ply);
        if depth >= self.meet_depth {
            known = meeting::ask(self.shared.meeting, self.shared.table, known, key, depth, ply);
        }
        let first = known.map_or(Tag::NONE, |e| e.best);
        if let Some(entry) = known
            && !PV
            && excluded == Tag::NONE
            && (entry.depth >= depth || margins.proven_any > 0 && entry.score.is_proven())
        {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if enough {
                return entry.score;
            }
        }

        // 5. What the endgame tables know.
        if self.ask.most > 0
            && excluded == Tag::NONE
            && let Some(score) = self.probe(line, depth, ply)
        {
            return score;
        }

        // 6. A first opinion, where no capture disturbs it.
        let quiet = !line.capture;
        let eval = match known {
            _ if !quiet => Score::DRAW,
            Some(entry) => Score(entry.eval as i32),
            None => self.evaluate(pos),
        };

        // 7. Far from the window: depth would not bring the score back. Not while something hangs.
        if !PV && quiet && excluded == Tag::NONE && !alpha.is_proven() && !beta.is_proven() {
            if depth <= margins.futile_above_depth
                && eval - margins.futile_above * depth >= beta
                && !pos.pass().can_capture()
            {
                return eval;
            }
            if depth <= margins.razor_depth && eval + margins.razor * depth <= alpha {
                let score = self.quiesce(pos, false, alpha, beta, ply, self.threats);
                if score <= alpha {
                    return score;
                }
            }
            // As in ProbCut: what a shallow search finds far above beta, a deep one will find above it.
            if depth >= margins.probable_depth && eval >= beta {
                let bound = beta + margins.probable + margins.probable_per_ply * depth;
                let shallow = depth * margins.probable_tenths / 10;
                let score = self.node::<false>(line, bound - 1, bound, shallow, ply, Tag::NONE);
                if score >= bound && !self.stopped {
                    return if score.is_proven() { score } else { beta };
                }
            }
        }

        // 8. No idea where to begin: a shallower search tells.
        let mut first = first;
        if first == Tag::NONE && depth >= margins.internal_depth && excluded == Tag::NONE && PV {
            self.node::<PV>(line, alpha, beta, depth - 3, ply, Tag::NONE);
            if self.stopped {
                return Score::DRAW;
            }
            first = self.shared.table.probe(key, ply).map_or(Tag::NONE, |e| e.best);
            self.lines[ply].clear();
        }

        // 9. A table move far better than all others deserves more depth.
        let mut singular = Tag::NONE;
        if let Some(entry) = known
            && depth >= if PV { margins.singular_depth } else { margins.singular_aside }
            && excluded == Tag::NONE
            && entry.best != Tag::NONE
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && !entry.score.is_proven()
            && ply < 2 * self.iteration as usize
        {
            let bound = entry.score - margins.singular - depth;
            let score = self.node::<false>(line, bound - 1, bound, depth / 2, ply, entry.best);
            if self.stopped {
                return Score::DRAW;
            }
            if score < bound {
                singular = entry.best;
            }
        }

        // 10. All moves, the promising ones first.
        let base = self.moves.len();
        pos.legal_moves(&mut self.scratch);
        let side = pos.turn();
        self.moves.add(&self.scratch, |mv| self.history.rank(side, ply, pos.kings(), mv, first));
        let count = self.moves.len() - base;
        if count == 0 {
            return Self::no_move(ply);
        }

        let lower = alpha;
        let mut best = -Score::INFINITE;
        let mut best_tag = Tag::NONE;
        let mut searched = 0;
        let mut ahead = None;
        self.path.push(line.key);
        for i in 0..count {
            let (mv, after, early) = match ahead.take() {
                Some(came) => came,
                None if PV => self.come_apart(pos, base + i, depth),
                None => self.come(pos, base + i, depth),
            };
            // Memory answers slowly: where a first move was not enough the next one is asked about, too.
            if Table::FETCHES && searched > 0 && i + 1 < count && depth > 1 {
                ahead = Some(self.come(pos, base + i + 1, depth));
            }
            let tag = Tag::of(mv);
            if tag == excluded {
                continue;
            }
            let offer = after.can_capture();
            let calm = quiet && !offer && !mv.promotes();

            // 11. Hopeless quiet moves near the horizon are skipped, and very late ones.
            if !PV
                && calm
                && searched > 0
                && depth <= margins.futile_below_depth
                && eval + margins.futile_below * depth <= alpha
                && !best.is_proven()
            {
                best = best.max(eval + margins.futile_below * depth);
                continue;
            }

            let late = searched as i32 > margins.late_base + margins.late_per_ply * depth;
            if !PV && calm && late && depth <= margins.late_depth && !best.is_proven() {
                continue;
            }

            // 12. A forced or singular move costs no depth.
            let extend =
                (count == 1 && margins.forced > 0 || tag == singular) && ply < 2 * self.iteration as usize;
            let next = depth - 1 + extend as i32;

            // 13. Late quiet moves are searched less deeply, and again if they surprise.
            let mut reduced = next;
            if quiet
                && depth >= margins.reduce_depth
                && searched >= margins.reduce_from as usize
                && !mv.promotes()
            {
                let mut plies = self.history.reductions.plies(depth, searched);
                plies -= PV as i32;
                plies -= self.history.is_killer(ply, tag) as i32;
                plies -= self.history.count(side, mv) * 2 / HISTORY_MOST;
                reduced = (next - plies.max(0)).clamp(1.min(next), next);
            }
            let mut score;
            let child = line.child(mv, after, early.unwrap_or_else(|| after.key()), offer);
            if PV {
                // A child searched without a line of its own must not inherit its elder sibling's.
                self.lines[ply + 1].clear();
            }
            if !PV && next <= 0 {
                score = -self.quiesce(&after, offer, -beta, -alpha, ply + 1, self.threats);
            } else if searched == 0 {
                score = -self.node::<PV>(&child, -beta, -alpha, next, ply + 1, Tag::NONE);
            } else {
                score = -self.node::<false>(&child, -alpha - 1, -alpha, reduced, ply + 1, Tag::NONE);
                if score > alpha && reduced < next {
                    score = -self.node::<false>(&child, -alpha - 1, -alpha, next, ply + 1, Tag::NONE);
                }
                if PV && score > alpha && score < beta {
                    score = -self.node::<true>(&child, -beta, -alpha, next, ply + 1, Tag::NONE);
                }
            }
            searched += 1;
            if self.stopped {
                self.path.pop();
                self.moves.truncate(base);
                return Score::DRAW;
            }

            // 14. Better, or even good enough?
            if score > best {
                best = score;
                if score > alpha {
                    best_tag = tag;
                    alpha = score;
                    if PV {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        if !mv.is_capture() {
                            self.history.refuted(side, ply, depth, self.moves.picked(base, i + 1));
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();
        self.moves.truncate(base);

        // 15. Remember. Without the excluded move nothing was learnt about the position itself.
        if excluded == Tag::NONE {
            let bound = match best {
                b if b >= beta => Bound::Lower,
                b if b > lower => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry { best: best_tag, score: best, eval: eval.0 as i16, depth, bound };
            self.shared.table.store(key, entry, ply);
            if depth >= self.meet_depth {
                meeting::tell(self.shared.meeting, key, entry, ply);
            }
        } else if searched == 0 {
            return alpha;
        }
        best
    }

    /// The next move of a list, where it leads to, and its key if an entry of the table will be wanted: memory is asked
    /// for that entry as soon as the key is known. At the last ply none is.
    #[inline(always)]
    fn come(&mut self, pos: &Position<R>, at: usize, depth: i32) -> (Move<R>, Position<R>, Option<Key>) {
        let mv = self.moves.pick(at);
        let after = pos.play(mv);
        let key = (depth > 1).then(|| after.key());
        if let Some(key) = key {
            self.shared.table.fetch(Key(key.0 ^ self.salt));
        }
        (mv, after, key)
    }

    /// The same for the few positions of the main line, compiled once for each game: the page's engine has to be small.
    #[inline(never)]
    fn come_apart(
        &mut self,
        pos: &Position<R>,
        at: usize,
        depth: i32,
    ) -> (Move<R>, Position<R>, Option<Key>) {
        self.come(pos, at, depth)
    }

    /// The best line from a ply: this move, then the line below it.
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move<R>) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}
