//! What is known about a position without searching it: draws, endgame tables.

use damka_rules::{Bits, DrawClock, DrawLaw, Key, Rules};

use super::{Line, Worker};
use crate::{Score, Wdl};

/// Draw counts this close to their end make a position another one for the table.
const NEAR_DRAW: u8 = 12;

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
    pub(super) fn probe(&self, line: &Line<R>, ply: usize) -> Option<Score> {
        if line.pos.occupied().count() > self.probe_most {
            return None;
        }
        let verdict = self.shared.oracle?.probe(&line.pos, &line.clock)?;
        let score = Score::table_win(ply as u32 + verdict.progress.unwrap_or(0) as u32);
        Some(match verdict.wdl {
            Wdl::Win => score,
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
