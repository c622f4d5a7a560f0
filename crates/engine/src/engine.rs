//! The facade: one engine for every variant, used alike by command line, protocols, page and server.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use damka_rules::{
    AnyPosition, DrawClock, Game, Key, Move, Position, Route, Rules, Variant, dispatch, with_position,
};

use crate::eval::{Weights, WeightsError};
use crate::once::once;
use crate::search::clock::{Clock, Now, system_now};
use crate::search::meeting::Meeting;
use crate::search::order::History;
use crate::search::params::{MOST_PLIES, Margins};
use crate::search::table::Table;
use crate::search::think::{Progress, RootMove};
use crate::search::{Handicap, Root, Shared, threads};
use crate::{Book, Limits, Oracle, Report, Score, Stop, Verdict};

/// How large an engine is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Memory for what was searched before, in megabytes.
    pub hash_mb: usize,
    /// Threads; always one on WebAssembly.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { hash_mb: 64, threads: 1 }
    }
}

/// The answer of a typed search, for self-play and tests.
#[derive(Clone, Debug)]
pub struct Answer<R: Rules> {
    /// The best line; empty when there is no legal move.
    pub line: Vec<Move<R>>,
    /// Its score for the side to move.
    pub score: Score,
    /// Plies searched completely.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// An engine for every variant.
///
/// ```
/// use damka_engine::{Engine, Limits, Options, Stop};
/// use damka_rules::{Game, Variant};
/// let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
/// let game = Game::new(Variant::Russian);
/// let report = engine.search(&game, &Limits::depth(5), &Stop::new(), &mut |_| ());
/// assert!(game.position().routes().contains(report.best().unwrap()));
/// ```
pub struct Engine {
    options: Options,
    margins: Margins,
    now: Now,
    table: Table,
    meeting: Option<Meeting>,
    /// What is known about each variant met so far, each a `Knowledge<R>`.
    known: HashMap<Variant, Box<dyn Any + Send>>,
    pub(crate) books: HashMap<Variant, Option<Book>>,
    /// Where endgame tables are looked for.
    #[cfg(feature = "tables")]
    pub(crate) tables: crate::tables::Place,
}

/// What the engine keeps per variant.
pub(crate) struct Knowledge<R: Rules> {
    weights: Arc<Weights<R>>,
    oracle: Option<Arc<dyn Oracle<R>>>,
    histories: Vec<History>,
}

impl<R: Rules> Knowledge<R> {
    fn new(oracle: Option<Arc<dyn Oracle<R>>>) -> Self {
        Knowledge { weights: once(Weights::embedded), oracle, histories: Vec::new() }
    }
}

impl Engine {
    /// An engine that has not thought yet.
    pub fn new(options: Options) -> Engine {
        let options = Options { threads: options.threads.clamp(1, 256), ..options };
        Engine {
            options,
            margins: Margins::default(),
            now: system_now,
            table: Table::new(options.hash_mb),
            meeting: None,
            known: HashMap::new(),
            books: HashMap::new(),
            #[cfg(feature = "tables")]
            tables: Default::default(),
        }
    }

    /// Takes the time from somebody else. WebAssembly has no clock of its own.
    pub fn with_clock(mut self, now: Now) -> Engine {
        self.now = now;
        self
    }

    /// The time by its clock.
    pub(crate) fn now(&self) -> Duration {
        (self.now)()
    }

