//! Whatever people and networks do, these hold.

use damka_room::{Arrival, Deed, Effect, Message, Room, Row};
use damka_rules::Variant;
use damka_sitting::Control;
use damka_wire::room::{Act, ClientIn, ClientOut, Phrase, Words};
use proptest::prelude::*;

use crate::bench::{Bench, terms};

/// A doing of one of five visitors: the players, a player's second window, a forger, a watcher.
#[derive(Clone, Debug)]
enum Doing {
    Enter(u64, u32),
    Leave(u64),
    /// A legal move by its index, at a ply off by so much.
    Play(u64, usize, i32),
    Act(u64, usize, i32),
    Premove(u64, usize),
    Lines(u64, usize),
    Talk(u64),
    Wait(u64),
}

const ACTS: [Act; 9] = [
    Act::Resign,
    Act::Draw,
    Act::DeclineDraw,
    Act::ClaimDraw,
    Act::Takeback,
    Act::DeclineTakeback,
    Act::Abort,
    Act::ClaimAbsence,
    Act::Rematch,
];

fn doing() -> impl Strategy<Value = Doing> {
    let who = 1..=5u64;
    // What ends a game is rare, so that games get somewhere.
    let act = prop_oneof![1 => Just(0usize), 30 => 1..6usize, 2 => 6..9usize];
    let off = prop_oneof![8 => Just(0), 1 => Just(-1), 1 => Just(1)];
    prop_oneof![
        2 => (who.clone(), 0..20u32).prop_map(|(who, since)| Doing::Enter(who, since)),
        1 => who.clone().prop_map(Doing::Leave),
        24 => (who.clone(), 0..40usize, off.clone()).prop_map(|(who, n, off)| Doing::Play(who, n, off)),
        6 => (who.clone(), act, off).prop_map(|(who, act, off)| Doing::Act(who, act, off)),
        2 => (who.clone(), 0..40usize).prop_map(|(who, n)| Doing::Premove(who, n)),
        2 => (who.clone(), 0..40usize).prop_map(|(who, n)| Doing::Lines(who, n)),
        1 => who.prop_map(Doing::Talk),
        4 => prop_oneof![9 => 0..3_000u64, 1 => 0..100_000u64].prop_map(Doing::Wait),
    ]
}

fn seat(who: u64) -> Option<String> {
    let secret = match who {
        1 => "white",
        2 | 3 => "black",
        4 => "forged",
        _ => return None,
    };
    Some(secret.to_owned())
}

/// The moves of the position after the first legal move, for plans.
fn legal(room: &Room, n: usize) -> Option<String> {
    let moves = room.scene().game.position().move_texts();
    (!moves.is_empty()).then(|| moves[n % moves.len()].clone())
}

fn message(room: &Room, doing: &Doing) -> Message {
    let at = |off: i32| room.ply().saturating_add_signed(off);
    match *doing {
        Doing::Enter(client, since) => {
            Message::Enter(Arrival { client, seat: seat(client), since, ..Arrival::default() })
        }
        Doing::Leave(client) => Message::Leave(client),
        Doing::Play(client, n, off) => {
            let text = legal(room, n).unwrap_or_else(|| "a1-b2".into());
            Message::Said(client, ClientOut::Play { ply: at(off), text })
        }
        Doing::Act(client, act, off) => {
            Message::Said(client, ClientOut::Act { ply: at(off), act: ACTS[act] })
        }
        Doing::Premove(client, n) => {
            let next = legal(room, n).and_then(|text| room.scene().game.position().play_text(&text).ok());
            let answer = next.and_then(|(pos, _)| pos.mirrored().move_texts().first().cloned());
            Message::Said(client, ClientOut::Premove { ply: at(1), text: answer })
        }
        Doing::Lines(client, n) => {
            let mut line = Vec::new();
            let mut pos = *room.scene().game.position();
            for step in 0..4 {
                let moves = pos.move_texts();
                if moves.is_empty() {
                    break;
                }
                let text = moves[(n + step) % moves.len()].clone();
                pos = pos.play_text(&text).expect("it is legal").0;
                line.push(text);
            }
            Message::Said(client, ClientOut::Lines { ply: at(0), lines: vec![line] })
        }
        Doing::Talk(client) => Message::Said(client, ClientOut::Say(Words::Phrase(Phrase::Hello))),
        Doing::Wait(_) => Message::Tick,
    }
}

/// Does this tell a change of the game?
fn tells_a_change(event: &ClientIn) -> bool {
    matches!(
        event,
        ClientIn::Moved { .. }
            | ClientIn::Undone { .. }
            | ClientIn::Ended { .. }
            | ClientIn::Seated { .. }
            | ClientIn::Next { .. }
    )
}

fn check(variant: Variant, control: Control, doings: &[Doing]) {
    let founded = terms(variant, control);
    let mut bench = Bench::new(founded.clone());
    bench.enter(1, Some("white"));
    bench.enter(2, Some("black"));
    // Somebody who watches from the beginning, and only listens.
    bench.enter(100, None);
    bench.heard.clear();
    let mut seen: Vec<String> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    for doing in doings {
        if let Doing::Wait(millis) = doing {
            bench.now += millis;
        }
        let message = message(&bench.room, doing);
        let stranger = matches!(&message, Message::Said(client, _) if bench.room.side_of(*client).is_none());
        let before = bench.room.memory();
        for effect in bench.room.handle(message, bench.now) {
            match effect {
                Effect::Persist { rows: new, then } => {
                    rows.extend(new);
                    for told in then {
                        match &told.event {
                            ClientIn::Moved { text, ply, .. } => {
                                seen.push(text.clone());
                                assert_eq!(seen.len(), *ply as usize, "moves are told in order, each once");
                            }
                            ClientIn::Undone { ply, .. } => seen.truncate(*ply as usize),
                            _ => {}
                        }
                    }
                }
                Effect::Tell(told) => {
                    // What is told without a row is an old story, and only who asks hears it again.
                    let old = match told.event {
                        ClientIn::Moved { ply, .. } => ply <= bench.room.ply(),
                        ClientIn::Next { .. } => rows.iter().any(|row| matches!(row.deed, Deed::Next { .. })),
                        _ => false,
                    };
                    let again = old && matches!(told.to, damka_room::To::One(_));
                    assert!(again || !tells_a_change(&told.event), "no row for {told:?}");
                }
                Effect::Found(_) => {
                    bench.send(Message::Followed("next".into()));
                    rows.append(&mut bench.rows);
                }
                Effect::Ask(_) | Effect::StopThinking => {}
            }
        }
        if stranger {
            assert_eq!(bench.room.memory(), before, "a stranger changed the game: {doing:?}");
        }
        let played: Vec<String> = bench.room.record().moves.into_iter().map(|ply| ply.text).collect();
        assert_eq!(seen, played, "who watches sees the game");
        let restored = Room::restore("g", founded.clone(), &rows, bench.now).expect("the case is right");
        assert_eq!(restored.memory(), bench.room.memory(), "after {doing:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_event_before_its_row_and_the_rows_are_the_room(
        variant in 0..4usize,
        control in 0..4usize,
        doings in prop::collection::vec(doing(), 1..150),
    ) {
        let variant = [Variant::Russian, Variant::Armenian, Variant::International, Variant::RussianOptional][variant];
        let control = [
            Control::None,
            Control::Fischer { base: 60, plus: 1 },
            Control::Delay { base: 30, free: 2 },
            Control::Days(1),
        ][control];
        check(variant, control, &doings);
    }
}
