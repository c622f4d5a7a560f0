//! The law about the main road, which counts while a lone king keeps to it.
//!
//! Other counts begin with a capture or a promotion, that is with a table; this one begins and ends within
//! it. So a table under this law has a layer for each count: the first for a fresh start, the last for the
//! count that is full, where only a side without a move has lost and everything else is drawn.

use std::ops::Range;

use damka_rules::{Bits, DrawLaw, Geometry, Rules, SetOf};

use crate::frame::Frame;
use crate::material::{Force, Material};

/// The law, for the materials it speaks about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Road {
    /// The count at which the game is drawn.
    plies: u8,
    /// Is the lone king the side to move's?
    ours: bool,
}

impl Road {
    pub(crate) fn of<R: Rules>(material: Material) -> Option<Road> {
        let law = R::LAWS.draws.iter().find(|law| matches!(law, DrawLaw::MainRoad { .. }))?;
        let plies = law.plies()?;
        let three = |force: Force| force.pieces() == 3 && force.kings >= 1;
        let Material { us, them } = material;
        match (us == Force::LONE_KING && three(them), them == Force::LONE_KING && three(us)) {
            (true, _) => Some(Road { plies, ours: true }),
            (_, true) => Some(Road { plies, ours: false }),
            _ => None,
        }
    }

    /// The law itself.
    pub(crate) fn law(self) -> DrawLaw {
        DrawLaw::MainRoad { plies: self.plies }
    }

    /// How many layers a table has.
    pub(crate) fn layers(road: Option<Road>) -> usize {
        road.map_or(1, |road| road.plies as usize + 1)
    }

    /// Does the lone king stand on the road? It is the same road when the board is turned.
    #[inline(always)]
    pub(crate) fn holds<R: Rules>(self, frame: &Frame<R>) -> bool {
        let lone = if self.ours { frame.us } else { frame.them };
        (lone & SetOf::<R>::narrow(R::Board::MAIN_ROAD)).any()
    }

    /// The layer after a quiet move from `layer`, given where the king stands before and after.
    pub(crate) fn after(layer: usize, before: bool, after: bool) -> usize {
        if before && after { layer + 1 } else { 0 }
    }

    /// From which layers a quiet move leads to `layer`: given where the king stands before and after.
    #[inline(always)]
    pub(crate) fn before(self, layer: usize, before: bool, after: bool) -> Range<usize> {
        match (before, after) {
            (true, true) => layer.saturating_sub(1)..layer,
            (true, false) => 0..self.plies as usize,
            (false, true) if layer > 0 => 0..0,
            (false, _) => 0..1,
        }
    }
}
