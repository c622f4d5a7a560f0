//! One bad move: what the opponent does about it, and what was better.

use damka_rules::{AnyPosition, Goal as Law, Route, Side, Square};

use crate::line::{must_capture, stuck, threatened};
use crate::tally::Haul;
use crate::tempo::{self, Tempo};
use crate::{Because, Goal, Line, Prover, What};

/// Nobody follows a longer line.
const LONGEST: usize = 14;

/// How a position ends, where that is proven.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Proven {
    /// The side in question wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// The side in question loses.
    Lost,
}

/// A move to be explained.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position before it.
    pub before: AnyPosition,
    /// The move.
    pub played: Route,
    /// What the opponent does, from the position after the move.
    pub answer: Vec<String>,
    /// What was better, from the position before it.
    pub better: Vec<String>,
    /// How it stood before and after for the player who moved, where that is proven.
    pub proven: (Option<Proven>, Option<Proven>),
}

/// The reasons why a move was bad, the weightiest first; none where nothing can be proved.
pub fn explain(case: &Case) -> Vec<Because> {
    let Case { before, played, proven, .. } = case;
    let mut whole = Line::at(*before);
    if !whole.play(played) {
        return Vec::new();
    }
    let after = *whole.end();
    let mut answer = Line::read(after, &case.answer);
    answer.settle();
    answer.routes().iter().for_each(|route| _ = whole.play(route));
    let mut better = Line::read(*before, &case.better);
    better.settle();
    let mut found: Vec<Because> = thrown(*proven, after).into_iter().collect();
    if before.variant().laws().goal != Law::BeLeftWithoutMove {
        let (mover, opponent) = (before.turn(), before.turn().other());
        let punished = Tale { line: &whole, skip: 1, other: &better, solver: opponent };
        found.extend(punished.reason());
        if better.routes().first().is_some_and(|best| !best.same_move(played)) {
            let missed = Tale { line: &better, skip: 0, other: &whole, solver: mover };
            found.extend(missed.reason().map(|because| fewer(because, played)));
        }
    }
    found
}

/// What tables or a search to the end say.
fn thrown(proven: (Option<Proven>, Option<Proven>), after: AnyPosition) -> Option<Because> {
    let what = match proven {
        (Some(Proven::Won), Some(Proven::Drawn | Proven::Lost)) => What::ThrowsWin,
        (Some(Proven::Drawn), Some(Proven::Lost)) => What::ThrowsDraw,
        _ => return None,
    };
    Some(Because { what, at: None, line: Line::at(after) })
}

/// Where two captures were legal and the smaller one was made, that is the plainest way to say it.
fn fewer(because: Because, played: &Route) -> Because {
    let (took, could) = (played.taken().len(), because.line.routes().first().map_or(0, |r| r.taken().len()));
    let material = matches!(because.what, What::MissedTaking { .. } | What::MissedShot { .. });
    if !material || took == 0 || could <= took {
        return because;
    }
    let what = What::TookFewer { took: took as u8, could: could as u8 };
    Because { what, at: None, line: because.line.cut(1) }
}

/// A line from the position before the move, and what its winner gets out of it that the other line does not give.
struct Tale<'a> {
    line: &'a Line,
    /// Moves already made when the proof begins: the bad move itself.
    skip: usize,
    other: &'a Line,
    solver: Side,
}

