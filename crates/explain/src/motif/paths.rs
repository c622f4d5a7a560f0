//! Motifs in the shape of a single capture.

use damka_rules::{Grid, Removal, Role, Route, Square};

use super::{Motif, View};
use crate::line::passed;

/// A king that takes so many and is caught has made a whole Turkish stroke.
const WHOLE: usize = 4;
const HALF: usize = 3;

impl View<'_> {
    /// The defender's king stopped where it did only because what it had taken still stood there, and is taken next.
    pub(super) fn turkish(&self) -> Option<Motif> {
        let grid = self.line.start().grid();
        if self.line.start().variant().laws().removal != Removal::AfterMove {
            return None;
        }
        self.captures(false).find_map(|ply| {
            let (pos, route) = (self.pos(ply), self.route(ply));
            let king = pos.piece_at(route.from()).is_some_and(|piece| piece.role == Role::King);
            let count = route.taken().len();
            let caught = self.line.routes().get(ply + 1)?.taken().contains(&route.to());
            if !king || count < HALF || !caught || !goes_on(grid, self.pos(ply + 1), route) {
                return None;
            }
            Some(if count >= WHOLE { Motif::TurkishStroke } else { Motif::HalfTurkish })
        })
    }

    /// Four turns the same way.
    pub(super) fn tourniquet(&self) -> bool {
        let grid = self.line.start().grid();
        self.captures(true).any(|ply| {
            let legs: Vec<(isize, isize)> =
                self.route(ply).stops().windows(2).map(|leg| heading(grid, leg[0], leg[1])).collect();
            let turns = legs.windows(2).map(|pair| {
                let ((a, b), (c, d)) = (pair[0], pair[1]);
                // A right angle one way or the other; straight on is none.
                (a * d - b * c).signum()
            });
            let turns: Vec<isize> = turns.filter(|&turn| turn != 0).collect();
            turns.windows(4).any(|four| four.iter().all(|&turn| turn == four[0]))
        })
    }
}

/// Could the piece that has just taken go on, now that its victims are gone, other than straight back?
fn goes_on(grid: Grid, after: &damka_rules::AnyPosition, route: &Route) -> bool {
    let [.., before, last] = route.stops() else { return false };
    let (dr, dc) = heading(grid, *before, *last);
    passed(after).is_some_and(|pos| {
        pos.moves().iter().any(|m| {
            m.is_capture() && m.from() == route.to() && heading(grid, m.from(), m.stops()[1]) != (-dr, -dc)
        })
    })
}

/// The direction of a leg.
fn heading(grid: Grid, from: Square, to: Square) -> (isize, isize) {
    let ((r0, c0), (r1, c1)) = (grid.place(from), grid.place(to));
    ((r1 as isize - r0 as isize).signum(), (c1 as isize - c0 as isize).signum())
}
