//! damka hub: conversations with the real binary.

use std::io::{BufRead, BufReader, Write};
use std::ops::RangeInclusive;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{command, damka_with};

const RUSSIAN: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A running `damka hub`.
struct Hub {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Hub {
    fn start(mut command: Command) -> Hub {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take().unwrap();
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Hub { child, input, lines }
    }

    fn new() -> Hub {
        let mut command = command();
        command.arg("hub").stderr(Stdio::null());
        Hub::start(command)
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// The next line that begins with this word.
    fn hear(&mut self, word: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no {word}"));
            if line.split(' ').next() == Some(word) {
                return line;
            }
        }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_conversation() {
    let mut hub = Hub::new();
    hub.say("hub");
    assert!(hub.hear("id").contains("name=Damka"));
    let variants = hub.hear("param");
    for name in ["normal", "bt", "losing", "frisian", "russian", "brazilian", "english", "italian", "turkish"]
    {
        assert!(variants.contains(name), "{variants}");
    }
    hub.hear("wait");
    hub.say("set-param name=variant value=russian");
    hub.say("set-param name=initial-time value=60");
    hub.say("init");
    hub.hear("ready");
    hub.say(&format!("pos pos={RUSSIAN} moves=\"22-18 9-13\""));
    hub.say("level depth=6");
    hub.say("go think");
    let info = hub.hear("info");
    assert!(info.contains("depth=") && info.contains("pv="), "{info}");
    let done = hub.hear("done");
    let from: u8 = done.trim_start_matches("done move=").split(['-', 'x']).next().unwrap().parse().unwrap();
    assert!((18..=32).contains(&from), "White moves in board numbers: {done}");
    hub.say("quit");
    assert!(hub.child.wait().unwrap().success());
}

/// The square the engine moves from after these lines.
fn from_square(mut hub: Hub, settings: &[&str], moves: &str) -> u8 {
    settings.iter().for_each(|line| hub.say(line));
    let moves = if moves.is_empty() { String::new() } else { format!(" moves=\"{moves}\"") };
    hub.say(&format!("pos pos={RUSSIAN}{moves}"));
    hub.say("level depth=2");
    hub.say("go think");
    let done = hub.hear("done");
    let text = done.strip_prefix("done move=").unwrap_or_else(|| panic!("{settings:?} {moves}: {done}"));
    text.split(['-', 'x']).next().unwrap().parse().unwrap()
}

/// Squares are numbered as the client says, and like the position where it says nothing.
#[test]
fn moves_are_numbered_as_told() {
    let check = |variant: &str, numbering: Option<&str>, moves: &str, rows: RangeInclusive<u8>| {
        let mut settings = vec![format!("set-param name=variant value={variant}")];
        settings.extend(numbering.map(|word| format!("set-param name=numbering value={word}")));
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let from = from_square(Hub::new(), &settings, moves);
        assert!(rows.contains(&from), "{variant} {numbering:?} {moves}: from {from}");
    };
    check("russian", None, "", 21..=24);
    check("russian", None, "22-18", 9..=12);
    check("russian", Some("board"), "22-18", 9..=12);
    check("russian", Some("notation"), "", 9..=12);
    check("russian", Some("notation"), "10-14", 21..=24);
    check("english", None, "22-18", 9..=12);
    check("english", Some("notation"), "11-15", 21..=24);
}

/// lidraughts-bot starts engines with their errors in the same pipe as their answers: that means nothing.
#[cfg(unix)]
#[test]
fn a_shared_pipe_does_not_change_the_numbering() {
    for variant in ["russian", "brazilian", "english", "turkish"] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" hub 2>&1", env!("CARGO_BIN_EXE_damka")]);
        let mut hub = Hub::start(shell);
        hub.say(&format!("set-param name=variant value={variant}"));
        hub.say("pos start");
        hub.say("level depth=2");
        hub.say("go think");
        let done = hub.hear("done");
        let from: u8 = done.trim_start_matches("done move=").split('-').next().unwrap().parse().unwrap();
        assert!(from > 16, "{variant}: the side that starts stands at the bottom: {done}");
    }
}

