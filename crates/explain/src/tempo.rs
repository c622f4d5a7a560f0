//! Zugzwang: the one who is to move would rather not.

use damka_rules::Side;

use crate::line::passed;
use crate::{Goal, Line, Prover, Tally};

/// What having to move does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tempo {
    /// Every move loses something, a pass would not.
    Zugzwang,
    /// The same where few pieces, as many on either side, face each other.
    Opposition,
}

/// So few pieces of both sides together are an ending in which the opposition is spoken of.
const FEW: u8 = 6;

/// Does the win of material at ply `cut` of a line come from having to move? The loser has a quiet move to make
/// before it, everything it can do is known to lose, and after a pass the solver would win nothing.
pub(crate) fn of(line: &Line, cut: usize, solver: Side) -> Option<Tempo> {
    let routes = &line.routes()[..cut];
    // The last quiet move of the loser before the first capture of the solver.
    let first = (0..cut).find(|&ply| line.positions()[ply].turn() == solver && routes[ply].is_capture())?;
    let ply = first.checked_sub(1)?;
    let pos = &line.positions()[ply];
    if ply == 0 || routes[ply].is_capture() || pos.can_capture() || routes[ply - 1].is_capture() {
        return None;
    }
    // What is lost must be lost by every move: the proof of the whole line begins earlier and does not say so.
    let mut all = Prover::new(pos, solver, Goal::Gain(1));
    let quiet = routes[ply..].iter().filter(|route| !route.is_capture()).count();
    if !all.forces(pos, quiet, &routes[ply..]) {
        return None;
    }
    let still = passed(pos)?;
    let mut pass = Prover::new(&still, solver, Goal::Gain(1));
    if still.can_capture() || pass.forces(&still, quiet + 2, &[]) || !pass.decided() {
        return None;
    }
    let tally = Tally::of(pos);
    let (own, other) = (tally.pieces(solver), tally.pieces(solver.other()));
    Some(if own == other && own + other <= FEW { Tempo::Opposition } else { Tempo::Zugzwang })
}
