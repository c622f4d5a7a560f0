//! The search, generic over the rules of a game and compiled once for each variant.
//!
//! Split by verbs: `think` deepens from the root, `node` searches inside the tree, `known` tells what needs no
//! search, `quiesce` ends it, `order` and `reduce` decide what is looked at first and how deeply, `table`
//! remembers, `clock` and `threads` are about time and cores, `meeting` about engines that share no memory, `params` holds
//! every margin.

pub(crate) mod clock;
mod known;
pub(crate) mod meeting;
mod node;
pub(crate) mod order;
pub(crate) mod params;
mod quiesce;
mod reduce;
pub(crate) mod table;
pub(crate) mod think;
pub(crate) mod threads;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damka_rules::{Bits, DrawClock, Geometry, Key, Move, MoveList, Position, Rules, SetOf, Variant};

use self::clock::Clock;
use self::known::Questions;
use self::meeting::Meeting;
use self::order::{History, Queue};
use self::params::{LOOK_EVERY, MOST_PLIES, Margins};
use self::table::Table;
use crate::eval::Weights;
use crate::{Limits, Oracle, Score, Stop};

/// Where a search begins: a position and what the laws remember of the way there.
#[derive(Clone, Debug)]
pub struct Root<R: Rules> {
    /// The position.
    pub pos: Position<R>,
    /// The draw counters.
    pub clock: DrawClock,
    /// Keys of the positions before, oldest first.
    pub past: Vec<Key>,
}

impl<R: Rules> Root<R> {
    /// A position without a past.
    pub fn new(pos: Position<R>) -> Self {
        Root { pos, clock: DrawClock::default(), past: Vec::new() }
    }
}

/// Deliberate weakness, for levels. The default is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Handicap {
    /// Evaluations err by up to so many hundredths of a man.
    pub(crate) noise: i32,
    /// Which errors.
    pub(crate) seed: u64,
    /// Captures are followed for so many plies at the end of a line, if limited.
    pub(crate) sight: Option<u32>,
}

impl Handicap {
    /// A number of its own for each variant and weakness.
    pub(crate) fn salt(self, variant: Variant) -> u64 {
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let words = [variant as u64, self.noise as u64, self.seed, self.sight.map_or(u64::MAX, u64::from)];
        words.into_iter().fold(0, mix)
    }
}

/// What all threads of one search share.
pub(crate) struct Shared<'a, R: Rules> {
    pub(crate) table: &'a Table,
    pub(crate) weights: &'a Weights<R>,
    pub(crate) oracle: Option<&'a dyn Oracle<R>>,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) handicap: Handicap,
    pub(crate) margins: Margins,
    /// Keeps what different games and levels leave in the table apart.
    pub(crate) salt: u64,
    /// Other engines at work on the same position.
    pub(crate) meeting: Option<&'a Meeting>,
    /// What they had visited before.
    pub(crate) before: u64,
    /// The first thread is done.
    pub(crate) halt: AtomicBool,
    /// Positions visited by the helping threads.
    pub(crate) helped: AtomicU64,
}

/// A position on the way down, with what the draw laws need to know.
#[derive(Copy, Clone)]
struct Line<R: Rules> {
    pos: Position<R>,
    key: Key,
    clock: DrawClock,
    /// Plies since something happened that cannot be undone.
    still: u32,
    /// Can the side to move capture?
    capture: bool,
}

impl<R: Rules> Line<R> {
    /// The line one move longer: `pos` is the position after it, `capture` whether something can be taken there.
    #[inline(always)]
    fn child(&self, m: Move<R>, pos: Position<R>, key: Key, capture: bool) -> Line<R> {
        let clock = if self.pos.kings().any() { self.clock.after(&self.pos, m, &pos) } else { self.clock };
        let still = if is_reversible(&self.pos, m) { self.still + 1 } else { 0 };
        Line { pos, key, clock, still, capture }
    }
}

