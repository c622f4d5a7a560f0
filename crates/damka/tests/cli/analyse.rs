//! damka analyse: positions, games, and going on after an interruption.

use crate::run::{Scratch, damka, damka_with, refused};

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
        (&first["summary"]["white"]["moves"], &first["summary"]["black"]["moves"]),
        (&2.into(), &2.into())
    );
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

/// Marks, evaluations, better lines and a summary; the file replays, and marks survive being read again.
#[test]
fn annotated_games() {
    // White gives a man away with its second move.
    let game = "[White \"A\"]\n[FEN \"W:Wc3,a1,g1,h2:Be5,h8,f8,d8\"]\n1. c3-d4 {why?} e5xc3 1-0\n";
    let (read, written) = (Scratch::new("annotate.pdn", game.as_bytes()), Scratch::new("annotated.pdn", b""));
    let args = ["analyse", "-v", "russian", "--nodes", "5000", read.path(), "--pdn", written.path()];
    let run = damka(&args);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("White: accuracy ") && run.out.contains(", 1 blunder"), "{}", run.out);
    assert!(run.out.contains("Black: accuracy 100.0 %"), "{}", run.out);
    let pdn = std::fs::read_to_string(&written.0).unwrap();
    for part in [
        "$4",
        "[%eval ",
        "Blunder: ",
        " was best.",
        "why?",
        "(1. ",
        "[Annotator \"Damka\"]",
        "[WhiteAccuracy \"",
    ] {
        assert!(pdn.contains(part), "{part}: {pdn}");
    }
    assert_eq!(damka(&["pdn", "replay", written.path()]).code, 0, "{pdn}");
    let again = damka(&args);
    assert_eq!((std::fs::read_to_string(&written.0).unwrap(), again.out), (pdn, run.out), "repeatable");
    let same = damka(&["analyse", read.path(), "--pdn", read.path()]);
    assert_eq!(same.code, 2, "{same:?}");
    assert_eq!(std::fs::read_to_string(&read.0).unwrap(), game);
}

/// In antidraughts whoever takes the last piece has lost.
#[test]
fn the_last_piece_counts_by_the_goal() {
    let check = |variant: &str, score: &str| {
        let game = "[FEN \"W:Wc3:Bd4\"]\n1. c3xe5 *\n";
        let run = damka_with(&["analyse", "-v", variant, "--depth", "4", "--json", "-"], game);
        let told: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
        assert_eq!(told["moves"][0]["score"], score, "{variant}: {told}");
        assert_eq!(told["moves"][0]["judgement"], serde_json::Value::Null, "{variant}: {told}");
        let run = damka(&["analyse", "-v", variant, "--fen", "W:Wc3:Bd4", "--depth", "4", "--json"]);
        let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(told["lines"][0]["score"], score, "{variant}: {told}");
    };
    check("russian", "win in 1");
    check("antidraughts", "loss in 1");
}

#[test]
fn bad_analyses() {
    refused(&["analyse"], "nothing to analyse");
    refused(&["analyse", "--fen", "W:Wc3:Bb6"], "--variant");
    refused(&["analyse", "--variant", "russian", "--fen", "W:Wa9:Bb2"], "column 4");
    refused(&["analyse", "no/such/file.pdn"], "no/such/file.pdn");
    refused(&["analyse", "--variant", "russian", "--multi-pv", "0"], "--multi-pv");
}

/// White walks into a shot; the sentence says so in three languages, and twice the same.
#[test]
fn a_review_says_why() {
    let game = "[White \"A\"]\n[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 \
        5. d4-e5 c5-b4 6. a3:c5 b6:f6 *\n";
    let tell = |language: &str| {
        let run = damka_with(&["analyse", "--review", "--language", language, "--nodes", "5000", "-"], game);
        assert_eq!(run.code, 0, "{run:?}");
        run.out
    };
    let english = tell("en");
    assert_eq!(english, tell("en"));
    assert!(english.contains("Better: "), "{english}");
    assert!(english.contains("d4-e5?  Mistake."), "{english}");
    assert!(
        english.contains("Walks into a shot: the opponent takes 2 and gives 1. c5-b4 a3:c5 b6:f6"),
        "{english}"
    );
    assert!(
        tell("ru").contains("соперник бьёт 2, а отдаёт 1") && tell("hy").contains("խփում է 2, իսկ տալիս է 1")
    );
    assert!(english.contains("accuracy"), "{english}");
    assert!(tell("ru").contains("Лучше: ") && tell("hy").contains("Ավելի լավ էր՝ "));
    let json = damka_with(&["analyse", "--review", "--json", "--nodes", "5000", "-"], game);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    let reasons: Vec<&serde_json::Value> = first["moves"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| one["because"].as_array().unwrap())
        .collect();
    assert!(reasons.iter().all(|reason| english.contains(reason["text"].as_str().unwrap())), "{reasons:?}");
    assert!(!reasons.is_empty(), "{english}");
}
