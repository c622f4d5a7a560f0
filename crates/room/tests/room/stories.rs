//! What can happen in a room, one story each.

use damka_room::{Arrival, Deed, Holder, Message, Room};
use damka_rules::{Side, Variant};
use damka_sitting::seats::Level;
use damka_sitting::{Control, Found};
use damka_wire::room::{Act, ClientIn, ClientOut, Phrase, Words};

use crate::bench::{BLACK, Bench, WATCHER, WHITE, terms};

const BLITZ: Control = Control::Fischer { base: 180, plus: 2 };

#[test]
fn a_move_is_stored_and_everybody_hears_it() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4", "b6-a5"]);
    let told = ClientIn::Moved { ply: 2, text: "b6-a5".into(), left: Some([180_000, 179_000 + 2_000]) };
    for client in [WHITE, BLACK, WATCHER] {
        assert_eq!(bench.take(client).last(), Some(&told));
    }
    assert_eq!(bench.rows.len(), 2);
}

#[test]
fn only_the_right_seat_moves() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.enter(9, Some("forged"));
    bench.heard.clear();
    for (client, reason) in [
        (WATCHER, "you have no seat in this game"),
        (9, "you have no seat in this game"),
        (BLACK, "it is not your turn"),
    ] {
        bench.play(client, "c3-d4");
        assert_eq!(bench.refused(client), reason);
    }
    bench.play(77, "c3-d4");
    assert!(bench.rows.is_empty() && bench.heard.is_empty(), "who did not greet is not heard");
}

#[test]
fn a_refusal_says_why_and_only_to_the_mover() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.play(WHITE, "c3-c4");
    assert!(bench.refused(WHITE).contains("c3"));
    assert!(bench.take(BLACK).is_empty() && bench.take(WATCHER).is_empty());
}

/// ply, text; what the mover hears
#[test]
fn moves_that_come_twice_or_out_of_order() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.moves(&["c3-d4", "b6-a5", "b2-c3"]);
    bench.heard.clear();
    let play = |ply, text: &str| ClientOut::Play { ply, text: text.into() };
    bench.say(WHITE, play(0, "c3d4"));
    assert_eq!(bench.take(WHITE), [ClientIn::Moved { ply: 1, text: "c3-d4".into(), left: None }]);
    for (client, ply, text) in [(WHITE, 0, "e3-f4"), (BLACK, 0, "c3-d4"), (WHITE, 1, "b6-a5")] {
        bench.say(client, play(ply, text));
        assert_eq!(bench.refused(client), "the game has moved on");
    }
    bench.say(BLACK, play(4, "a7-b6"));
    assert_eq!(bench.refused(BLACK), "the game has not come so far");
    bench.say(BLACK, play(u32::MAX, "a7-b6"));
    assert_eq!(bench.refused(BLACK), "the game has not come so far");
    assert_eq!((bench.rows.len(), bench.room.ply()), (3, 3));
}

#[test]
fn a_capture_is_one_message() {
    let mut start = terms(Variant::Russian, Control::None);
    start.start = Some("W:Wc3,a1:Bd4,f6,h2".into());
    let mut bench = Bench::new(start);
    bench.enter(WHITE, Some("white"));
    bench.enter(BLACK, Some("black"));
    bench.heard.clear();
    bench.play(WHITE, "c3:e5");
    assert!(matches!(&bench.take(WHITE)[..], [ClientIn::Refused { .. }]), "half a capture");
    bench.play(WHITE, "c3:e5:g7");
    assert!(matches!(&bench.take(BLACK)[..], [ClientIn::Moved { ply: 1, .. }]));
}

