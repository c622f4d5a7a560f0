//! The task that owns a game: orders in, rows to the store, events to the sockets, one thing after another.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use damka_engine::Stop;
use damka_room::{Arrival, Client, Effect, Holder, Message, Room, Row, To, Told};
use damka_rules::Side;
use damka_sitting::{Found, Question};
use damka_store::{StoreError, StoredRow};
use damka_wire::encode;
use damka_wire::room::{ClientIn, ClientOut};
use tokio::sync::{mpsc, oneshot};

use crate::club::{Club, now};
use crate::meter::Count;
use crate::records;

/// Orders that may wait for one game; who sends more waits.
const WAITING: usize = 64;
/// Messages that may wait for one socket; who reads slower is cut off and comes back.
pub(crate) const UNREAD: usize = 128;
/// A game nobody looks at is forgotten after a while, and loaded when somebody comes.
const IDLE: Duration = Duration::from_secs(60);
/// The number of whoever asks by one request; connections count from 1.
const BIDDER: Client = 0;

/// What the owner of a game is told.
pub(crate) enum Order {
    /// Somebody comes in, and is told of everything through this.
    Enter(Arrival, mpsc::Sender<Utf8Bytes>),
    Leave(Client),
    Said(Client, ClientOut),
    /// An account says something by one request: done, or why not.
    Bid(i64, ClientOut, oneshot::Sender<Result<(), String>>),
    /// Takes the open seat: which one it is, if there is one.
    Join(Holder, oneshot::Sender<Option<Side>>),
    /// The account the open seat is kept for does not want it: was that so?
    Decline(i64, oneshot::Sender<bool>),
    /// Whoever has this secret has an account now: is the seat theirs?
    Adopt(String, Box<Holder>, oneshot::Sender<bool>),
    /// Something about the room.
    Look(Box<dyn FnOnce(&Room) + Send>),
    Thought(u32, Option<Found>),
    /// The server ends.
    End,
}

/// Why a game is not kept any more.
enum Left {
    /// Nobody is there.
    Idle,
    /// The server ends; people come back to another one.
    Ending,
    /// It could not be stored.
    Failed(StoreError),
}

impl From<StoreError> for Left {
    fn from(error: StoreError) -> Left {
        Left::Failed(error)
    }
}

struct Keeper {
    club: Club,
    room: Room,
    epoch: i64,
    /// Is it listed in the lobby, and does the list say that somebody waits here?
    public: bool,
    noted_here: bool,
    sockets: HashMap<Client, mpsc::Sender<Utf8Bytes>>,
    /// For answers of the engine.
    desk: mpsc::WeakSender<Order>,
    stop: Stop,
    /// Why the bid in hand was refused.
    refused: Option<String>,
}

/// Starts the owner of a game.
pub(crate) fn start(club: Club, room: Room, epoch: i64, public: bool) -> mpsc::Sender<Order> {
    let (desk, orders) = mpsc::channel(WAITING);
    let keeper = Keeper {
        club,
        room,
        epoch,
        public,
        noted_here: false,
        sockets: HashMap::new(),
        desk: desk.downgrade(),
        stop: Stop::new(),
        refused: None,
    };
    tokio::spawn(keeper.run(orders));
    desk
}

