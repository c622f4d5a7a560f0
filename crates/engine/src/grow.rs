//! Tables that are built beside the play when an ending first comes near, and used from then on.
//!
//! Four pieces on boards of up to fifty squares, three on larger ones: seconds of work at the lowest priority, a few
//! megabytes on disk, and memory for one pair of materials at a time. Only a search that is limited by time or by
//! nothing starts this or notices the result: what is limited by nodes or depth has to be repeatable.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use damka_endgame::Tables;
use damka_rules::{Bits, Geometry, Rules};

use crate::once::once;
use crate::tables::Place;
use crate::{Engine, Limits, Root};

/// An ending is near when so many pieces more than the tables cover are left.
const NEAR: u32 = 4;

/// How many pieces tables that build themselves cover.
pub(crate) const fn pieces<R: Rules>() -> u8 {
    // Tests have other things to do.
    if R::Board::GRID.squares() <= 50 && !cfg!(test) { 4 } else { 3 }
}

/// One builder for all engines of a process.
struct Builder<R: Rules> {
    begun: AtomicBool,
    built: Mutex<Option<Tables<R>>>,
}

impl<R: Rules> Builder<R> {
    fn new() -> Self {
        Builder { begun: AtomicBool::new(false), built: Mutex::new(None) }
    }

    fn built(&self) -> Option<Tables<R>> {
        self.built.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins, once in a process. Whoever cannot write there goes on without.
    fn begin(self: Arc<Self>, directory: &Path) {
        if self.begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let directory = directory.to_owned();
        std::thread::spawn(move || {
            stand_back();
            // What an earlier program left unfinished goes on; opened anew, for there may be larger ones, too.
            let built = Tables::<R>::build(&directory, pieces::<R>(), 1, &mut |_| ());
            if let Ok(tables) = built.and_then(|_| Tables::<R>::open(&directory)) {
                *self.built.lock().unwrap_or_else(PoisonError::into_inner) = Some(tables);
            }
        });
    }
}

/// Lets everybody else go first, where the system knows priorities of threads.
fn stand_back() {
    #[cfg(all(target_os = "linux", not(test)))]
    {
        // Refused only to those who ask for more; then the work is done all the same.
        let _ = rustix::process::setpriority_process(None, 19);
    }
}

impl Engine {
    /// Asks endgame tables from now on, and builds small ones into `directory` when an ending first comes near.
    pub fn grow_tables(&mut self, directory: &Path) {
        self.use_tables(Some(directory));
        self.tables = Place::Growing(directory.into());
    }

    /// A search begins: is an ending near, and are there tables by now?
    pub(crate) fn look_ahead<R: Rules>(&mut self, root: &Root<R>, limits: &Limits) {
        let Place::Growing(directory) = &self.tables else { return };
        let repeatable = limits.nodes.is_some() || limits.depth.is_some();
        if repeatable || root.pos.occupied().count() > pieces::<R>() as u32 + NEAR {
            return;
        }
        let directory = directory.clone();
        // A program that ended while it was building has left some files: that is not all.
        let known = self.oracle::<R>().map_or(0, |oracle| oracle.complete_pieces());
        if known >= pieces::<R>() as u32 {
            return;
        }
        let builder = once(Builder::<R>::new);
        match builder.built() {
            Some(tables) => self.set_oracle::<R>(Some(Arc::new(tables))),
            None => builder.begin(&directory),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damka_rules::{Game, Variant};

    use super::*;
    use crate::{Options, Stop, Wdl};

    #[test]
    fn an_ending_brings_its_tables() {
        let directory = std::env::temp_dir().join(format!("damka-grow-{}", std::process::id()));
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        engine.grow_tables(&directory);
        // Tables of two pieces are there at once; these are three.
        let game = Game::from_fen(Variant::International, "W:WK47,K2:BK5").unwrap();
        let mut search = |limits: &Limits| engine.search(&game, limits, &Stop::new(), &mut |_| ()).nodes;
        search(&Limits::nodes(1_000));
        assert!(!directory.exists(), "a repeatable search builds nothing");
        search(&Limits::move_time(Duration::from_millis(1)));
        while engine.verdict(&game).is_none() {
            std::thread::sleep(Duration::from_millis(50));
            engine.search(&game, &Limits::move_time(Duration::from_millis(1)), &Stop::new(), &mut |_| ());
        }
        assert_eq!(engine.verdict(&game).map(|v| v.wdl), Some(Wdl::Draw));
        let mut next = Engine::new(Options { hash_mb: 1, threads: 1 });
        next.use_tables(Some(&directory));
        assert!(next.verdict(&game).is_some(), "the next program finds them");
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_build_that_was_cut_off_goes_on() {
        let directory = std::env::temp_dir().join(format!("damka-grow-on-{}", std::process::id()));
        // A variant of its own, for a process has one builder each.
        let variant = Variant::Frisian;
        damka_endgame::named::build(variant, &directory, 3, 1, &mut |_| ()).unwrap();
        let last = damka_endgame::directory(&directory, variant).join("KK-m.tables");
        std::fs::remove_file(&last).unwrap();
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        engine.grow_tables(&directory);
        let known = Game::from_fen(variant, "W:WK47,K2:BK5").unwrap();
        let missing = Game::from_fen(variant, "W:WK47,K3:B15").unwrap();
        assert!(engine.verdict(&known).is_some(), "what is there is asked");
        assert!(engine.verdict(&missing).is_none(), "what is missing is not guessed");
        while engine.verdict(&missing).is_none() {
            engine.search(&missing, &Limits::move_time(Duration::from_millis(1)), &Stop::new(), &mut |_| ());
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(engine.verdict(&known).is_some() && last.exists());
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