#[test]
fn who_comes_back_is_told_the_rest() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.moves(&["c3-d4", "b6-a5", "d4-c5"]);
    let mut greet = |since, takebacks| {
        bench.send(Message::Enter(Arrival {
            client: 5,
            seat: Some("black".into()),
            account: None,
            since,
            takebacks,
        }));
        match bench.take(5).pop() {
            Some(ClientIn::Welcome(welcome)) => (welcome.since, welcome.moves, welcome.white),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(greet(2, 0), (2, vec!["d4-c5".to_owned()], Some(false)));
    assert_eq!(greet(3, 0), (3, vec![], Some(false)));
    assert_eq!(greet(4, 0).0, 0, "a game from elsewhere");
    assert_eq!(greet(2, 1).0, 0, "before moves were taken back");
}

#[test]
fn time_ends_the_game() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4"]);
    let flag = bench.room.wake_at().unwrap();
    assert_eq!(flag, bench.now + 180_000);
    bench.now = flag - 1;
    bench.send(Message::Tick);
    assert_eq!(bench.rows.len(), 1);
    bench.now = flag;
    bench.heard.clear();
    bench.send(Message::Tick);
    let ended = ClientIn::Ended { ply: 1, ending: "time-black".into(), outcome: Some("1-0".into()) };
    assert_eq!(bench.take(WATCHER), [ended]);
    assert_eq!(bench.room.wake_at(), None);
    bench.heard.clear();
    bench.play(BLACK, "b6-a5");
    assert_eq!(bench.refused(BLACK), "the game is over");
}

#[test]
fn clocks_stand_while_no_server_runs_but_days_go_by() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4", "b6-a5"]);
    bench.now += 1_000_000;
    let mut room = bench.restored();
    room.handle(Message::Tick, bench.now);
    assert_eq!(room.wake_at(), Some(bench.now + 180_000));

    let mut bench = Bench::full(Variant::Russian, Control::Days(1));
    bench.moves(&["c3-d4"]);
    bench.now += 86_400_000;
    let mut room = bench.restored();
    room.handle(Message::Tick, bench.now);
    assert!(room.scene().is_over());
}

#[test]
fn a_game_that_nobody_begins_is_broken_off() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.now = bench.room.wake_at().unwrap();
    bench.send(Message::Tick);
    assert_eq!(bench.rows.last().map(|row| &row.deed), Some(&Deed::Aborted));
    assert!(bench.restored().scene().is_over());
}

#[test]
fn draws_are_offered_with_patience() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.moves(&["c3-d4", "b6-a5"]);
    bench.act(WHITE, Act::Draw);
    bench.heard.clear();
    bench.act(BLACK, Act::DeclineDraw);
    assert_eq!(bench.take(WHITE), [ClientIn::Acted { ply: 2, white: false, act: Act::DeclineDraw }]);
    bench.act(WHITE, Act::Draw);
    assert!(bench.refused(WHITE).starts_with("wait 10 more plies"));
    let mut room = bench.restored();
    room.handle(Message::Enter(Arrival { client: 1, seat: Some("white".into()), ..Arrival::default() }), 1);
    let refused = room.handle(Message::Said(1, ClientOut::Act { ply: 2, act: Act::Draw }), 2);
    assert!(format!("{refused:?}").contains("wait 10 more plies"), "a restart does not help");
    bench.act(BLACK, Act::Draw);
    bench.say(WHITE, ClientOut::Act { ply: 1, act: Act::Draw });
    assert!(!bench.room.scene().is_over(), "an answer to another position");
    bench.act(WHITE, Act::Draw);
    assert!(matches!(bench.take(WATCHER).last(), Some(ClientIn::Ended { ending, .. }) if ending == "agreed"));
}

#[test]
fn moves_are_taken_back_by_agreement_in_casual_games() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4", "b6-a5", "d4-c5"]);
    bench.act(WHITE, Act::Takeback);
    bench.heard.clear();
    bench.act(BLACK, Act::DeclineTakeback);
    assert_eq!(bench.take(WHITE), [ClientIn::Acted { ply: 3, white: false, act: Act::DeclineTakeback }]);
    bench.act(WHITE, Act::Takeback);
    assert_eq!(bench.refused(WHITE), "you have asked already", "no means no until the next move");
    bench.moves_from(3, &["d6:b4", "a3:c5"]);
    bench.act(WHITE, Act::Takeback);
    bench.act(BLACK, Act::Takeback);
    assert!(matches!(bench.take(WATCHER).last(), Some(ClientIn::Undone { ply: 4, takebacks: 1, .. })));
    assert_eq!(bench.restored().memory(), bench.room.memory());
    bench.act(WHITE, Act::Takeback);
    bench.act(WHITE, Act::Resign);
    bench.act(BLACK, Act::Takeback);
    assert!(bench.room.scene().is_over(), "what is over stays over");

    let mut rated = terms(Variant::Russian, BLITZ);
    rated.rated = true;
    let mut bench = Bench::new(rated);
    bench.enter(WHITE, Some("white"));
    bench.moves(&["c3-d4"]);
    bench.heard.clear();
    bench.act(WHITE, Act::Takeback);
    assert_eq!(bench.refused(WHITE), "moves are not taken back in this game");
}

