//! The arguments of `damka-tune puzzles`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use damka_puzzles::proof::Effort;
use damka_rules::Variant;

use super::{Plan, import, make, read_wish, shelve};

/// Make puzzles from fast games, or write what was found for `data/puzzles`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// A variant; can be repeated.
    #[arg(long)]
    variant: Vec<Variant>,
    /// Puzzles wanted of each of these.
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// A variant with a count of its own, `russian=1000`; can be repeated.
    #[arg(long, value_parser = read_wish)]
    want: Vec<(Variant, usize)>,
    /// Where the finds are kept.
    #[arg(long)]
    out: PathBuf,
    /// Endgame tables; small ones are built without.
    #[arg(long)]
    tables: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the first proof.
    #[arg(long, default_value_t = Effort::default().first)]
    first: u64,
    /// Nodes of the second proof.
    #[arg(long, default_value_t = Effort::default().second)]
    second: u64,
    /// Tries of each level at each puzzle.
    #[arg(long, default_value_t = 20)]
    tries: u32,
    /// Take the puzzles of this folder (`data/puzzles`) for finds of ours first, so that the maker goes on from there.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// Look at the finds of other games on the same board first.
    #[arg(long)]
    cousins: bool,
    /// Begin games with pieces thrown on the board, at most so many, instead of an opening.
    #[arg(long, value_name = "PIECES")]
    endings: Option<usize>,
    /// Games of a variant at most.
    #[arg(long, default_value_t = u64::MAX)]
    games: u64,
    /// Look for nothing: write the finds as files into this folder.
    #[arg(long, value_name = "FOLDER")]
    shelve: Option<PathBuf>,
}

impl Args {
    /// Does it.
    pub fn run(self) -> Result<()> {
        if let Some(shelf) = &self.from {
            for (variant, count) in import(shelf, &self.out)? {
                println!("{variant}: {count} puzzles taken from the shelf");
            }
        }
        if let Some(folder) = &self.shelve {
            for (variant, count, bytes) in shelve(&self.out, folder)? {
                println!("{variant}: {count} puzzles, {} bytes each", bytes / count);
            }
            return Ok(());
        }
        let count = self.count;
        let wanted: Vec<_> =
            self.want.into_iter().chain(self.variant.into_iter().map(|v| (v, count))).collect();
        if wanted.is_empty() && self.from.is_some() {
            return Ok(());
        }
        ensure!(!wanted.is_empty(), "name a variant: --variant russian, or --want russian=1000");
        let plan = Plan {
            wanted,
            folder: self.out,
            tables: self.tables,
            seed: self.seed,
            effort: Effort { first: self.first, second: self.second, ..Effort::default() },
            tries: self.tries,
            cousins: self.cousins,
            endings: self.endings,
            most_games: self.games,
        };
        make(&plan, &mut |line| println!("{line}"))
    }
}
