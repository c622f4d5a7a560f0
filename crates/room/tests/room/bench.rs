//! A room with its visitors and its store, all in memory.

use std::collections::BTreeMap;

use damka_room::{Arrival, Client, Effect, Holder, Message, Room, Row, Terms};
use damka_rules::{BySide, Variant};
use damka_sitting::{Control, Question};
use damka_wire::room::{Act, ClientIn, ClientOut};

pub(crate) const WHITE: Client = 1;
pub(crate) const BLACK: Client = 2;
pub(crate) const WATCHER: Client = 3;

/// Two people with the secrets `white` and `black`.
pub(crate) fn terms(variant: Variant, control: Control) -> Terms {
    let seats = BySide { white: Some(Holder::guest("A", "white")), black: Some(Holder::guest("B", "black")) };
    Terms { control, ..Terms::new(variant, seats) }
}

/// The shell around a room: performs effects in order, as a server would.
pub(crate) struct Bench {
    pub(crate) room: Room,
    pub(crate) founded: Terms,
    pub(crate) now: u64,
    pub(crate) rows: Vec<Row>,
    pub(crate) heard: BTreeMap<Client, Vec<ClientIn>>,
    pub(crate) asked: Option<Question>,
    pub(crate) next: Option<Terms>,
}

impl Bench {
    pub(crate) fn new(terms: Terms) -> Bench {
        let now = 1_000_000;
        let room = Room::found("g", terms.clone(), now).expect("the case is right");
        let heard = BTreeMap::new();
        Bench { room, founded: terms, now, rows: Vec::new(), heard, asked: None, next: None }
    }

    /// Both players and somebody who watches.
    pub(crate) fn full(variant: Variant, control: Control) -> Bench {
        let mut bench = Bench::new(terms(variant, control));
        bench.enter(WHITE, Some("white"));
        bench.enter(BLACK, Some("black"));
        bench.enter(WATCHER, None);
        bench.heard.clear();
        bench
    }

    pub(crate) fn enter(&mut self, client: Client, seat: Option<&str>) {
        let seat = seat.map(str::to_owned);
        self.send(Message::Enter(Arrival { client, seat, ..Arrival::default() }));
    }

    pub(crate) fn send(&mut self, message: Message) {
        for effect in self.room.handle(message, self.now) {
            let told = match effect {
                Effect::Persist { rows, then } => {
                    self.rows.extend(rows);
                    then
                }
                Effect::Tell(told) => vec![told],
                Effect::Ask(question) => {
                    self.asked = Some(question);
                    vec![]
                }
                Effect::StopThinking => {
                    self.asked = None;
                    vec![]
                }
                Effect::Found(terms) => {
                    self.next = Some(*terms);
                    vec![]
                }
            };
            for told in told {
                for client in told.listeners(&self.room).collect::<Vec<_>>() {
                    self.heard.entry(client).or_default().push(told.event.clone());
                }
            }
        }
    }

    pub(crate) fn say(&mut self, client: Client, said: ClientOut) {
        self.send(Message::Said(client, said));
    }

    pub(crate) fn act(&mut self, client: Client, act: Act) {
        self.say(client, ClientOut::Act { ply: self.room.ply(), act });
    }

    pub(crate) fn play(&mut self, client: Client, text: &str) {
        self.say(client, ClientOut::Play { ply: self.room.ply(), text: text.to_owned() });
    }

    /// Both play in turn, from White on.
    pub(crate) fn moves(&mut self, moves: &[&str]) {
        for text in moves {
            let client = if self.room.ply().is_multiple_of(2) { WHITE } else { BLACK };
            self.now += 1_000;
            self.play(client, text);
        }
        assert_eq!(self.room.ply() as usize, moves.len());
    }

    /// The same from a ply on.
    pub(crate) fn moves_from(&mut self, ply: u32, moves: &[&str]) {
        for (ply, text) in (ply..).zip(moves) {
            self.play(if ply.is_multiple_of(2) { WHITE } else { BLACK }, text);
            assert_eq!(self.room.ply(), ply + 1);
        }
    }

    /// What somebody has heard since the last time.
    pub(crate) fn take(&mut self, client: Client) -> Vec<ClientIn> {
        self.heard.remove(&client).unwrap_or_default()
    }

    /// The only refusal somebody has heard since the last time.
    pub(crate) fn refused(&mut self, client: Client) -> String {
        match &self.take(client)[..] {
            [ClientIn::Refused { reason, .. }] => reason.clone(),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn restored(&self) -> Room {
        Room::restore("g", self.founded.clone(), &self.rows, self.now).expect("the case is right")
    }
}
