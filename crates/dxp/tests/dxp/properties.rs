//! What is printed is read back as the same; whatever is read, nobody panics and the session keeps answering.

use damka_dxp::{
    Acceptance, BackAnswer, Effect, Frames, GameRequest, MAX_FRAME, Message, Move, Position, Reason, Role,
    Session, Stop, encode,
};
use damka_rules::{Piece, Side};
use proptest::prelude::*;

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

fn position() -> impl Strategy<Value = Position> {
    let cell = prop::sample::select("wWzZe".chars().map(|c| Piece::from_letter(c, 'z')).collect::<Vec<_>>());
    (side(), prop::collection::vec(cell, 50)).prop_map(|(side, cells)| {
        let mut position = Position { side, ..Position::initial() };
        position.cells.copy_from_slice(&cells);
        position
    })
}

fn request() -> impl Strategy<Value = GameRequest> {
    let terms = (prop::sample::select(vec![1u16, 1, 1, 2, 99]), 0u16..=999, 0u16..=999);
    ("[!-~]([ -~]{0,30}[!-~])?", side(), terms, prop::option::of(position())).prop_map(
        |(name, follower, (version, minutes, moves), position)| GameRequest {
            version,
            name,
            follower,
            minutes,
            moves,
            position,
        },
    )
}

fn played() -> impl Strategy<Value = Move> {
    let squares = (0u16..=9999, 1u8..=50, 1u8..=50, prop::collection::vec(1u8..=50, 0..=20));
    squares.prop_map(|(seconds, from, to, captured)| Move { seconds, from, to, captured })
}

fn message() -> impl Strategy<Value = Message> {
    let code = prop::sample::select(vec![
        Acceptance::Accept,
        Acceptance::WrongVersion,
        Acceptance::NotThisGame,
        Acceptance::NoGames,
    ]);
    let reason = prop::sample::select(vec![Reason::Unknown, Reason::Loss, Reason::Draw, Reason::Win]);
    let stop = prop::sample::select(vec![Stop::NextGame, Stop::NextGame, Stop::NoMore]);
    let back = prop::sample::select(vec![BackAnswer::Yes, BackAnswer::Unable, BackAnswer::No]);
    prop_oneof![
        request().prop_map(Message::GameReq),
        ("[!-~]{1,32}", code).prop_map(|(name, code)| Message::GameAcc { name, code }),
        played().prop_map(Message::Move),
        (reason, stop).prop_map(|(reason, stop)| Message::GameEnd { reason, stop }),
        "[ -~]{0,126}".prop_map(Message::Chat),
        (0u16..=999, side()).prop_map(|(number, side)| Message::BackReq { number, side }),
        back.prop_map(Message::BackAcc),
    ]
}

