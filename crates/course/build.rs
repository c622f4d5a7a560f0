//! Lists the lesson files that exist, so that they can be embedded.

#[path = "../puzzles/embed.rs"]
mod embed;

fn main() {
    embed::embed("course", |path| path.to_str());
}