#[test]
fn who_does_not_come_back_loses() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4", "b6-a5"]);
    bench.enter(4, Some("black"));
    bench.send(Message::Leave(BLACK));
    assert!(bench.room.is_here(Side::Black), "another window is open");
    bench.heard.clear();
    bench.send(Message::Leave(4));
    let gone = ClientIn::Here { white: false, here: false, claim_in: Some(36_000) };
    assert_eq!(bench.take(WHITE), [gone]);
    bench.act(WHITE, Act::ClaimAbsence);
    assert_eq!(bench.refused(WHITE), "wait 36 more seconds for the opponent");
    bench.now += 36_000;
    bench.act(WHITE, Act::ClaimAbsence);
    assert!(
        matches!(bench.take(WHITE).first(), Some(ClientIn::Ended { ending, .. }) if ending == "resigned-black")
    );
}

#[test]
fn who_comes_back_first_learns_how_long_the_other_is_away() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4", "b6-a5"]);
    bench.send(Message::Leave(BLACK));
    bench.now += 10_000;
    bench.enter(4, Some("white"));
    let away = ClientIn::Here { white: false, here: false, claim_in: Some(26_000) };
    assert_eq!(bench.take(4).last(), Some(&away));
}

#[test]
fn an_account_has_its_seat_without_a_secret() {
    let mut agreed = terms(Variant::Russian, Control::None);
    agreed.black = Some(Holder { account: Some(7), ..Holder::guest("Boris", "black") });
    let mut bench = Bench::new(agreed);
    for (account, seat, side) in [
        (Some(7), None, Some(Side::Black)),
        (Some(8), None, None),
        (Some(7), Some("white"), Some(Side::White)),
        (None, None, None),
    ] {
        let seat = seat.map(str::to_owned);
        bench.send(Message::Enter(Arrival { client: 5, seat, account, ..Arrival::default() }));
        assert_eq!(bench.room.side_of(5), side, "{account:?}");
    }
}

#[test]
fn a_guest_who_gets_an_account_takes_the_game_along() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4"]);
    bench.heard.clear();
    let account = |id, name: &str| Holder { account: Some(id), ..Holder::guest(name, "unused") };
    bench.send(Message::Adopt(Side::White, account(7, "Anna")));
    assert!(
        matches!(&bench.take(BLACK)[..], [ClientIn::Seated { white: true, player }] if player.name == "Anna" && player.account)
    );
    bench.send(Message::Adopt(Side::White, account(8, "Thief")));
    assert_eq!(bench.take(BLACK), [], "an account's game is nobody else's");
    let terms = bench.room.terms();
    assert_eq!((terms.side_of("white"), terms.side_of("unused")), (Some(Side::White), None));
    assert_eq!(terms.side_of_account(7), Some(Side::White));
    assert_eq!(bench.restored().memory(), bench.room.memory());
    bench.act(WHITE, Act::Resign);
    bench.send(Message::Adopt(Side::Black, account(9, "Boris")));
    assert_eq!(bench.restored().memory(), bench.room.memory(), "a game that is over, too");
}

#[test]
fn another_game_with_colours_changed() {
    let mut bench = Bench::full(Variant::Armenian, BLITZ);
    bench.act(WHITE, Act::Rematch);
    assert_eq!(bench.refused(WHITE), "the game is not over");
    bench.act(WHITE, Act::Resign);
    bench.act(BLACK, Act::Rematch);
    assert!(bench.next.is_none());
    bench.act(WHITE, Act::Rematch);
    let next = bench.next.clone().unwrap();
    assert_eq!((next.side_of("white"), next.side_of("black")), (Some(Side::Black), Some(Side::White)));
    bench.send(Message::Followed("g2".into()));
    assert_eq!(bench.take(WATCHER).last(), Some(&ClientIn::Next { game: "g2".into() }));
    assert_eq!(bench.restored().memory(), bench.room.memory());
}

