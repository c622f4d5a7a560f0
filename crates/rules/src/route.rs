//! Whole moves as people see them: where a piece stops and what it takes.
//!
//! This is a second, plain statement of the capture laws. The generator is fast, this one says everything;
//! tests hold the two against each other.

use alloc::string::String;
use alloc::vec::Vec;

use crate::generate::rank;
use crate::geometry::Geometry;
use crate::laws::{Choice, KingRange, Landing, Obligation, Promotion, Removal};
use crate::plain::Plain;
use crate::{
    Bits, Dir, Dirs, Grid, Move, MoveList, MoveText, Played, Position, Role, Rules, Script, SetOf, Square,
};

/// A whole move: the squares it stops on, first to last, and the squares it takes, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Route {
    /// At least two; kept by [`Route::new`].
    stops: Vec<Square>,
    taken: Vec<Square>,
    promotes: bool,
}

impl Route {
    /// A route over these stops that takes these pieces; whether it is legal is the position's business.
    ///
    /// `None` if there are fewer than two stops, or if something is taken but not one piece on each leg.
    ///
    /// ```
    /// use damka_rules::{Route, Square};
    /// let [a, b, c] = [22, 18, 15].map(Square::new);
    /// assert!(Route::new(vec![a, c], vec![b], false).is_some());
    /// assert!(Route::new(vec![a], vec![], false).is_none());
    /// ```
    pub fn new(stops: Vec<Square>, taken: Vec<Square>, promotes: bool) -> Option<Route> {
        let sound = stops.len() >= 2 && (taken.is_empty() || taken.len() == stops.len() - 1);
        sound.then_some(Route { stops, taken, promotes })
    }

    /// Where it begins.
    pub fn from(&self) -> Square {
        self.stops[0]
    }
    /// Where it ends.
    pub fn to(&self) -> Square {
        self.stops[self.stops.len() - 1]
    }
    /// Start, every landing, end: at least two squares. Straight on over several pieces, the landing named is
    /// the one directly behind the victim.
    pub fn stops(&self) -> &[Square] {
        &self.stops
    }
    /// The pieces taken, in order: one on each leg of a capture.
    pub fn taken(&self) -> &[Square] {
        &self.taken
    }
    /// Does the piece become a king?
    pub fn promotes(&self) -> bool {
        self.promotes
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

    /// The text with every stop: `d8:g5:c1:a3`, `c3-d4`.
    pub fn text(&self, script: Script) -> String {
        script.stops(&self.stops, self.is_capture())
    }

    /// As syntax, with every stop.
    pub fn move_text(&self) -> MoveText {
        MoveText::new(&self.stops, self.is_capture()).expect("a route has two stops")
    }

    /// The part of the route that is left when so many legs are gone; `None` when nothing is left.
    pub fn after(&self, legs: usize) -> Option<Route> {
        let stops = self.stops.get(legs..)?.to_vec();
        let taken = self.taken.get(legs..).unwrap_or_default().to_vec();
        Route::new(stops, taken, self.promotes)
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
        self.plain().routes()
    }

    /// The route of a legal move (one of them, if it can go round either way).
    pub fn route(&self, m: Move<R>) -> Route {
        self.plain().route_of(m.from.widen(), m.to_square(), m.captured.widen(), m.promotes)
    }

    /// The legal move of a route.
    pub fn find(&self, route: &Route) -> Option<Move<R>> {
        let grid = R::Board::GRID;
        if !grid.has(route.from()) || !grid.has(route.to()) || route.taken.iter().any(|&sq| !grid.has(sq)) {
            return None;
        }
        let taken = route.taken.iter().fold(SetOf::<R>::EMPTY, |all, &sq| all | R::Board::set_of(sq));
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.iter().copied().find(|m| {
            m.from == R::Board::set_of(route.from())
                && m.to == R::Board::set_of(route.to())
                && m.captured == taken
                && m.promotes == route.promotes
        })
    }

    /// The shortest clear text of a legal move: from and to, or the full path where that is ambiguous.
    pub fn write(&self, m: Move<R>) -> String {
        self.plain().write(&self.route(m))
    }
}

fn quiet_route(from: Square, to: Square, promotes: bool) -> Route {
    Route { stops: [from, to].into(), taken: Vec::new(), promotes }
}

/// Of captures only the highest-ranked are legal.
fn keep_best(captures: &mut Vec<Capture>) {
    let best = captures.iter().map(|c| c.rank).max().unwrap_or(0);
    captures.retain(|c| c.rank == best);
}

impl Plain {
    /// The route of a legal move (one of them, if it can go round either way).
    pub(crate) fn route_of(&self, from: u128, to: Square, captured: u128, promotes: bool) -> Route {
        let start = self.board.square_of(from);
        match captured.count() {
            0 => return quiet_route(start, to, promotes),
            1 => {
                let taken = [self.board.square_of(captured)].into();
                return Route { stops: [start, to].into(), taken, promotes };
            }
            _ => {}
        }
        let mut all = Vec::new();
        self.captures_from(from, &mut all);
        keep_best(&mut all);
        let fits = |r: &Route| r.to() == to && r.promotes == promotes && self.board.set(&r.taken) == captured;
        let found = all.into_iter().map(|c| c.route).find(fits);
        found.expect("a generated capture has a route: both follow the same laws")
    }