/// Moves of the other numbering are refused, and the client is told the cure.
#[test]
fn the_other_numbering_is_named() {
    let run = damka_with(
        &["hub", "--variant", "russian"],
        &format!("pos pos={RUSSIAN} moves=\"10-14\"\ngo think\nquit\n"),
    );
    assert!(
        run.out.starts_with(
            "error message=\"move 1 of 1: 10-14 is not legal, but is with numbering=notation\"\n"
        ),
        "{run:?}"
    );
    let run = damka_with(
        &["hub", "--variant", "russian", "--numbering", "notation"],
        &format!("pos pos={RUSSIAN} moves=\"10-14\"\nquit\n"),
    );
    assert_eq!(run.out, "", "{run:?}");
}

/// A bad line is quoted, but not all 100 kB of it.
#[test]
fn long_nonsense_is_not_echoed() {
    let long = "x".repeat(100_000);
    for line in [long.clone(), format!("pos pos={RUSSIAN} moves=\"{long}\""), format!("level time={long}")] {
        let run = damka_with(&["hub", "--variant", "russian"], &format!("{line}\nping\n"));
        assert!(run.out.starts_with("error message=") && run.out.ends_with("pong\n"), "{}", run.out.len());
        assert!(run.out.len() < 300, "{} bytes", run.out.len());
    }
}

#[test]
fn stop_is_obeyed_and_ping_answered_during_a_search() {
    let mut hub = Hub::new();
    hub.say("pos start");
    hub.say("level infinite");
    hub.say("go analyze");
    hub.hear("info");
    hub.say("ping");
    hub.hear("pong");
    // How soon is measured by tests/protocol/stop.py where the machine is quiet.
    hub.say("stop");
    hub.hear("done");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut hub = Hub::new();
    hub.say("pos start");
    hub.say("level depth=4");
    hub.say("go ponder");
    hub.hear("info");
    hub.say("ping");
    hub.hear("pong");
    hub.say("ponder-hit");
    hub.hear("done");
}

#[test]
fn the_end_of_input_ends_the_engine() {
    let mut hub = Hub::new();
    hub.say("pos start");
    hub.say("level infinite");
    hub.say("go think");
    hub.hear("info");
    hub.input = None;
    assert!(hub.child.wait().unwrap().success());
}

#[test]
fn nonsense_is_answered_with_errors() {
    let input = "\u{feff}hello\npos pos=nonsense\ngo think\npos pos=Wbbb\ngo\nset-param name=hash value=lots\n\
                 pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\npos start moves=\"1-50\"\ngo think\n\
                 level time=soon\nstop\nponder-hit\n=\n\"\npos\nping\n";
    let run = damka_with(&["hub"], input);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.err, "", "stderr stays quiet: pydraughts reads it as answers");
    let errors = run.out.lines().filter(|line| line.starts_with("error message=")).count();
    assert!(errors >= 8, "{}", run.out);
    assert_eq!(run.out.lines().filter(|line| line.starts_with("done")).count(), 3, "{}", run.out);
    assert!(run.out.trim_end().ends_with("pong"), "{}", run.out);
}

#[test]
fn every_variant_answers() {
    let mut hub = Hub::new();
    let every = [
        "normal",
        "killer",
        "bt",
        "frisian",
        "losing",
        "russian",
        "brazilian",
        "english",
        "italian",
        "turkish",
        "armenian",
        "spanish",
        "portuguese",
        "czech",
        "pool",
        "thai",
        "canadian",
        "shashki",
        "checkers",
        "russian+optional-capture",
        "american",
        "standard",
    ];
    for variant in every {
        hub.say(&format!("set-param name=variant value={variant}"));
        hub.say("init");
        hub.hear("ready");
        hub.say("pos start");
        hub.say("level depth=3");
        hub.say("go think");
        let done = hub.hear("done");
        assert!(done.contains("move="), "{variant}: {done}");
    }
}
