//! Every count in `data/perft`, bulk and listed; the deep ones in a release check (`--ignored`).

use damka_rules::{
    AnyPosition, Variant, perft::perft, perft::perft_listing, perft::perft_ordered, with_position,
};

/// Counts up to here run with every `cargo test`.
const QUICK: u64 = 50_000_000;
/// Where a file gives both conventions, ordered counts are checked up to here.
const ORDERED: u64 = 1_000_000;
/// Counts up to here run in the release check.
const DEEP: u64 = 3_000_000_000;

struct Case {
    id: String,
    variant: Variant,
    fen: String,
    moves: Vec<String>,
    /// Depth, merged, ordered.
    counts: Vec<(u32, Option<u64>, Option<u64>)>,
}

fn variant_of(file: &str) -> Variant {
    file.parse().expect("a perft file is named after its variant")
}

fn cases() -> Vec<Case> {
    let mut out = Vec::new();
    let mut files: Vec<_> =
        std::fs::read_dir(super::data("perft")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for path in files.into_iter().filter(|p| p.extension().is_some_and(|e| e == "perft")) {
        let variant = variant_of(path.file_stem().unwrap().to_str().unwrap());
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "id" => out.push(Case {
                    id: rest.into(),
                    variant,
                    fen: String::new(),
                    moves: Vec::new(),
                    counts: Vec::new(),
                }),
                "fen" => out.last_mut().unwrap().fen = rest.into(),
                "moves" => out.last_mut().unwrap().moves = rest.split(' ').map(Into::into).collect(),
                "perft" => {
                    let numbers: Vec<Option<u64>> = rest.split(' ').map(|n| n.parse().ok()).collect();
                    let depth = numbers[0].expect("a depth") as u32;
                    assert!(numbers[1].or(numbers[2]).is_some(), "{}: {line}", path.display());
                    out.last_mut().unwrap().counts.push((depth, numbers[1], numbers[2]));
                }
                "#" | "" | "source" => {}
                other => panic!("{}: unknown word {other}", path.display()),
            }
        }
    }
    assert!(out.len() > 200, "only {} cases found", out.len());
    out
}

fn check(cases: &[Case], nodes: impl Fn(u64) -> bool + Sync) {
    let failures: Vec<String> = std::thread::scope(|scope| {
        let halves: Vec<_> = (0..2)
            .map(|half| {
                let nodes = &nodes;
                scope.spawn(move || {
                    let mut failures = Vec::new();
                    for case in cases.iter().skip(half).step_by(2) {
                        let pos = AnyPosition::from_fen(case.variant, &case.fen).expect(&case.id);
                        for &(depth, merged, ordered) in &case.counts {
                            let mut compare = |name, found: u64, expected: u64| {
                                if found != expected {
                                    let id = &case.id;
                                    failures.push(format!("{id} depth {depth}: {found}, {name} {expected}"));
                                }
                            };
                            if let Some(expected) = merged.filter(|&n| nodes(n)) {
                                compare("merged", with_position!(&pos, pos => perft(pos, depth)), expected);
                            }
                            if let Some(expected) =
                                ordered.filter(|&n| nodes(n) && (merged.is_none() || n <= ORDERED))
                            {
                                compare(
                                    "ordered",
                                    with_position!(&pos, pos => perft_ordered(pos, depth)),
                                    expected,
                                );
                            }
                        }
                    }
                    failures
                })
            })
            .collect();
        halves.into_iter().flat_map(|h| h.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn counts_hold() {
    check(&cases(), |n| n <= QUICK);
}

#[test]
#[ignore = "minutes: run in the release check"]
fn deep_counts_hold() {
    check(&cases(), |n| n > QUICK && n <= DEEP);
}

#[test]
fn listing_and_counting_agree() {
    for case in cases() {
        let pos = AnyPosition::from_fen(case.variant, &case.fen).unwrap();
        let small = case.counts.iter().filter_map(|&(depth, merged, _)| Some((depth, merged?)));
        let Some((depth, expected)) = small.rev().find(|c| c.1 <= 200_000) else { continue };
        let found = with_position!(&pos, pos => perft_listing(pos, depth));
        assert_eq!(found, expected, "{} depth {depth}", case.id);
    }
}

/// The routes written in the files name every landing square, so several can be one move of ours.
#[test]
fn listed_moves_are_our_moves() {
    for case in cases().iter().filter(|c| !c.moves.is_empty()) {
        let pos = AnyPosition::from_fen(case.variant, &case.fen).unwrap();
        let mut theirs: Vec<_> = case
            .moves
            .iter()
            .map(|text| pos.play_text(text).unwrap_or_else(|e| panic!("{} {text}: {e}", case.id)).1)
            .collect();
        theirs.sort();
        theirs.dedup();
        let mut kept: Vec<damka_rules::Route> = Vec::new();
        for route in theirs {
            if !kept.iter().any(|r| r.same_move(&route)) {
                kept.push(route);
            }
        }
        assert_eq!(kept.len(), pos.count_moves(), "{}: {:?}", case.id, pos.move_texts());
    }
}
