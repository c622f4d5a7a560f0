//! Draw laws as data, and the counters that watch over them. Everything is counted in plies.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::geometry::Geometry;
use crate::plain::Plain;
use crate::{Bits, Move, Position, Route, Rules, Side, UnknownName};

/// One law by which a game is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DrawLaw {
    /// The same position with the same side to move for the third time.
    Threefold,
    /// Only kings moved, and nothing was captured.
    KingsOnly {
        /// For so many plies.
        plies: u8,
    },
    /// Three or more kings against one king.
    ThreeKingsAgainstKing {
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// Three pieces, a king among them, against one king.
    ThreeAgainstKing {
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// Three pieces, a king among them, against one king on the main road.
    MainRoad {
        /// For so many plies since it took the road.
        plies: u8,
    },
    /// Two kings, king and man, or one king against one king.
    TwoAgainstKing {
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// Two kings against one king.
    TwoKingsAgainstKing {
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// King against king.
    KingAgainstKing {
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// Both sides have kings, few pieces are left and nothing changes.
    Balance {
        /// At most so many pieces on the board.
        pieces: u8,
        /// For so many plies since the balance arose.
        plies: u8,
    },
    /// One piece each and no capture on: drawn at once.
    OnePieceEach,
    /// One piece each and no capture on: a draw may be claimed.
    OnePieceEachClaim,
}

impl DrawLaw {
    /// How many plies it takes, for the laws that count.
    pub const fn plies(self) -> Option<u8> {
        match self {
            DrawLaw::Threefold | DrawLaw::OnePieceEach | DrawLaw::OnePieceEachClaim => None,
            DrawLaw::KingsOnly { plies }
            | DrawLaw::ThreeKingsAgainstKing { plies }
            | DrawLaw::ThreeAgainstKing { plies }
            | DrawLaw::MainRoad { plies }
            | DrawLaw::TwoAgainstKing { plies }
            | DrawLaw::TwoKingsAgainstKing { plies }
            | DrawLaw::KingAgainstKing { plies }
            | DrawLaw::Balance { plies, .. } => Some(plies),
        }
    }

    /// Do these laws draw a game of one piece against one, at once or on demand?
    pub const fn one_piece_each(laws: &[DrawLaw]) -> bool {
        match laws {
            [] => false,
            [DrawLaw::OnePieceEach | DrawLaw::OnePieceEachClaim, ..] => true,
            [_, rest @ ..] => DrawLaw::one_piece_each(rest),
        }
    }

    /// A stable name for catalogues of messages.
    pub const fn name(self) -> &'static str {
        self.named().0
    }

    /// The stable name, and what it says in English.
    const fn named(self) -> (&'static str, &'static str) {
        match self {
            DrawLaw::Threefold => ("threefold", "the same position for the third time"),
            DrawLaw::KingsOnly { .. } => ("kings-only", "kings only, no capture"),
            DrawLaw::ThreeKingsAgainstKing { .. } => ("three-kings-against-king", "three kings against one"),
            DrawLaw::ThreeAgainstKing { .. } => ("three-against-king", "three pieces against a king"),
            DrawLaw::MainRoad { .. } => ("main-road", "three pieces against a king on the main road"),
            DrawLaw::TwoAgainstKing { .. } => ("two-against-king", "at most two pieces against a king"),
            DrawLaw::TwoKingsAgainstKing { .. } => ("two-kings-against-king", "two kings against one"),
            DrawLaw::KingAgainstKing { .. } => ("king-against-king", "king against king"),
            DrawLaw::Balance { .. } => ("balance", "both have kings and nothing changes"),
            DrawLaw::OnePieceEach | DrawLaw::OnePieceEachClaim => ("one-piece-each", "one piece each"),
        }
    }

    /// A stable key with the law's figures, read again by `parse`: `kings-only-30`, `balance-7-120`.
    pub fn key(self) -> String {
        let name = self.name();
        match (self, self.plies()) {
            (DrawLaw::Balance { pieces, plies }, _) => format!("{name}-{pieces}-{plies}"),
            (DrawLaw::OnePieceEachClaim, _) => format!("{name}-claim"),
            (_, Some(plies)) => format!("{name}-{plies}"),
            (_, None) => name.to_string(),
        }
    }

    /// The law of this name that counts so many plies.
    fn counting(name: &str, plies: u8) -> Option<DrawLaw> {
        Some(match name {
            "kings-only" => DrawLaw::KingsOnly { plies },
            "three-kings-against-king" => DrawLaw::ThreeKingsAgainstKing { plies },
            "three-against-king" => DrawLaw::ThreeAgainstKing { plies },
            "main-road" => DrawLaw::MainRoad { plies },
            "two-against-king" => DrawLaw::TwoAgainstKing { plies },
            "two-kings-against-king" => DrawLaw::TwoKingsAgainstKing { plies },
            "king-against-king" => DrawLaw::KingAgainstKing { plies },
            _ => return None,
        })
    }

    /// Does the material (and the place of a lone king) of this position fall under the law?
    fn holds(self, pos: &impl Material) -> bool {
        let side = |s| pos.men_and_kings(s);
        let (white, black) = (side(Side::White), side(Side::Black));
        let lone = |test: &dyn Fn(u32, u32, Side) -> bool| {
            (black == (0, 1) && test(white.0, white.1, Side::Black))
                || (white == (0, 1) && test(black.0, black.1, Side::White))
        };
        match self {
            DrawLaw::Threefold | DrawLaw::KingsOnly { .. } => false,
            DrawLaw::ThreeKingsAgainstKing { .. } => lone(&|men, kings, _| men == 0 && kings >= 3),
            DrawLaw::ThreeAgainstKing { .. } => lone(&|men, kings, _| men + kings == 3 && kings >= 1),
            DrawLaw::MainRoad { .. } => {
                lone(&|men, kings, lone| men + kings == 3 && kings >= 1 && pos.on_main_road(lone))
            }
            DrawLaw::TwoAgainstKing { .. } => lone(&|men, kings, _| men + kings <= 2 && kings >= 1),
            DrawLaw::TwoKingsAgainstKing { .. } => lone(&|men, kings, _| men == 0 && kings == 2),
            DrawLaw::KingAgainstKing { .. } => lone(&|men, kings, _| men == 0 && kings == 1),
            DrawLaw::Balance { pieces, .. } => {
                white.1 > 0 && black.1 > 0 && white.0 + white.1 + black.0 + black.1 <= pieces as u32
            }
            DrawLaw::OnePieceEach | DrawLaw::OnePieceEachClaim => {
                white.0 + white.1 == 1 && black.0 + black.1 == 1 && !pos.capture_is_on()
            }
        }
    }
}

impl FromStr for DrawLaw {
    type Err = UnknownName;

    /// Reads a [`key`](DrawLaw::key).
    fn from_str(text: &str) -> Result<DrawLaw, UnknownName> {
        let read = || {
            match text {
                "threefold" => return Some(DrawLaw::Threefold),
                "one-piece-each" => return Some(DrawLaw::OnePieceEach),
                "one-piece-each-claim" => return Some(DrawLaw::OnePieceEachClaim),
                _ => {}
            }
            let (name, plies) = text.rsplit_once('-')?;
            let plies = plies.parse().ok()?;
            match name.strip_prefix("balance-") {
                Some(pieces) => Some(DrawLaw::Balance { pieces: pieces.parse().ok()?, plies }),
                None => DrawLaw::counting(name, plies),
            }
        };
        read().ok_or_else(|| UnknownName {
            what: "draw law",
            name: text.into(),
            known: "names with their figures, such as threefold, kings-only-30, balance-7-120".into(),
        })
    }
}

/// What the draw laws ask of a position.
trait Material {
    fn count(&self, side: Side) -> u32;
    fn men_and_kings(&self, side: Side) -> (u32, u32);
    fn on_main_road(&self, side: Side) -> bool;
    fn capture_is_on(&self) -> bool;
}

impl<R: Rules> Material for Position<R> {
    #[inline(always)]
    fn count(&self, side: Side) -> u32 {
        self.pieces(side).count()
    }
    #[inline(always)]
    fn men_and_kings(&self, side: Side) -> (u32, u32) {
        (self.men(side).count(), self.kings_of(side).count())
    }
    #[inline(always)]
    fn on_main_road(&self, side: Side) -> bool {
        (self.pieces(side) & Bits::narrow(R::Board::MAIN_ROAD)).any()
    }
    #[inline(always)]
    fn capture_is_on(&self) -> bool {
        self.can_capture()
    }
}

impl Material for Plain {
    fn count(&self, side: Side) -> u32 {
        self.pieces(side).count()
    }
    fn men_and_kings(&self, side: Side) -> (u32, u32) {
        (self.men(side).count(), self.kings_of(side).count())
    }
    fn on_main_road(&self, side: Side) -> bool {
        (self.pieces(side) & self.board.main_road).any()
    }
    fn capture_is_on(&self) -> bool {
        self.can_capture()
    }
}

impl fmt::Display for DrawLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.named().1)
    }
}

