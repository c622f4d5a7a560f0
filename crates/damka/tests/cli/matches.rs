//! damka match: engines here and elsewhere.

use crate::run::{Scratch, damka, refused};

#[test]
fn a_short_match_is_counted_and_written() {
    let pdn = Scratch::new("match.pdn", b"");
    let run = damka(&[
        "match",
        "damka:nodes=2000,name=strong",
        "damka:level=0,name=weak",
        "--variant",
        "russian",
        "--games",
        "6",
        "--nodes",
        "500",
        "--concurrency",
        "2",
        "--pdn",
        pdn.path(),
        "--json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let about: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!((&about["games"], &about["faults"]), (&6.into(), &0.into()), "{about}");
    assert!(about["score"].as_f64().unwrap() > 0.5, "{about}");
    let games = damka(&["pdn", "replay", pdn.path()]);
    assert!(games.out.contains("6 of 6 games replayed"), "{games:?}");
    let written = std::fs::read_to_string(&pdn.0).unwrap();
    assert!(written.contains("[White \"strong\"]") && written.contains("[White \"weak\"]"), "{written}");
}

#[test]
fn every_variant_is_played_without_a_fault_and_comes_back_from_its_file() {
    let pdn = Scratch::new("every-variant.pdn", b"");
    let plain = "damka:tables=off";
    let run = damka(&[
        "match",
        plain,
        plain,
        "--variant",
        "all",
        "--games",
        "2",
        "--nodes",
        "100",
        "--pdn",
        pdn.path(),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("total: 44 games, 0 faults, 0 out of time"), "{}", run.out);
    // Every game and house rule is read as what it was, with numbers for letters too.
    let numeric = Scratch::new("every-variant-numeric.pdn", b"");
    let run = damka(&["pdn", "convert", "--to", "numeric", pdn.path(), "-o", numeric.path()]);
    assert_eq!((run.code, run.err.as_str()), (0, "44 games written, 0 faults\n"), "{run:?}");
    for file in [&pdn, &numeric] {
        let again = damka(&["pdn", "replay", "--json", file.path()]);
        let about: serde_json::Value = serde_json::from_str(again.lines().last().unwrap()).unwrap();
        assert_eq!((&about["games"], &about["replayed"]), (&44.into(), &44.into()), "{about}");
        for variant in damka_rules::Variant::EVERY {
            assert_eq!(about["variants"][variant.to_string()], 2, "{variant}: {about}");
        }
    }
}

#[test]
fn games_are_written_behind_those_of_the_match_before() {
    let pdn = Scratch::new("two-matches.pdn", b"");
    let play = || {
        let run =
            damka(&["match", "--variant", "english", "--games", "2", "--nodes", "50", "--pdn", pdn.path()]);
        assert_eq!(run.code, 0, "{run:?}");
    };
    play();
    play();
    assert!(damka(&["pdn", "replay", pdn.path()]).out.contains("4 of 4 games"));
}

#[test]
fn a_program_that_speaks_hub_plays_along() {
    let other = format!("hub:{} hub", env!("CARGO_BIN_EXE_damka"));
    for variant in ["english", "russian", "turkish", "international"] {
        let run = damka(&["match", "damka", &other, "--variant", variant, "--games", "2", "--nodes", "200"]);
        assert_eq!(run.code, 0, "{variant}: {run:?}");
        assert!(run.out.contains("2 games") && run.out.contains("0 faults"), "{}", run.out);
    }
}

/// The program has one move to make, and makes it; in the other game it is never asked.
#[test]
fn a_program_that_answers_line_by_line_plays_along() {
    let program = Scratch::new(
        "line.sh",
        b"while read -r word rest; do [ \"$word\" = go ] && echo 'bestmove 22x15x18 depth=1 nodes=7'; done\n",
    );
    let opening = Scratch::new("line.txt", b"W:W22:B18\n");
    let other = format!("line:sh {}", program.path());
    let check = |more: &[&str], told: &str| {
        let args =
            ["match", "damka", &other, "--variant", "english", "--games", "2", "--openings", opening.path()];
        let run = damka(&args.iter().chain(more).copied().collect::<Vec<_>>());
        assert!(run.out.contains(told) || run.err.contains(told), "{more:?}: {run:?}");
    };
    check(&["--time", "50"], ", 0 faults");
    check(&["--depth", "3"], "--time");
    if cfg!(target_os = "linux") {
        check(&["--time", "50", "--processor"], ", 0 faults");
    }
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let run = damka(&[
        "match",
        "damka:nodes=3000",
        "damka:level=0",
        "--variant",
        "russian",
        "--games",
        "4000",
        "--nodes",
        "300",
        "--sprt",
        "0,100",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("SPRT 0,100: accepted"), "{}", run.out);
}

#[test]
fn ballots_are_read_from_a_file() {
    let file = Scratch::new("ballots.txt", b"c3-d4 d6-c5\nW:Wc3,Ka1:Bf6,Kh8\n");
    let run =
        damka(&["match", "--variant", "russian", "--games", "4", "--depth", "2", "--openings", file.path()]);
    assert_eq!(run.code, 0, "{run:?}");
    let bad = Scratch::new("bad-ballots.txt", b"c3-d4 d6-c5\nc3-d5\n");
    let run = damka(&["match", "--variant", "russian", "--openings", bad.path()]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("line 2"), "{}", run.err);
}

#[test]
fn bad_matches() {
    let check = |args: &[&str], told: &str| {
        let args: Vec<_> =
            ["match", "--variant", "russian", "--games", "2"].iter().chain(args).copied().collect();
        refused(&args, told);
    };
    check(&["stockfish"], "player 'stockfish'");
    check(&["damka:level=13"], "level: '13'");
    check(&["damka:colour=red"], "unknown setting 'colour'");
    check(&["damka:weights=no/such/file"], "no/such/file");
    check(&["damka", "hub:no/such/program"], "no/such/program");
    check(&["damka", "line:no/such/program"], "no/such/program");
    check(&["--sprt", "5"], "--sprt: '5'");
    check(&["--sprt", "5,0"], "--sprt");
    check(&["--clock", "soon"], "--clock: 'soon'");
    check(&["--nodes", "5", "--time", "5"], "only one");
    check(&["--openings", "no/such/file"], "no/such/file");
    check(&["--pdn", "/no/such/dir/x.pdn"], "/no/such/dir/x.pdn");
}

#[test]
fn a_program_that_is_no_engine_is_a_fault_not_a_hang() {
    // `cat` answers every line with itself and so never introduces itself properly.
    let run = damka(&["match", "damka", "hub:true", "--variant", "russian", "--games", "2"]);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
}
