//! What a forced line does, by names players know. Each is an exact test on the line; one that has none is left out.

use damka_rules::{AnyPosition, Promotion, Removal, Role, Route, Side, Square};

use crate::line::{must_capture, passed, stuck, threatened};
use crate::tally::Haul;
use crate::tempo;
use crate::{Goal, Line, Prover, Tally};

mod paths;
mod trap;

/// A motif of the solver, or of what the defender is made to do.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Motif {
    /// More is taken than given, and something is given.
    Shot {
        /// Pieces taken.
        taken: u8,
        /// Pieces given.
        given: u8,
    },
    /// As many are taken as given, at once.
    Exchange,
    /// An exchange whose last capture goes backward.
    ExchangeBack,
    /// A quiet move made while the defender has to take anyway.
    FreeTempo,
    /// One piece of the defender takes twice running and is called back towards its own side.
    Recall,
    /// The defender's piece is brought to where the last capture takes it.
    Decoy,
    /// The defender's piece is brought away from where the last capture passes.
    Clearance,
    /// The defender can take in several ways, and each loses pieces.
    BothWays,
    /// A man is crowned though no pieces were won.
    Breakthrough,
    /// The defender is made to crown a man, and loses the king.
    SentToKing,
    /// The defender has pieces and no move.
    Blockade,
    /// The defender has to move, and every move loses.
    Zugzwang,
    /// One piece attacks two and gets one of them.
    Fork,
    /// A man steps between two men on one line.
    Gap,
    /// A king takes four or more and stops beside what it has taken, because that stands until the end.
    TurkishStroke,
    /// The same with three.
    HalfTurkish,
    /// One capture that turns four times the same way.
    Tourniquet,
    /// The defender could save itself by another capture, but has to take the most.
    MajorityTrap,
    /// A man is crowned in the middle of a capture and goes on as a king.
    CrownedInPassing,
    /// A capture goes on where a piece taken before it has left the board.
    LineOpened,
}

impl Motif {
    /// A stable name for catalogues, files and JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Motif::Shot { .. } => "shot",
            Motif::Exchange => "exchange",
            Motif::ExchangeBack => "exchange-back",
            Motif::FreeTempo => "free-tempo",
            Motif::Recall => "recall",
            Motif::Decoy => "decoy",
            Motif::Clearance => "clearance",
            Motif::BothWays => "both-ways",
            Motif::Breakthrough => "breakthrough",
            Motif::SentToKing => "sent-to-king",
            Motif::Blockade => "blockade",
            Motif::Zugzwang => "zugzwang",
            Motif::Fork => "fork",
            Motif::Gap => "gap",
            Motif::TurkishStroke => "turkish-stroke",
            Motif::HalfTurkish => "half-turkish",
            Motif::Tourniquet => "tourniquet",
            Motif::MajorityTrap => "majority-trap",
            Motif::CrownedInPassing => "crowned-in-passing",
            Motif::LineOpened => "line-opened",
        }
    }

    /// One of each, for catalogues.
    pub const ALL: [Motif; 20] = [
        Motif::Shot { taken: 2, given: 1 },
        Motif::Exchange,
        Motif::ExchangeBack,
        Motif::FreeTempo,
        Motif::Recall,
        Motif::Decoy,
        Motif::Clearance,
        Motif::BothWays,
        Motif::Breakthrough,
        Motif::SentToKing,
        Motif::Blockade,
        Motif::Zugzwang,
        Motif::Fork,
        Motif::Gap,
        Motif::TurkishStroke,
        Motif::HalfTurkish,
        Motif::Tourniquet,
        Motif::MajorityTrap,
        Motif::CrownedInPassing,
        Motif::LineOpened,
    ];
}

