//! damka hub: conversations with the real binary.

use std::io::{BufRead, BufReader, Write};
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

/// Moves in the numbers of the notation, as pydraughts sends them, are answered in kind.
#[test]
fn both_numberings_are_understood() {
    let check = |variant: &str, moves: &str, low: u8, high: u8| {
        let mut hub = Hub::new();
        hub.say(&format!("set-param name=variant value={variant}"));
        hub.say(&format!("pos pos={RUSSIAN} moves=\"{moves}\""));
        hub.say("level depth=2");
        hub.say("go think");
        let done = hub.hear("done");
        let from: u8 =
            done.trim_start_matches("done move=").split(['-', 'x']).next().unwrap().parse().unwrap();
        assert!((low..=high).contains(&from), "{variant} {moves}: {done}");
    };
    check("russian", "22-18", 1, 12);
    check("russian", "10-14", 21, 32);
    check("english", "22-18", 1, 12);
    check("english", "11-15", 21, 32);
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
    let asked = Instant::now();
    hub.say("stop");
    hub.hear("done");
    // The machine of a test may be busy; measured alone it is a few milliseconds.
    assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
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
fn the_end_of_input_ends_the_engine_at_once() {
    let mut hub = Hub::new();
    hub.say("pos start");
    hub.say("level infinite");
    hub.say("go think");
    hub.hear("info");
    let began = Instant::now();
    hub.input = None;
    assert!(hub.child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
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
