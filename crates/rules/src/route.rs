//! Whole moves as people see them: where a piece stops and what it takes.
//!
//! This is a second, plain statement of the capture laws. The generator is fast, this one says everything;
//! tests hold the two against each other.

use alloc::string::String;
use alloc::vec::Vec;

use crate::generate::rank;
use crate::geometry::Geometry;
use crate::laws::{Choice, KingRange, Landing, Obligation, Promotion, Removal};
use crate::text::join;
use crate::{
    Bits, Dir, Dirs, Grid, Move, MoveList, MoveText, Notation, Position, Role, Rules, SetOf, Side, Square,
};

/// A whole legal move: the squares it stops on, first to last, and the squares it takes, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Route {
    /// Start, every landing, end. Straight on over several pieces, the landing named is the one directly
    /// behind the victim.
    pub stops: Vec<Square>,
    /// Pieces taken, in order.
    pub taken: Vec<Square>,
    /// Does the piece become a king?
    pub promotes: bool,
}

impl Route {
    /// Where it begins.
    pub fn from(&self) -> Square {
        self.stops[0]
    }
    /// Where it ends.
    pub fn to(&self) -> Square {
        self.stops[self.stops.len() - 1]
    }
    /// Is anything taken?
    pub fn is_capture(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Do two routes come to the same: same piece, same end, same victims?
    pub fn same_move(&self, other: &Route) -> bool {
        self.from() == other.from()
            && self.to() == other.to()
            && self.promotes == other.promotes
            && self.taken.len() == other.taken.len()
            && self.taken.iter().all(|sq| other.taken.contains(sq))
    }

    /// All squares with the route's squares in full: `d8xg5xc1xa3`, `c3-d4`.
    pub fn text(&self, notation: Notation, grid: Grid) -> String {
        join(&self.stops, if self.is_capture() { "x" } else { "-" }, notation, grid)
    }

    /// As syntax, with every stop.
    pub fn move_text(&self) -> MoveText {
        MoveText { stops: self.stops.clone(), capture: self.is_capture() }
    }

    /// Every square the piece touches, start included; each leg passes over its victim.
    pub fn visited(&self, grid: Grid) -> Vec<Square> {
        let mut out = Vec::with_capacity(self.stops.len());
        out.push(self.from());
        for (i, leg) in self.stops.windows(2).enumerate() {
            let victim = self.taken.get(i);
            let ((r0, c0), (r1, c1)) = (grid.place(leg[0]), grid.place(leg[1]));
            let (dr, dc) = (r1 as isize - r0 as isize, c1 as isize - c0 as isize);
            for i in 1..=dr.abs().max(dc.abs()) {
                let n = dr.abs().max(dc.abs());
                let (r, c) = (r0 as isize + dr * i / n, c0 as isize + dc * i / n);
                if let Some(sq) = grid.square_at(r as usize, c as usize)
                    && Some(&sq) != victim
                {
                    out.push(sq);
                }
            }
        }
        out
    }
}

/// One capture with what its rank depends on.
pub(crate) struct Capture {
    pub(crate) route: Route,
    pub(crate) rank: u32,
}

impl<R: Rules> Position<R> {
    /// Every legal route, in the order of squares. Several routes can be the same move
    /// ([`Route::same_move`]) where a piece may go round either way.
    pub fn routes(&self) -> Vec<Route> {
        let mut out = self.capture_routes();
        if out.is_empty() || matches!(R::LAWS.obligation, Obligation::Optional) {
            let mut moves = MoveList::new();
            self.legal_moves(&mut moves);
            out.extend(moves.iter().filter(|m| !m.is_capture()).map(|&m| self.quiet_route(m)));
        }
        out.sort();
        out
    }