/// The motifs of a forced line whose first move is the solver's.
///
/// ```
/// use damka_explain::{Line, Motif, motifs};
/// use damka_rules::{AnyPosition, Variant};
/// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wf6:Bc7,g7").unwrap();
/// let line = Line::read(pos, &["f6:h8"]);
/// assert!(motifs(&line).is_empty());
/// ```
pub fn motifs(line: &Line) -> Vec<Motif> {
    let solver = line.start().turn();
    let Some(last) = line.len().checked_sub(1) else { return Vec::new() };
    let view = View { line, solver, last };
    let mut found = Vec::new();
    found.extend(view.material());
    let tests: [(Motif, Test<'_>); 15] = [
        (Motif::FreeTempo, View::free_tempo),
        (Motif::Recall, View::recall),
        (Motif::Decoy, View::decoy),
        (Motif::Clearance, View::clearance),
        (Motif::BothWays, View::both_ways),
        (Motif::Breakthrough, View::breakthrough),
        (Motif::SentToKing, View::sent_to_king),
        (Motif::Blockade, View::blockade),
        (Motif::Zugzwang, View::zugzwang),
        (Motif::Fork, View::fork),
        (Motif::Gap, View::gap),
        (Motif::Tourniquet, View::tourniquet),
        (Motif::MajorityTrap, View::majority_trap),
        (Motif::CrownedInPassing, View::crowned_in_passing),
        (Motif::LineOpened, View::line_opened),
    ];
    found.extend(tests.into_iter().filter(|(_, test)| test(&view)).map(|(motif, _)| motif));
    found.extend(view.turkish());
    found
}

/// Is the motif there?
type Test<'l> = fn(&View<'l>) -> bool;

struct View<'l> {
    line: &'l Line,
    solver: Side,
    /// The last ply.
    last: usize,
}

