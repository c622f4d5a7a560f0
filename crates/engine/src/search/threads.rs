//! Several threads on one search: each deepens by itself, they meet in the table (lazy SMP).

use std::sync::atomic::Ordering;

use damka_rules::Rules;

use super::clock::Clock;
use super::meeting::Meeting;
use super::order::History;
use super::think::{Progress, RootMove};
use super::{Root, Shared, Worker};

/// What a search found.
pub(crate) struct Found<R: Rules> {
    pub(crate) best: Vec<RootMove<R>>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// Thinks with as many threads as there are histories.
pub(crate) fn think<R: Rules>(
    shared: &Shared<'_, R>,
    histories: &mut [History],
    clock: Clock,
    root: &Root<R>,
    tell: &mut dyn FnMut(Progress<'_, R>),
) -> Found<R> {
    let Some((first, helpers)) = histories.split_first_mut() else {
        return Found { best: Vec::new(), depth: 0, nodes: 0 };
    };
    let lead = |history: &mut History, tell: &mut dyn FnMut(Progress<'_, R>)| {
        let mut worker = Worker::new(shared, history, Some(clock), root);
        let (best, depth) = worker.think(root, shared.meeting.map_or(0, Meeting::offset), tell);
        shared.halt.store(true, Ordering::Relaxed);
        Found { best, depth, nodes: worker.total_nodes() }
    };
    #[cfg(not(target_family = "wasm"))]
    {
        std::thread::scope(|scope| {
            for (n, history) in helpers.iter_mut().enumerate() {
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, history, None, root);
                    worker.think(root, 1 + n as u32 % 2, &mut |_| ());
                });
            }
            lead(first, tell)
        })
    }
    #[cfg(target_family = "wasm")]
    {
        let _ = helpers;
        lead(first, tell)
    }
}