#[test]
fn an_open_seat_is_taken_once() {
    let mut open = terms(Variant::Russian, BLITZ);
    open.black = None;
    let mut bench = Bench::new(open);
    bench.enter(WHITE, Some("white"));
    bench.heard.clear();
    bench.play(WHITE, "c3-d4");
    assert_eq!(bench.refused(WHITE), "nobody sits opposite yet");
    bench.send(Message::Join(Side::Black, Holder::guest("Boris", "black")));
    bench.send(Message::Join(Side::Black, Holder::guest("Thief", "thief")));
    assert!(
        matches!(&bench.take(WHITE)[..], [ClientIn::Seated { white: false, player }] if player.name == "Boris")
    );
    assert_eq!(bench.room.terms().side_of("thief"), None);
    bench.play(WHITE, "c3-d4");
    assert_eq!(bench.restored().memory(), bench.room.memory());
}

#[test]
fn who_waits_in_vain_may_stop() {
    let mut open = terms(Variant::Russian, BLITZ);
    open.black = None;
    for stops in [
        Message::Said(WHITE, ClientOut::Act { ply: 0, act: Act::Abort }),
        Message::Bid(0, Side::White, ClientOut::Act { ply: 0, act: Act::Abort }),
        Message::Decline,
    ] {
        let mut bench = Bench::new(open.clone());
        bench.enter(WHITE, Some("white"));
        bench.heard.clear();
        bench.send(stops);
        assert!(matches!(&bench.take(WHITE)[..], [ClientIn::Ended { ending, .. }] if ending == "aborted"));
        bench.send(Message::Join(Side::Black, Holder::guest("Boris", "black")));
        assert_eq!(bench.room.terms().open_side(), Some(Side::Black), "too late");
        assert_eq!(bench.restored().memory(), bench.room.memory());
    }
}

#[test]
fn a_move_made_in_advance() {
    let mut bench = Bench::full(Variant::Russian, BLITZ);
    bench.moves(&["c3-d4"]);
    let premove = |ply, text: Option<&str>| ClientOut::Premove { ply, text: text.map(str::to_owned) };
    bench.say(WHITE, premove(2, Some("d4-c5")));
    bench.say(WHITE, premove(2, None));
    bench.play(BLACK, "b6-a5");
    assert_eq!(bench.room.ply(), 2, "taken back");
    bench.say(BLACK, premove(3, Some("d6:b4")));
    bench.play(WHITE, "d4-c5");
    assert_eq!(bench.room.ply(), 4, "played at once");
    bench.say(WHITE, premove(4, Some("c5-d6")));
    assert!(matches!(bench.take(WHITE).last(), Some(ClientIn::Refused { .. })), "it is White's turn");
    bench.moves_from(4, &["a3:c5"]);
    bench.say(WHITE, premove(6, Some("a1-h8")));
    bench.heard.clear();
    bench.moves_from(5, &["f6-g5"]);
    assert!(matches!(bench.take(WHITE).last(), Some(ClientIn::Refused { .. })), "not possible any more");
    assert_eq!(bench.restored().memory(), bench.room.memory());
}

#[test]
fn lines_by_correspondence() {
    let mut bench = Bench::full(Variant::Russian, Control::Days(3));
    bench.moves(&["c3-d4"]);
    let lines = |ply, lines: &[&[&str]]| ClientOut::Lines {
        ply,
        lines: lines.iter().map(|line| line.iter().map(|&text| text.to_owned()).collect()).collect(),
    };
    bench.heard.clear();
    for (wrong, reason) in [
        (lines(1, &[&["b6-a5", "h8-a1"]]), "line 1: h8-a1: "),
        (lines(1, &[&["b6-a5", "d4-c5"], &["b6-a5", "b2-c3"]]), "line 2: two answers to b6-a5"),
        (lines(0, &[&["b6-a5", "d4-c5"]]), "lines begin with the opponent's move"),
    ] {
        bench.say(WHITE, wrong);
        let refused = bench.refused(WHITE);
        assert!(refused.starts_with(reason), "{refused}");
    }
    bench.say(WHITE, lines(1, &[&["b6a5", "b2-c3", "a7-b6", "a1-b2"], &["f6-g5", "g3-h4"]]));
    assert_eq!(bench.take(BLACK), [], "a secret");
    assert_eq!(bench.restored().memory(), bench.room.memory());
    bench.play(BLACK, "b6-a5");
    assert_eq!(bench.room.ply(), 3, "answered at once");
    assert_eq!(bench.restored().memory(), bench.room.memory());
    bench.play(BLACK, "a7-b6");
    assert_eq!(bench.room.ply(), 5);
    bench.play(BLACK, "f6-g5");
    assert_eq!(bench.room.ply(), 6, "beyond the plan");
}

