//! A range of numbers shared among threads, chunk by chunk.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions handed out at a time: enough to make the handing out cheap, few enough to end together.
pub(crate) const CHUNK: usize = 1 << 13;

/// Runs `work` over `0..len` in chunks; each worker has a state of its own, and they are all handed back.
///
/// One thread works in place, as browsers need.
pub(crate) fn run<S: Send>(
    threads: usize,
    len: usize,
    chunk: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) + Sync,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut state = state();
        loop {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= len {
                return state;
            }
            work(&mut state, start..(start + chunk).min(len));
        }
    };
    if threads <= 1 || len <= chunk {
        return vec![worker()];
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|w| w.join().expect("a worker does not panic")).collect()
    })
}
