//! Runs the tests one after another, as `cargo test` would.

use std::{env, pin::Pin, process::ExitCode, time::Instant};

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
    /// The test.
    pub run: for<'a> fn(&'a Harness) -> Running<'a>,
}

/// Lists an `async fn(&Harness) -> anyhow::Result<Verdict>` as a [`Case`]:
/// `case!(offline::reload)`.
#[macro_export]
macro_rules! case {
    ($($path:tt)+) => {
        $crate::Case {
            name: concat!($(stringify!($path)),+),
            run: |harness| Box::pin($($path)+(harness)),
        }
    };
}

/// The cases the command line asks for: those whose name contains one of its words (all, if there is none) and
/// none of those after `--skip=`; of these the even ones with `--half=0`, the odd ones with `--half=1`.
fn wanted(cases: &[Case]) -> Vec<&Case> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let skipped: Vec<&str> = arguments.iter().filter_map(|word| word.strip_prefix("--skip=")).collect();
    let half = |number: &str| arguments.iter().any(|word| word.strip_prefix("--half=") == Some(number));
    let halves = if half("0") || half("1") { [half("0"), half("1")] } else { [true; 2] };
    let named = cases.iter().filter(|case| {
        let asked = words.is_empty() || words.iter().any(|word| case.name.contains(*word));
        asked && !skipped.iter().any(|word| case.name.contains(word))
    });
    named.enumerate().filter(|(number, _)| halves[number % 2]).map(|(_, case)| case).collect()
}

/// Runs the cases the command line asks for.
pub fn run(cases: &[Case]) -> ExitCode {
    if env::args().any(|word| word == "--list") {
        cases.iter().for_each(|case| println!("{}: test", case.name));
        return ExitCode::SUCCESS;
    }
    let harness = match Harness::start() {
        Ok(Some(harness)) => harness,
        Ok(None) => {
            println!("browser tests SKIPPED: DAMKA_BIN does not name a release build of damka");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("browser tests cannot start: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("the system has room for one more event loop");
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    let begun = Instant::now();
    for case in wanted(cases) {
        let started = Instant::now();
        let result = runtime.block_on((case.run)(&harness));
        let took = started.elapsed().as_secs_f32();
        match &result {
            Ok(Verdict::Passed) => {
                passed += 1;
                println!("test {} ... ok ({took:.1} s)", case.name);
            }
            Ok(Verdict::Skipped(reason)) => {
                skipped += 1;
                println!("test {} ... SKIPPED: {reason}", case.name);
            }
            Err(error) => {
                failed.push(case.name);
                println!("test {} ... FAILED ({took:.1} s)\n    {error:#}", case.name);
            }
        }
        runtime.block_on(harness.clear(result.is_err().then_some(case.name)));
    }
    let seconds = begun.elapsed().as_secs_f32();
    println!("\n{passed} passed, {} failed, {skipped} skipped in {seconds:.0} s", failed.len());
    failed.iter().for_each(|name| println!("    failed: {name}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
