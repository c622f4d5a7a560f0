//! `damka match`: engine against engine. (`match` is a word of the language, hence the name of the file.)

mod beside;
mod control;
mod hub_player;
mod line_player;
pub(crate) mod player;
mod report;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use damka_arena::{self as arena, Openings, Record, Schedule, Sprt, Tally, Verdict};
use damka_pdn::Writer;
use damka_rules::Variant;

use crate::{failure, record, select};
use player::Spec;
use report::Report;

/// Play a match between two engines: Elo, SPRT, faults, all games as PDN
///
/// A player is `damka`, `damka:level=3,weights=FILE,tables=off,hash=16,threads=1,nodes=5000,
/// name=old` (any of these; `weights=hand` are the hand-made ones), `hub:COMMAND` for a program that speaks Hub, or
/// `line:COMMAND` for one that answers `go SECONDS FEN` with `bestmove 22x15x18` (start, end, pieces taken).
/// By default a level keeps to its own limits, and everyone else to 10,000 nodes per move.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// First player, whose score is reported
    #[arg(value_name = "FIRST", default_value = "damka")]
    first: Spec,
    /// Second player
    #[arg(value_name = "SECOND", default_value = "damka")]
    second: Spec,
    /// The game, or `all`; can be repeated
    #[arg(long, short = 'v', value_name = "NAME", required = true)]
    variant: Vec<String>,
    /// Number of games; every opening is played with both colours
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    games: usize,
    #[command(flatten)]
    control: control::ControlArgs,
    /// Measure processor time instead of wall-clock time (Linux), so that a busy machine does not matter
    #[arg(long)]
    processor: bool,
    /// File of openings, one FEN or list of moves per line; default: random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Number of random plies
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: usize,
    /// Keep only random openings in which a search sees neither side ahead by more than so many
    /// hundredths of a man; without it as many pieces on both sides are enough
    #[arg(long, value_name = "CENTIMEN", conflicts_with = "openings")]
    even: Option<i32>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played in parallel; default: all cores
    #[arg(long, short = 'c', value_name = "N")]
    concurrency: Option<usize>,
    /// Plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    most_plies: usize,
    /// Stop as soon as a sequential test decides between these two Elo differences
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Append all games to this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.games == 0 || self.games > 10_000_000 {
            bail!("--games: {} is out of range", self.games);
        }
        if self.processor && !cfg!(target_os = "linux") {
            bail!("--processor: only available on Linux");
        }
        let sprt = self.sprt.as_deref().map(sprt).transpose()?;
        let variants = select::several(&self.variant)?;
        let mut pdn = self.pdn.as_deref().map(append).transpose()?;
        let mut report = Report::new(self.json, self.games * variants.len(), sprt);
        let mut verdict = Verdict::Open;
        for &variant in &variants {
            let tally = self.play(variant, sprt, &mut report, &mut pdn)?;
            verdict = sprt.map_or(Verdict::Open, |sprt| tally.verdict(&sprt));
            report.sum_up(variant, &tally)?;
        }
        if variants.len() > 1 {
            report.total()?;
        }
        if let Some(pdn) = pdn {
            pdn.finish()?;
        }
        let bad = report.troubles() > 0 || verdict == Verdict::Rejected;
        Ok(if bad { ExitCode::from(failure::FOUND) } else { ExitCode::SUCCESS })
    }

    fn play(
        &self,
        variant: Variant,
        sprt: Option<Sprt>,
        report: &mut Report,
        pdn: &mut Option<Writer<BufWriter<File>>>,
    ) -> Result<Tally> {
        let common = self.control.chosen()?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let schedule = Schedule {
            openings: self.openings(variant)?,
            pairs: self.games.div_ceil(2),
            controls: [&self.first, &self.second].map(|spec| spec.control_or(common)),
            most_plies: self.most_plies,
            concurrency: self.concurrency.unwrap_or(threads).clamp(1, 256),
        };
        let mut failed = None;
        let counted = self.processor;
        let make = || Ok([self.first.make(variant, counted)?, self.second.make(variant, counted)?]);
        let tally = arena::play(&schedule, &make, &mut |record, tally| {
            report.game(record, tally);
            if let Some(pdn) = pdn
                && let Err(error) = pdn.write(&written(record))
            {
                failed = Some(anyhow!(error));
                return ControlFlow::Break(());
            }
            match sprt.map(|sprt| tally.verdict(&sprt)) {
                Some(Verdict::Accepted | Verdict::Rejected) => ControlFlow::Break(()),
                Some(Verdict::Open) | None => ControlFlow::Continue(()),
            }
        });
        match failed {
            Some(error) => Err(error.context("the games cannot be written")),
            None => tally.map_err(|fault| anyhow!("a player {fault}")),
        }
    }

    fn openings(&self, variant: Variant) -> Result<Openings> {
        let (plies, seed, pairs) = (self.plies, self.seed, self.games.div_ceil(2));
        let Some(path) = &self.openings else {
            return Ok(match self.even {
                Some(most) => Openings::even(variant, plies, seed, pairs, most).context("--even")?,
                None => Openings::random(variant, plies, seed),
            });
        };
        let text = fs::read_to_string(path).with_context(|| path.clone())?;
        Openings::parse(variant, &text).with_context(|| path.clone())
    }
}

/// Opens a file of games to write behind its end.
fn append(path: &str) -> Result<Writer<BufWriter<File>>> {
    let mut file = File::options().append(true).create(true).open(path).with_context(|| path.to_owned())?;
    if file.metadata().is_ok_and(|about| about.len() > 0) {
        file.write_all(b"\n").with_context(|| path.to_owned())?;
    }
    Ok(Writer::new(BufWriter::new(file)))
}

fn sprt(text: &str) -> Result<Sprt> {
    let wrong = || format!("--sprt: '{text}' is not like 0,10");
    let (elo0, elo1) = text.split_once(',').with_context(wrong)?;
    let number =
        |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() < 1000.0).with_context(wrong);
    let (elo0, elo1) = (number(elo0)?, number(elo1)?);
    if elo0 >= elo1 {
        bail!("--sprt: {elo0} is not less than {elo1}");
    }
    Ok(Sprt::new(elo0, elo1))
}

/// A game of the match as PDN.
fn written(game: &Record) -> damka_pdn::Game {
    let [first, second] = [&game.names[0], &game.names[1]];
    let (white, black) = match game.first {
        damka_rules::Side::White => (first, second),
        damka_rules::Side::Black => (second, first),
    };
    let round = (game.number + 1).to_string();
    let tags = [("Event", "damka match"), ("Round", &round), ("White", white), ("Black", black)];
    let mut pdn = record::to_pdn(&game.game, &tags);
    if let Some(trouble) = &game.trouble {
        pdn.tags.set("Termination", &trouble.to_string());
    }
    pdn
}