    /// Every legal route, in the order of squares.
    pub(crate) fn routes(&self) -> Vec<Route> {
        let mut routes = self.found_routes();
        routes.sort_unstable();
        routes
    }

    /// One route for every legal move, in the order of squares.
    pub(crate) fn moves(&self) -> Vec<Route> {
        let mut moves: Vec<Route> = Vec::new();
        for route in self.found_routes() {
            if !moves.iter().any(|m| m.same_move(&route)) {
                moves.push(route);
            }
        }
        moves.sort_unstable();
        moves
    }

    /// One route for every legal move with its short text, in the order of squares.
    pub(crate) fn legal_moves(&self) -> Vec<Played> {
        let moves = self.moves();
        let script = self.variant.script();
        let text = |route: &Route| {
            let (from, to) = (route.from(), route.to());
            let alike = moves.iter().filter(|m| m.from() == from && m.to() == to).count();
            // As `write` has it: from and to say enough where no other move has both.
            let short = !route.is_capture() || alike == 1;
            if short { script.stops(&[from, to], route.is_capture()) } else { route.text(script) }
        };
        let texts: Vec<String> = moves.iter().map(text).collect();
        moves.into_iter().zip(texts).map(|(route, text)| Played { route, text }).collect()
    }

    /// The legal route with this start, end and set of victims.
    pub(crate) fn find_move(&self, from: Square, to: Square, taken: &[Square]) -> Option<Route> {
        self.moves().into_iter().find(|m| {
            m.from() == from
                && m.to() == to
                && taken.iter().all(|sq| m.taken.contains(sq))
                && m.taken.iter().all(|sq| taken.contains(sq))
        })
    }

    /// The legal route that is the same move as this one.
    pub(crate) fn find(&self, route: &Route) -> Option<Route> {
        self.moves().into_iter().find(|m| m.same_move(route))
    }

    /// The shortest clear text of a legal route: from and to, or the full path where that is ambiguous.
    pub(crate) fn write(&self, route: &Route) -> String {
        let (from, to) = (route.from(), route.to());
        let script = self.variant.script();
        let moves = if route.is_capture() { self.moves() } else { Vec::new() };
        match moves.iter().find(|m| m.same_move(route)) {
            None => route.text(script),
            Some(_) if moves.iter().filter(|m| m.from() == from && m.to() == to).count() == 1 => {
                script.stops(&[from, to], true)
            }
            Some(found) => found.text(script),
        }
    }

    /// Every legal route in the order they are found.
    fn found_routes(&self) -> Vec<Route> {
        if self.won_by_king() {
            return Vec::new();
        }
        let mut captures = self.all_captures();
        keep_best(&mut captures);
        let mut routes: Vec<Route> = captures.into_iter().map(|c| c.route).collect();
        if routes.is_empty() || self.laws.obligation == Obligation::Optional {
            for from in (self.pieces(self.turn) & !self.resting_king()).singles() {
                self.quiet_moves_from(from, &mut routes);
            }
        }
        routes
    }

    fn quiet_moves_from(&self, from: u128, out: &mut Vec<Route>) {
        let king = (self.kings & from).any();
        for d in self.move_dirs(king).each() {
            let mut to = self.board.step(from, d) & self.vacant();
            while to.any() {
                let promotes = !king && (to & self.board.last_rows[self.turn as usize]).any();
                out.push(quiet_route(self.board.square_of(from), self.board.square_of(to), promotes));
                to = if king && self.flies() { self.board.step(to, d) & self.vacant() } else { 0 };
            }
        }
    }

