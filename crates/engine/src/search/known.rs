//! What is known about a position without searching it: draws, endgame tables.

use damka_rules::{Bits, DrawClock, DrawLaw, Key, Rules};

use super::params::{UNPACK_DEPTH, UNPACKING};
use super::{Line, Root, Worker};
use crate::{Oracle, Score, Verdict, Wdl};

/// Draw counts this close to their end make a position another one for the table.
const NEAR_DRAW: u8 = 12;
/// Tables of so many pieces are soon unpacked as a whole.
const SMALL_PIECES: u32 = 4;

/// What the endgame tables are asked in one search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Questions {
    /// Only about positions with at most so many pieces; zero without tables.
    pub(super) most: u32,
    /// Where something would have to be unpacked first, only from this depth on.
    unpack_depth: i32,
    /// May they know the root? Then they have to show the whole way, whatever it takes.
    root_is_theirs: bool,
    /// Do they know the way from the root to the end of the game?
    pub(super) know_the_way: bool,
    /// Do they call the root drawn? Then they only keep us from losing: what else is drawn is searched like any other
    /// position, for what gives the opponent the best chances to go wrong.
    pub(super) root_is_drawn: bool,
}

impl Questions {
    pub(super) fn of<R: Rules>(oracle: Option<&dyn Oracle<R>>, root: &Root<R>) -> Questions {
        let Some(oracle) = oracle else { return Questions::default() };
        let (most, pieces) = (oracle.most_pieces(), root.pos.occupied().count());
        let root_is_theirs = pieces <= most;
        let verdict = if root_is_theirs { oracle.probe(&root.pos, &root.clock) } else { None };
        Questions {
            // With tables that know no way to the end a won root would be shuffled about: they are asked after captures only.
            most: if verdict.is_some_and(|v| v.progress.is_none()) { pieces - 1 } else { most },
            unpack_depth: if root_is_theirs { 0 } else { UNPACK_DEPTH },
            root_is_theirs,
            know_the_way: verdict.is_some_and(|v| v.progress.is_some()),
            root_is_drawn: verdict.is_some_and(|v| v.wdl == Wdl::Draw),
        }
    }

    /// Keeps what is remembered about drawn positions that were searched apart from what tables say about them.
    #[inline(always)]
    pub(super) fn salt(self) -> u64 {
        if self.root_is_drawn { 0x6a09_e667_f3bc_c908 } else { 0 }
    }
}

impl<R: Rules> Worker<'_, R> {
    /// Is the game drawn here by repetition or by a law that counts?
    #[inline(always)]
    pub(super) fn is_drawn(&mut self, line: &Line<R>) -> bool {
        if line.still >= 4 {
            let back = self.path.iter().rev().take(line.still as usize);
            if back.skip(1).step_by(2).skip(1).any(|&k| k == line.key) {
                return true;
            }
        }
        let watched = const { DrawLaw::one_piece_each(R::LAWS.draws) };
        if !watched && line.clock == DrawClock::default() {
            return false;
        }
        let due = line.clock.due(&line.pos).is_some() || watched && line.clock.claimable(&line.pos).is_some();
        // Somebody without a move has lost before any draw is looked at, in most games.
        due && (R::LAWS.draw_before_loss || line.pos.count_moves(&mut self.scratch) > 0)
    }

    /// What the endgame tables say, as a score.
    #[inline(never)]
    pub(super) fn probe(&mut self, line: &Line<R>, depth: i32, ply: usize) -> Option<Score> {
        let (oracle, pieces) = (self.shared.oracle?, line.pos.occupied().count());
        let ask = self.ask;
        if pieces > ask.most {
            return None;
        }
        // Large tables are unpacked piece by piece: near the horizon a search is done sooner.
        if pieces > SMALL_PIECES && !oracle.is_ready(&line.pos) {
            if depth < ask.unpack_depth {
                return None;
            }
            self.look_sooner(UNPACKING);
        }
        let verdict = if ask.root_is_theirs {
            oracle.probe(&line.pos, &line.clock)?
        } else {
            Verdict { wdl: oracle.outcome(&line.pos, &line.clock)?, progress: None }
        };
        let score = Score::table_win(ply as u32 + verdict.progress.unwrap_or(0) as u32);
        Some(match verdict.wdl {
            Wdl::Win => score,
            Wdl::Draw if ask.root_is_drawn => return None,
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => -score,
        })
    }
}

/// The key under which a position is remembered: near a draw by count it is not the same position any more.
#[inline(always)]
pub(super) fn near_draw_key<R: Rules>(line: &Line<R>, salt: u64) -> Key {
    let key = Key(line.key.0 ^ salt);
    if line.clock == DrawClock::default() {
        return key;
    }
    let left = |(law, count): (DrawLaw, u8)| match law.plies() {
        Some(plies) if count > 0 => plies.saturating_sub(count),
        _ => u8::MAX,
    };
    match line.clock.counts::<R>().map(left).min() {
        Some(plies) if plies <= NEAR_DRAW => {
            Key(key.0 ^ (plies as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93))
        }
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use damka_rules::Position;
    use damka_rules::variants::English;

    use super::*;
    use crate::{Engine, Limits, Options, Oracle, Root, Stop, Verdict, testing};

    /// Calls everything drawn, counts how often it was asked for an outcome and for more, and always has to look it up
    /// first.
    #[derive(Default)]
    struct Slow {
        outcomes: AtomicU64,
        verdicts: AtomicU64,
    }

    impl Oracle<English> for Slow {
        fn most_pieces(&self) -> u32 {
            6
        }
        fn complete_pieces(&self) -> u32 {
            6
        }
        fn is_ready(&self, _: &Position<English>) -> bool {
            false
        }
        fn outcome(&self, _: &Position<English>, _: &DrawClock) -> Option<Wdl> {
            self.outcomes.fetch_add(1, Ordering::Relaxed);
            Some(Wdl::Draw)
        }
        fn probe(&self, _: &Position<English>, _: &DrawClock) -> Option<Verdict> {
            self.verdicts.fetch_add(1, Ordering::Relaxed);
            Some(Verdict { wdl: Wdl::Draw, progress: Some(0) })
        }
    }

    #[test]
    fn slow_tables_are_asked_where_a_search_is_longer() {
        let asked = |pieces: u32, depth: u32| {
            let slow = Arc::new(Slow::default());
            let fits = |pos: &Position<English>| pos.occupied().count() == pieces && !pos.can_capture();
            let positions = testing::positions::<English>(60).into_iter().filter(fits);
            let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
            engine.set_oracle::<English>(Some(slow.clone()));
            for pos in positions.take(8) {
                engine.search_root(&Root::new(pos), &Limits::depth(depth), &Stop::new());
            }
            (slow.outcomes.load(Ordering::Relaxed), slow.verdicts.load(Ordering::Relaxed))
        };
        assert!(matches!(asked(6, 3), (0, 9..)), "the root itself is theirs");
        assert_eq!(asked(7, 4), (0, 0), "near the horizon");
        assert!(matches!(asked(7, 11), (1.., 0)), "far from it, where the outcome is enough");
    }
}