impl Keeper {
    async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        self.club.0.meter.add(Count::Rooms, 1);
        let Err(left) = self.serve(&mut orders).await;
        // Who still has an order here finds the desk closed, and the game is loaded anew.
        orders.close();
        self.stop.stop();
        let id = self.room.id().to_owned();
        match left {
            Left::Idle | Left::Ending => {
                tracing::debug!(game = id, "forgotten");
                if let Ok(store) = self.club.store().await {
                    // If this fails the lease runs out by itself.
                    let _ = store.release(&id, self.epoch).await;
                }
            }
            Left::Failed(error) => {
                self.club.0.meter.add(Count::Failures, 1);
                tracing::error!(game = id, %error, "could not be stored; everybody has to come back");
                let event = ClientIn::Refused { ply: self.room.ply(), reason: error.to_string() };
                let text = Utf8Bytes::from(encode(&event));
                self.sockets.values().for_each(|socket| _ = socket.try_send(text.clone()));
            }
        }
        self.club.forget(&id);
        self.club.0.meter.drop_one(Count::Rooms);
    }

    /// Until nobody is there, the server ends, or something could not be stored.
    async fn serve(&mut self, orders: &mut mpsc::Receiver<Order>) -> Result<std::convert::Infallible, Left> {
        self.handle(Message::Tick).await?;
        loop {
            let wait = self.room.wake_at().map(|at| Duration::from_millis(at.saturating_sub(now())));
            // A clock that runs in an empty room is watched, unless it runs for days.
            let idle = self.room.is_empty() && wait.is_none_or(|wait| wait > IDLE * 10);
            let wait = if idle { IDLE } else { wait.unwrap_or(IDLE * 60) };
            match tokio::time::timeout(wait, orders.recv()).await {
                Err(_) if idle => return Err(Left::Idle),
                Err(_) => self.handle(Message::Tick).await?,
                Ok(None) => return Err(Left::Idle),
                Ok(Some(Order::End)) => return Err(Left::Ending),
                Ok(Some(order)) => self.obey(order).await?,
            }
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), StoreError> {
        match order {
            Order::Enter(arrival, socket) => {
                self.sockets.insert(arrival.client, socket);
                self.handle(Message::Enter(arrival)).await?;
                self.note_here().await;
            }
            Order::Leave(client) => {
                self.sockets.remove(&client);
                self.handle(Message::Leave(client)).await?;
                self.note_here().await;
            }
            Order::Said(client, said) => self.handle(Message::Said(client, said)).await?,
            Order::Bid(account, said, reply) => {
                let done = match self.room.terms().side_of_account(account) {
                    None => Err("you have no seat in this game".to_owned()),
                    Some(side) => {
                        self.refused = None;
                        self.handle(Message::Bid(BIDDER, side, said)).await?;
                        self.refused.take().map_or(Ok(()), Err)
                    }
                };
                // It is done, whether the asker waits for the answer or not; so it is below.
                let _ = reply.send(done);
            }
            Order::Thought(id, found) => self.handle(Message::Thought(id, found)).await?,
            Order::Join(holder, reply) => {
                let side = self.room.terms().open_side().filter(|_| !self.room.scene().is_over());
                if let Some(side) = side {
                    self.handle(Message::Join(side, holder)).await?;
                }
                let _ = reply.send(side);
            }
            Order::Decline(account, reply) => {
                let terms = self.room.terms();
                let theirs = terms.invited.as_ref().is_some_and(|invited| invited.account == account);
                let open = theirs && terms.open_side().is_some() && !self.room.scene().is_over();
                if open {
                    self.handle(Message::Decline).await?;
                }
                let _ = reply.send(open);
            }
            Order::Adopt(secret, holder, reply) => {
                let side = self.room.terms().side_of(&secret);
                let account = holder.account;
                if let Some(side) = side {
                    self.handle(Message::Adopt(side, *holder)).await?;
                }
                let owner = side.and_then(|side| self.room.terms().holder(side)?.account);
                let _ = reply.send(owner.is_some() && owner == account);
            }
            Order::Look(look) => look(&self.room),
            Order::End => {}
        }
        Ok(())
    }

    async fn handle(&mut self, message: Message) -> Result<(), StoreError> {
        let mut next = Some(message);
        while let Some(message) = next.take() {
            for effect in self.room.handle(message, now()) {
                match effect {
                    Effect::Persist { rows, then } => {
                        self.persist(&rows).await?;
                        then.iter().for_each(|told| self.tell(told));
                    }
                    Effect::Tell(told) => self.tell(&told),
                    Effect::Ask(question) => self.ask(question),
                    Effect::StopThinking => self.stop.stop(),
                    Effect::Found(mut terms) => {
                        if let Err(error) = records::renew(&self.club, &mut terms).await {
                            tracing::warn!(%error, "the next game shows ratings as they were");
                        }
                        match self.club.found(*terms, self.public).await {
                            Ok(game) => next = Some(Message::Followed(game)),
                            Err(error) => tracing::error!(%error, "no next game"),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    async fn persist(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let began = Instant::now();
        let stored = |row: &Row| StoredRow { number: row.number, at: row.at, deed: encode(&row.deed) };
        let stored = rows.iter().map(stored).collect::<Vec<_>>();
        let progress = records::progress(&self.room, rows);
        let listed = progress.seated.is_some() || progress.finish.is_some() || progress.plies == 1;
        let store = self.club.store().await?;
        store.append(self.room.id(), self.epoch, stored, progress).await?;
        let meter = &self.club.0.meter;
        meter.add(Count::Rows, rows.len() as u64);
        meter.add(Count::Waited, began.elapsed().as_micros().try_into().unwrap_or(u64::MAX));
        let terms = self.room.terms();
        self.club.0.news.tell(self.room.id(), terms);
        if self.public && listed {
            self.club.0.news.lists.notify_one();
        }
        if records::ends(rows) {
            let ending = self.room.scene().game.ending().map_or("aborted".into(), |ending| ending.key());
            tracing::info!(game = self.room.id(), ending, plies = self.room.ply(), "over");
            if terms.rated {
                records::rate(&self.club, &self.room).await;
            }
        }
        Ok(())
    }

    /// The lobby lists a live game only while whoever waits in it is there.
    async fn note_here(&mut self) {
        let here = Side::BOTH.into_iter().any(|side| self.room.is_here(side));
        if !self.public || self.room.terms().open_side().is_none() || here == self.noted_here {
            return;
        }
        self.noted_here = here;
        if let Ok(store) = self.club.store().await
            && let Err(error) = store.note_here(self.room.id(), self.epoch, here).await
        {
            tracing::warn!(game = self.room.id(), %error, "the lobby does not know who waits");
        }
        self.club.0.news.lists.notify_one();
    }

    fn tell(&mut self, told: &Told) {
        if let ClientIn::Refused { reason, .. } = &told.event {
            self.club.0.meter.add(Count::Refused, 1);
            if told.to == To::One(BIDDER) {
                self.refused = Some(reason.clone());
            }
        }
        // Written once, however many hear it.
        let text = Utf8Bytes::from(encode(&told.event));
        for client in told.listeners(&self.room) {
            let unheard =
                self.sockets.get(&client).is_some_and(|socket| socket.try_send(text.clone()).is_err());
            if unheard {
                // Dropping this end closes the socket; its task then says goodbye to the room.
                self.sockets.remove(&client);
            }
        }
    }

    fn ask(&mut self, question: Question) {
        self.stop = Stop::new();
        let (stop, desk, club) = (self.stop.clone(), self.desk.clone(), self.club.clone());
        let game = self.room.scene().game.clone();
        tokio::spawn(async move {
            let found = club.engines().think(game, question, stop).await;
            if let Some(desk) = desk.upgrade() {
                // A game that is gone needs no answer.
                let _ = desk.send(Order::Thought(question.id, found)).await;
            }
        });
    }
}