/// Frames that are messages, beginnings of messages, or anything.
fn frame() -> impl Strategy<Value = Vec<u8>> {
    let whole = || message().prop_map(|message| message.to_string().into_bytes());
    prop_oneof![
        whole(),
        (whole(), any::<prop::sample::Index>())
            .prop_map(|(frame, at)| frame[..at.index(frame.len() + 1)].to_vec()),
        prop::collection::vec(any::<u8>(), 0..MAX_FRAME),
        "[RAMECBK][ -~]{0,60}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn messages_round_trip(message in message()) {
        let text = message.to_string();
        prop_assert!((1..=MAX_FRAME).contains(&text.len()) && text.is_ascii());
        prop_assert_eq!(Message::parse(text.as_bytes()), Ok(message));
    }

    /// However a stream is chopped, the frames come out whole and in order.
    #[test]
    fn frames_survive_chopping(messages in prop::collection::vec(message(), 1..8), chunk in 1usize..40) {
        let stream: Vec<u8> = messages.iter().flat_map(encode).collect();
        let mut frames = Frames::new();
        let got: Vec<_> = stream.chunks(chunk).flat_map(|bytes| frames.push(bytes)).collect();
        let got: Vec<_> = got.into_iter().map(|frame| Message::parse(&frame.unwrap()).unwrap()).collect();
        prop_assert_eq!(got, messages);
    }

    /// A caller that accepts every game and judges every move lives through anything, and can play afterwards.
    #[test]
    fn the_session_keeps_answering(frames in prop::collection::vec(frame(), 0..60), legal in any::<bool>()) {
        let mut session = Session::new("Damka", Role::Follower);
        let mut thinking = None;
        for frame in frames {
            let mut effects = session.handle(&frame);
            let complaint = Message::parse(&frame).is_err() && !session.is_closed();
            prop_assert!(!complaint || effects.iter().any(|e| matches!(e, Effect::Send(_))), "{:?} unanswered", frame);
            while !effects.is_empty() {
                match effects.remove(0) {
                    Effect::Asked(_) => effects.extend(session.answer(Acceptance::Accept)),
                    Effect::Judge(_) => effects.extend(session.judged(if legal { Ok(()) } else { Err("no") })),
                    Effect::Think { ticket, .. } => {
                        prop_assert!(thinking.is_none(), "asked to think twice");
                        thinking = Some(ticket);
                    }
                    Effect::StopThinking => prop_assert!(thinking.take().is_some(), "nothing to stop"),
                    _ => {}
                }
            }
            if let Some(ticket) = thinking.take_if(|_| frame.len() % 2 == 0) {
                let played = Move { seconds: 0, from: 1, to: 2, captured: vec![] };
                prop_assert!(matches!(session.moved(ticket, played)[..], [Effect::Send(Message::Move(_))]));
            }
        }
        if !session.is_closed() {
            session.handle(b"R01Peer                            Z005000A");
            session.answer(Acceptance::Accept);
            prop_assert!(session.is_playing());
            prop_assert!(matches!(session.handle(b"M0000322800")[..], [Effect::Judge(_)]));
        }
    }

    /// Two sessions of ours, initiator and follower, agree about the game and never complain.
    #[test]
    fn two_sessions_play(plies in 0u32..60, limit in 0u16..20, request in request(), back in 1u16..10) {
        let mut players = [Session::new("One", Role::Initiator), Session::new("Two", Role::Follower)];
        let request = GameRequest { version: 1, moves: limit, ..request };
        let mut mail: Vec<(usize, Effect)> = players[0].request(request).into_iter().map(|e| (0, e)).collect();
        let (mut made, mut over, mut counts) = (0, [0, 0], [0u32, 0]);
        while !mail.is_empty() {
            let (who, effect) = mail.remove(0);
            let (player, more) = match effect {
                Effect::Send(Message::Chat(words)) => panic!("{words}"),
                Effect::Send(message) => {
                    if matches!(message, Message::Move(_)) {
                        counts[who] += 1;
                    }
                    (1 - who, players[1 - who].handle(message.to_string().as_bytes()))
                }
                Effect::Asked(_) => (who, players[who].answer(Acceptance::Accept)),
                Effect::Judge(_) => {
                    counts[who] += 1;
                    (who, players[who].judged(Ok(())))
                }
                Effect::Think { .. } if made == plies => (who, players[who].end(Reason::Draw)),
                Effect::Think { ticket, .. } => {
                    made += 1;
                    let more = match made == u32::from(back) * 2 {
                        true => players[who].request_back(1, Side::White),
                        false => Vec::new(),
                    };
                    let played = Move { seconds: 0, from: 1, to: 2, captured: vec![] };
                    (who, if more.is_empty() { players[who].moved(ticket, played) } else { more })
                }
                Effect::TakeBack { plies } => {
                    counts[who] = plies;
                    (who, Vec::new())
                }
                Effect::Over { .. } => {
                    over[who] += 1;
                    (who, Vec::new())
                }
                _ => (who, Vec::new()),
            };
            mail.extend(more.into_iter().map(|effect| (player, effect)));
        }
        prop_assert_eq!(over, [1, 1]);
        prop_assert_eq!(counts[0], counts[1]);
    }
}
