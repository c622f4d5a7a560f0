//! Conversations as data: `>` is a frame from the other program, `!` an event of the caller, `<` a frame we send and `*`
//! another effect. The first line says which role we have.

use damka_dxp::{Acceptance, Effect, GameRequest, Message, Move, Reason, Role, Session, Ticket};
use damka_rules::Side;

#[path = "../../../../tests/transcripts.rs"]
mod folder;

#[test]
fn all() {
    folder::each(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dxp/transcripts"), 5, check);
}

/// Replays the inputs of a transcript and compares the whole conversation with what is written.
fn check(name: &str, mut wanted: Vec<&str>) {
    let role = match wanted.remove(0) {
        "follower" => Role::Follower,
        "initiator" => Role::Initiator,
        other => panic!("{name}: a role, not {other:?}"),
    };
    let mut session = Session::new("Damka", role);
    let mut ticket = None;
    let mut got = String::new();
    for line in &wanted {
        let effects = match line.split_at_checked(2) {
            Some(("> ", frame)) => session.handle(frame.as_bytes()),
            Some(("! ", event)) => event_of(&mut session, ticket, event),
            _ => continue,
        };
        got += &format!("{line}\n");
        for effect in &effects {
            if let Effect::Think { ticket: new, .. } = effect {
                ticket = Some(*new);
            }
            got += &format!("{}\n", show(effect).trim_end());
        }
    }
    assert_eq!(got.trim_end(), wanted.join("\n"), "{name}");
}

fn event_of(session: &mut Session, ticket: Option<Ticket>, event: &str) -> Vec<Effect> {
    let (verb, rest) = event.split_once(' ').unwrap_or((event, ""));
    match verb {
        "accept" => session.answer(Acceptance::Accept),
        "decline" => session.answer(Acceptance::NotThisGame),
        "legal" => session.judged(Ok(())),
        "illegal" => session.judged(Err(rest)),
        "move" => session.moved(ticket.expect("a turn came before"), quiet(rest)),
        "lost" => session.end(Reason::Loss),
        "drawn" => session.end(Reason::Draw),
        "back" => session.request_back(rest.parse().expect("a number"), Side::White),
        "say" => session.chat(rest),
        "last-game" => {
            session.play_no_more();
            Vec::new()
        }
        "never-back" => {
            session.never_go_back();
            Vec::new()
        }
        "request" => session.request(GameRequest {
            version: 1,
            name: "Damka".into(),
            follower: Side::Black,
            minutes: 5,
            moves: rest.parse().unwrap_or_default(),
            position: None,
        }),
        other => panic!("no such event: {other}"),
    }
}

fn quiet(text: &str) -> Move {
    let (from, to) = text.split_once('-').expect("a quiet move");
    let square = |text: &str| text.parse().expect("a square");
    Move { seconds: 1, from: square(from), to: square(to), captured: vec![] }
}

fn show(effect: &Effect) -> String {
    match effect {
        Effect::Send(message) => format!("< {message}"),
        Effect::Asked(request) => format!("* asked by {} to play {:?}", request.name, request.follower),
        Effect::Begin(begin) => {
            let men = begin.position.to_string().matches(['w', 'z']).count();
            format!(
                "* begin as {:?} against {}, {} min, {} moves, {men} men",
                begin.us, begin.opponent, begin.minutes, begin.moves
            )
        }
        Effect::Judge(played) => format!("* judge {}", Message::Move(played.clone())),
        Effect::Think { moves_left, .. } => match moves_left {
            Some(left) => format!("* think, {left} left"),
            None => "* think".into(),
        },
        other => format!("* {other:?}"),
    }
}
