//! damka solve.

use crate::run::{Scratch, damka};

const POSITION: &str = "russian | W:WKh8,g3,h2,c1:Be5,b4,d4,c3";

#[test]
fn problems_are_solved_and_counted() {
    let right = Scratch::new("right.txt", format!("# one\n{POSITION} | g3-f4 | won\n").as_bytes());
    let wrong = Scratch::new("wrong.txt", format!("{POSITION} | g3-h4 | no\n").as_bytes());
    let run = damka(&["solve", "--nodes", "60000", right.path()]);
    assert_eq!(run.lines(), [format!("{}: 1 of 1 solved in 60000 nodes each", right.path())]);
    let both = ["solve", "--nodes", "60000", "--concurrency", "2", right.path(), wrong.path()];
    let run = damka(&both);
    assert_eq!(run.code, 1, "{run:?}");
    let told: Vec<&str> = run.out.lines().collect();
    assert!(told[1].starts_with("not solved: ") && told[1].contains("g3-h4"), "{told:?}");
    assert!(told[2].ends_with("0 of 1 solved in 60000 nodes each"), "{told:?}");
    assert_eq!(damka(&[&both[..], &["--least", "50"]].concat()).code, 0);
    assert!(damka(&["solve", "--time", "20", right.path()]).out.ends_with("solved in 20 ms each\n"));
}

#[test]
fn bad_problems_are_named() {
    let check = |name: &str, content: &str, told: &str| {
        let file = Scratch::new(name, content.as_bytes());
        let run = damka(&["solve", file.path()]);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(told) && run.err.contains(file.path()), "{}", run.err);
    };
    check("empty.txt", "# nothing\n", "no problems in it");
    check("square.txt", "russian | W:Wz9:Bd4 | c3-d4 | x\n", "line 1");
    check("move.txt", &format!("\n{POSITION} | a1-b2 | x\n"), "line 2");
    check("game.txt", "chess | W:Wc3:Bd4 | c3-e5 | x\n", "chess");
    assert_eq!(damka(&["solve", "no-such-file"]).code, 2);
}