impl View<'_> {
    fn pos(&self, ply: usize) -> &AnyPosition {
        &self.line.positions()[ply]
    }
    fn route(&self, ply: usize) -> &Route {
        &self.line.routes()[ply]
    }
    fn own(&self, ply: usize) -> bool {
        self.pos(ply).turn() == self.solver
    }
    /// Plies of the solver's captures, or the defender's.
    fn captures(&self, own: bool) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..=self.last).filter(move |&ply| self.own(ply) == own && self.route(ply).is_capture())
    }
    /// Plies of quiet moves of the solver that leave the defender nothing but to take, and it does.
    fn offers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.last)
            .filter(|&ply| self.own(ply) && !self.route(ply).is_capture() && must_capture(self.pos(ply + 1)))
    }
    fn final_capture(&self) -> Option<&Route> {
        self.captures(true).next_back().map(|ply| self.route(ply))
    }
    fn wins_from(&self, pos: &AnyPosition) -> (bool, bool) {
        let mut prover = Prover::new(self.line.start(), self.solver, Goal::Gain(1));
        let quiet = self.line.routes().iter().filter(|route| !route.is_capture()).count();
        (prover.forces(pos, quiet, &[]), prover.decided())
    }

    fn material(&self) -> Option<Motif> {
        let Haul { taken, given, gain, .. } = Haul::between(self.line.start(), self.line.end(), self.solver);
        if given > 0 && taken > given && gain > 0 {
            return Some(Motif::Shot { taken, given });
        }
        let alternate = (1..=self.last).all(|ply| self.route(ply).is_capture());
        let last = self.final_capture()?;
        if taken == 0 || taken != given || !alternate || self.last > 4 {
            return None;
        }
        let (from, to) = (self.row(last.from()), self.row(last.to()));
        let backward = if self.solver == Side::White { to > from } else { to < from };
        Some(if backward { Motif::ExchangeBack } else { Motif::Exchange })
    }

    fn free_tempo(&self) -> bool {
        (0..self.last).any(|ply| {
            self.own(ply)
                && !self.route(ply).is_capture()
                && !self.pos(ply).can_capture()
                && self.route(ply + 1).is_capture()
                && passed(self.pos(ply))
                    .is_some_and(|pos| pos.moves().iter().any(|route| route.same_move(self.route(ply + 1))))
        })
    }

    fn recall(&self) -> bool {
        self.captures(false).any(|ply| {
            let Some(second) = self.line.routes().get(ply + 2) else { return false };
            let first = self.route(ply);
            let nearer = match self.solver {
                Side::White => self.row(second.to()) < self.row(first.to()),
                Side::Black => self.row(second.to()) > self.row(first.to()),
            };
            second.is_capture() && second.from() == first.to() && nearer
        })
    }

    fn decoy(&self) -> bool {
        let Some(last) = self.final_capture() else { return false };
        self.offers().any(|ply| last.taken().contains(&self.route(ply + 1).to()))
    }

    fn clearance(&self) -> bool {
        let Some(last) = self.final_capture() else { return false };
        let passes = last.visited(self.line.start().grid());
        self.offers().any(|ply| passes[1..].contains(&self.route(ply + 1).from()))
    }

    fn both_ways(&self) -> bool {
        self.offers().any(|ply| {
            let pos = self.pos(ply + 1);
            let moves = pos.moves();
            moves.len() > 1
                && moves.iter().all(|m| pos.play_route(m).is_some_and(|next| self.wins_from(&next).0))
        })
    }

    fn breakthrough(&self) -> bool {
        let crowned = (0..=self.last).find(|&ply| self.own(ply) && self.route(ply).promotes());
        crowned.is_some_and(|ply| {
            let haul = Haul::between(self.line.start(), self.pos(ply + 1), self.solver);
            let stays = !self.pos(ply + 1).can_capture() || ply < self.last;
            haul.taken <= haul.given && stays
        })
    }

    fn sent_to_king(&self) -> bool {
        self.captures(false).any(|ply| {
            let mut king = self.route(ply).to();
            if !self.route(ply).promotes() {
                return false;
            }
            (ply + 1..=self.last.min(ply + 4)).any(|later| {
                let route = self.route(later);
                if self.own(later) {
                    return route.taken().contains(&king);
                }
                if route.from() == king {
                    king = route.to();
                }
                false
            })
        })
    }

    fn blockade(&self) -> bool {
        let end = self.line.end();
        let defender = self.solver.other();
        stuck(end) == Some(defender)
            && Tally::of(end).pieces(defender) > 0
            && end.variant().laws().goal == damka_rules::Goal::LeaveNoMove
    }

    fn zugzwang(&self) -> bool {
        tempo::of(self.line, self.line.len(), self.solver).is_some()
    }

    /// A quiet move after which the moved piece could take either of two, when it could take nothing before.
    fn fork(&self) -> bool {
        (0..self.last).any(|ply| {
            let (route, next) = (self.route(ply), self.pos(ply + 1));
            if !self.own(ply) || route.is_capture() || must_capture(next) || threatened_by(self.pos(ply)) {
                return false;
            }
            let Some(still) = passed(next) else { return false };
            let mut prey: Vec<Square> = still
                .moves()
                .iter()
                .filter(|m| m.from() == route.to() && m.is_capture())
                .map(|m| m.taken()[0])
                .collect();
            prey.sort();
            prey.dedup();
            let takes = (ply + 2..=self.last).find(|&later| self.own(later));
            prey.len() >= 2
                && takes.is_some_and(|later| {
                    self.route(later).taken().iter().any(|sq| prey.contains(sq))
                        && self.route(later).from() == route.to()
                })
        })
    }

    fn gap(&self) -> bool {
        let grid = self.line.start().grid();
        (0..=self.last).any(|ply| {
            let (pos, route) = (self.pos(ply), self.route(ply));
            let man = pos.piece_at(route.from()).is_some_and(|piece| piece.role == Role::Man);
            let (row, col) = grid.place(route.to());
            let foe = |dr: isize, dc: isize| {
                let (r, c) = (row as isize + dr, col as isize + dc);
                grid.on(r, c)
                    && grid.square_at(r as usize, c as usize).is_some_and(|square| {
                        pos.piece_at(square)
                            .is_some_and(|piece| piece.side != self.solver && piece.role == Role::Man)
                    })
            };
            let between = [(-1, -1), (-1, 1)].into_iter().any(|(dr, dc)| foe(dr, dc) && foe(-dr, -dc));
            let wins = (ply + 1..=self.last).any(|later| self.own(later) && self.route(later).is_capture());
            self.own(ply) && !route.is_capture() && man && between && wins
        })
    }

    fn crowned_in_passing(&self) -> bool {
        let laws = self.line.start().variant().laws();
        let top = if self.solver == Side::White { 0 } else { self.line.start().grid().height - 1 };
        laws.promotion == Promotion::InPassing
            && self.captures(true).any(|ply| {
                let stops = self.route(ply).stops();
                let man = self.pos(ply).piece_at(stops[0]).is_some_and(|piece| piece.role == Role::Man);
                man && stops[1..stops.len() - 1].iter().any(|&square| self.row(square) == top)
            })
    }

    fn line_opened(&self) -> bool {
        let (grid, laws) = (self.line.start().grid(), self.line.start().variant().laws());
        laws.removal == Removal::AtOnce
            && self.captures(true).any(|ply| {
                let route = self.route(ply);
                let visited = route.visited(grid);
                route.taken().iter().any(|square| visited.contains(square))
            })
    }

    fn row(&self, square: Square) -> usize {
        self.line.start().grid().place(square).0
    }
}

/// Can the side to move take something already?
fn threatened_by(pos: &AnyPosition) -> bool {
    pos.can_capture() || threatened(pos)
}