    /// The route of a legal move (one of them, if it can go round either way).
    pub fn route(&self, m: Move<R>) -> Route {
        if !m.is_capture() {
            return self.quiet_route(m);
        }
        let mut all = Vec::new();
        self.captures_of(m.from, &mut all);
        all.into_iter()
            .map(|c| c.route)
            .find(|r| {
                r.to() == m.to_square() && r.promotes == m.promotes && Self::set(&r.taken) == m.captured
            })
            .expect("a generated capture has a route: both follow the same laws")
    }

    /// The legal move of a route.
    pub fn find(&self, route: &Route) -> Option<Move<R>> {
        self.find_move(route.from(), route.to(), &route.taken, Some(route.promotes))
    }

    /// The legal move with this start, end and set of victims.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        taken: &[Square],
        promotes: Option<bool>,
    ) -> Option<Move<R>> {
        let grid = R::Board::GRID;
        if !grid.has(from) || !grid.has(to) || taken.iter().any(|&sq| !grid.has(sq)) {
            return None;
        }
        let taken = Self::set(taken);
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.iter().copied().find(|m| {
            m.from == R::Board::set_of(from)
                && m.to == R::Board::set_of(to)
                && m.captured == taken
                && promotes.is_none_or(|p| p == m.promotes)
        })
    }

    /// The shortest clear text of a legal move: from and to, or the full path where that is ambiguous.
    pub fn write(&self, m: Move<R>) -> String {
        let route = self.route(m);
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        let alike = moves.iter().filter(|n| n.from == m.from && n.to == m.to).count();
        let (notation, grid) = (R::LAWS.notation, R::Board::GRID);
        if alike == 1 && route.is_capture() {
            join(&[route.from(), route.to()], "x", notation, grid)
        } else {
            route.text(notation, grid)
        }
    }

    fn set(squares: &[Square]) -> SetOf<R> {
        squares.iter().fold(SetOf::<R>::EMPTY, |all, &sq| all | R::Board::set_of(sq))
    }

    fn quiet_route(&self, m: Move<R>) -> Route {
        let stops = [m.from_square(), m.to_square()].into();
        Route { stops, taken: Vec::new(), promotes: m.promotes }
    }

    fn capture_routes(&self) -> Vec<Route> {
        if self.won_by_king() {
            return Vec::new();
        }
        let all = self.all_captures();
        let best = all.iter().map(|c| c.rank).max().unwrap_or(0);
        all.into_iter().filter(|c| c.rank == best).map(|c| c.route).collect()
    }

    /// Every complete capture before the law of choice has its say.
    pub(crate) fn all_captures(&self) -> Vec<Capture> {
        let mut all = Vec::new();
        for from in self.pieces(self.turn).singles() {
            self.captures_of(from, &mut all);
        }
        all
    }

    fn captures_of(&self, from: SetOf<R>, out: &mut Vec<Capture>) {
        let king = (self.kings & from).any();
        let mut path = Path {
            pos: self,
            free: self.empty() | from,
            king,
            began_as_king: king,
            stops: [R::Board::square_of(from)].into(),
            taken: Vec::new(),
            taken_set: Bits::EMPTY,
        };
        path.extend(from, None, out);
    }
}

/// A capture being walked.
struct Path<'a, R: Rules> {
    pos: &'a Position<R>,
    free: SetOf<R>,
    king: bool,
    began_as_king: bool,
    stops: Vec<Square>,
    taken: Vec<Square>,
    taken_set: SetOf<R>,
}