impl Tale<'_> {
    fn reason(&self) -> Option<Because> {
        self.end().or_else(|| self.material()).or_else(|| self.king())
    }

    /// The game ends on the board.
    fn end(&self) -> Option<Because> {
        let lost = stuck(self.line.end())?;
        if lost == self.solver || self.line.len() > LONGEST || !self.proved(self.line.len(), Goal::End) {
            return None;
        }
        let pieces = crate::Tally::of(self.line.end()).pieces(lost);
        let law = self.line.start().variant().laws().goal;
        let (what, at) = match (law, pieces, self.skip) {
            (Law::FirstKing, _, skip) => {
                let last = self.line.routes().last()?;
                let what = if skip == 1 { What::LetsFirstKing } else { What::MissedFirstKing };
                (what, Some(crowned_at(self.line.start(), last, self.solver)?))
            }
            (_, 0, 1) => (What::LosesAll, None),
            (_, 0, _) => (What::MissedAll, None),
            (_, _, 1) => (What::Blocked, None),
            (_, _, _) => (What::MissedBlock, None),
        };
        Some(self.because(what, at, self.line.len()))
    }

    /// Pieces are won.
    fn material(&self) -> Option<Because> {
        let cut = self.rests(self.line).find(|&cut| cut > self.skip && self.gain(self.line, cut).gain > 0)?;
        let haul = self.gain(self.line, cut);
        // Lost anyway is no reason.
        let anyway = self.rests(self.other).take_while(|&other| other <= cut + 1);
        let anyway = anyway.map(|other| self.gain(self.other, other).gain).max().unwrap_or(0);
        if haul.taken <= haul.given || anyway >= haul.gain || !self.proved(cut, Goal::Gain(haul.gain)) {
            return None;
        }
        let Haul { taken, given, kings, .. } = haul;
        let what = match (self.skip, given) {
            (0, 0) => What::MissedTaking { pieces: taken, kings },
            (0, _) => What::MissedShot { taken, given },
            (_, 0) => match tempo::of(self.line, cut, self.solver) {
                Some(Tempo::Zugzwang) => What::Zugzwang { pieces: taken },
                Some(Tempo::Opposition) => What::Opposition { pieces: taken },
                None => What::Loses { pieces: taken, kings },
            },
            (_, _) => What::Shot { taken, given },
        };
        let single = taken == 1 && given == 0;
        let first = self.line.routes()[self.skip..cut].iter().flat_map(|route| route.taken()).next();
        Some(self.because(what, first.copied().filter(|_| single), cut))
    }

    /// A man gets through.
    fn king(&self) -> Option<Because> {
        let crowning = |line: &Line| {
            let sides = line.positions().iter().map(AnyPosition::turn);
            line.routes().iter().zip(sides).position(|(r, side)| side == self.solver && r.promotes())
        };
        let ply = crowning(self.line)?;
        let cut = self.rests(self.line).find(|&cut| cut > ply)?;
        let anyway = crowning(self.other).is_some_and(|other| other <= ply + 2);
        if ply < self.skip || anyway || !self.proved(cut, Goal::Crown) {
            return None;
        }
        let at = crowned_at(self.line.start(), &self.line.routes()[ply], self.solver);
        let what = if self.skip == 1 { What::LetsKing } else { What::MissedKing };
        Some(self.because(what, at, cut))
    }

    /// After how many moves of a line the captures have ended: the loser is to move and cannot take, or nobody can.
    fn rests<'l>(&'l self, line: &'l Line) -> impl Iterator<Item = usize> + 'l {
        let solver = self.solver;
        (1..=line.len().min(LONGEST)).filter(move |&plies| {
            let pos = &line.positions()[plies];
            !must_capture(pos) && (pos.turn() != solver || !threatened(pos))
        })
    }

    fn gain(&self, line: &Line, plies: usize) -> Haul {
        Haul::between(line.start(), &line.positions()[plies], self.solver)
    }

    fn proved(&self, cut: usize, goal: Goal) -> bool {
        let routes = &self.line.routes()[self.skip..cut];
        let quiet = routes.iter().filter(|route| !route.is_capture()).count();
        let from = &self.line.positions()[self.skip];
        Prover::new(self.line.start(), self.solver, goal).forces(from, quiet, routes)
    }

    fn because(&self, what: What, at: Option<Square>, cut: usize) -> Because {
        let mut line = Line::at(self.line.positions()[self.skip]);
        self.line.routes()[self.skip..cut].iter().for_each(|route| _ = line.play(route));
        Because { what, at, line }
    }
}

/// Where on a route a man of this side became a king.
fn crowned_at(pos: &AnyPosition, route: &Route, side: Side) -> Option<Square> {
    let grid = pos.grid();
    let last = if side == Side::White { 0 } else { grid.height - 1 };
    route.stops().iter().copied().find(|&square| grid.place(square).0 == last)
}
