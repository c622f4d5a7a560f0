//! `damka tables`: endgame tables are built, verified, listed and asked.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use damka_endgame::{Event, TableError, Verdict, Wdl, default_directory, directory, named};
use damka_rules::Variant;
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::choices::choices;
use crate::failure::FOUND;
use crate::output;
use crate::select::{GameArgs, PositionArgs};

choices! {
    /// Build, verify, list or probe endgame tables
    pub(crate) enum Action {
        Build(Build),
        Verify(Verify),
        Info(Info),
        Probe(Probe),
    }
}

/// Build all tables up to a number of pieces, resuming where it was interrupted
#[derive(clap::Args, Debug)]
pub(crate) struct Build {
    #[command(flatten)]
    game: GameArgs,
    /// Most pieces on the board
    #[arg(long, short = 'n', value_name = "N")]
    pieces: u8,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Check that every position is consistent with the positions that follow it
#[derive(clap::Args, Debug)]
pub(crate) struct Verify {
    #[command(flatten)]
    game: GameArgs,
    /// Most pieces on the board; default: all complete tables
    #[arg(long, short = 'n', value_name = "N")]
    pieces: Option<u8>,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// List the tables you have
#[derive(clap::Args, Debug)]
pub(crate) struct Info {
    /// Only this game, in detail
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: Option<Variant>,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Look up the result of a position and of each move
#[derive(clap::Args, Debug)]
pub(crate) struct Probe {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(clap::Args, Debug)]
struct PlaceArgs {
    /// Directory of tables; default: $DAMKA_TABLES, or a directory of your user
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
struct ThreadArgs {
    /// Number of threads; default: all cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl PlaceArgs {
    fn dir(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(default_directory)
    }
}

impl ThreadArgs {
    fn count(&self) -> usize {
        self.threads.or(std::thread::available_parallelism().ok()).map_or(1, usize::from)
    }
}

impl Build {
    fn run(self) -> Result<ExitCode> {
        let (variant, dir, threads) = (self.game.variant()?, self.place.dir(), self.threads.count());
        let mut progress = Progress::new();
        named::build(variant, &dir, self.pieces, threads, &mut |event| progress.show(event))?;
        let done = progress.finish();
        println!("{variant}: {done}, in {}", directory(&dir, variant).display());
        Ok(ExitCode::SUCCESS)
    }
}

impl Verify {
    fn run(self) -> Result<ExitCode> {
        let (variant, dir, threads) = (self.game.variant()?, self.place.dir(), self.threads.count());
        let mut progress = Progress::new();
        let checked = named::verify(variant, &dir, self.pieces, threads, &mut |event| progress.show(event));
        let pieces = match checked {
            Err(error @ TableError::Wrong { .. }) => {
                progress.finish();
                writeln!(io::stderr(), "damka: {error}")?;
                return Ok(ExitCode::from(FOUND));
            }
            checked => checked?,
        };
        if pieces < 2 {
            bail!("no tables of {variant} in {}", dir.display());
        }
        println!("{variant}, {pieces} pieces: every position is consistent; {}", progress.finish());
        Ok(ExitCode::SUCCESS)
    }
}

impl Info {
    fn run(self) -> Result<ExitCode> {
        let dir = self.place.dir();
        let mut out = output::stdout();
        let mut found = false;
        for &variant in Variant::EVERY.iter().filter(|v| self.variant.is_none_or(|wanted| wanted == **v)) {
            let (reports, most) = named::catalogue(variant, &dir)?;
            if reports.is_empty() {
                continue;
            }
            found = true;
            let bytes: u64 = reports.iter().map(|report| report.bytes).sum();
            let positions: u64 = reports.iter().flat_map(|r| &r.census).map(|c| c.positions()).sum();
            writeln!(
                out,
                "{variant}: complete up to {most} pieces, {} positions, {}",
                HumanCount(positions),
                HumanBytes(bytes)
            )?;
            if self.variant.is_some() {
                writeln!(
                    out,
                    "{:>12} {:>13} {:>13} {:>13} {:>8}",
                    "to move", "won", "drawn", "lost", "longest"
                )?;
                for census in reports.iter().flat_map(|report| &report.census) {
                    writeln!(
                        out,
                        "{:>12} {:>13} {:>13} {:>13} {:>8}",
                        census.material.to_string(),
                        HumanCount(census.wins).to_string(),
                        HumanCount(census.draws).to_string(),
                        HumanCount(census.losses).to_string(),
                        census.longest
                    )?;
                }
            }
        }
        if !found {
            writeln!(out, "no tables in {}", dir.display())?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Probe {
    fn run(self) -> Result<ExitCode> {
        let pos = self.position.position()?;
        let dir = self.place.dir();
        let mut out = output::stdout();
        let answer = named::ask(&pos, &dir)?;
        let Some(verdict) = answer.verdict else {
            bail!(
                "no table covers {}; tables are complete up to {} pieces",
                pos.to_fen(),
                answer.most_pieces
            );
        };
        writeln!(out, "{}", told(verdict))?;
        for (text, verdict) in answer.moves {
            writeln!(out, "{text} {}", told(verdict))?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

fn told(verdict: Verdict) -> String {
    let plies = verdict.plies;
    match verdict.wdl {
        Wdl::Draw => "drawn".to_owned(),
        Wdl::Win => format!("won, {plies} plies to the next capture or promotion"),
        Wdl::Loss => format!("lost, {plies} plies to the next capture or promotion"),
    }
}

/// A bar on a terminal, a line for each finished pair elsewhere.
struct Progress {
    bar: ProgressBar,
    began: Instant,
    positions: u64,
    current: u64,
    bytes: u64,
}

impl Progress {
    fn new() -> Progress {
        let bar = if io::stderr().is_terminal() { ProgressBar::new(1) } else { ProgressBar::hidden() };
        let look = "{bar:30} {percent:>3}% {human_pos} positions, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress { bar, began: Instant::now(), positions: 0, current: 0, bytes: 0 }
    }

    fn show(&mut self, event: Event) {
        match event {
            Event::Plan { positions, .. } => self.bar.set_length(positions),
            Event::Kept { positions, .. } => self.bar.set_position(self.bar.position() + positions),
            Event::Started { pair, positions } => {
                self.current = positions;
                self.bar.set_message(pair.to_string());
            }
            Event::Level { .. } => {}
            Event::Finished(report) => {
                self.bar.inc(self.current);
                self.positions += self.current;
                self.bytes += report.bytes;
                if self.bar.is_hidden() {
                    let took = report.took.as_secs_f64();
                    // Losing the progress is no reason to lose the work.
                    let _ = writeln!(
                        io::stderr(),
                        "{} {} positions {took:.1} s",
                        report.pair,
                        HumanCount(self.current)
                    );
                }
            }
        }
    }

    fn finish(self) -> String {
        self.bar.finish_and_clear();
        let took = HumanDuration(self.began.elapsed());
        match self.bytes {
            0 => format!("{} positions in {took}", HumanCount(self.positions)),
            bytes => format!("{} positions in {took}, {}", HumanCount(self.positions), HumanBytes(bytes)),
        }
    }
}
