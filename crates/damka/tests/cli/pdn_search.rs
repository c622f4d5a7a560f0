//! pdn filter, split and stats.

use crate::run::{Scratch, damka, damka_with};

const GAMES: &str = "[White \"Petrov\"]\n[Black \"Ivanov\"]\n[Date \"1947.05.01\"]\n[Event \"Leningrad\"]\n\
                     [GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0\n\n\
                     [White \"Ivanov\"]\n[Black \"Sidorov\"]\n[Date \"1960\"]\n[GameType \"25\"]\n\
                     1. c3-d4 f6-g5 2. b2-c3 d6-c5 3. d4-e5 1/2-1/2\n\n\
                     [White \"Smith\"]\n[Black \"Petrov\"]\n[GameType \"21\"]\n1. 11-15 23-19 0-1\n\n\
                     [White \"Jones\"]\n[Black \"Smith\"]\n[GameType \"20\"]\n1. 32-28 *\n";

#[test]
fn games_are_found_by_what_is_true_of_them() {
    let check = |args: &[&str], expect: &[usize]| {
        let args: Vec<_> = ["pdn", "filter", "--list", "-"].iter().chain(args).copied().collect();
        let run = damka_with(&args, GAMES);
        assert_eq!(run.code, 0, "{args:?}: {run:?}");
        let number = |line: &str| line.split(' ').nth(2).and_then(|number| number.parse().ok()).unwrap();
        assert_eq!(run.out.lines().map(number).collect::<Vec<usize>>(), expect, "{args:?}: {}", run.out);
    };
    check(&[], &[1, 2, 3, 4]);
    check(&["--player", "petrov"], &[1, 3]);
    check(&["--white", "petrov"], &[1]);
    check(&["--black", "SMITH"], &[4]);
    check(&["--player", "petrov", "--not"], &[2, 4]);
    check(&["--result", "1-0"], &[1]);
    check(&["--result", "0-2"], &[3]);
    check(&["--result", "1-1"], &[2]);
    check(&["--result", "*"], &[4]);
    check(&["--year", "1947..1950"], &[1]);
    check(&["--year", "1950.."], &[2]);
    check(&["--tag", "Event=lenin"], &[1]);
    check(&["--variant", "russian"], &[1, 2]);
    check(&["--variant", "english"], &[3]);
    check(&["--plies", "3.."], &[1, 2]);
    check(&["--opening", "city"], &[1, 2]);
    check(&["--opening", "Городская", "--result", "1-0"], &[1]);
    // After d4 and c3, c5 and g5, whatever the order.
    let fen = "W:Wd4,a3,c3,e3,g3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6,c5,g5";
    check(&["--position", fen], &[1, 2]);
}

#[test]
fn found_games_are_written_whole() {
    let run = damka_with(&["pdn", "filter", "--player", "ivanov", "-"], GAMES);
    assert!(run.out.contains("[Event \"Leningrad\"]") && run.out.contains("3. d4-e5 *"), "{}", run.out);
    assert_eq!(damka_with(&["pdn", "search", "--count", "-"], GAMES).out, "4\n");
    // Short moves, which PDN does not have, are written in full; variations and comments stay.
    let text = "[White \"A\"]\n1. cd4 {good} (1. cb4) fe5 *\n";
    let run = damka_with(&["pdn", "filter", "--white", "a", "-"], text);
    assert!(run.out.contains("1. c3-d4 {good} (1. c3-b4) 1... f6-e5 *"), "{run:?}");
}

#[test]
fn bad_questions() {
    let check = |args: &[&str], told: &str| {
        let args: Vec<_> = ["pdn", "filter", "-"].iter().chain(args).copied().collect();
        let run = damka_with(&args, GAMES);
        assert_eq!((run.code, run.err.lines().count(), run.out.as_str()), (2, 1, ""), "{args:?}: {run:?}");
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
    };
    check(&["--result", "won"], "--result: 'won'");
    check(&["--result", "4-6"], "--result: '4-6' does not say who won");
    check(&["--year", "old"], "'old'");
    check(&["--plies", "9..3"], "runs backwards");
    check(&["--tag", "Event"], "--tag: 'Event'");
    check(&["--variant", "chess"], "unknown variant 'chess'");
    check(&["--position", "W:Wz9:B1"], "--position: FEN, column 4");
    check(&["--list", "--count"], "--count");
}

#[test]
fn files_are_split_and_nothing_is_overwritten() {
    let directory = std::env::temp_dir().join(format!("damka-split-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let into = directory.to_str().unwrap();
    let source = Scratch::new("split.pdn", GAMES.as_bytes());
    let run = damka(&["pdn", "split", "--games", "3", source.path(), "-o", into]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut parts: Vec<_> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.sort();
    let count = |path: &std::path::Path| damka(&["pdn", "filter", "--count", path.to_str().unwrap()]).out;
    assert_eq!(parts.iter().map(|path| count(path)).collect::<Vec<_>>(), ["3\n", "1\n"]);
    let again = damka(&["pdn", "split", "--games", "3", source.path(), "-o", into]);
    assert_eq!((again.code, again.err.lines().count()), (2, 1), "{again:?}");
    assert!(again.err.contains("0001.pdn") && again.err.contains("exists"), "{}", again.err);
    let run = damka(&["pdn", "split", "--by", "White", source.path(), "-o", into]);
    assert_eq!(run.code, 0, "{run:?}");
    let names = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with("-petrov.pdn") || name.ends_with("-smith.pdn"));
    assert_eq!(names.len(), 2, "{names:?}");
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(damka(&["pdn", "split", source.path()]).code, 2);
}

#[test]
fn collections_are_counted() {
    let run = damka_with(&["pdn", "stats", "-"], GAMES);
    assert_eq!(run.code, 0, "{run:?}");
    for told in ["games        4", "5 at most", "White 1 (33 %)", "1947 to 1960"] {
        assert!(run.out.contains(told), "{told}: {}", run.out);
    }
    let json = damka_with(&["pdn", "stats", "--json", "--top", "1", "-"], GAMES);
    let about: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&about["games"], &about["plies"]), (&4.into(), &12.into()), "{about}");
    assert_eq!(about["variants"][0], serde_json::json!({ "name": "russian", "games": 2 }));
    assert_eq!(about["players"][0]["games"], 2, "{about}");
    let some = damka_with(&["pdn", "stats", "--json", "--variant", "english", "-"], GAMES);
    assert!(some.out.contains("\"games\":1,"), "{}", some.out);
}
