//! `damka pdn stats`: what a collection of games holds.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_pdn::{Game, Winner};
use serde_json::{Value, json};

use super::criteria::{Criteria, Wanted, year};
use super::files::FileArgs;
use crate::output;
use crate::replay::{self, replay};

/// Summarise results, lengths, variants, years, players and openings
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Number of players and openings to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    // Last, as its heading stands above whatever follows it.
    #[command(flatten)]
    criteria: Criteria,
}

/// What was counted, in one game or in all.
#[derive(Default)]
struct Stats {
    games: usize,
    without_moves: usize,
    failed: usize,
    plies: usize,
    longest: usize,
    white: usize,
    draws: usize,
    black: usize,
    open: usize,
    variants: BTreeMap<String, usize>,
    years: BTreeMap<usize, usize>,
    openings: BTreeMap<String, usize>,
    first_moves: BTreeMap<String, usize>,
    players: BTreeMap<String, Player>,
}

/// Somebody's games.
#[derive(Copy, Clone, Default)]
struct Player {
    games: usize,
    /// Games with a result, and the half points got in them.
    decided: usize,
    halves: usize,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let wanted = self.criteria.read()?;
        let mut total = Stats::default();
        let reached = self.files.each(|_, mut games| {
            games.in_order(
                |_, game| Stats::of(&game, &wanted),
                |_, stats| {
                    if let Some(stats) = stats {
                        total.add(stats);
                    }
                    Ok(())
                },
            )
        })?;
        let mut out = output::stdout();
        match self.json {
            true => writeln!(out, "{}", total.describe(self.top))?,
            false => total.tell(&mut out, self.top)?,
        }
        out.flush()?;
        Ok(reached.code(false))
    }
}

impl Stats {
    fn of(game: &Game, wanted: &Wanted) -> Option<Stats> {
        let hit = wanted.test(game)?;
        let replayed = hit.replay.unwrap_or_else(|| replay(game, None));
        let winner = game.score().and_then(|score| score.winner());
        let mut stats = Stats {
            games: 1,
            without_moves: usize::from(replayed.plies == 0),
            failed: usize::from(replayed.failure.is_some()),
            plies: replayed.plies,
            longest: replayed.plies,
            white: usize::from(winner == Some(Winner::White)),
            draws: usize::from(winner == Some(Winner::Draw)),
            black: usize::from(winner == Some(Winner::Black)),
            ..Stats::default()
        };
        stats.open = 1 - stats.white - stats.draws - stats.black;
        if let Some(variant) = replayed.variant {
            stats.variants.insert(variant.to_string(), 1);
        }
        if let Some(year) = year(game) {
            stats.years.insert(year, 1);
        }
        if let Some(opening) = replay::opening(&replayed) {
            stats.openings.insert(opening.shown_in("en"), 1);
        }
        if let (Some(start), Some(route)) =
            (replayed.start.filter(|_| game.fen().is_none()), replayed.moves.first())
        {
            stats.first_moves.insert(start.write(route), 1);
        }
        let halves = match winner {
            Some(Winner::White) => Some((2, 0)),
            Some(Winner::Black) => Some((0, 2)),
            Some(Winner::Draw) => Some((1, 1)),
            Some(Winner::Nobody) => Some((0, 0)),
            None => None,
        };
        for (tag, halves) in [("White", halves.map(|both| both.0)), ("Black", halves.map(|both| both.1))] {
            if let Some(name) = game.tags.known(tag) {
                let player = stats.players.entry(name.to_owned()).or_default();
                player.games += 1;
                player.decided += usize::from(halves.is_some());
                player.halves += halves.unwrap_or(0);
            }
        }
        Some(stats)
    }

    fn add(&mut self, other: Stats) {
        self.games += other.games;
        self.without_moves += other.without_moves;
        self.failed += other.failed;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.open += other.open;
        add_all(&mut self.variants, other.variants);
        add_all(&mut self.years, other.years);
        add_all(&mut self.openings, other.openings);
        add_all(&mut self.first_moves, other.first_moves);
        for (name, player) in other.players {
            let sum = self.players.entry(name).or_default();
            sum.games += player.games;
            sum.decided += player.decided;
            sum.halves += player.halves;
        }
    }

    fn average(&self) -> usize {
        let played = self.games - self.without_moves;
        (self.plies + played / 2).checked_div(played).unwrap_or(0)
    }

    /// The players with the most games, these first.
    fn busiest(&self, top: usize) -> Vec<(&String, &Player)> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|(_, player)| std::cmp::Reverse(player.games));
        players.truncate(top);
        players
    }

    fn tell(&self, out: &mut impl Write, top: usize) -> std::io::Result<()> {
        let Stats { games, without_moves, failed, plies, longest, white, draws, black, open, .. } = self;
        writeln!(out, "games        {games}, {without_moves} without moves, {failed} that do not replay")?;
        writeln!(out, "plies        {plies}, {} a game, {longest} at most", self.average())?;
        let share = |count: usize| count * 100 / (white + draws + black).max(1);
        writeln!(
            out,
            "results      White {white} ({} %), draws {draws} ({} %), Black {black} ({} %), open {open}",
            share(*white),
            share(*draws),
            share(*black)
        )?;
        if let (Some((first, _)), Some((last, _))) =
            (self.years.first_key_value(), self.years.last_key_value())
        {
            writeln!(out, "years        {first} to {last}")?;
        }
        let lists = [
            ("variants", most(&self.variants, usize::MAX)),
            ("first moves", most(&self.first_moves, top)),
            ("openings", most(&self.openings, top)),
        ];
        for (what, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            for (index, (name, count)) in list.iter().enumerate() {
                writeln!(out, "{:<12} {count:>7}  {name}", if index == 0 { what } else { "" })?;
            }
        }
        for (index, (name, player)) in self.busiest(top).into_iter().enumerate() {
            let what = if index == 0 { "players" } else { "" };
            let score = match player.decided {
                0 => String::new(),
                decided => format!(", {} %", player.halves * 50 / decided),
            };
            writeln!(out, "{what:<12} {:>7}  {name}{score}", player.games)?;
        }
        Ok(())
    }

    fn describe(&self, top: usize) -> Value {
        let list = |counts: &BTreeMap<String, usize>, top: usize| {
            let entry = |(name, games): &(String, usize)| json!({ "name": name, "games": games });
            most(counts, top).iter().map(entry).collect::<Vec<_>>()
        };
        let player = |(name, player): (&String, &Player)| {
            let points = player.halves as f64 / 2.0;
            json!({ "name": name, "games": player.games, "decided": player.decided, "points": points })
        };
        json!({
            "games": self.games,
            "without_moves": self.without_moves,
            "failed": self.failed,
            "plies": self.plies,
            "average": self.average(),
            "longest": self.longest,
            "results": { "white": self.white, "draws": self.draws, "black": self.black, "open": self.open },
            "variants": list(&self.variants, usize::MAX),
            "years": self.years,
            "first_moves": list(&self.first_moves, top),
            "openings": list(&self.openings, top),
            "players": self.busiest(top).into_iter().map(player).collect::<Vec<_>>(),
        })
    }
}

fn add_all<K: Ord>(sum: &mut BTreeMap<K, usize>, other: BTreeMap<K, usize>) {
    for (key, count) in other {
        *sum.entry(key).or_default() += count;
    }
}

/// The most frequent entries, these first.
fn most(counts: &BTreeMap<String, usize>, top: usize) -> Vec<(String, usize)> {
    let mut list: Vec<_> = counts.iter().map(|(name, count)| (name.clone(), *count)).collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    list.truncate(top);
    list
}
