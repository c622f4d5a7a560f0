//! Any bytes on a connection: cut into the same frames however they arrive, messages written as they were read.
#![no_main]

use damka_dxp::{Acceptance, Effect, Frames, MAX_FRAME, Message, Role, Session, encode};
use libfuzzer_sys::fuzz_target;

/// Does what a session says, and moves whenever it is asked to.
fn obey(session: &mut Session, effects: Vec<Effect>, depth: u32) {
    for effect in effects {
        let more = match effect {
            Effect::Send(message) => {
                let bytes = encode(&message);
                assert!(bytes.len() <= MAX_FRAME + 1 && bytes.ends_with(&[0]));
                Message::parse(&bytes[..bytes.len() - 1]).expect("our own messages are understood");
                continue;
            }
            Effect::Asked(_) => session.answer(Acceptance::Accept),
            Effect::Judge(_) => session.judged(Ok(())),
            _ => continue,
        };
        if depth < 64 {
            obey(session, more, depth + 1);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut dripped = Frames::new();
    let frames = Frames::new().push(bytes);
    let slowly: Vec<_> = bytes.chunks(3).flat_map(|chunk| dripped.push(chunk)).collect();
    assert_eq!(frames, slowly);
    let mut sessions = [Role::Follower, Role::Initiator].map(|role| Session::new("Damka", role));
    for frame in frames.into_iter().flatten() {
        if let Ok(message) = Message::parse(&frame) {
            let again = encode(&message);
            assert_eq!(Message::parse(&again[..again.len() - 1]), Ok(message));
        }
        for session in &mut sessions {
            let effects = session.handle(&frame);
            obey(session, effects, 0);
        }
    }
});
