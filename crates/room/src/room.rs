//! The room itself: messages go in with the time, effects come out.

use std::collections::BTreeMap;

use damka_rules::{BySide, FenError, Side};
use damka_sitting::clock::Millis;
use damka_sitting::{Act, Effect as Happened, Scene, Sitting};
use damka_wire::PROTOCOL;
use damka_wire::room::{Act as Wanted, ClientIn, ClientOut, Ply, Welcome};

use crate::message::{Arrival, Client, Effect, Message, Out, To, Told, to_all};
use crate::plans::Plan;
use crate::presence::Presence;
use crate::row::{Deed, Row};
use crate::talk::Talk;
use crate::terms::{Holder, Terms};

/// A live game: who is there, what was played, what is planned.
#[derive(Clone, Debug)]
pub struct Room {
    pub(crate) id: String,
    pub(crate) terms: Terms,
    pub(crate) sitting: Sitting,
    /// Both sit, and the clocks may run.
    pub(crate) sat: bool,
    /// When the last row was written, or the game founded.
    pub(crate) written_at: Millis,
    /// The number of the last row.
    pub(crate) number: u32,
    pub(crate) takebacks: u32,
    /// The clocks as the last row told them that did.
    pub(crate) told_left: Option<[u32; 2]>,
    pub(crate) clients: BTreeMap<Client, Option<Side>>,
    pub(crate) plans: BySide<Plan>,
    pub(crate) presence: BySide<Presence>,
    pub(crate) talk: BySide<Talk>,
    /// The ply at which each side last asked to take a move back.
    pub(crate) begged: BySide<Option<Ply>>,
    /// Who wants another game.
    pub(crate) rematch: BySide<bool>,
    /// Has the next game been asked for?
    pub(crate) following: bool,
    pub(crate) next: Option<String>,
}

impl Room {
    /// A new game by these terms.
    pub fn found(id: &str, terms: Terms, now: Millis) -> Result<Room, FenError> {
        let sitting = Sitting::new(terms.agreement(), terms.start.as_deref(), terms.seed)?;
        Ok(Room::with_sitting(id, terms, sitting, now))
    }

    pub(crate) fn with_sitting(id: &str, terms: Terms, sitting: Sitting, now: Millis) -> Room {
        Room {
            id: id.to_owned(),
            terms,
            sitting,
            sat: false,
            written_at: now,
            number: 0,
            takebacks: 0,
            told_left: None,
            clients: BTreeMap::new(),
            plans: Default::default(),
            presence: BySide { white: Presence::away(now), black: Presence::away(now) },
            talk: Default::default(),
            begged: Default::default(),
            rematch: Default::default(),
            following: false,
            next: None,
        }
    }

    /// The game's number.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What was agreed, and who sits where.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What everybody can see.
    pub fn scene(&self) -> &Scene {
        &self.sitting
    }

    /// The game as it is written down.
    pub fn record(&self) -> damka_record::Record {
        self.sitting.record()
    }

    /// Moves played.
    pub fn ply(&self) -> Ply {
        self.sitting.game.ply().try_into().unwrap_or(Ply::MAX)
    }

    /// The number of the last row.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Is nobody here?
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Is somebody here who has proven this seat?
    pub fn is_here(&self, side: Side) -> bool {
        self.presence[side].is_here()
    }

    /// The seat a connection has proven.
    pub fn side_of(&self, client: Client) -> Option<Side> {
        self.clients.get(&client).copied().flatten()
    }

    /// Does this reach the connection?
    pub fn reaches(&self, to: To, client: Client) -> bool {
        match to {
            To::All => true,
            To::Seat(side) => self.side_of(client) == Some(side),
            To::One(one) => one == client,
        }
    }

    /// When the room wants a [`Message::Tick`], if nothing happens before.
    pub fn wake_at(&self) -> Option<Millis> {
        if self.sitting.is_over() || !self.sat {
            return None;
        }
        let flag = self.sitting.clock.as_ref().and_then(|clock| clock.falls_at());
        flag.into_iter().chain(self.must_begin_by()).min()
    }

    /// Handles a message at a time (milliseconds since 1970); what follows is for the caller to perform, in order.
    pub fn handle(&mut self, message: Message, now: Millis) -> Vec<Effect> {
        let mut out = Out::at(now);
        if let Message::Join(side, holder) = &message {
            self.join(*side, holder, &mut out);
        }
        self.sit(&mut out);
        match message {
            Message::Enter(Arrival { client, seat, account, since, takebacks }) => {
                self.enter(client, seat.as_deref(), account, &mut out);
                let welcome = self.welcome(client, since, takebacks, now);
                out.tell(To::One(client), ClientIn::Welcome(Box::new(welcome)));
                self.tell_absence(client, &mut out);
            }
            Message::Adopt(side, holder) => self.adopt(side, holder, &mut out),
            Message::Leave(client) => self.leave(client, &mut out),
            Message::Said(client, said) if self.clients.contains_key(&client) => {
                self.said(client, self.side_of(client), said, &mut out);
            }
            Message::Bid(client, side, said) => self.said(client, Some(side), said, &mut out),
            Message::Decline => {
                if let Some(open) = self.terms.open_side() {
                    self.act(Act::Abort(open.other()), None, &mut out);
                }
            }
            Message::Thought(id, found) => self.act(Act::Answer(id, found), None, &mut out),
            Message::Followed(game) => self.followed(game, &mut out),
            Message::Tick => {
                self.act(Act::Tick, None, &mut out);
                self.give_up_waiting(&mut out);
            }
            Message::Said(..) | Message::Join(..) => {}
        }
        out.done()
    }

