//! Any lines: what is understood is written and understood again, and every search begun is answered once.
#![no_main]

use damka_hub::{Answer, Client, Command, Effect, Identity, Move, Param, Session};
use libfuzzer_sys::fuzz_target;

/// Does what a session says; how many searches it began and answered.
fn obey(session: &mut Session, effects: Vec<Effect>, tally: &mut (u32, u32)) {
    for effect in effects {
        let more = match effect {
            Effect::Reply(line) => {
                tally.1 += u32::from(line.starts_with("done move=1-2"));
                assert!(line.len() < 4096 && !line.contains('\n'), "a reply is one short line");
                Answer::parse(&line).expect("our own replies are understood");
                continue;
            }
            Effect::SetPosition { .. } => session.settle(Ok(())),
            Effect::Go { .. } => {
                tally.0 += 1;
                continue;
            }
            Effect::Stop => session.done(Some(Move::new(1, 2, Vec::new())), None),
            _ => continue,
        };
        obey(session, more, tally);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let params = vec![Param::int("threads", 1, 1, 4), Param::text("tables", "")];
    let mut session = Session::new(Identity::new("Damka", "0"), params);
    let mut client = Client::new();
    client.start().expect("nothing was said yet");
    let mut tally = (0, 0);
    for line in text.lines().take(64) {
        if let Ok(command) = Command::parse(line) {
            assert_eq!(Command::parse(&command.to_string()), Ok(command), "{line:?}");
        }
        client.handle(line);
        let effects = session.handle(line);
        obey(&mut session, effects, &mut tally);
    }
    let effects = session.handle("stop");
    obey(&mut session, effects, &mut tally);
    assert_eq!(tally.0, tally.1, "every search is answered once");
    assert!(!session.is_searching());
});
