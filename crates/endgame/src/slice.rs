//! One table: what is known about every position of one material.

use damka_rules::Rules;

use crate::blocks::Blocks;
use crate::frame::Frame;
use crate::index::Index;
use crate::material::Material;
use crate::road::Road;
use crate::value::{Verdict, Wdl};

/// A code for numbers that are nobody's, used while solving.
pub(crate) const NOBODY: u8 = u8::MAX;

/// A table: outcomes in two bits a position, distances in a byte.
pub(crate) struct Slice<R: Rules> {
    pub(crate) index: Index<R>,
    pub(crate) outcomes: Blocks,
    pub(crate) plies: Blocks,
}

/// What is in a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// The pieces, the side to move first.
    pub material: Material,
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// The longest way to a capture, a promotion or the end.
    pub longest: u8,
}

impl Census {
    pub(crate) const fn empty(material: Material) -> Census {
        Census { material, wins: 0, draws: 0, losses: 0, longest: 0 }
    }

    pub(crate) fn count(&mut self, verdict: Verdict) {
        match verdict.wdl {
            Wdl::Win => self.wins += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Loss => self.losses += 1,
        }
        self.longest = self.longest.max(verdict.plies);
    }

    pub(crate) fn add(&mut self, other: &Census) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
    }

    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl<R: Rules> Slice<R> {
    /// A table in memory, from one code a number, layer by layer. Gaps take the colour of what is before them, so that they
    /// pack to nothing.
    pub(crate) fn from_codes(index: Index<R>, codes: &[u8]) -> Self {
        let mut outcomes = vec![0; codes.len().div_ceil(4)];
        let mut plies = Vec::with_capacity(codes.len());
        let mut last = Verdict::DRAW;
        for (i, &code) in codes.iter().enumerate() {
            if code != NOBODY {
                let verdict = Verdict::from_code(code);
                let shown = if verdict.wdl == Wdl::Draw { last.plies } else { verdict.plies };
                last = Verdict::new(verdict.wdl, shown);
            }
            outcomes[i / 4] |= last.wdl.bits() << (i % 4 * 2);
            plies.push(last.plies);
        }
        Slice { index, outcomes: Blocks::plain(&outcomes), plies: Blocks::plain(&plies) }
    }

    /// Bytes of outcomes for so many numbers.
    pub(crate) fn outcome_bytes(numbers: usize) -> usize {
        numbers.div_ceil(4)
    }

    /// How the position ends; `None` if the table is damaged.
    #[inline(always)]
    pub(crate) fn wdl(&self, frame: &Frame<R>) -> Option<Wdl> {
        self.wdl_at(self.index.rank(frame))
    }

    /// Is the outcome of the position unpacked already?
    pub(crate) fn is_ready(&self, frame: &Frame<R>) -> bool {
        self.outcomes.is_ready(self.index.rank(frame) / 4)
    }

    /// How the position ends and how far away the next step is, with the count within the table at `layer`.
    pub(crate) fn verdict(&self, frame: &Frame<R>, layer: usize) -> Option<Verdict> {
        self.verdict_at(layer * self.index.len() + self.index.rank(frame))
    }

    /// How far the count within the table has come after a quiet move between two positions.
    pub(crate) fn layer_after(&self, layer: usize, before: bool, after: &Frame<R>) -> usize {
        self.index.road.map_or(0, |road| Road::after(layer, before, road.holds(after)))
    }

    #[inline(always)]
    fn wdl_at(&self, number: usize) -> Option<Wdl> {
        let four = self.outcomes.get(number / 4)?;
        Some(Wdl::from_bits(four >> (number % 4 * 2)))
    }

    pub(crate) fn verdict_at(&self, number: usize) -> Option<Verdict> {
        match self.wdl_at(number)? {
            Wdl::Draw => Some(Verdict::DRAW),
            wdl => Some(Verdict::new(wdl, self.plies.get(number)?)),
        }
    }
}
