//! Lists what the reader finds in PDN files: games, moves, encoding, and all it could not use.

use std::error::Error;
use std::fs::File;

use damka_pdn::{Line, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let mut reader = Reader::new(File::open(&path)?);
        let (mut games, mut played, mut moves) = (0, 0, 0);
        for game in reader.by_ref() {
            let game = game?;
            games += 1;
            played += usize::from(!game.line.steps.is_empty());
            moves += count(&game.line);
            for skipped in &game.skipped {
                println!("  game {games}, {skipped}");
            }
        }
        for skipped in reader.leftover() {
            println!("  {skipped}");
        }
        let charset = reader.charset().name();
        println!("{path}: {games} games, {played} with moves, {moves} moves, {charset}");
    }
    Ok(())
}

fn count(line: &Line) -> usize {
    line.steps.iter().map(|step| 1 + step.variations.iter().map(count).sum::<usize>()).sum()
}
