//! Proof that something is forced: a small search of its own, over every defence, by the rules alone.
//!
//! It knows no evaluation. The solver's moves are those of the line given as a hint, captures, and quiet moves that
//! leave the opponent nothing but to take; the defender's are all there are. So what is found forced is forced, but
//! not everything that is forced is found.

use damka_rules::{AnyPosition, Goal as Law, Route, Side};

use crate::line::{must_capture, threatened};
use crate::tally::Tally;

/// Positions a proof may visit: a tenth of a second.
pub const BUDGET: u32 = 10_000;

/// What the solver is after.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// At least so many halves of a man more than at the start.
    Gain(i32),
    /// A new king that stays on the board and is worth what was given for it, while the defender gets none.
    Crown,
    /// The defender has no move left.
    End,
}

/// A proof under way.
#[derive(Clone, Debug)]
pub struct Prover {
    solver: Side,
    start: Tally,
    goal: Goal,
    left: u32,
}

impl Prover {
    /// Somebody who proves that `solver` reaches the goal, counted from this position on.
    pub fn new(start: &AnyPosition, solver: Side, goal: Goal) -> Prover {
        Prover { solver, start: Tally::of(start), goal, left: BUDGET }
    }

    /// Is the goal forced from this position within so many quiet moves of both sides, whatever the defender does?
    /// Captures cost nothing. `hint` is the line believed in.
    ///
    /// ```
    /// use damka_explain::{Goal, Prover};
    /// use damka_rules::{AnyPosition, Side, Variant};
    /// // White takes a man, and nothing more.
    /// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wd4,b2,c1:Bc5,h8").unwrap();
    /// assert!(Prover::new(&pos, Side::White, Goal::Gain(2)).forces(&pos, 0, &[]));
    /// assert!(!Prover::new(&pos, Side::White, Goal::Gain(4)).forces(&pos, 0, &[]));
    /// ```
    pub fn forces(&mut self, pos: &AnyPosition, quiet: usize, hint: &[Route]) -> bool {
        // Where losing wins, nothing here means what it says.
        pos.variant().laws().goal != Law::BeLeftWithoutMove && self.step(pos, quiet, hint, false)
    }

    /// Was the last answer found within the budget? If not, "no" only means "not found".
    pub fn decided(&self) -> bool {
        self.left > 0
    }

    fn step(&mut self, pos: &AnyPosition, quiet: usize, hint: &[Route], settled: bool) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let moves = pos.moves();
        if moves.is_empty() {
            return pos.turn() != self.solver;
        }
        match pos.turn() == self.solver {
            true => self.attack(pos, moves, quiet, hint, settled),
            false => self.defend(pos, &moves, quiet, hint, settled),
        }
    }

    fn attack(
        &mut self,
        pos: &AnyPosition,
        mut moves: Vec<Route>,
        quiet: usize,
        hint: &[Route],
        settled: bool,
    ) -> bool {
        let met = self.met(pos);
        if met && !must_capture(pos) && !threatened(pos) {
            return true;
        }
        let hinted = hint.first();
        moves.sort_by_key(|route| !hinted.is_some_and(|hint| hint.same_move(route)));
        for route in &moves {
            let follows = hinted.is_some_and(|hint| hint.same_move(route));
            let Some(next) = pos.play_route(route) else { continue };
            let cost = usize::from(!route.is_capture());
            let Some(quiet) = quiet.checked_sub(cost) else { continue };
            // A quiet move must be the line's, leave nothing but a capture, or make safe what has been won.
            if !follows && cost == 1 && !met && !must_capture(&next) {
                continue;
            }
            if self.step(&next, quiet, rest(hint, follows), settled) {
                return true;
            }
        }
        false
    }

    fn defend(
        &mut self,
        pos: &AnyPosition,
        moves: &[Route],
        quiet: usize,
        hint: &[Route],
        settled: bool,
    ) -> bool {
        let forced = must_capture(pos);
        let met = !forced && self.met(pos);
        if met && settled {
            return true;
        }
        for route in moves {
            let Some(next) = pos.play_route(route) else { continue };
            let cost = usize::from(!route.is_capture());
            if met && cost == 1 {
                // At rest: only a shot in return could take back what has been won.
                if must_capture(&next) && !self.step(&next, RETURN, &[], true) {
                    return false;
                }
                continue;
            }
            let Some(quiet) = quiet.checked_sub(cost) else { return false };
            let follows = hint.first().is_some_and(|hint| hint.same_move(route));
            if !self.step(&next, quiet, rest(hint, follows), settled) {
                return false;
            }
        }
        true
    }

    fn met(&self, pos: &AnyPosition) -> bool {
        let (now, variant) = (Tally::of(pos), pos.variant());
        let gain = now.balance(self.solver, variant) - self.start.balance(self.solver, variant);
        match self.goal {
            Goal::Gain(least) => gain >= least,
            Goal::Crown => {
                gain > 0
                    && now.kings[self.solver] > self.start.kings[self.solver]
                    && now.kings[self.solver.other()] <= self.start.kings[self.solver.other()]
            }
            Goal::End => false,
        }
    }
}

/// Quiet moves looked at in answer to a shot in return.
const RETURN: usize = 2;

fn rest(hint: &[Route], follows: bool) -> &[Route] {
    if follows { &hint[1..] } else { &[] }
}