/// A draw drawing near.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Countdown {
    /// Plies left.
    pub plies: u8,
    /// By which law.
    pub law: DrawLaw,
}

impl fmt::Display for Countdown {
    /// `draw in 9 plies: kings only, no capture`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = if self.plies == 1 { "ply" } else { "plies" };
        write!(f, "draw in {} {plies}: {}", self.plies, self.law)
    }
}

/// More laws than any variant has.
const MOST_LAWS: usize = 8;

/// No law about balance speaks of more pieces.
const MOST_BALANCED: u32 = 7;

/// How far each draw law of a variant has counted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DrawClock {
    counts: [u8; MOST_LAWS],
}

impl DrawClock {
    /// The clock after `m` led from `before` to `after`.
    #[inline]
    pub fn after<R: Rules>(&self, before: &Position<R>, m: Move<R>, after: &Position<R>) -> DrawClock {
        // Without kings, or after a capture or a promotion, every count begins anew.
        if m.is_capture() || m.promotes() || before.kings().none() {
            return DrawClock::default();
        }
        let by_king = (before.kings() & m.from()).any();
        self.quiet(R::LAWS.draws, by_king, before, after)
    }

    /// The same for a route.
    pub(crate) fn after_route(&self, before: &Plain, route: &Route, after: &Plain) -> DrawClock {
        if route.is_capture() || route.promotes() || before.kings.none() {
            return DrawClock::default();
        }
        let by_king = (before.kings & before.board.set_of(route.from())).any();
        self.quiet(before.laws.draws, by_king, before, after)
    }

