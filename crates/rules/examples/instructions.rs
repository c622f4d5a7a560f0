//! Prints instructions per perft leaf, counted by valgrind: the same on a busy machine as on an idle one.
//!
//! `cargo run --release -p damka-rules --example instructions` (needs `valgrind`).
//! *counted* is perft as `damka perft` runs it; *listed* writes every move of the last ply into a list, as
//! a search does. The program fails if a count is wrong or a target is missed.

use std::process::{Command, ExitCode};

use damka_rules::{Position, Variant, dispatch, perft::perft, perft::perft_listing};

/// Variant, depth, leaves, the most instructions per counted leaf we accept.
const TABLE: [(&str, u32, u64, f64); 8] = [
    ("international", 6, 167_140, 71.0),
    ("russian", 7, 190_146, 85.0),
    ("english", 7, 179_740, 77.0),
    ("turkish", 5, 85_090, 42.0),
    ("armenian", 4, 268_670, 60.0),
    ("frisian", 6, 102_431, 126.0),
    ("brazilian", 7, 187_302, 0.0),
    ("canadian", 5, 79_049, 0.0),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, word, variant, depth, mode] = &args[..]
        && word == "count"
    {
        let variant: Variant = variant.parse().expect("a variant of the table");
        println!("{}", run(variant, depth.parse().expect("a depth of the table"), mode == "listed"));
        return ExitCode::SUCCESS;
    }
    println!(
        "{:<14} {:>5} {:>9} {:>9} {:>9} {:>7}",
        "variant", "depth", "leaves", "counted", "listed", "target"
    );
    let mut failed = false;
    for (name, depth, expected, target) in TABLE {
        let variant: Variant = name.parse().expect("a variant of the table");
        let leaves = run(variant, depth, false);
        let per_leaf =
            |mode| (instructions(name, depth, mode) - instructions(name, 0, mode)) as f64 / leaves as f64;
        let (counted, listed) = (per_leaf("counted"), per_leaf("listed"));
        println!("{name:<14} {depth:>5} {leaves:>9} {counted:>9.1} {listed:>9.1} {target:>7.1}");
        failed |= (expected > 0 && leaves != expected) || (target > 0.0 && counted > target);
    }
    if failed {
        eprintln!("a count is wrong or a target is missed");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run(variant: Variant, depth: u32, listed: bool) -> u64 {
    dispatch!(variant, R => {
        let pos = Position::<R>::start();
        if listed { perft_listing(&pos, depth) } else { perft(&pos, depth) }
    })
}

fn instructions(variant: &str, depth: u32, mode: &str) -> u64 {
    let me = std::env::current_exe().expect("a running program has a path");
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(me)
        .args(["count", variant, &depth.to_string(), mode])
        .output()
        .expect("valgrind is installed");
    let text = String::from_utf8_lossy(&out.stderr);
    let line = text.lines().find(|l| l.contains("Collected :")).expect("callgrind reports its count");
    line.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("the count is a number")
}