    /// How large it is.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes its size; the table is emptied if that changes.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_mb != self.options.hash_mb {
            self.table = Table::new(options.hash_mb);
        }
        self.options = Options { threads: options.threads.clamp(1, 256), ..options };
    }

    /// Searches together with other engines from now on, or alone again. Then what it finds depends on them, and
    /// a question gets another answer every time.
    pub fn meet(&mut self, meeting: Option<Meeting>) {
        self.meeting = meeting;
    }

    /// Searches with other margins from now on, for matches between settings.
    pub fn set_margins(&mut self, margins: Margins) {
        self.margins = margins;
        self.new_game();
    }

    /// How full its table is, in thousandths. Grows until [`Engine::new_game`], other weights or another size.
    pub fn fill(&self) -> u16 {
        self.table.fill()
    }

    /// Forgets what it searched: afterwards it behaves as if it were new.
    pub fn new_game(&mut self) {
        self.table.clear();
        for &variant in Variant::EVERY {
            dispatch!(variant, R => if let Some(known) = self.known::<R>() { known.histories.clear() });
        }
    }

    pub(crate) fn known<R: Rules>(&mut self) -> Option<&mut Knowledge<R>> {
        self.known.get_mut(&R::VARIANT)?.downcast_mut()
    }

    fn knowledge<R: Rules>(&mut self) -> &mut Knowledge<R> {
        #[cfg(feature = "tables")]
        let oracle = || self.tables.open::<R>();
        #[cfg(not(feature = "tables"))]
        let oracle = || None;
        let entry = self.known.entry(R::VARIANT).or_insert_with(|| Box::new(Knowledge::<R>::new(oracle())));
        entry.downcast_mut().expect("the knowledge of a variant is of its type")
    }

    /// Loads what a variant needs, so that its first search does not have to.
    pub fn prepare(&mut self, variant: Variant) {
        dispatch!(variant, R => drop(self.knowledge::<R>().weights.clone()));
    }

    /// Plays with other weights from now on.
    pub fn set_weights<R: Rules>(&mut self, weights: Arc<Weights<R>>) {
        self.knowledge::<R>().weights = weights;
        self.table.clear();
    }

    /// Plays with weights made by hand from now on.
    pub fn use_hand_made_weights(&mut self, variant: Variant) {
        dispatch!(variant, R => self.set_weights::<R>(Arc::new(Weights::hand_made())));
    }

    /// Plays with weights read from a file (see `data/weights`) from now on.
    pub fn load_weights(&mut self, variant: Variant, bytes: &[u8]) -> Result<(), WeightsError> {
        dispatch!(variant, R => {
            let weights = Weights::<R>::from_bytes(bytes)?;
            self.set_weights::<R>(Arc::new(weights));
            Ok(())
        })
    }

    /// Asks endgame tables from now on, or no longer.
    pub fn set_oracle<R: Rules>(&mut self, oracle: Option<Arc<dyn Oracle<R>>>) {
        self.knowledge::<R>().oracle = oracle;
    }

    /// Whom it asks about endings.
    #[cfg(all(feature = "tables", not(target_family = "wasm")))]
    pub(crate) fn oracle<R: Rules>(&mut self) -> Option<Arc<dyn Oracle<R>>> {
        self.knowledge::<R>().oracle.clone()
    }

    /// What endgame tables know about the position of a game; `None` if there are none for it.
    pub fn verdict(&mut self, game: &Game) -> Option<Verdict> {
        let clock = game.clock();
        with_position!(game.position(), pos => self.probe(pos, &clock))
    }

    fn probe<R: Rules>(&mut self, pos: &Position<R>, clock: &DrawClock) -> Option<Verdict> {
        self.knowledge::<R>().oracle.as_ref()?.probe(pos, clock)
    }

    /// Thinks about the position of a game.
    ///
    /// `on_info` is told every iteration, line by line with `multi_pv`. The last report is returned; its line
    /// is empty only when there is no legal move. A game that is over is searched all the same.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search_with(game, limits, stop, Handicap::default(), on_info)
    }

    pub(crate) fn search_with(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        handicap: Handicap,
        on_info: &mut dyn FnMut(&Report),
    ) -> Report {
        let past = past(game);
        let clock = game.clock();
        with_position!(game.position(), pos => {
            let root = Root { pos: *pos, clock, past };
            self.report(&root, limits, stop, handicap, on_info)
        })
    }

    /// Thinks about a typed position: the same search without the erasure, for self-play.
    pub fn search_root<R: Rules>(&mut self, root: &Root<R>, limits: &Limits, stop: &Stop) -> Answer<R> {
        let found = self.think(root, limits, stop, Handicap::default(), &mut |_| ());
        let best = found.best.into_iter().next();
        let (line, score) = best.map_or((Vec::new(), Score::DRAW), |m| (m.line, m.score));
        Answer { line, score, depth: found.depth, nodes: found.nodes }
    }

    fn report<R: Rules>(
        &mut self,
        root: &Root<R>,
        limits: &Limits,
        stop: &Stop,
        handicap: Handicap,
        on_info: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut last = Report { multi_pv: 1, ..Report::default() };
        let found = self.think(root, limits, stop, handicap, &mut |progress| {
            for (n, best) in progress.best.iter().enumerate() {
                let report = told(root, &progress, n, best);
                on_info(&report);
                if n == 0 {
                    last = report;
                }
            }
        });
        // The iteration that was cut off may have changed its mind.
        if let Some(best) = found.best.first() {
            last.score = best.score;
            last.pv = routes(root.pos, &best.line);
        }
        last.nodes = found.nodes;
        last
    }

    fn think<R: Rules>(
        &mut self,
        root: &Root<R>,
        limits: &Limits,
        stop: &Stop,
        handicap: Handicap,
        tell: &mut dyn FnMut(Progress<'_, R>),
    ) -> threads::Found<R> {
        let clock = Clock::new(limits, self.now);
        #[cfg(all(feature = "tables", not(target_family = "wasm")))]
        self.look_ahead(root, limits);
        self.table.age();
        let count = if cfg!(target_family = "wasm") { 1 } else { self.options.threads };
        let margins = self.margins;
        let known = self.knowledge::<R>();
        known.histories.iter_mut().for_each(History::fade);
        known.histories.resize_with(count, || History::new::<R>(MOST_PLIES + 2, &margins));
        let mut histories = std::mem::take(&mut known.histories);
        let (weights, oracle) = (known.weights.clone(), known.oracle.clone());
        let shared = Shared {
            table: &self.table,
            before: self.meeting.as_ref().map_or(0, Meeting::helped),
            meeting: self.meeting.as_ref(),
            weights: &weights,
            oracle: oracle.as_deref(),
            limits,
            stop,
            handicap,
            margins,
            salt: handicap.salt(R::VARIANT),
            halt: AtomicBool::new(false),
            helped: AtomicU64::new(0),
        };
        let found = threads::think(&shared, &mut histories, clock, root, tell);
        self.knowledge::<R>().histories = histories;
        found
    }
}

fn told<R: Rules>(root: &Root<R>, progress: &Progress<'_, R>, n: usize, best: &RootMove<R>) -> Report {
    Report {
        depth: progress.depth,
        seldepth: progress.seldepth,
        nodes: progress.nodes,
        time: progress.time,
        score: best.score,
        pv: routes(root.pos, &best.line),
        multi_pv: n + 1,
        from_book: false,
    }
}

/// A line as whole moves.
fn routes<R: Rules>(mut pos: Position<R>, line: &[Move<R>]) -> Vec<Route> {
    let route = |&mv: &Move<R>| {
        let route = pos.route(mv);
        pos = pos.play(mv);
        route
    };
    line.iter().map(route).collect()
}

/// The keys of the positions before the present one.
fn past(game: &Game) -> Vec<Key> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(AnyPosition::key).collect()
}
