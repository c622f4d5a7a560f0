//! Where the game is over or a draw law ends it at once, whatever the counts.

use damka_rules::{Bits, DrawLaw, Goal, Position, Rules, Side};

use crate::material::Material;
use crate::value::{Verdict, Wdl};

/// The verdict on a side that has no move (or no piece).
pub(crate) const fn without_move<R: Rules>() -> Verdict {
    let wdl = match R::LAWS.goal {
        Goal::BeLeftWithoutMove => Wdl::Win,
        Goal::LeaveNoMove | Goal::FirstKing => Wdl::Loss,
    };
    // Where a draw by count is looked at first, being blocked must come one ply before the limit.
    Verdict::new(wdl, if R::LAWS.draw_before_loss { 1 } else { 0 })
}

/// The verdict on a position that is over for want of pieces or by a king that wins.
pub(crate) fn over<R: Rules>(pos: &Position<R>) -> Option<Verdict> {
    let us = pos.turn();
    if matches!(R::LAWS.goal, Goal::FirstKing) && pos.kings().any() {
        let wdl = if pos.kings_of(us.other()).any() { Wdl::Loss } else { Wdl::Win };
        return Some(Verdict::new(wdl, 0));
    }
    pos.pieces(us).none().then(without_move::<R>)
}

/// What the law about one piece each does to a material; it speaks only where no capture is on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum OneEach {
    /// Nothing.
    Silent,
    /// The position is a draw.
    Draw,
    /// The side to move may have a draw.
    Claim,
}

impl OneEach {
    pub(crate) fn of<R: Rules>(material: Material) -> OneEach {
        let laws = R::LAWS.draws;
        if material.us.pieces() != 1 || material.them.pieces() != 1 {
            OneEach::Silent
        } else if laws.contains(&DrawLaw::OnePieceEach) {
            OneEach::Draw
        } else if laws.contains(&DrawLaw::OnePieceEachClaim) {
            OneEach::Claim
        } else {
            OneEach::Silent
        }
    }
}

/// White men that may be crowned with their next move.
#[inline(always)]
pub(crate) fn may_crown<R: Rules>(pos: &Position<R>) -> bool {
    use damka_rules::Geometry;
    let men = pos.men(Side::White);
    let row = const {
        let g = R::Board::GRID;
        g.rows(1, 2)
    };
    (men & Bits::narrow(row)).any()
}
