//! What is told of a match: progress, faults, the score.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::Result;
use damka_arena::{Record, Sprt, Tally, Trouble, Verdict};
use damka_rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::output;

/// The reporter of a command.
pub(super) struct Report {
    json: bool,
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    games: usize,
    faults: usize,
    timeouts: usize,
    /// Nodes, time and moves of each player in the present match.
    work: [(u64, Duration, u32); 2],
}

impl Report {
    pub(super) fn new(json: bool, games: usize, sprt: Option<Sprt>) -> Report {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta} left");
            ProgressBar::new(games as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Report { json, sprt, bar, games: 0, faults: 0, timeouts: 0, work: Default::default() }
    }

    /// A game has ended.
    pub(super) fn game(&mut self, record: &Record, tally: &Tally) {
        self.games += 1;
        for (who, work) in self.work.iter_mut().enumerate() {
            work.0 += record.nodes[who];
            work.1 += record.times[who];
            work.2 += record.moves[who];
        }
        if let Some(trouble) = &record.trouble {
            let (who, time) = match trouble {
                Trouble::Time(who, _) => (*who, true),
                Trouble::Fault(who, _) => (*who, false),
            };
            self.timeouts += usize::from(time);
            self.faults += usize::from(!time);
            let line = format!(
                "game {} ({}), ply {}: {} {trouble}; position {}",
                record.number + 1,
                record.game.variant(),
                record.game.ply() + 1,
                record.names[who],
                record.game.position().to_fen()
            );
            match &self.bar {
                Some(bar) => bar.suspend(|| eprintln!("{line}")),
                None => eprintln!("{line}"),
            }
        }
        if let Some(bar) = &self.bar {
            bar.set_message(format!("+{} ={} -{} {}", tally.wins, tally.draws, tally.losses, tally.elo()));
            bar.inc(1);
        }
    }

    /// A match has ended.
    pub(super) fn sum_up(&mut self, variant: Variant, tally: &Tally) -> Result<()> {
        let speeds = self.work.map(|(nodes, time, moves)| {
            let per_move = |amount: f64| amount / f64::from(moves.max(1));
            (per_move(nodes as f64), per_move(time.as_secs_f64() * 1000.0))
        });
        self.work = Default::default();
        let elo = tally.elo();
        let mut out = output::stdout();
        if self.json {
            let about = json!({
                "variant": variant.to_string(), "games": tally.games(), "wins": tally.wins,
                "draws": tally.draws, "losses": tally.losses, "score": tally.score(),
                "elo": elo.difference, "error": elo.error, "pairs": tally.pairs,
                "faults": tally.troubles - tally.timeouts, "timeouts": tally.timeouts,
                "llr": self.sprt.map(|sprt| tally.llr(&sprt)),
                "sprt": self.sprt.map(|sprt| verdict(tally.verdict(&sprt))),
                "nodes_per_move": speeds.map(|(nodes, _)| nodes.round()),
                "ms_per_move": speeds.map(|(_, ms)| (ms * 10.0).round() / 10.0),
            });
            self.print(|| writeln!(out, "{about}"))?;
        } else {
            let line = format!(
                "{variant}: {} games, +{} ={} -{}, {:.1} %, Elo {elo}, pairs {:?}, {} faults, {} out of time",
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                tally.score() * 100.0,
                tally.pairs,
                tally.troubles - tally.timeouts,
                tally.timeouts
            );
            let sprt = self.sprt.map(|sprt| {
                let (low, high) = sprt.bounds();
                let (llr, verdict) = (tally.llr(&sprt), verdict(tally.verdict(&sprt)));
                format!("SPRT {},{}: {verdict}, llr {llr:.2} ({low:.2}, {high:.2})", sprt.elo0, sprt.elo1)
            });
            let [(n0, t0), (n1, t1)] = speeds;
            self.print(|| {
                writeln!(out, "{line}")?;
                writeln!(out, "  a move: {n0:.0} nodes in {t0:.1} ms against {n1:.0} in {t1:.1} ms")?;
                sprt.map_or(Ok(()), |sprt| writeln!(out, "  {sprt}"))
            })?;
        }
        out.flush()?;
        Ok(())
    }

    /// All matches have ended.
    pub(super) fn total(&self) -> Result<()> {
        let mut out = output::stdout();
        let (games, faults, timeouts) = (self.games, self.faults, self.timeouts);
        if self.json {
            writeln!(out, "{}", json!({ "games": games, "faults": faults, "timeouts": timeouts }))?;
        } else {
            writeln!(out, "total: {games} games, {faults} faults, {timeouts} out of time")?;
        }
        out.flush()?;
        Ok(())
    }

    pub(super) fn troubles(&self) -> usize {
        self.faults + self.timeouts
    }

    fn print(&self, print: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
        Verdict::Open => "open",
    }
}
