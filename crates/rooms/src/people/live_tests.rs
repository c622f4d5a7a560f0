//! The client against the server's own room, over lines that break.

use damka_room::{Arrival, Effect, Holder, Message, Room, Terms};
use damka_rules::{BySide, Side, Variant};
use damka_sitting::{Control, Millis};
use damka_wire::room::{Act, ClientIn, ClientOut, Phrase, Words};

use super::live::{End, Live, News};

const SEATS: [Option<&str>; 3] = [Some("a1"), Some("b2"), None];

/// A room and three clients: White, Black, a visitor.
struct World {
    room: Room,
    clients: [Live; 3],
    online: [bool; 3],
    now: Millis,
    told: Vec<(usize, News)>,
}

impl World {
    fn new(variant: Variant, control: Control) -> World {
        let white = Some(Holder::guest("Anna", "a1"));
        let seats = BySide { white, black: Some(Holder::guest("Boris", "b2")) };
        let terms = Terms { control, ..Terms::new(variant, seats) };
        let room = Room::found("g1", terms, 0).unwrap();
        let mut world =
            World { room, clients: Default::default(), online: [false; 3], now: 0, told: Vec::new() };
        (0..3).for_each(|who| world.connect(who));
        world
    }

    fn connect(&mut self, who: usize) {
        self.online[who] = true;
        let hello = self.clients[who].greeting("g1", SEATS[who].map(str::to_owned));
        // As the server reads it: what crosses the line is text.
        let hello: ClientOut = damka_wire::decode(&damka_wire::encode(&hello)).unwrap();
        let ClientOut::Hello { seat, since, takebacks, .. } = hello else { panic!("{hello:?}") };
        self.tell(enter(who, seat, since, takebacks));
        for said in self.clients[who].again() {
            self.say(who, said);
        }
    }

    fn cut(&mut self, who: usize) {
        if std::mem::replace(&mut self.online[who], false) {
            self.tell(Message::Leave(who as u64));
        }
    }

    fn say(&mut self, who: usize, said: ClientOut) {
        if self.online[who] {
            self.tell(Message::Said(who as u64, said));
        }
    }

    fn tell(&mut self, message: Message) {
        for effect in self.room.handle(message, self.now) {
            let told = match effect {
                Effect::Persist { then, .. } => then,
                Effect::Tell(told) => vec![told],
                _ => continue,
            };
            for told in told {
                let listeners: Vec<u64> = told.listeners(&self.room).collect();
                for who in listeners {
                    let event: ClientIn = damka_wire::decode(&damka_wire::encode(&told.event)).unwrap();
                    let news = self.clients[who as usize].hear(event, self.now);
                    self.told.extend(news.into_iter().map(|news| (who as usize, news)));
                }
            }
        }
    }

    /// Plays a move of whoever is to move; `heard`: does the server hear it?
    fn play(&mut self, number: usize, heard: bool) {
        let who = self.room.scene().game.turn() as usize;
        let client = &mut self.clients[who];
        if !client.my_turn() {
            return;
        }
        let routes = client.game.as_ref().unwrap().position().moves();
        let said = client.play(&routes[number % routes.len()], self.now).unwrap();
        if heard {
            self.say(who, said);
        }
    }

    fn texts(&self) -> Vec<String> {
        self.room.scene().game.moves().iter().map(|played| played.text.clone()).collect()
    }

    fn agree(&self, why: &str) {
        for (who, client) in self.clients.iter().enumerate().filter(|(who, _)| self.online[*who]) {
            let game = client.game.as_ref().unwrap();
            let texts: Vec<String> = game.moves().iter().map(|played| played.text.clone()).collect();
            assert_eq!(texts, self.texts(), "{why}: client {who}");
            assert!(client.sent.is_none(), "{why}: client {who} waits");
            assert_eq!(client.end.is_some(), self.room.scene().is_over(), "{why}: client {who}");
        }
    }
}

fn enter(who: usize, seat: Option<String>, since: u32, takebacks: u32) -> Message {
    Message::Enter(Arrival { client: who as u64, seat, account: None, since, takebacks })
}

#[test]
fn whatever_breaks_nothing_is_lost_and_nothing_is_played_twice() {
    for seed in 0..40 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut world = World::new(Variant::Russian, Control::Fischer { base: 600, plus: 1 });
        for turn in 0..120 {
            world.now += dice.u64(1..400);
            let who = dice.usize(0..3);
            match dice.u32(0..12) {
                0 => world.cut(who),
                // The line breaks before the server hears the move, or before it is acknowledged.
                1 => {
                    let mover = world.room.scene().game.turn() as usize;
                    world.play(turn, dice.bool());
                    world.cut(mover);
                }
                2 if world.clients[0].may_take_back() => {
                    let ply = world.clients[0].known();
                    world.say(0, ClientOut::Act { ply, act: Act::Takeback });
                    world.say(1, ClientOut::Act { ply, act: Act::Takeback });
                }
                _ => world.play(turn * 7 + 3, true),
            }
            if dice.u32(0..4) == 0 {
                for who in (0..3).filter(|&who| !world.online[who]).collect::<Vec<_>>() {
                    world.connect(who);
                }
                world.agree(&format!("seed {seed} turn {turn}"));
            }
        }
        (0..3).for_each(|who| {
            world.cut(who);
            world.connect(who);
        });
        world.agree(&format!("seed {seed}, end"));
        assert!(world.texts().len() > 10, "seed {seed}: hardly anything was played");
        let broken = world.told.iter().find(|(_, news)| matches!(news, News::Gap | News::Gone(_)));
        assert_eq!(broken, None, "seed {seed}");
    }
}

