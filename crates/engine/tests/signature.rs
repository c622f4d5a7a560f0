//! The bench's node counts are what data/bench/signature.txt says: a search changes on purpose or not at all.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use damka_engine::bench;
use damka_rules::Variant;

/// Deep enough for every part of the search to have a say.
const DEPTH: u32 = 8;

const HEAD: &str = "# Nodes of the bench at depth 8, by variant. Renewed by\n\
    #   DAMKA_RENEW=1 cargo test -p damka-engine --test signature\n\
    # in the commit that changes search, evaluation or weights; it says which match justifies the change.\n";

#[test]
fn the_search_is_the_one_we_measured() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/bench/signature.txt");
    let mut found = HEAD.to_owned();
    for &variant in Variant::EVERY {
        let _ = writeln!(found, "{variant} {}", bench(variant, DEPTH).nodes);
    }
    if env::var_os("DAMKA_RENEW").is_some() {
        fs::write(&file, &found).expect("data/bench can be written");
    }
    let pinned = fs::read_to_string(&file).expect("data/bench/signature.txt is there");
    let changed: Vec<_> = found.lines().filter(|line| !pinned.lines().any(|known| known == *line)).collect();
    assert!(
        found == pinned,
        "the node signature has changed: {changed:?}\n\
         If the search, the evaluation or the weights were meant to change, renew it with\n    \
         DAMKA_RENEW=1 cargo test -p damka-engine --test signature\n\
         and say in the commit which match justifies the change."
    );
}