    fn join(&mut self, side: Side, holder: &Holder, out: &mut Out) {
        if self.terms.holder(side).is_some() || self.sitting.is_over() {
            return;
        }
        self.terms.sit(side, holder.clone());
        let white = side == Side::White;
        let told = to_all(ClientIn::Seated { white, player: holder.player() });
        let row = self.row(Deed::Seated { white, holder: holder.clone() }, out.now);
        out.persist(row, [told]);
    }

    /// A guest's seat becomes an account's. The secret stays good, as somebody may be playing by it.
    fn adopt(&mut self, side: Side, holder: Holder, out: &mut Out) {
        let guest = self.terms.holder(side).filter(|guest| guest.account.is_none() && guest.level.is_none());
        let Some(secret) = guest.map(|guest| guest.secret.clone()) else { return };
        let holder = Holder { secret, ..holder };
        self.terms.sit(side, holder.clone());
        let white = side == Side::White;
        let told = to_all(ClientIn::Seated { white, player: holder.player() });
        let row = self.row(Deed::Seated { white, holder }, out.now);
        out.persist(row, [told]);
    }

    /// When both seats are taken the game begins, or goes on after a break.
    fn sit(&mut self, out: &mut Out) {
        if self.sat || self.terms.open_side().is_some() {
            return;
        }
        self.sat = true;
        // The clocks of a live game stand still while no server runs; days go by anyway.
        let since = if self.terms.control.is_correspondence() { self.written_at } else { out.now };
        let happened = self.sitting.handle(Act::Sit, since.min(out.now));
        self.absorb(happened, None, out);
    }

    fn said(&mut self, client: Client, side: Option<Side>, said: ClientOut, out: &mut Out) {
        match (side, said) {
            (_, ClientOut::Ping) => out.tell(To::One(client), ClientIn::Pong),
            (_, ClientOut::Hello { .. }) => self.refuse(client, "you are here already", out),
            (None, _) => self.refuse(client, "you have no seat in this game", out),
            (Some(side), ClientOut::Mute(muted)) => self.talk[side].muted = muted,
            (Some(side), ClientOut::Say(words)) => self.say(client, side, words, out),
            // Who does not want to wait any more.
            (Some(side), ClientOut::Act { act: Wanted::Abort | Wanted::Resign, .. })
                if self.terms.open_side().is_some() =>
            {
                self.act(Act::Abort(side), Some(client), out);
            }
            (Some(_), _) if self.terms.open_side().is_some() => {
                self.refuse(client, "nobody sits opposite yet", out);
            }
            (Some(side), ClientOut::Play { ply, text }) => self.play(client, side, ply, text, out),
            (Some(side), ClientOut::Premove { ply, text }) => self.premove(client, side, ply, text, out),
            (Some(side), ClientOut::Lines { ply, lines }) => self.plan(client, side, ply, lines, out),
            (Some(side), ClientOut::Act { ply, act }) => self.wanted(client, side, ply, act, out),
        }
    }

    /// Lets the sitting do something, and makes rows and events of what follows.
    pub(crate) fn act(&mut self, act: Act, client: Option<Client>, out: &mut Out) {
        let happened = self.sitting.handle(act, out.now);
        self.absorb(happened, client, out);
    }

    fn absorb(&mut self, happened: Vec<Happened>, client: Option<Client>, out: &mut Out) {
        let mut house = Vec::new();
        let mut moved = false;
        for effect in happened {
            match effect {
                Happened::Ask(question) => house.push(Effect::Ask(question)),
                Happened::StopThinking => house.push(Effect::StopThinking),
                Happened::Refused(_, denied) => {
                    if let Some(client) = client {
                        self.refuse(client, &denied.to_string(), out);
                    }
                }
                Happened::TakebackAsked(side) => self.tell_act(side, Wanted::Takeback, out),
                Happened::TakebackDeclined(side) => self.tell_act(side, Wanted::DeclineTakeback, out),
                other => {
                    moved |= matches!(other, Happened::Moved { .. });
                    self.keep(other, out);
                }
            }
        }
        house.into_iter().for_each(|effect| out.push(effect));
        if moved {
            self.play_plans(out);
        }
    }

