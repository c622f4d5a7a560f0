//! damka sheet: a PDF from positions and from a game.

use crate::run::{Scratch, damka, damka_with};

#[test]
fn positions_and_games_become_pages() {
    let out = Scratch::new("sheet.pdf", b"");
    let pages = |bytes: &[u8]| bytes.windows(12).filter(|part| part == b"/Type /Page\n").count();
    let lines = "W:Wc3,a1:Bf6,h8 | c3-b4 | 1200 | shot\nB:Wc3,a1:Bf6,h8 | f6-e5 | 1600 | fork, shot\n";
    let run = damka_with(&["sheet", "-v", "russian", "-", "-o", out.path(), "--language", "hy"], lines);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let pdf = std::fs::read(&out.0).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pages(&pdf) == 2, "{} pages", pages(&pdf));
    let games = Scratch::new("sheet.pdn", b"[White \"A\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0\n");
    let run = damka(&["sheet", games.path(), "-o", out.path(), "--every", "1", "--language", "ru"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(pages(&std::fs::read(&out.0).unwrap()), 1);
}

#[test]
fn what_is_wrong_is_said() {
    let check = |args: &[&str], input: &str, expected: &str| {
        let run = damka_with(&[&["sheet", "-o", "-"], args].concat(), input);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(expected), "{}", run.err);
    };
    check(&["-"], "W:Wc3:Bf6\n", "--variant");
    check(&["-"], "russian | W:Wc3:Bf6 | c3-c4\n", "line 1");
    check(&["-v", "russian", "--theme", "fork", "-"], "W:Wc3:Bf6 | c3-b4 | 900 | shot\n", "no such position");
    check(&["-v", "russian", "--rating", "1-x", "-"], "", "'x' is no number");
    check(&["--number", "7", "missing.pdn"], "", "missing.pdn");
}