/// Could the same position come again after this move? Kings go back, men only sideways.
#[inline(always)]
fn is_reversible<R: Rules>(pos: &Position<R>, m: Move<R>) -> bool {
    if m.is_capture() {
        return false;
    }
    if (pos.kings() & m.from()).any() {
        return true;
    }
    let sideways = R::LAWS.man_moves.has(4) || R::LAWS.man_moves.has(6);
    sideways && (R::Board::step(m.from(), 4) | R::Board::step(m.from(), 6)) & m.to() != SetOf::<R>::EMPTY
}

/// One thread of a search.
pub(crate) struct Worker<'a, R: Rules> {
    shared: &'a Shared<'a, R>,
    history: &'a mut History,
    clock: Option<Clock>,
    /// The moves of all nodes on the way, one list after the other.
    moves: Queue<R>,
    scratch: Box<MoveList<R>>,
    /// Keys of the positions so far, the game's own first.
    path: Vec<Key>,
    /// Best lines by ply.
    lines: Vec<Vec<Move<R>>>,
    nodes: u64,
    next_look: u64,
    node_limit: u64,
    stopped: bool,
    deepest: usize,
    /// Depth of the present iteration.
    iteration: i32,
    /// What the endgame tables are asked.
    ask: Questions,
    /// Keeps what different searches leave in the table apart.
    salt: u64,
    /// How often quiescence answers threats with all moves.
    threats: i32,
    /// From this depth on others are asked and told.
    meet_depth: i32,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(crate) fn new(
        shared: &'a Shared<'a, R>,
        history: &'a mut History,
        clock: Option<Clock>,
        root: &Root<R>,
    ) -> Self {
        let ask = Questions::of(shared.oracle, root);
        let node_limit = shared.limits.nodes.filter(|_| clock.is_some()).unwrap_or(u64::MAX);
        Worker {
            shared,
            history,
            clock,
            moves: Queue::new(),
            scratch: Box::default(),
            path: root.past.clone(),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            nodes: 0,
            next_look: LOOK_EVERY.min(node_limit),
            node_limit,
            stopped: false,
            deepest: 0,
            iteration: 0,
            ask,
            salt: shared.salt ^ ask.salt(),
            threats: if R::Board::GRID.height > 8 { shared.margins.threats } else { 0 },
            meet_depth: meeting::depth_of(shared.meeting),
        }
    }

    /// Counts a position and looks up from time to time.
    #[inline(always)]
    fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    /// Something took as long as so many positions: the clock is looked at that much sooner.
    fn look_sooner(&mut self, positions: u64) {
        if self.clock.is_some() {
            self.next_look = self.next_look.saturating_sub(positions);
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        let shared = self.shared;
        if let Some(meeting) = shared.meeting {
            meeting.count(LOOK_EVERY);
        }
        if shared.stop.is_stopped() || shared.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        match &mut self.clock {
            Some(clock) => {
                self.stopped |= clock.is_over(shared.stop);
                self.stopped |= self.nodes >= self.node_limit && clock.is_running(shared.stop);
                if self.nodes < self.node_limit {
                    self.next_look = self.next_look.min(self.node_limit);
                }
            }
            None => {
                shared.helped.fetch_add(LOOK_EVERY, Ordering::Relaxed);
            }
        }
    }

    /// The value of a quiet position for the side to move.
    #[inline(always)]
    fn evaluate(&self, pos: &Position<R>) -> Score {
        let mut value = self.shared.weights.evaluate(pos);
        if self.shared.handicap.noise > 0 {
            value += self.error(pos);
        }
        Score::centimen(value)
    }

    /// How wrong a weak player judges a position: always the same for the same position.
    #[cold]
    fn error(&self, pos: &Position<R>) -> i32 {
        let handicap = self.shared.handicap;
        let mix = (pos.key().0 ^ handicap.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Two dice: small errors are more frequent than large ones.
        let die = |bits: u64| (bits & 0xffff) as i32 * (handicap.noise + 1) / 0x1_0000;
        die(mix >> 48) - die(mix >> 24)
    }

    /// Lost by having no move, unless that is the goal.
    #[inline(always)]
    fn no_move(ply: usize) -> Score {
        match R::LAWS.goal {
            damka_rules::Goal::BeLeftWithoutMove => Score::win_in(ply as u32),
            _ => Score::loss_in(ply as u32),
        }
    }
}
