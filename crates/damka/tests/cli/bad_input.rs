//! Whatever is wrong: one line that names the place and the reason, and exit code 2.

use crate::run::{command, damka, damka_with};

fn check(args: &[&str], told: &[&str]) {
    let run = damka(args);
    assert_eq!(run.code, 2, "{args:?}: {run:?}");
    assert_eq!(run.out, "", "{args:?}");
    assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    for word in told {
        assert!(run.err.contains(word), "{args:?}: expected {word:?} in {}", run.err);
    }
}

#[test]
fn bad_positions() {
    let bad = |fen, told: &[&str]| {
        check(&["moves", "--variant", "russian", "--fen", fen], told);
        check(&["perft", "--variant", "russian", "--depth", "2", "--fen", fen], told);
        check(&["fen", "--variant", "russian", fen], told);
    };
    bad("W:Wa9:Bb2", &["column 4", "'a9' is not a playable square"]);
    bad("W:Wb1:Bb2", &["column 4", "'b1'"]);
    bad("W:W33:B1", &["column 4", "'33'"]);
    bad("W:Wc3:Bc3", &["column 8", "two pieces"]);
    bad("W:Wc3-a3:Bb2", &["column 4", "backwards"]);
    bad("W:Wb8:Bb2", &["b8", "crowned"]);
    bad("X:Wc3:Bb2", &["column 1", "'X'"]);
    bad("W:W:B", &["no piece"]);
    bad("", &["empty"]);
    bad("W", &["column 2"]);
    bad("W:Wc3:Bb2:Z", &["column 11", "'Z'"]);
    bad("W:Wшашка:Bb2", &["column 4"]);
    bad(&"W".repeat(5000), &["too long"]);
}

#[test]
fn bad_names() {
    check(&["moves", "--variant", "chess"], &["unknown variant 'chess'", "russian", "breakthrough"]);
    check(&["perft", "--variant", "chess", "--depth", "3"], &["unknown variant 'chess'"]);
    check(
        &["moves", "--variant", "russian", "--option", "flying"],
        &["unknown option 'flying'", "optional-capture", "touch-move"],
    );
    check(&["moves", "--variant", "english", "--option", "flying"], &["unknown option", "touch-move"]);
    check(&["moves", "--variant", "english+optional-capture"], &["unknown option", "none for this game"]);
    check(&["fen", "--variant", "", "start"], &["unknown variant"]);
}

#[test]
fn bad_arguments() {
    check(&["dance"], &["unrecognized subcommand 'dance'"]);
    check(&["moves"], &["--variant"]);
    check(&["moves", "--variant"], &["--variant"]);
    check(&["moves", "--colour", "white"], &["--colour"]);
    check(&["perft", "--variant", "russian"], &["--depth"]);
    check(&["perft", "--variant", "russian", "--depth", "x"], &["--depth", "'x'"]);
    check(&["perft", "--variant", "russian", "--depth", "-1"], &["-1"]);
    check(&["perft", "--variant", "russian", "--depth", "100"], &["--depth", "100"]);
    check(&["perft", "--variant", "russian", "--depth", "2", "--threads", "0"], &["--threads"]);
    check(&["pdn"], &["no command given"]);
    check(&["pdn", "replay"], &["no files are given"]);
}

#[test]
fn bad_files() {
    check(&["pdn", "replay", "no/such/file.pdn"], &["no/such/file.pdn", "No such file"]);
    check(&["pdn", "check", "."], &[".: is a directory"]);
    check(&["pdn", "convert", "no/such/file.pdn"], &["no/such/file.pdn"]);
    check(&["pdn", "convert", "-", "-o", "/no/such/dir/out.pdn"], &["/no/such/dir/out.pdn"]);
    check(&["pdn", "replay", "-", "--encoding", "martian"], &["--encoding", "martian"]);
    check(&["pdn", "replay", "-", "--variant", "chess"], &["unknown variant 'chess'"]);
}

#[test]
fn a_bad_line_of_standard_input_is_named() {
    let run = damka_with(&["fen", "--variant", "russian", "-"], "W:Wc3:Bb2\nnonsense\n");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("standard input, line 2: FEN, column 1"), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [&["--help"][..], &["--version"], &["moves", "--help"], &["pdn", "replay", "--help"]] {
        let run = damka(args);
        assert!(run.code == 0 && run.err.is_empty() && !run.out.is_empty(), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::Stdio;
    let mut child = command()
        .args(["perft", "--variant", "international", "--depth", "5", "--divide", "--ordered"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{err}");
    assert!(err.lines().all(|line| line.contains("per second")), "{err}");
}

/// Every command explains itself, in the help and in the manual, and shells can complete all of them.
#[test]
fn help_manual_and_completions_know_every_command() {
    let help = damka(&["--help"]);
    let listed = help.out.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let manual = damka(&["man"]);
    assert!(manual.out.starts_with(".ie") && manual.out.contains(".TH damka"), "{}", manual.out);
    for command in commands.iter().filter(|name| **name != "help") {
        assert_eq!(damka(&["help", command]).code, 0, "{command}");
        assert!(damka(&["man", command]).out.contains(".SH NAME"), "{command}");
        assert!(manual.out.contains(&command.replace('-', "\\-")), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = damka(&["completions", shell]);
        assert_eq!(script.code, 0, "{shell}");
        for command in &commands {
            assert!(script.out.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(damka(&["completions", "cmd"]).code, 2);
    assert_eq!(damka(&["man", "chess"]).code, 2);
}
