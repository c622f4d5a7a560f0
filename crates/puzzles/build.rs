//! Lists the puzzle files that exist, so that they can be embedded.

mod embed;

fn main() {
    embed::embed("puzzles", |path| path.file_stem()?.to_str());
}
