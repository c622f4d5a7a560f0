//! Measures how fast the reader is: `cargo run --release -p damka-pdn --example throughput -- FILE...`
//!
//! The files are read over and over from memory until some 256 MB have gone through.

use std::error::Error;
use std::time::Instant;

use damka_pdn::Reader;

const VOLUME: usize = 256 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let rounds = (VOLUME / bytes.len().max(1)).clamp(1, 100_000);
        let (mut games, mut moves) = (0_usize, 0_usize);
        let start = Instant::now();
        for _ in 0..rounds {
            for game in Reader::new(bytes.as_slice()) {
                games += 1;
                moves += game?.moves().count();
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let megabytes = (bytes.len() * rounds) as f64 / 1e6;
        println!(
            "{path}: {:.0} MB/s, {:.0} games/s, {:.1} million moves/s",
            megabytes / seconds,
            games as f64 / seconds,
            moves as f64 / seconds / 1e6
        );
    }
    Ok(())
}
