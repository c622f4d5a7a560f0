//! Legal moves without their paths, by the variant's own generator: for whoever lists and plays moves by the million
//! and chooses the game at run time.
//!
//! Everything else about games reads the laws as data (`plain.rs`); whoever calls nothing of this file carries no
//! generator.

use alloc::vec::Vec;

use crate::{AnyPosition, Bits, Game, GameError, MoveList, Played, Position, Route, Rules, Square};

/// A legal move in brief: where it begins and ends, and what it takes, in whatever order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Brief {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Squares as bits of the variant's board.
    pub(crate) taken: u128,
    pub(crate) promotes: bool,
}

impl Brief {
    /// Where it begins.
    pub const fn from(self) -> Square {
        self.from
    }
    /// Where it ends.
    pub const fn to(self) -> Square {
        self.to
    }
    /// How many pieces it takes.
    pub const fn victims(self) -> u32 {
        self.taken.count_ones()
    }
    /// Is anything taken?
    pub const fn is_capture(self) -> bool {
        self.taken != 0
    }
    /// Does a man become a king?
    pub const fn promotes(self) -> bool {
        self.promotes
    }
}

/// Shows every legal move once. What is done with it is compiled once, not once per variant.
fn each<R: Rules>(pos: &Position<R>, show: &mut dyn FnMut(Brief)) {
    // Filled in place: a list is large, and would be copied if it were returned.
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    for m in moves.iter() {
        let (from, to) = (m.from_square(), m.to_square());
        show(Brief { from, to, taken: m.captured().widen(), promotes: m.promotes() });
    }
}

impl AnyPosition {
    /// Every legal move in brief, in the generator's order.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Variant};
    /// let pos = AnyPosition::from_fen(Variant::Russian, "W:Wc3,g3:Bd4,f6").unwrap();
    /// let [only] = pos.briefs()[..] else { panic!("one capture") };
    /// assert_eq!((pos.square_name(only.to()), only.victims()), ("g7".into(), 2));
    /// ```
    pub fn briefs(&self) -> Vec<Brief> {
        let mut all = Vec::new();
        with_position!(self, pos => each(pos, &mut |brief| all.push(brief)));
        all
    }

    /// The legal move from here to there, if there is exactly one.
    pub fn brief_between(&self, from: Square, to: Square) -> Option<Brief> {
        let (mut found, mut count) = (None, 0);
        let mut look = |brief: Brief| {
            if brief.from == from && brief.to == to {
                found = Some(brief);
                count += 1;
            }
        };
        with_position!(self, pos => each(pos, &mut look));
        found.filter(|_| count == 1)
    }
}

impl Game {
    /// Every legal move in brief, in the generator's order; none when the game is over.
    pub fn briefs(&self) -> Vec<Brief> {
        self.allowed(AnyPosition::briefs, |brief| brief.from)
    }

    /// The same list as [`Game::legal_moves`], by the variant's own generator.
    pub fn listed(&self) -> Vec<Played> {
        let briefs = self.briefs();
        let pos = self.position().plain();
        let script = pos.variant.script();
        let one = |brief: &Brief| {
            let Brief { from, to, taken, promotes } = *brief;
            let route = pos.route_of(pos.board.set_of(from), to, taken, promotes);
            let alike = briefs.iter().filter(|other| other.from == from && other.to == to).count();
            let text = match brief.is_capture() && alike > 1 {
                true => route.text(script),
                false => script.stops(&[from, to], brief.is_capture()),
            };
            Played { route, text }
        };
        let mut all: Vec<Played> = briefs.iter().map(one).collect();
        all.sort_unstable_by(|a, b| a.route.cmp(&b.route));
        all
    }

    /// Plays a legal route like [`Game::play_route`], by the variant's own generator.
    pub fn play_listed(&mut self, route: &Route) -> Result<&Played, GameError> {
        let pos = self.position().plain();
        let on_board = route.stops().iter().chain(route.taken()).all(|&square| pos.grid().has(square));
        let free = !self.is_over() && self.touched().is_none_or(|touched| touched == route.from());
        if on_board && free {
            let (from, to) = (route.from(), route.to());
            let same = |brief: &Brief| {
                brief.taken == pos.board.set(route.taken()) && brief.promotes == route.promotes()
            };
            if self.position().brief_between(from, to).filter(same).is_some() {
                let text = pos.variant.script().stops(&[from, to], route.is_capture());
                return Ok(self.record_as(&pos, route.clone(), text));
            }
        }
        self.play_route(route)
    }

    /// Plays the legal move from here to there, if there is exactly one. `None` leaves the game as it is:
    /// [`Game::play`] then says why.
    ///
    /// ```
    /// use damka_rules::{Game, Square, Variant};
    /// let mut game = Game::new(Variant::English);
    /// let played = game.play_between(Square::new(11), Square::new(15)).unwrap();
    /// assert_eq!(played.text, "11-15");
    /// assert!(game.play_between(Square::new(15), Square::new(19)).is_none());
    /// ```
    pub fn play_between(&mut self, from: Square, to: Square) -> Option<&Played> {
        if self.is_over() || self.touched().is_some_and(|touched| touched != from) {
            return None;
        }
        let brief = self.position().brief_between(from, to)?;
        let pos = self.position().plain();
        let text = pos.variant.script().stops(&[from, to], brief.is_capture());
        let route = pos.route_of(pos.board.set_of(from), to, brief.taken, brief.promotes);
        Some(self.record_as(&pos, route, text))
    }
}