    /// What is stored before it is told.
    fn keep(&mut self, effect: Happened, out: &mut Out) {
        let ply = self.ply();
        let left = self.left(out.now);
        let (deed, event) = match effect {
            Happened::Moved { text, .. } => {
                self.follow_plans(&text);
                let used = self.sitting.times.last().and_then(|spent| spent.used);
                (Deed::Moved { text: text.clone(), used, left }, ClientIn::Moved { ply, text, left })
            }
            Happened::TakenBack(plies) => {
                self.takebacks += 1;
                self.plans = Default::default();
                let plies = plies.try_into().unwrap_or(u32::MAX);
                (Deed::Undone { plies, left }, ClientIn::Undone { ply, takebacks: self.takebacks, left })
            }
            Happened::DrawOffered(side) => {
                let white = side == Side::White;
                (Deed::Offered { white }, ClientIn::Acted { ply, white, act: Wanted::Draw })
            }
            Happened::DrawDeclined(side) => {
                let white = side == Side::White;
                (Deed::Declined { white }, ClientIn::Acted { ply, white, act: Wanted::DeclineDraw })
            }
            Happened::Ended(ending, outcome) => {
                let ending = ending.key();
                let told =
                    ClientIn::Ended { ply, ending: ending.clone(), outcome: Some(outcome.to_string()) };
                (Deed::Ended { ending, left }, told)
            }
            Happened::Aborted => {
                (Deed::Aborted, ClientIn::Ended { ply, ending: "aborted".into(), outcome: None })
            }
            _ => return,
        };
        let row = self.row(deed, out.now);
        out.persist(row, [to_all(event)]);
    }

    pub(crate) fn row(&mut self, deed: Deed, now: Millis) -> Row {
        if let Deed::Moved { left, .. } | Deed::Undone { left, .. } | Deed::Ended { left, .. } = &deed {
            self.told_left = *left;
        }
        self.number += 1;
        self.written_at = now;
        Row { number: self.number, at: now, deed }
    }

    fn tell_act(&self, side: Side, act: Wanted, out: &mut Out) {
        out.tell(To::All, ClientIn::Acted { ply: self.ply(), white: side == Side::White, act });
    }

    pub(crate) fn refuse(&self, client: Client, reason: &str, out: &mut Out) {
        out.tell(To::One(client), ClientIn::Refused { ply: self.ply(), reason: reason.to_owned() });
    }

    /// White's and Black's time left.
    pub(crate) fn left(&self, now: Millis) -> Option<[u32; 2]> {
        let clock = self.sitting.clock.as_ref()?;
        Some(Side::BOTH.map(|side| u32::try_from(clock.left(side, now)).unwrap_or(u32::MAX)))
    }

    fn followed(&mut self, game: String, out: &mut Out) {
        if self.next.is_some() {
            return;
        }
        self.next = Some(game.clone());
        let row = self.row(Deed::Next { game: game.clone() }, out.now);
        out.persist(row, [to_all(ClientIn::Next { game })]);
    }

    /// What a visitor who knows so much does not know yet.
    fn welcome(&self, client: Client, since: Ply, takebacks: u32, now: Millis) -> Welcome {
        let side = self.side_of(client);
        let known = if takebacks == self.takebacks && since <= self.ply() { since } else { 0 };
        let game = &self.sitting.game;
        let moves = game.moves()[known as usize..].iter().map(|played| played.text.clone()).collect();
        let ending = game.ending().map(|ending| ending.key());
        let clock = &self.sitting.clock;
        let white = |side: Side| side == Side::White;
        Welcome {
            protocol: PROTOCOL,
            variant: self.terms.variant.to_string(),
            start: self.sitting.game.start_fen(),
            since: known,
            moves,
            takebacks: self.takebacks,
            left: self.left(now),
            running: clock.as_ref().is_some_and(|clock| clock.running().is_some()),
            ending: if self.sitting.aborted { Some("aborted".into()) } else { ending },
            white: side.map(white),
            players: Side::BOTH.map(|side| self.terms.holder(side).map(Holder::player)),
            here: Side::BOTH.map(|side| self.is_here(side)),
            clock: clock.as_ref().map(|_| self.terms.control.text()).unwrap_or_default(),
            rated: self.terms.rated,
            offer: game.draw_offer().filter(|_| !self.sitting.is_over()).map(white),
            takeback: self.sitting.takeback_asked.filter(|_| !self.sitting.is_over()).map(white),
            chat: self.terms.chat,
            lines: side.map(|side| self.plans[side].lines.clone()).unwrap_or_default(),
            next: self.next.clone(),
        }
    }
}

impl Told {
    /// Who of these hears it.
    pub fn listeners<'a>(&self, room: &'a Room) -> impl Iterator<Item = Client> + use<'a> {
        let to = self.to;
        room.clients.keys().copied().filter(move |&client| room.reaches(to, client))
    }
}