#[test]
fn people_talk_as_long_as_both_like_it() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    let text = |text: &str| ClientOut::Say(Words::Text(text.into()));
    bench.say(WHITE, text("<img src=x onerror=alert(1)>"));
    let said = ClientIn::Said { white: true, words: Words::Text("<img src=x onerror=alert(1)>".into()) };
    assert_eq!((bench.take(BLACK), bench.take(WATCHER)), (vec![said], vec![]));
    bench.say(BLACK, ClientOut::Mute(true));
    bench.say(WHITE, text("?"));
    assert_eq!(bench.take(BLACK), []);
    for _ in 0..3 {
        bench.say(WHITE, ClientOut::Say(Words::Phrase(Phrase::Hello)));
    }
    bench.heard.clear();
    bench.say(WHITE, text("!"));
    assert_eq!(bench.refused(WHITE), "not so fast");
    bench.now += 10_000;
    bench.say(WHITE, text(&"x".repeat(201)));
    assert!(bench.refused(WHITE).starts_with("at most 200"));
    let mut quiet = terms(Variant::Russian, Control::None);
    quiet.chat = false;
    let mut bench = Bench::new(quiet);
    bench.enter(WHITE, Some("white"));
    bench.heard.clear();
    bench.say(WHITE, text("hi"));
    assert_eq!(bench.refused(WHITE), "only ready-made phrases are said in this game");
}

#[test]
fn the_computer_is_just_another_player() {
    let mut against = terms(Variant::Russian, Control::None);
    against.white = Some(Holder::computer(Level(4)));
    let mut bench = Bench::new(against);
    bench.enter(BLACK, Some("black"));
    let question = bench.asked.expect("it begins");
    bench.send(Message::Thought(question.id, Some(Found { text: "c3-d4".into(), score: 0 })));
    assert_eq!(bench.room.ply(), 1);
    bench.send(Message::Thought(question.id, Some(Found { text: "e3-f4".into(), score: 0 })));
    assert_eq!(bench.room.ply(), 1, "an answer to no question");
    bench.play(BLACK, "b6-a5");
    let again = bench.asked.expect("its turn again");
    assert_ne!(again.id, question.id);
    let mut room = bench.restored();
    assert!(
        format!("{:?}", room.handle(Message::Tick, bench.now)).contains("Ask"),
        "asked again after a restart"
    );
    bench.act(BLACK, Act::Resign);
    bench.act(BLACK, Act::Rematch);
    assert!(bench.next.is_some(), "it never declines");
}

#[test]
fn rows_that_were_tampered_with_make_no_room() {
    let mut bench = Bench::full(Variant::Russian, Control::None);
    bench.moves(&["c3-d4", "b6-a5"]);
    let error = |rows: &[damka_room::Row]| {
        Room::restore("g", bench.founded.clone(), rows, 0).unwrap_err().to_string()
    };
    assert_eq!(error(&bench.rows[1..]), "row 1 is missing");
    let mut wrong = bench.rows.clone();
    wrong[1].deed = Deed::Moved { text: "a1-h8".into(), used: None, left: None };
    assert!(error(&wrong).starts_with("ply 2: "));
    wrong[1].deed = Deed::Undone { plies: 2, left: None };
    assert_eq!(error(&wrong), "row 2 takes back what was not played");
    wrong[1].deed = Deed::Ended { ending: "boredom".into(), left: None };
    assert!(error(&wrong).contains("boredom"));
}

#[test]
fn rows_survive_json_and_secrets_stay_secret() {
    let mut open = terms(Variant::RussianOptional, Control::Days(2));
    open.black = None;
    let json = serde_json::to_string(&open).unwrap();
    assert_eq!(serde_json::from_str::<damka_room::Terms>(&json).unwrap(), open);
    assert!(!json.contains("\"white\":\"white\"") && !format!("{open:?}").contains("Secret("), "{json}");
    let mut bench = Bench::new(open);
    bench.send(Message::Join(Side::Black, Holder::guest("Boris", "black")));
    bench.enter(WHITE, Some("white"));
    bench.play(WHITE, "c3-d4");
    for row in &bench.rows {
        let json = serde_json::to_string(row).unwrap();
        assert_eq!(&serde_json::from_str::<damka_room::Row>(&json).unwrap(), row, "{json}");
    }
}
