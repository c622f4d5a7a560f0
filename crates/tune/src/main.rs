//! `damka-tune`: self-play, training and acceptance matches from the command line.
//!
//! `damka-tune selfplay --variant russian --games 20000 --out data.bin`
//! `damka-tune train --variant russian --data data.bin --out russian.bin`
//! `damka-tune match --variant russian --first russian.bin --second hand --time 20`
//! `damka-tune rounds --variant russian --folder learning --rounds 10`
//! `damka-tune book --variant russian --minutes 10 --out russian.bin`

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use damka_arena::Control;
use damka_engine::eval::{Numbering, Weights};
use damka_engine::{Book, Level, Margins};
use damka_rules::{Variant, dispatch};
use damka_tune::{
    book, contest, curve, endings, net, puzzles, record, rounds, selfplay, spsa, tactics, train,
};

#[derive(Parser)]
#[command(about = "How the weights are made")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// How games are played: many at a time, and the same ones again.
#[derive(clap::Args, Copy, Clone, Debug)]
struct Run {
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Another seed, other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Subcommand)]
enum Command {
    /// Play games against itself and append quiet positions to a file.
    Selfplay {
        #[arg(long)]
        variant: Variant,
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        #[arg(long, default_value_t = 1_000)]
        nodes: u64,
        #[command(flatten)]
        run: Run,
        /// `hand`, a weights file, or nothing for the built-in weights.
        #[arg(long)]
        weights: Option<String>,
        /// After the opening one quiet move in so many is random; 0 for none.
        #[arg(long, default_value_t = 0)]
        stray: u32,
        #[arg(long)]
        out: PathBuf,
    },
    /// Fit weights to positions.
    Train {
        #[arg(long)]
        variant: Variant,
        #[arg(long, required = true, num_args = 1..)]
        data: Vec<PathBuf>,
        #[command(flatten)]
        plan: train::Plan,
        /// `hand` or a weights file to start from.
        #[arg(long, default_value = "hand")]
        start: String,
        #[arg(long)]
        out: PathBuf,
    },
    /// Fit a network to positions.
    Net {
        #[arg(long)]
        variant: Variant,
        #[arg(long, required = true, num_args = 1..)]
        data: Vec<PathBuf>,
        /// What is aimed at, as for `train`.
        #[command(flatten)]
        aims: train::Aims,
        #[command(flatten)]
        plan: net::Plan,
        /// Weights the network is added to: `hand`, `built-in` or a file.
        #[arg(long, default_value = "built-in")]
        start: String,
        /// Without their patterns: then the network sees the men alone.
        #[arg(long)]
        alone: bool,
        #[arg(long)]
        out: PathBuf,
    },
    /// Look for positions with one best move.
    Tactics {
        #[arg(long)]
        variant: Variant,
        #[arg(long, default_value_t = 20)]
        count: usize,
        #[arg(long, default_value_t = 300_000)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit how the chance of winning rises with the score; prints lines for data/chances/curve.txt.
    Curve {
        /// The game; can be repeated; default: all.
        #[arg(long)]
        variant: Vec<Variant>,
        #[arg(long, default_value_t = 300)]
        games: u64,
        #[arg(long, default_value_t = 5_000)]
        nodes: u64,
    },
    /// Make puzzles from fast games, variant after variant; can be stopped and goes on where it was.
    Puzzles(puzzles::Args),
    /// Play won endings out against a defender who knows the tables.
    Endings {
        #[arg(long)]
        variant: Variant,
        #[arg(long, default_value_t = 4)]
        pieces: u32,
        #[arg(long, default_value_t = 10_000)]
        count: usize,
        /// Milliseconds a move.
        #[arg(long, default_value_t = 50)]
        time: u64,
        #[arg(long)]
        tables: PathBuf,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Play two sets of weights against each other.
    Match {
        #[arg(long)]
        variant: Variant,
        /// `hand`, `built-in` or a weights file.
        #[arg(long, default_value = "built-in")]
        first: String,
        #[arg(long, default_value = "built-in")]
        second: String,
        /// Margins of the first one's search that are not the usual ones: `late_depth=4,singular=25`.
        #[arg(long, default_value = "")]
        margins: String,
        /// Likewise of the second's.
        #[arg(long, default_value = "")]
        against: String,
        #[arg(long, default_value_t = 100)]
        pairs: usize,
        /// Milliseconds a move; without it, nodes count.
        #[arg(long)]
        time: Option<u64>,
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
        #[arg(long, default_value_t = 6)]
        opening: usize,
        #[command(flatten)]
        run: Run,
        /// Stop as soon as it is decided whether the first is better (0 against 20 Elo).
        #[arg(long)]
        sprt: bool,
    },
    /// Play, learn and compare, round after round and variant after variant; can be stopped and goes on where it was.
    Rounds {
        /// One or more; `all` for every game.
        #[arg(long, required = true, num_args = 1..)]
        variant: Vec<String>,
        /// Where data, weights and the log are kept.
        #[arg(long)]
        folder: PathBuf,
        #[arg(long, default_value_t = 1)]
        rounds: u32,
        /// Games a round.
        #[arg(long, default_value_t = 1_500)]
        games: u64,
        /// Positions searched per move of these games.
        #[arg(long, default_value_t = 4_000)]
        nodes: u64,
        /// Positions searched per move of the match.
        #[arg(long, default_value_t = 5_000)]
        test_nodes: u64,
        /// Pairs of games of the match at most.
        #[arg(long, default_value_t = 300)]
        pairs: usize,
        /// Passes over the data.
        #[arg(long, default_value_t = 12)]
        epochs: usize,
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Move margins of the search towards what wins games; can be stopped and goes on where it was.
    Spsa {
        #[arg(long)]
        variant: Variant,
        /// The margins, by name: `razor,singular,aspiration`.
        #[arg(long, required = true, value_delimiter = ',')]
        margins: Vec<String>,
        /// Steps, those already in the log included.
        #[arg(long, default_value_t = 500)]
        steps: u64,
        /// Pairs of games a step.
        #[arg(long, default_value_t = 4)]
        pairs: usize,
        #[arg(long, default_value_t = 3_000)]
        nodes: u64,
        #[command(flatten)]
        run: Run,
        /// Where the steps are written down.
        #[arg(long)]
        log: PathBuf,
    },
    /// Grow an opening book.
    Book {
        #[arg(long)]
        variant: Variant,
        /// Positions searched for every move.
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
        #[arg(long, default_value_t = 10.0)]
        minutes: f64,
        /// Stop when so many positions are known.
        #[arg(long, default_value_t = usize::MAX)]
        expansions: usize,
        /// Hundredths of a man that count as much as a ply.
        #[arg(long, default_value_t = 6)]
        ply_worth: i32,
        /// Hundredths of a man a book move may give away.
        #[arg(long, default_value_t = book::Terms::default().margin)]
        margin: i32,
        /// Moves in the book at most.
        #[arg(long, default_value_t = book::Terms::default().most)]
        most: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// `hand`, a weights file, or nothing for the built-in weights.
        #[arg(long)]
        weights: Option<String>,
        /// Where the tree is kept, so that it can grow on; beside the book unless given.
        #[arg(long)]
        tree: Option<PathBuf>,
        #[arg(long)]
        out: PathBuf,
    },
    /// Play with an opening book against the same engine without it.
    TryBook {
        #[arg(long)]
        variant: Variant,
        #[arg(long)]
        book: PathBuf,
        #[arg(long, default_value_t = 100)]
        pairs: usize,
        #[arg(long, default_value_t = 2_000)]
        nodes: u64,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Selfplay { variant, games, nodes, run, weights, stray, out } => {
            let Run { threads, seed } = run;
            let weights = weights.map(|w| read_weights(variant, &w)).transpose()?;
            let opening = (4, 10);
            let plan = selfplay::Plan { variant, games, nodes, opening, stray, threads, seed, weights };
            selfplay::run(&plan, &out, &|line| println!("{line}"))?;
            let count = dispatch!(variant, R => record::count::<R>(&out));
            println!("{variant}: {count} positions in {}", out.display());
            Ok(())
        }
        Command::Train { variant, data, plan, start, out } => {
            let start = read_weights(variant, &start)?;
            let bytes = dispatch!(variant, R => fit::<R>(&data, &start, &plan)?);
            std::fs::write(&out, bytes).with_context(|| format!("cannot write {}", out.display()))
        }
        Command::Net { variant, data, aims, plan, start, alone, out } => {
            let start = read_weights(variant, &start)?;
            let bytes = dispatch!(variant, R => fit_net::<R>(&data, &start, &aims, &plan, alone)?);
            std::fs::write(&out, bytes).with_context(|| format!("cannot write {}", out.display()))
        }
        Command::Tactics { variant, count, nodes, seed } => {
            let plan = tactics::Hunt { variant, count, nodes, seed };
            tactics::hunt(&plan, &mut |problem| println!("{}", problem));
            Ok(())
        }
        Command::Curve { variant, games, nodes } => {
            let all = if variant.is_empty() { Variant::games().collect() } else { variant };
            for variant in all {
                println!("{}", curve::fit(&curve::Plan { variant, games, nodes }));
            }
            Ok(())
        }
        Command::Puzzles(args) => args.run(),
        Command::Endings { variant, pieces, count, time, tables, seed } => {
            let time = Duration::from_millis(time);
            let plan = endings::Plan { pieces, count, time, tables: &tables, seed };
            let tell = |played: &endings::Played| {
                println!("{variant}, {pieces} pieces: {} won, {} not", played.won, played.failed.len());
            };
            let played = dispatch!(variant, R => endings::run::<R>(&plan, &tell)?);
            played.failed.iter().for_each(|fen| println!("not won: {fen}"));
            println!(
                "{variant}, {pieces} pieces: {} of {} won, the longest in {} plies, {} moves, the slowest {} ms",
                played.won,
                played.won + played.failed.len(),
                played.longest,
                played.moves,
                played.slowest.as_millis()
            );
            anyhow::ensure!(played.failed.is_empty(), "{} won positions were not won", played.failed.len());
            Ok(())
        }
        Command::Match {
            variant,
            first,
            second,
            margins,
            against,
            pairs,
            time,
            nodes,
            opening,
            run,
            sprt,
        } => {
            let Run { threads, seed } = run;
            let control = match time {
                Some(ms) => Control::MoveTime(Duration::from_millis(ms)),
                None => Control::Nodes(nodes),
            };
            let (first, second) = (read_weights(variant, &first)?, read_weights(variant, &second)?);
            let margins = [read_margins(&margins)?, read_margins(&against)?];
            let plan = contest::Plan { variant, pairs, control, opening, threads, seed, sprt, margins };
            let met = contest::play(&plan, &first, &second, &mut |line| println!("{line}"))?;
            println!("{variant}: {}, SPRT(0, 20): {:?}", contest::line(&met.tally), met.verdict);
            Ok(())
        }
        Command::Rounds { variant, folder, rounds, games, nodes, test_nodes, pairs, epochs, threads } => {
            // The search's score alone: results of such short games are not to be trusted.
            let aims = train::Aims {
                epochs,
                result_share: 0.0,
                hanging: true,
                undrawn: true,
                ..train::Aims::default()
            };
            let net = net::Plan { threads, go_on: true, step: 0.0007, ..net::Plan::default() };
            let plan = rounds::Plan { folder, games, nodes, test_nodes, pairs, threads, aims, net };
            let variants = read_variants(&variant)?;
            for _ in 0..rounds {
                for &variant in &variants {
                    rounds::run(variant, &plan, &mut |line| println!("{line}"))?;
                }
            }
            Ok(())
        }
        Command::Spsa { variant, margins, steps, pairs, nodes, run, log } => {
            let Run { threads, seed } = run;
            let plan = spsa::Plan { variant, names: margins, steps, pairs, nodes, threads, seed, log };
            let found = spsa::run(&plan, &mut |line| println!("{line}"))?;
            let found: Vec<String> =
                found.iter().map(|(name, value)| format!("{name}={}", value.round())).collect();
            println!("{variant}: damka-tune match --margins {}", found.join(","));
            Ok(())
        }
        Command::Book {
            variant,
            nodes,
            minutes,
            expansions,
            ply_worth,
            margin,
            most,
            seed,
            weights,
            tree,
            out,
        } => {
            let time = Duration::try_from_secs_f64(minutes * 60.0).context("--minutes")?;
            let weights = weights.map(|w| read_weights(variant, &w)).transpose()?;
            let tree = tree.unwrap_or_else(|| out.with_extension("tree"));
            let plan = book::Plan { variant, nodes, time, expansions, ply_worth, seed, tree, weights };
            let book = book::grow(&plan, &book::Terms { margin, most }, &mut |line| println!("{line}"))?;
            std::fs::write(&out, book.to_bytes())
                .with_context(|| format!("cannot write {}", out.display()))?;
            println!("{variant}: {} moves in {}", book.len(), out.display());
            Ok(())
        }
        Command::TryBook { variant, book, pairs, nodes } => {
            let bytes = std::fs::read(&book).with_context(|| format!("cannot read {}", book.display()))?;
            let read = Book::from_bytes(&bytes).with_context(|| book.display().to_string())?;
            let found = book::trial(variant, &read, pairs, nodes)?;
            println!("{variant}: with the book {}", contest::line(&found.tally));
            println!("{variant}: {} beginnings of {} plies", found.beginnings, book::BEGINNING);
            for level in [Level::new(5), Level::new(7), Level::new(9)].into_iter().flatten() {
                let games = pairs as u64 * 2;
                let beginnings = book::beginnings(variant, &read, level, games);
                println!("{variant}: {beginnings} in {games} games of level {}", level.number());
            }
            Ok(())
        }
    }
}

fn fit<R: damka_rules::Rules>(data: &[PathBuf], start: &[u8], plan: &train::Plan) -> Result<Vec<u8>> {
    let mut records = Vec::new();
    for path in data {
        records.extend(record::load::<R>(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    println!("{}: {} positions", R::VARIANT, records.len());
    let start = Weights::<R>::from_bytes(start)?;
    let trained = train::train(&records, &start, plan, &|line| println!("{line}"));
    println!(
        "{}: spread {}, loss {:.5} -> {:.5}",
        R::VARIANT,
        trained.spread,
        trained.loss.0,
        trained.loss.1
    );
    Ok(trained.weights.to_bytes())
}

fn fit_net<R: damka_rules::Rules>(
    data: &[PathBuf],
    start: &[u8],
    aims: &train::Aims,
    plan: &net::Plan,
    alone: bool,
) -> Result<Vec<u8>> {
    let mut records = Vec::new();
    for path in data {
        records.extend(record::load::<R>(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let start = Weights::<R>::from_bytes(start)?;
    let base = start.clone().with_net(None);
    let base = if alone { base.without_patterns(&Numbering::new()) } else { base };
    let trained = net::train(&records, &start, &base, aims, plan, &|line| println!("{line}"));
    Ok(trained.weights.to_bytes())
}

/// The variants of these names, `all` for every game.
fn read_variants(names: &[String]) -> Result<Vec<Variant>> {
    if names == ["all"] {
        return Ok(Variant::games().collect());
    }
    names.iter().map(|name| Ok(name.parse()?)).collect()
}

fn read_weights(variant: Variant, source: &str) -> Result<Vec<u8>> {
    if source == "hand" {
        return Ok(dispatch!(variant, R => Weights::<R>::hand_made().to_bytes()));
    }
    if source == "built-in" {
        return Ok(dispatch!(variant, R => Weights::<R>::embedded().to_bytes()));
    }
    std::fs::read(Path::new(source)).with_context(|| format!("cannot read {source}"))
}

/// The usual margins but for those named: `late_depth=4,singular=25`.
fn read_margins(text: &str) -> Result<Margins> {
    let mut margins = Margins::default();
    for one in text.split(',').filter(|one| !one.is_empty()) {
        let (name, value) = one.split_once('=').with_context(|| format!("'{one}' is not NAME=VALUE"))?;
        let value = value.parse().with_context(|| format!("the value of {name}"))?;
        anyhow::ensure!(margins.set(name, value), "no margin is called '{name}': {:?}", margins.list());
    }
    Ok(margins)
}