    /// The clock at the beginning of a game of which is told that nothing was captured and no man moved for so
    /// many plies. Then the balance has not changed either; only where a lone king stood is not known.
    pub(crate) fn begun(pos: &Plain, plies: u16) -> DrawClock {
        let plies = u8::try_from(plies).unwrap_or(u8::MAX);
        let mut clock = DrawClock::default();
        for (count, law) in clock.counts.iter_mut().zip(pos.laws.draws) {
            let counts = match law {
                DrawLaw::KingsOnly { .. } => pos.kings.any(),
                DrawLaw::MainRoad { .. } => false,
                _ => law.plies().is_some() && law.holds(pos),
            };
            if counts {
                *count = plies;
            }
        }
        clock
    }

    #[inline(always)]
    fn quiet<P: Material>(&self, laws: &[DrawLaw], by_king: bool, before: &P, after: &P) -> DrawClock {
        let mut next = DrawClock::default();
        // A quiet move leaves the material as it was, so only the place of a lone king can begin a count.
        // All these laws are about few pieces or a lone king; a search asks here at every node.
        let (white, black) = (after.count(Side::White), after.count(Side::Black));
        let few = white.min(black) <= 1 || white + black <= MOST_BALANCED;
        for (i, law) in laws.iter().enumerate() {
            let goes_on = match law {
                DrawLaw::KingsOnly { .. } => by_king,
                DrawLaw::MainRoad { .. } => few && law.holds(after) && law.holds(before),
                _ => few && law.plies().is_some() && law.holds(after),
            };
            if goes_on {
                next.counts[i] = self.counts[i].saturating_add(1);
            }
        }
        next
    }

    /// Every law of the variant that counts, with its count.
    pub fn counts<R: Rules>(&self) -> impl Iterator<Item = (DrawLaw, u8)> + use<R> {
        let counted = R::LAWS.draws.iter().copied().zip(self.counts);
        counted.filter(|(law, _)| law.plies().is_some())
    }

    /// The highest count.
    pub(crate) fn most(&self) -> u8 {
        self.counts.into_iter().max().unwrap_or(0)
    }

    /// The law by which the game is drawn now, repetition apart.
    #[inline]
    pub fn due<R: Rules>(&self, pos: &Position<R>) -> Option<DrawLaw> {
        self.due_by(R::LAWS.draws, pos)
    }

    /// The same for a position with its laws as data.
    pub(crate) fn due_in(&self, pos: &Plain) -> Option<DrawLaw> {
        self.due_by(pos.laws.draws, pos)
    }

    #[inline(always)]
    fn due_by(&self, laws: &[DrawLaw], pos: &impl Material) -> Option<DrawLaw> {
        laws.iter().enumerate().find_map(|(i, &law)| {
            let due = match law {
                DrawLaw::Threefold | DrawLaw::OnePieceEachClaim => false,
                DrawLaw::OnePieceEach => law.holds(pos),
                _ => law.plies().is_some_and(|plies| self.counts[i] >= plies),
            };
            due.then_some(law)
        })
    }

    /// The law by which a draw may be claimed now.
    pub fn claimable<R: Rules>(&self, pos: &Position<R>) -> Option<DrawLaw> {
        claimable_by(R::LAWS.draws, pos)
    }

    /// The same for a position with its laws as data.
    pub(crate) fn claimable_in(&self, pos: &Plain) -> Option<DrawLaw> {
        claimable_by(pos.laws.draws, pos)
    }

    /// The draws that draw near, the nearest first: of every law that has begun to count.
    pub(crate) fn countdowns(&self, pos: &Plain) -> Vec<Countdown> {
        let counting = pos.laws.draws.iter().enumerate().filter_map(|(i, &law)| {
            let plies = law.plies()?;
            let runs = self.counts[i] > 0 || law.holds(pos);
            runs.then(|| Countdown { plies: plies.saturating_sub(self.counts[i]), law })
        });
        let mut all: Vec<Countdown> = counting.collect();
        all.sort_by_key(|countdown| countdown.plies);
        all
    }
}

#[inline(always)]
fn claimable_by(laws: &[DrawLaw], pos: &impl Material) -> Option<DrawLaw> {
    let claim = DrawLaw::OnePieceEachClaim;
    (laws.contains(&claim) && claim.holds(pos)).then_some(claim)
}
