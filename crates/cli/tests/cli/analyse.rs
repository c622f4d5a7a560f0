//! damka analyse: positions, games, and going on after an interruption.

use crate::run::{Scratch, damka, damka_with};

const GAMES: &str = "[White \"A\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0\n[White \"B\"]\n1. g3-h4 b6-a5 1-0\n";

#[test]
fn a_position() {
    let run = damka(&["analyse", "--variant", "russian", "--fen", "W:Wc3,Kh8:Bf6,b6", "--depth", "6"]);
    assert!(run.lines().last().unwrap().contains("depth"), "{run:?}");
    let run = damka(&["analyse", "--variant", "russian", "--multi-pv", "3", "--nodes", "3000", "--json"]);
    let about: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let lines = about["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3, "{about}");
    let firsts: Vec<_> = lines.iter().map(|line| line["pv"][0].as_str().unwrap()).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2], "{firsts:?}");
    let over = damka(&["analyse", "--variant", "russian", "--fen", "W:W:Bb6", "--depth", "3"]);
    assert!(over.out.contains("White has no pieces left"), "{over:?}");
}

#[test]
fn games_move_by_move() {
    let run = damka_with(&["analyse", "--depth", "4", "-"], GAMES);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out.lines().filter(|line| line.contains("best")).count(), 6, "{}", run.out);
    assert!(run.out.contains("-: game 2: B - ?, russian, 1-0"), "{}", run.out);
    assert_eq!(run.out.matches("Городская партия (City Game)").count(), 1, "{}", run.out);
    let json = damka_with(&["analyse", "--depth", "4", "--json", "-"], GAMES);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["moves"].as_array().unwrap().len(), 4);
    assert_eq!(first["moves"][1]["move"], "d6-c5");
    assert_eq!(
        (&first["opening"]["latin"], &first["opening"]["plies"]),
        (&"Gorodskaya partiya".into(), &4.into())
    );
}

#[test]
fn an_interrupted_analysis_goes_on() {
    let (games, out) = (Scratch::new("analyse.pdn", GAMES.as_bytes()), Scratch::new("analyse.jsonl", b""));
    let args = ["analyse", "--depth", "3", games.path(), "--output", out.path()];
    assert_eq!(damka(&args).code, 0);
    let whole = std::fs::read_to_string(&out.0).unwrap();
    assert_eq!(whole.lines().count(), 2);
    // Cut in the middle of the second line: the first game is kept, the second one done again.
    std::fs::write(&out.0, &whole[..whole.find('\n').unwrap() + 20]).unwrap();
    assert_eq!(damka(&args).code, 0);
    assert_eq!(std::fs::read_to_string(&out.0).unwrap(), whole);
    assert_eq!(damka(&args).code, 0);
    assert_eq!(std::fs::read_to_string(&out.0).unwrap(), whole, "nothing is left to do");
    std::fs::write(&out.0, "something else\n").unwrap();
    let run = damka(&args);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
    assert!(run.err.contains("line 1"), "{}", run.err);
}

#[test]
fn bad_analyses() {
    let check = |args: &[&str], told: &str| {
        let run = damka(args);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(told), "{}", run.err);
    };
    check(&["analyse"], "what shall be analysed");
    check(&["analyse", "--fen", "W:Wc3:Bb6"], "--variant");
    check(&["analyse", "--variant", "russian", "--fen", "W:Wa9:Bb2"], "column 4");
    check(&["analyse", "no/such/file.pdn"], "no/such/file.pdn");
    check(&["analyse", "--variant", "russian", "--multi-pv", "0"], "--multi-pv");
}
