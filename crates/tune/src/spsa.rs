//! Margins of the search by games: both neighbours of the present values play each other, and the values move a
//! little towards the winner (simultaneous perturbation, SPSA).
//!
//! Every step is a line of the log; a run that was stopped goes on behind the last whole one. What comes out still has
//! to win a match against the usual margins.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use damka_arena::Control;
use damka_engine::Margins;
use damka_rules::Variant;

use crate::contest;

/// How it is done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Names of the margins that may change.
    pub names: Vec<String>,
    /// Steps to go to, those of the log included.
    pub steps: u64,
    /// Pairs of games a step.
    pub pairs: usize,
    /// Positions searched per move.
    pub nodes: u64,
    /// Games at a time.
    pub threads: usize,
    /// Which openings and which neighbours.
    pub seed: u64,
    /// The log.
    pub log: PathBuf,
}

/// Neighbours are this share of a value away at first, and at least one.
const REACH: f64 = 0.15;
/// How fast neighbours come closer, and steps shorter: the usual exponents.
const CLOSER: f64 = 0.101;
const SHORTER: f64 = 0.602;
/// Steps before the shortening begins to tell, as a share of all steps.
const PATIENCE: f64 = 0.1;
/// The first step moves a value by so many reaches if one neighbour wins every game.
const STRIDE: f64 = 2.0;

/// Goes on to the last step; returns the values it ended with.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Vec<(String, f64)>> {
    let usual = Margins::default().list();
    let start = |name: &String| {
        let found = usual.iter().find(|(known, _)| known == name);
        found
            .map(|&(_, value)| value as f64)
            .with_context(|| format!("no margin is called '{name}': {usual:?}"))
    };
    let first: Vec<f64> = plan.names.iter().map(start).collect::<Result<_>>()?;
    ensure!(!first.is_empty(), "no margin is named");
    let (done, mut values) = match fs::read_to_string(&plan.log) {
        Ok(log) => resume(&log, &plan.names).unwrap_or((0, first.clone())),
        Err(_) => (0, first.clone()),
    };
    let built_in =
        damka_rules::dispatch!(plan.variant, R => damka_engine::eval::Weights::<R>::embedded().to_bytes());
    for step in done..plan.steps {
        let mut random = fastrand::Rng::with_seed(plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ step);
        let age = (step + 1) as f64;
        let reaches: Vec<f64> = first.iter().map(|v| (v * REACH).max(1.0) / age.powf(CLOSER)).collect();
        let signs: Vec<f64> = first.iter().map(|_| if random.bool() { 1.0 } else { -1.0 }).collect();
        let neighbour = |way: f64| {
            let mut margins = Margins::default();
            for ((name, value), (reach, sign)) in
                plan.names.iter().zip(&values).zip(reaches.iter().zip(&signs))
            {
                margins.set(name, (value + way * reach.max(0.5) * sign).round().max(0.0) as i32);
            }
            margins
        };
        let meeting = contest::Plan {
            variant: plan.variant,
            pairs: plan.pairs,
            control: Control::Nodes(plan.nodes),
            opening: 6,
            threads: plan.threads,
            seed: plan.seed + step,
            sprt: false,
            margins: [neighbour(1.0), neighbour(-1.0)],
        };
        let tally = contest::play(&meeting, &built_in, &built_in, &mut |_| ())?.tally;
        let lead = (tally.wins as f64 - tally.losses as f64) / tally.games().max(1) as f64;
        let patience = PATIENCE * plan.steps as f64;
        let stride = STRIDE * ((patience + 1.0) / (patience + age)).powf(SHORTER);
        for ((value, reach), sign) in values.iter_mut().zip(&reaches).zip(&signs) {
            *value = (*value + stride * reach * sign * lead).max(0.0);
        }
        let line = write(step + 1, &plan.names, &values);
        let mut log = fs::OpenOptions::new().create(true).append(true).open(&plan.log)?;
        writeln!(log, "{line}").with_context(|| format!("cannot write {}", plan.log.display()))?;
        tell(&format!("{}: {line} ({})", plan.variant, contest::line(&tally)));
    }
    Ok(plan.names.iter().cloned().zip(values).collect())
}

/// `step 7 razor=108.25 singular=20.50`
fn write(step: u64, names: &[String], values: &[f64]) -> String {
    let all: Vec<String> =
        names.iter().zip(values).map(|(name, value)| format!("{name}={value:.2}")).collect();
    format!("step {step} {}", all.join(" "))
}

/// The last whole line of a log about the same margins.
fn resume(log: &str, names: &[String]) -> Option<(u64, Vec<f64>)> {
    let read = |line: &str| {
        let mut words = line.strip_prefix("step ")?.split(' ');
        let step = words.next()?.parse().ok()?;
        let pairs: Vec<(&str, &str)> = words.map(|word| word.split_once('=')).collect::<Option<_>>()?;
        let same = pairs.iter().map(|(name, _)| *name).eq(names.iter().map(String::as_str));
        let values = pairs.iter().map(|(_, value)| value.parse().ok()).collect::<Option<_>>()?;
        same.then_some((step, values))
    };
    // A line cut off may still read as one: only what is followed by a line's end counts.
    let whole = &log[..log.rfind('\n')? + 1];
    whole.lines().rev().find_map(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_run_goes_on_where_it_was() {
        let names = ["razor".to_string(), "singular".to_string()];
        let line = write(7, &names, &[108.25, 20.5]);
        assert_eq!(line, "step 7 razor=108.25 singular=20.50");
        assert_eq!(resume(&format!("{line}\nstep 8 razor=1"), &names), Some((7, vec![108.25, 20.5])));
        assert_eq!(resume(&format!("{line}\n"), &names[..1]), None, "other margins");
        let log = std::env::temp_dir().join(format!("damka-spsa-{}", std::process::id()));
        let plan = |steps, names: &[String]| Plan {
            variant: Variant::Turkish,
            names: names.to_vec(),
            steps,
            pairs: 1,
            nodes: 100,
            threads: 1,
            seed: 3,
            log: log.clone(),
        };
        let straight = run(&plan(3, &names), &mut |_| ()).unwrap();
        let whole = fs::read_to_string(&log).unwrap();
        assert_eq!(whole.lines().count(), 3, "{whole}");
        let two: String = whole.lines().take(2).map(|line| format!("{line}\n")).collect();
        fs::write(&log, two).unwrap();
        let resumed = run(&plan(3, &names), &mut |_| ()).unwrap();
        assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 3);
        fs::remove_file(&log).unwrap();
        for ((name, a), (_, b)) in straight.iter().zip(&resumed) {
            assert!((a - b).abs() < 0.02, "{name}: {a} {b}");
        }
        assert!(run(&plan(1, &["mercy".to_string()]), &mut |_| ()).is_err());
    }
}
