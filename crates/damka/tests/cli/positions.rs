//! variants, moves, perft, fen.

use crate::run::{damka, damka_with};

#[test]
fn variants_lists_every_game_once() {
    let run = damka(&["variants"]);
    let names: Vec<_> = run.lines().iter().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names.len(), 19);
    for name in ["russian", "shashki", "checkers", "armenian", "turkish", "canadian", "breakthrough"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(run.out.contains("optional-capture"));
    assert!(damka(&["variants", "--json"]).out.contains("\"goes-on-as-king\""));
}

#[test]
fn moves_are_one_a_line_sorted_with_full_paths() {
    let check = |args: &str, expect: &str| {
        let args: Vec<_> = ["moves"].into_iter().chain(args.split(' ')).collect();
        assert_eq!(damka(&args).lines().join(" "), expect, "{args:?}");
    };
    check("--variant russian", "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4");
    check("--variant russian --fen W:Wh6:Bc5,g7", "h6:f8:a3 h6:f8:b4");
    check("--variant russian --fen W:Wh6:Bc5,g7 --short", "h6:a3 h6:b4");
    check("--variant russian --fen W:W12:B8", "h6:f8"); // numbers are understood as well
    check("--variant english", "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
    check("--variant russian --fen W:Wc3:Bd4", "c3:e5");
    check("--variant russian+optional-capture --fen W:Wc3:Bd4", "c3-b4 c3:e5");
    check("--variant russian --option optional-capture --fen W:Wc3:Bd4", "c3-b4 c3:e5");
    check("--variant russian --option touch-move --fen W:Wc3:Bd4", "c3:e5");
    check("--variant turkish --fen W:Wd6:Bd7,Kg8", "d6xd8");
    check("--variant turkish --option goes-on-as-king --fen W:Wd6:Bd7,Kg8", "d6xd8xh8");
}

#[test]
fn moves_as_json_tell_stops_and_victims() {
    let run = damka(&["moves", "--variant", "russian", "--fen", "W:Wh6:Bc5,g7", "--json"]);
    let moves: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(moves[0]["stops"], serde_json::json!(["h6", "f8", "a3"]));
    assert_eq!(moves[0]["taken"], serde_json::json!(["g7", "c5"]));
    assert_eq!(moves[0]["short"], "h6:a3");
}

#[test]
fn a_position_without_moves_has_none() {
    assert_eq!(damka(&["moves", "--variant", "russian", "--fen", "W:W:Bb2"]).lines().len(), 0);
}

#[test]
fn the_last_line_of_perft_is_the_count() {
    let check = |args: &str, expect: &[&str]| {
        let args: Vec<_> = ["perft"].into_iter().chain(args.split(' ')).collect();
        assert_eq!(damka(&args).lines(), expect, "{args:?}");
    };
    check("--variant russian --depth 0", &["1"]);
    check("--variant russian --depth 1", &["7"]);
    check("--variant russian --depth 7", &["190146"]);
    check("--variant russian --depth 8 --ordered", &["ordered 929905", "929899"]);
    check("--variant international --depth 6 --threads 1", &["167140"]);
    check("--variant international --depth 6 --threads 5", &["167140"]);
    check("--variant russian --fen W:Wc3:Bd4 --depth 1 --option optional-capture", &["2"]);
    let divided = damka(&["perft", "--variant", "russian", "--depth", "5", "--divide"]);
    let lines = divided.lines();
    assert_eq!(lines.len(), 8);
    let sum: u64 =
        lines[..7].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(lines[7], sum.to_string());
    assert_eq!(sum, 7482);
    assert!(divided.err.contains("per second"), "{}", divided.err);
}

#[test]
fn fen_converts_between_the_numberings() {
    let check = |args: &[&str], expect: &str| {
        let args: Vec<_> = ["fen", "--variant"].iter().chain(args).copied().collect();
        assert_eq!(damka(&args).lines().join("\n"), expect, "{args:?}");
    };
    check(&["russian", "W:W22,K1:B8."], "W:WKb8,c3:Bg7");
    check(&["russian", "\"W:Wa1:BKb8.\""], "W:Wa1:BKb8");
    check(&["russian", "\"W:Wa1:BKb8\"."], "W:Wa1:BKb8");
    check(&["russian", "--to", "numeric", "W:Wc3,Kb8:Bg7"], "W:WK1,22:B8");
    check(&["international", "--to", "algebraic", "W:W31:B20:H0:F1"], "W:Wb4:Bi7");
    check(&["international", "start"], &format!("W:W{}:B{}", list(31..=50), list(1..=20)));
    check(
        &["russian", "--draw", "W:Wc3,Ka1:Bd4,Kh8"],
        concat!(
            "  8   ·   ·   ·   ⛃\n",
            "  7 ·   ·   ·   ·  \n",
            "  6   ·   ·   ·   ·\n",
            "  5 ·   ·   ·   ·  \n",
            "  4   ·   ⛂   ·   ·\n",
            "  3 ·   ⛀   ·   ·  \n",
            "  2   ·   ·   ·   ·\n",
            "  1 ⛁   ·   ·   ·  \n",
            "    a b c d e f g h\n",
            "White to move"
        ),
    );
    let many = damka_with(&["fen", "--variant", "russian", "-"], "W:Wc3:Bd4\n\nB:Wc3:Bd4.\n");
    assert_eq!(many.lines(), ["W:Wc3:Bd4", "B:Wc3:Bd4"]);
    let about = damka(&["fen", "--variant", "russian", "--json", "W:Wc3:Bd4"]);
    let about: serde_json::Value = serde_json::from_str(&about.out).unwrap();
    assert_eq!((&about["numeric"], &about["capture"]), (&"W:W22:B18".into(), &true.into()));
}

fn list(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
