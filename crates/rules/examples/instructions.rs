//! Prints instructions per perft leaf, counted by valgrind: the same on a busy machine as on an idle one.
//!
//! `cargo run --release -p damka-rules --example instructions` (needs `valgrind`).
//! *counted* is perft as `damka perft` runs it; *listed* writes every move of the last ply into a list, as
//! a search does. The program fails if a count is wrong or either target is missed, and says which.

use std::process::{Command, ExitCode};

use damka_rules::{Position, Variant, dispatch, perft::perft, perft::perft_listing};

/// Variant, depth, leaves, the most instructions we accept per leaf counted and per leaf listed. The targets lie
/// about 3 % above what was measured, so that a step back is seen.
const TABLE: [(&str, u32, u64, f64, f64); 8] = [
    ("international", 6, 167_140, 50.5, 72.5),
    ("russian", 7, 190_146, 64.0, 85.0),
    ("english", 7, 179_740, 57.5, 78.5),
    ("turkish", 5, 85_090, 21.0, 42.0),
    ("armenian", 4, 268_670, 10.5, 32.5),
    ("frisian", 6, 102_431, 122.5, 142.5),
    ("brazilian", 7, 187_302, 64.5, 85.5),
    ("canadian", 5, 79_049, 55.5, 97.0),
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
        "{:<14} {:>5} {:>9} {:>9} {:>7} {:>9} {:>7}",
        "variant", "depth", "leaves", "counted", "target", "listed", "target"
    );
    let mut faults = Vec::new();
    for (name, depth, expected, most_counted, most_listed) in TABLE {
        let variant: Variant = name.parse().expect("a variant of the table");
        let leaves = run(variant, depth, false);
        let per_leaf =
            |mode| (instructions(name, depth, mode) - instructions(name, 0, mode)) as f64 / leaves as f64;
        let (counted, listed) = (per_leaf("counted"), per_leaf("listed"));
        println!(
            "{name:<14} {depth:>5} {leaves:>9} {counted:>9.1} {most_counted:>7.1} {listed:>9.1} {most_listed:>7.1}"
        );
        if leaves != expected {
            faults.push(format!("{name}: {leaves} leaves, expected {expected}"));
        }
        for (what, found, most) in [("counted", counted, most_counted), ("listed", listed, most_listed)] {
            if found > most {
                faults.push(format!("{name}: {found:.1} instructions per leaf {what}, at most {most:.1}"));
            }
        }
    }
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
