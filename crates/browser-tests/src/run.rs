//! Runs the tests as `cargo test` would, several at a time with `--jobs=N`.

use std::{
    env,
    pin::Pin,
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use crate::harness::Harness;

/// How a test ended, if not in an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// All is well.
    Passed,
    /// It could not be tried, for this reason.
    Skipped(String),
}

/// What a test is while it runs.
pub type Running<'a> = Pin<Box<dyn Future<Output = anyhow::Result<Verdict>> + 'a>>;

/// A test and its name; made by [`case!`](crate::case).
pub struct Case {
    /// Its path, such as `offline::reload`.
    pub name: &'static str,
    /// Runs only when it is named, or with `--slow`.
    pub slow: bool,
    /// The test.
    pub run: for<'a> fn(&'a Harness) -> Running<'a>,
}

/// Lists an `async fn(&Harness) -> anyhow::Result<Verdict>` as a [`Case`]:
/// `case!(offline::reload)`, or `case!(slow: shape::smooth)`.
#[macro_export]
macro_rules! case {
    (slow: $($path:tt)+) => {
        $crate::Case { slow: true, ..$crate::case!($($path)+) }
    };
    ($($path:tt)+) => {
        $crate::Case {
            name: concat!($(stringify!($path)),+),
            slow: false,
            run: |harness| Box::pin($($path)+(harness)),
        }
    };
}

/// The cases the command line asks for: those whose name contains one of its words (without words all quick ones, or
/// with `--slow` all others) and none of those after `--skip=`.
fn wanted(cases: &[Case]) -> Vec<&Case> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let skipped: Vec<&str> = arguments.iter().filter_map(|word| word.strip_prefix("--skip=")).collect();
    let slow = arguments.iter().any(|word| word == "--slow");
    let named = cases.iter().filter(|case| {
        let asked =
            words.iter().any(|word| case.name.contains(*word)) || words.is_empty() && case.slow == slow;
        asked && !skipped.iter().any(|word| case.name.contains(word))
    });
    named.collect()
}

/// How many cases run at a time: `--jobs=N`, otherwise one.
fn jobs() -> usize {
    let asked = env::args().find_map(|word| word.strip_prefix("--jobs=")?.parse().ok());
    asked.unwrap_or(1).clamp(1, 64)
}

/// What became of the cases.
#[derive(Default)]
struct Tally {
    passed: usize,
    skipped: usize,
    failed: Vec<&'static str>,
}

/// Runs the cases the command line asks for.
pub fn run(cases: &[Case]) -> ExitCode {
    if env::args().any(|word| word == "--list") {
        cases.iter().for_each(|case| println!("{}: test", case.name));
        return ExitCode::SUCCESS;
    }
    if env::var_os("DAMKA_BIN").is_none() {
        println!("browser tests SKIPPED: DAMKA_BIN does not name a release build of damka");
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    let (wanted, next) = (wanted(cases), AtomicUsize::new(0));
    let tallies: Result<Vec<Tally>, _> = thread::scope(|scope| {
        let work = || -> anyhow::Result<Tally> { work(&wanted, &next) };
        let threads: Vec<_> = (0..jobs()).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a browser test does not panic")).collect()
    });
    let tallies = match tallies {
        Ok(tallies) => tallies,
        Err(error) => {
            eprintln!("browser tests cannot start: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    let count = |part: fn(&Tally) -> usize| tallies.iter().map(part).sum::<usize>();
    let (passed, failed, skipped) = (count(|t| t.passed), count(|t| t.failed.len()), count(|t| t.skipped));
    println!(
        "\n{passed} passed, {failed} failed, {skipped} skipped in {:.0} s",
        begun.elapsed().as_secs_f32()
    );
    tallies.iter().flat_map(|tally| &tally.failed).for_each(|name| println!("    failed: {name}"));
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Takes one case after the other until there are no more.
fn work(cases: &[&Case], next: &AtomicUsize) -> anyhow::Result<Tally> {
    let harness = Harness::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut tally = Tally::default();
    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
        let started = Instant::now();
        let result = runtime.block_on((case.run)(&harness));
        let took = started.elapsed().as_secs_f32();
        match &result {
            Ok(Verdict::Passed) => {
                tally.passed += 1;
                println!("test {} ... ok ({took:.1} s)", case.name);
            }
            Ok(Verdict::Skipped(reason)) => {
                tally.skipped += 1;
                println!("test {} ... SKIPPED: {reason}", case.name);
            }
            Err(error) => {
                tally.failed.push(case.name);
                println!("test {} ... FAILED ({took:.1} s)\n    {error:#}", case.name);
            }
        }
        runtime.block_on(harness.clear(result.is_err().then_some(case.name)));
    }
    runtime.block_on(harness.end());
    Ok(tally)
}