    /// Every complete capture before the law of choice has its say.
    pub(crate) fn all_captures(&self) -> Vec<Capture> {
        let mut all = Vec::new();
        for from in self.pieces(self.turn).singles() {
            self.captures_from(from, &mut all);
        }
        all
    }

    fn captures_from(&self, from: u128, out: &mut Vec<Capture>) {
        let king = (self.kings & from).any();
        let mut path = Path {
            pos: self,
            free: self.vacant() | from,
            king,
            began_as_king: king,
            stops: [self.board.square_of(from)].into(),
            taken: Vec::new(),
            taken_set: 0,
        };
        path.extend(from, None, out);
    }
}

/// A capture being walked.
struct Path<'a> {
    pos: &'a Plain,
    free: u128,
    king: bool,
    began_as_king: bool,
    stops: Vec<Square>,
    taken: Vec<Square>,
    taken_set: u128,
}

impl Path<'_> {
    /// Goes on from `at` in every way; returns whether there was one.
    fn extend(&mut self, at: u128, came: Option<Dir>, out: &mut Vec<Capture>) -> bool {
        let mut found = false;
        let dirs = self.dirs();
        for d in dirs.each() {
            let reversed = came.is_some_and(|c| d == c ^ 2);
            if reversed && !self.pos.laws.may_reverse {
                continue;
            }
            found |= self.jump(at, d, out);
        }
        found
    }

    fn dirs(&self) -> Dirs {
        self.pos.capture_dirs(self.king)
    }

    /// Jumps in one direction, if there is something to jump.
    fn jump(&mut self, at: u128, d: Dir, out: &mut Vec<Capture>) -> bool {
        let flying = self.king && self.pos.flies();
        let mut over = self.pos.board.step(at, d);
        while flying && (over & self.free).any() {
            over = self.pos.board.step(over, d);
        }
        let mut prey = self.pos.pieces(self.pos.turn.other()) & !self.taken_set;
        // A man crowned on the way keeps a man's rights over kings; no law combines the two.
        if !self.king && !self.pos.laws.men_take_kings {
            prey &= !self.pos.kings;
        }
        over &= prey;
        let first = self.pos.board.step(over, d) & self.free;
        if first.none() {
            return false;
        }
        let before = self.free;
        self.taken.push(self.pos.board.square_of(over));
        self.taken_set |= over;
        if self.pos.laws.removal == Removal::AtOnce {
            self.free |= over;
        }
        self.land(first, over, d, out);
        self.free = before;
        self.taken_set ^= over;
        self.taken.pop();
        true
    }

    fn land(&mut self, first: u128, over: u128, d: Dir, out: &mut Vec<Capture>) {
        let was_king = self.king;
        let on_last_row = (first & self.pos.board.last_rows[self.pos.turn as usize]).any();
        if !was_king {
            self.king = on_last_row && self.pos.laws.promotion == Promotion::InPassing;
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
        let halts = self.pos.laws.king_range == KingRange::HaltBehindKing && (over & self.pos.kings).any();
        let slides = matches!(self.pos.laws.king_range, KingRange::Flying | KingRange::HaltBehindKing);
        let mut landings = [first].to_vec();
        let mut next = self.pos.board.step(first, d) & self.free;
        while slides && next.any() {
            landings.push(next);
            next = self.pos.board.step(next, d) & self.free;
        }
        if self.pos.laws.landing == Landing::Anywhere {
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
                let turns = dirs.each().filter(|&e| e & !2 != d & !2);
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

    fn at<T>(&mut self, at: u128, then: impl FnOnce(&mut Self) -> T) -> T {
        self.stops.push(self.pos.board.square_of(at));
        let result = then(self);
        self.stops.pop();
        result
    }

    fn finish(&mut self, promotes: bool, out: &mut Vec<Capture>) {
        let order = match self.pos.laws.choice {
            Choice::Italian => self.taken.iter().take(16).enumerate().fold(0, |bits, (i, &sq)| {
                let king = self.pos.piece_at(sq).is_some_and(|p| p.role == Role::King);
                bits | (king as u32) << (15 - i)
            }),
            _ => 0,
        };
        let rank = rank(self.pos.laws.choice, self.taken_set, self.pos.kings, self.began_as_king, order);
        let route = Route { stops: self.stops.clone(), taken: self.taken.clone(), promotes };
        out.push(Capture { route, rank });
    }
}
