//! The parameters the engine declares to Hub clients.

use anyhow::Result;
use damka_engine::Options;
use damka_hub::Param;
use damka_rules::Variant;

use crate::squares::Count;

/// How the engine is set until a client says otherwise.
#[derive(clap::Args, Debug)]
pub(super) struct StartArgs {
    /// The game; clients can change it with the parameter `variant`
    #[arg(long, short = 'v', value_name = "NAME", default_value = "international")]
    variant: String,
    /// Hash table size in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=MOST_HASH))]
    hash: u32,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
    /// Square numbering in moves; clients can change it with the parameter `numbering`
    #[arg(long, value_enum, default_value_t = Count::Board)]
    numbering: Count,
}

const MOST_HASH: i64 = 65_536;
const MOST_THREADS: i64 = 256;

/// Names of the field, and what we call those games.
const ALIASES: [(&str, &str); 15] = [
    ("international", "normal"),
    ("standard", "normal"),
    ("fromPosition", "normal"),
    ("breakthrough", "bt"),
    ("antidraughts", "losing"),
    ("frysk!", "frisian"),
    ("frysk", "frisian"),
    ("american", "english"),
    ("checkers8", "english"),
    ("makhos", "thai"),
    ("tama", "armenian"),
    ("dama", "turkish"),
    ("shashki64", "russian"),
    ("american-pool", "pool"),
    ("jamaican", "pool"),
];

impl StartArgs {
    /// The declared parameters with their first values.
    pub(super) fn params(&self) -> Result<Vec<Param>> {
        let variant: Variant = self.variant.parse()?;
        let words: Vec<&str> = Variant::EVERY.iter().map(|variant| variant.hub_name()).collect();
        Ok(vec![
            Param::choice("variant", variant.hub_name(), &words, &ALIASES),
            Param::int("hash", self.hash.into(), 1, MOST_HASH),
            Param::int("threads", self.threads.into(), 1, MOST_THREADS),
            Param::int("multi-pv", 1, 1, 50),
            Param::choice("numbering", self.numbering.word(), &Count::WORDS, &[]),
        ])
    }

    /// The size of the engine.
    pub(super) fn options(&self) -> Options {
        Options { hash_mb: self.hash as usize, threads: self.threads as usize }
    }
}
