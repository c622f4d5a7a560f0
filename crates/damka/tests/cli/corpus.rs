//! Other people's games through the command; `./test` says where they are, or that they are not there.

use std::env;
use std::path::{Path, PathBuf};

use crate::run::{damka, damka_with};

fn corpus(path: &str) -> PathBuf {
    let root =
        env::var_os("DAMKA_CORPORA").expect("DAMKA_CORPORA names the directory of other people's games");
    Path::new(&root).join(path)
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn the_shared_games_replay_but_for_their_typos() {
    let check = |file: &str, code: i32, expect: &[&str]| {
        let path = corpus(&format!("games/{file}"));
        let run = damka(&["pdn", "replay", path.to_str().unwrap()]);
        assert_eq!(run.code, code, "{run:?}");
        for expect in expect {
            assert!(run.out.contains(expect), "{file}: {}", run.out);
        }
    };
    check("wiegerw-pdn__ussr1947.pdn", 0, &["153 of 153 games"]);
    check("wiegerw-pdn__abatsiev.pdn", 0, &["55 of 55 games"]);
    check("py-draughts__russian.pdn", 0, &["9 of 9 games"]);
    // Black's first move was forgotten in two games.
    check(
        "protcenkoroman__ussr1924.pdn",
        1,
        &["27 of 29 games", "game 6 ", "ply 2: the move is missing", "game 23 ", "line 229"],
    );
    check("py-draughts__brazilian.pdn", 0, &["25 brazilian"]);
    check("py-draughts__breakthrough.pdn", 0, &["25 breakthrough"]);
    check("py-draughts__frisian.pdn", 0, &["frisian"]);
    check("checkerboard__tinsley.pdn", 1, &["723 of 724 games", "game 541 ", "ply 123: 32-28"]);
    check("wiegerw-pdn__inferno.pdn", 0, &["68 of 68 games"]);
    check("wiegerw-pdn__wk2003.pdn", 0, &["23 of 23 games"]);
    check("wiegerw-pdn__nk2003-amsterdam.pdn", 0, &["international"]);
    check("mobydam__babasy1.pdn", 0, &["43 of 43 games"]);
}

#[test]
#[ignore = "needs other people's games: see ./test"]
fn converted_games_are_the_same_games() {
    for file in
        ["games/wiegerw-pdn__abatsiev.pdn", "games/wiegerw-pdn__wk2003.pdn", "games/py-draughts__frisian.pdn"]
    {
        let path = corpus(file);
        let total = |out: &str| out.lines().last().unwrap().split_once(": ").unwrap().1.to_owned();
        let before = damka(&["pdn", "replay", path.to_str().unwrap()]);
        let converted = damka(&["pdn", "convert", path.to_str().unwrap()]);
        let after = damka_with(&["pdn", "replay", "-"], &converted.out);
        assert_eq!(total(&before.out).split(" (").next(), total(&after.out).split(" (").next(), "{file}");
        assert_eq!(damka_with(&["pdn", "convert", "-"], &converted.out).out, converted.out, "{file}");
    }
}