#[test]
fn what_is_offered_is_shown_and_answered() {
    let mut world = World::new(Variant::Russian, Control::None);
    world.play(0, true);
    world.play(0, true);
    world.say(0, ClientOut::Act { ply: 2, act: Act::Draw });
    assert!(world.clients[1].may_answer_draw() && !world.clients[0].may_offer_draw());
    assert!(!world.clients[2].may_answer_draw(), "a visitor has no say");
    world.say(1, ClientOut::Act { ply: 2, act: Act::DeclineDraw });
    assert_eq!(world.clients[0].asked.offer, None);
    world.say(0, ClientOut::Act { ply: 2, act: Act::Draw });
    assert!(
        matches!(world.told.last(), Some((0, News::Refused(why))) if why.starts_with("wait 10 more plies"))
    );
    world.say(1, ClientOut::Say(Words::Phrase(Phrase::GoodLuck)));
    world.say(0, ClientOut::Say(Words::Text("<b>hi</b>".into())));
    assert_eq!(
        (world.clients[0].said.len(), world.clients[1].said.len(), world.clients[2].said.len()),
        (2, 2, 0)
    );
    world.say(0, ClientOut::Act { ply: 2, act: Act::Resign });
    assert!(world.clients.iter().all(|client| matches!(client.end, Some(End::Result(..)))));
    assert!(world.clients[0].may_rematch() && !world.clients[2].may_rematch());
    world.agree("resigned");
    // Who comes now learns how it ended.
    world.cut(2);
    world.clients[2] = Live::default();
    world.connect(2);
    assert_eq!(world.clients[2].end, world.clients[0].end);
}

#[test]
fn a_route_made_in_advance_is_played_or_told_to_be_impossible() {
    let square = |name: &str| Variant::Russian.grid().parse_square(name).unwrap();
    let check = |squares: &[&str], white: &str, expected: &[&str], refused: bool| {
        let mut world = World::new(Variant::Russian, Control::None);
        world.clients[1].premove = squares.iter().map(|name| square(name)).collect();
        let said = world.clients[1].premove_out().unwrap();
        world.say(1, said);
        world.say(0, ClientOut::Play { ply: 0, text: white.into() });
        assert_eq!(world.texts(), expected, "{squares:?}");
        let told = world.told.iter().any(|(who, news)| *who == 1 && matches!(news, News::Refused(_)));
        assert_eq!(told, refused, "{squares:?}");
        assert!(world.clients[1].premove.is_empty());
        world.agree("premove");
    };
    check(&["b6", "a5"], "c3-d4", &["c3-d4", "b6-a5"], false);
    check(&["b6", "c5"], "c3-b4", &["c3-b4", "b6-c5"], false);
    check(&["b6", "d4"], "c3-d4", &["c3-d4"], true);
}

#[test]
fn clocks_run_for_whoever_is_to_move() {
    let mut world = World::new(Variant::Russian, Control::Fischer { base: 60, plus: 2 });
    let left =
        |world: &World, who: usize| Side::BOTH.map(|side| world.clients[who].left(side, world.now).unwrap());
    world.now = 5_000;
    assert_eq!(left(&world, 2), [60_000, 60_000]);
    world.play(0, true);
    world.now = 9_000;
    assert_eq!(left(&world, 0), [60_000, 56_000]);
    assert_eq!(left(&world, 2), [60_000, 56_000]);
    world.play(0, true);
    world.now = 10_000;
    assert_eq!(left(&world, 1), [59_000, 58_000]);
    // A newcomer sees the same.
    world.cut(2);
    world.clients[2] = Live::default();
    world.connect(2);
    assert_eq!(left(&world, 2), [59_000, 58_000]);
    world.cut(0);
    assert_eq!(world.clients[1].claim_in(world.now), Some(30));
    assert_eq!(world.clients[2].claim_in(world.now), None);
}

#[test]
fn a_game_nobody_knows_is_told_at_once() {
    let mut live = Live::default();
    let told = live.hear(ClientIn::Refused { ply: 0, reason: "there is no such game".into() }, 0);
    assert_eq!(told, [News::Gone("there is no such game".into())]);
    let told = live.hear(ClientIn::Refused { ply: 0, reason: "the database is gone".into() }, 0);
    assert_eq!(told, [], "that may pass");
}
