//! Rounds of learning: play with the present weights, let their network learn from all games so far, meet the present weights,
//! and take their place if that is proven.
//!
//! Everything lies in one folder (`russian.data`, `russian.bin`, `russian.rounds`), and every step is written down
//! when it is done: a run that was stopped goes on where it was.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use damka_arena::{Control, Verdict};
use damka_engine::eval::Weights;
use damka_rules::{Rules, Variant, dispatch};

use crate::{contest, net, record, selfplay, train};

/// How rounds are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where data, weights and the log lie.
    pub folder: PathBuf,
    /// Games a round.
    pub games: u64,
    /// Positions searched per move of these games.
    pub nodes: u64,
    /// Positions searched per move of the match.
    pub test_nodes: u64,
    /// Pairs of games of the match at most.
    pub pairs: usize,
    /// Games at a time.
    pub threads: usize,
    /// What to aim at.
    pub aims: train::Aims,
    /// How to learn.
    pub net: net::Plan,
}

/// Games played between two notes of how far the run is.
const BATCH: u64 = 20;

/// One quiet move in so many is left to chance, so that the games show what happens after a mistake.
const STRAY: u32 = 5;

/// How far a run is: as the last line of its log says.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Progress {
    round: u64,
    games: u64,
}

/// Plays one round; `tell` hears what happens, and the log keeps it.
pub fn run(variant: Variant, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<()> {
    fs::create_dir_all(&plan.folder).with_context(|| format!("cannot make {}", plan.folder.display()))?;
    let file = |ending: &str| plan.folder.join(format!("{variant}.{ending}"));
    let (data, best, log) = (file("data"), file("bin"), file("rounds"));
    if !best.exists() {
        let bytes = dispatch!(variant, R => Weights::<R>::embedded().to_bytes());
        keep(&best, &bytes)?;
    }
    let mut at = progress(&fs::read_to_string(&log).unwrap_or_default());
    let present = fs::read(&best).with_context(|| format!("cannot read {}", best.display()))?;
    while at.games < plan.games {
        let games = BATCH.min(plan.games - at.games);
        let play = selfplay::Plan {
            variant,
            games,
            nodes: plan.nodes,
            opening: (4, 10),
            stray: STRAY,
            threads: plan.threads,
            seed: at.round << 32 | at.games,
            weights: Some(present.clone()),
        };
        selfplay::run(&play, &data, &|_| ())?;
        at.games += games;
        note(&log, &format!("round {} games {}", at.round, at.games))?;
    }
    let fitted = dispatch!(variant, R => fit::<R>(&data, &present, plan, tell)?);
    let meeting = contest::Plan {
        variant,
        pairs: plan.pairs,
        control: Control::Nodes(plan.test_nodes),
        opening: 6,
        threads: plan.threads,
        seed: 1_000_000 + at.round,
        sprt: true,
        margins: Default::default(),
    };
    let outcome = contest::play(&meeting, &fitted, &present, tell)?;
    let text = format!("{variant}: {}, {:?}", contest::line(&outcome.tally), outcome.verdict);
    if outcome.verdict == Verdict::Accepted {
        keep(&best, &fitted)?;
    }
    at = Progress { round: at.round + 1, games: 0 };
    note(&log, &format!("{text}\nround {} games 0", at.round))?;
    tell(&text);
    Ok(())
}

/// What the log's last word on rounds is.
fn progress(log: &str) -> Progress {
    let read = |line: &str| {
        let mut words = line.strip_prefix("round ")?.split(" games ");
        Some(Progress { round: words.next()?.parse().ok()?, games: words.next()?.parse().ok()? })
    };
    log.lines().rev().find_map(read).unwrap_or_default()
}

fn fit<R: Rules>(data: &Path, start: &[u8], plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Vec<u8>> {
    let records = record::load::<R>(data).with_context(|| format!("cannot read {}", data.display()))?;
    let start = Weights::<R>::from_bytes(start)?;
    // The patterns stay; what the network adds to them goes on learning.
    let base = start.clone().with_net(None);
    let trained = net::train(&records, &start, &base, &plan.aims, &plan.net, &|_| ());
    tell(&format!("{}: loss {:.5} -> {:.5}", R::VARIANT, trained.loss.0, trained.loss.1));
    Ok(trained.weights.to_bytes())
}

/// Writes beside and renames, so that a stop leaves the old or the new file.
fn keep(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).with_context(|| format!("cannot write {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}

fn note(log: &Path, text: &str) -> Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(log)?;
    writeln!(file, "{text}").with_context(|| format!("cannot write {}", log.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_run_goes_on_where_it_was() {
        assert_eq!(progress(""), Progress::default());
        assert_eq!(progress("round 0 games 20\nround 0 gam"), Progress { round: 0, games: 20 });
        assert_eq!(progress("x: +1 =2 -3\nround 1 games 0\n"), Progress { round: 1, games: 0 });
        let folder = std::env::temp_dir().join(format!("damka-rounds-{}", std::process::id()));
        let plan = Plan {
            folder: folder.clone(),
            games: 4,
            nodes: 100,
            test_nodes: 50,
            pairs: 2,
            threads: 1,
            aims: train::Aims { epochs: 1, ..Default::default() },
            net: net::Plan::default(),
        };
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("turkish.rounds"), "round 5 games 2\n").unwrap();
        run(Variant::Turkish, &plan, &mut |_| ()).unwrap();
        let log = fs::read_to_string(folder.join("turkish.rounds")).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(log.contains("round 5 games 4\n"), "{log}");
        assert_eq!(progress(&log), Progress { round: 6, games: 0 }, "{log}");
    }
}
