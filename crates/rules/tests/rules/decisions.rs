//! Minimal positions that tell one rule decision from another.

use damka_rules::{AnyPosition, MoveText, Variant};

#[test]
fn every_decision_holds() {
    let text = std::fs::read_to_string(super::data("perft/decisions.txt")).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, decides, fen, moves, _] = fields[..] else { panic!("five fields in {line}") };
        check(variant.parse().unwrap(), decides, fen, moves);
        checked += 1;
    }
    assert!(checked >= 23, "only {checked} decisions found");
}

fn check(variant: Variant, decides: &str, fen: &str, moves: &str) {
    let pos = AnyPosition::from_fen(variant, fen).unwrap();
    let grid = pos.grid();
    let mut expected: Vec<(MoveText, bool)> =
        moves.split(' ').map(|m| (MoveText::parse(m, grid).unwrap(), m.ends_with("=K"))).collect();
    expected.sort_by_key(|(m, _)| m.squares());
    let mut found: Vec<(MoveText, bool)> =
        pos.moves().iter().map(|r| (r.move_text(), r.promotes())).collect();
    found.sort_by_key(|(m, _)| m.squares());
    assert_eq!(found, expected, "{variant}: {decides}");
}