impl<R: Rules> Path<'_, R> {
    /// Goes on from `at` in every way; returns whether there was one.
    fn extend(&mut self, at: SetOf<R>, came: Option<Dir>, out: &mut Vec<Capture>) -> bool {
        let mut found = false;
        let dirs = self.dirs();
        for d in (0..8).filter(|&d| dirs.has(d)) {
            let reversed = came.is_some_and(|c| d == c ^ 2);
            if reversed && !R::LAWS.may_reverse {
                continue;
            }
            found |= self.jump(at, d, out);
        }
        found
    }

    fn dirs(&self) -> Dirs {
        match (self.king, self.pos.turn) {
            (true, _) => R::LAWS.king_captures,
            (false, Side::White) => R::LAWS.man_captures,
            (false, Side::Black) => R::LAWS.man_captures.turned(),
        }
    }

    /// Jumps in one direction, if there is something to jump.
    fn jump(&mut self, at: SetOf<R>, d: Dir, out: &mut Vec<Capture>) -> bool {
        let flying = self.king && R::LAWS.king_range != KingRange::Short;
        let mut over = R::Board::step(at, d);
        while flying && (over & self.free).any() {
            over = R::Board::step(over, d);
        }
        let mut prey = self.pos.pieces(self.pos.turn.other()) & !self.taken_set;
        // A man crowned on the way keeps a man's rights over kings; no law combines the two.
        if !self.king && !R::LAWS.men_take_kings {
            prey &= !self.pos.kings;
        }
        over &= prey;
        let first = R::Board::step(over, d) & self.free;
        if first.none() {
            return false;
        }
        let before = self.free;
        self.taken.push(R::Board::square_of(over));
        self.taken_set |= over;
        if R::LAWS.removal == Removal::AtOnce {
            self.free |= over;
        }
        self.land(first, over, d, out);
        self.free = before;
        self.taken_set ^= over;
        self.taken.pop();
        true
    }

    fn land(&mut self, first: SetOf<R>, over: SetOf<R>, d: Dir, out: &mut Vec<Capture>) {
        let was_king = self.king;
        let on_last_row = (first & Position::<R>::last_row(self.pos.turn)).any();
        if !was_king {
            self.king = on_last_row && R::LAWS.promotion == Promotion::InPassing;
            let crowned = on_last_row;
            self.at(first, |path| {
                if !path.extend(first, Some(d), out) {
                    path.finish(crowned, out);
                }
            });
            self.king = false;
            return;
        }
        let crowned = !self.began_as_king;
        let halts = R::LAWS.king_range == KingRange::HaltBehindKing && (over & self.pos.kings).any();
        let slides = matches!(R::LAWS.king_range, KingRange::Flying | KingRange::HaltBehindKing);
        let mut landings = [first].to_vec();
        let mut next = R::Board::step(first, d) & self.free;
        while slides && next.any() {
            landings.push(next);
            next = R::Board::step(next, d) & self.free;
        }
        if R::LAWS.landing == Landing::Anywhere {
            for at in landings {
                self.at(at, |path| {
                    if !path.extend(at, Some(d), out) {
                        path.finish(crowned, out);
                    }
                });
            }
            return;
        }
        let mut found = self.at(first, |path| path.extend(first, Some(d), out));
        for &at in &landings[1..] {
            found |= self.at(at, |path| {
                let dirs = path.dirs();
                let turns = (0..8).filter(|&e| dirs.has(e) && e & !2 != d & !2);
                // Every turn is walked, not just the first that works.
                let mut found = false;
                for e in turns {
                    found |= path.jump(at, e, out);
                }
                found
            });
        }
        if !found {
            let ends = if halts { &landings[..1] } else { &landings[..] };
            for &at in ends {
                self.at(at, |path| path.finish(crowned, out));
            }
        }
    }

    fn at<T>(&mut self, at: SetOf<R>, then: impl FnOnce(&mut Self) -> T) -> T {
        self.stops.push(R::Board::square_of(at));
        let result = then(self);
        self.stops.pop();
        result
    }

    fn finish(&mut self, promotes: bool, out: &mut Vec<Capture>) {
        let order = match R::LAWS.choice {
            Choice::Italian => self.taken.iter().take(16).enumerate().fold(0, |bits, (i, &sq)| {
                let king = self.pos.piece_at(sq).is_some_and(|p| p.role == Role::King);
                bits | (king as u32) << (15 - i)
            }),
            _ => 0,
        };
        let rank = rank::<R>(self.taken_set, self.pos.kings, self.began_as_king, order);
        let route = Route { stops: self.stops.clone(), taken: self.taken.clone(), promotes };
        out.push(Capture { route, rank });
    }
}
