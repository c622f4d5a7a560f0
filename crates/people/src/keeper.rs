//! The task that owns a game: orders in, rows to the store, events to the sockets, one thing after another.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use damka_engine::Stop;
use damka_room::{Client, Deed, Effect, Holder, Message, Room, Row, Told};
use damka_rules::Side;
use damka_sitting::{Found, Question};
use damka_store::{Finish, Progress, Rated, StoreError, StoredRow};
use damka_wire::encode;
use damka_wire::room::{ClientIn, ClientOut, Ply};
use tokio::sync::{mpsc, oneshot};

use crate::club::{Club, now};
use crate::meter::add;
use crate::rating;

/// Orders that may wait for one game; who sends more waits.
const WAITING: usize = 64;
/// Messages that may wait for one socket; who reads slower is cut off and comes back.
pub(crate) const UNREAD: usize = 128;
/// A game nobody looks at is forgotten after a while, and loaded when somebody comes.
const IDLE: Duration = Duration::from_secs(60);

/// What the owner of a game is told.
pub(crate) enum Order {
    Enter {
        client: Client,
        seat: Option<String>,
        since: Ply,
        takebacks: u32,
        socket: mpsc::Sender<Utf8Bytes>,
    },
    Leave(Client),
    Said(Client, ClientOut),
    /// Takes the open seat: which one it is, if there is one.
    Join(Holder, oneshot::Sender<Option<Side>>),
    /// Something about the room.
    Look(Box<dyn FnOnce(&Room) + Send>),
    Thought(u32, Option<Found>),
}

struct Keeper {
    club: Club,
    room: Room,
    epoch: i64,
    sockets: HashMap<Client, mpsc::Sender<Utf8Bytes>>,
    /// For answers of the engine.
    desk: mpsc::WeakSender<Order>,
    stop: Stop,
}

/// Starts the owner of a game.
pub(crate) fn start(club: Club, room: Room, epoch: i64) -> mpsc::Sender<Order> {
    let (desk, orders) = mpsc::channel(WAITING);
    let weak = desk.downgrade();
    let keeper = Keeper { club, room, epoch, sockets: HashMap::new(), desk: weak, stop: Stop::new() };
    tokio::spawn(keeper.run(orders));
    desk
}

impl Keeper {
    async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        self.club.0.meter.rooms.fetch_add(1, Ordering::Relaxed);
        let kept = self.serve(&mut orders).await;
        // Who still has an order here finds the desk closed, and the game is loaded anew.
        orders.close();
        self.stop.stop();
        let id = self.room.id().to_owned();
        match kept {
            Ok(()) => {
                tracing::debug!(game = id, "forgotten");
                if let Ok(store) = self.club.store().await {
                    // If this fails the lease runs out by itself.
                    let _ = store.release(&id, self.epoch).await;
                }
            }
            Err(error) => {
                add(&self.club.0.meter.failures, 1);
                tracing::error!(game = id, %error, "could not be stored; everybody has to come back");
                let event = ClientIn::Refused { ply: self.room.ply(), reason: error.to_string() };
                let text = Utf8Bytes::from(encode(&event));
                self.sockets.values().for_each(|socket| _ = socket.try_send(text.clone()));
            }
        }
        self.club.forget(&id);
        self.club.0.meter.rooms.fetch_sub(1, Ordering::Relaxed);
    }

    /// Until nobody is there, or something could not be stored.
    async fn serve(&mut self, orders: &mut mpsc::Receiver<Order>) -> Result<(), StoreError> {
        self.handle(Message::Tick).await?;
        loop {
            let wait = self.room.wake_at().map(|at| Duration::from_millis(at.saturating_sub(now())));
            // A clock that runs in an empty room is watched, unless it runs for days.
            let idle = self.room.is_empty() && wait.is_none_or(|wait| wait > IDLE * 10);
            let wait = if idle { IDLE } else { wait.unwrap_or(IDLE * 60) };
            match tokio::time::timeout(wait, orders.recv()).await {
                Err(_) if idle => return Ok(()),
                Err(_) => self.handle(Message::Tick).await?,
                Ok(None) => return Ok(()),
                Ok(Some(order)) => self.obey(order).await?,
            }
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), StoreError> {
        match order {
            Order::Enter { client, seat, since, takebacks, socket } => {
                self.sockets.insert(client, socket);
                self.handle(Message::Enter { client, seat, since, takebacks }).await
            }
            Order::Leave(client) => {
                self.sockets.remove(&client);
                self.handle(Message::Leave(client)).await
            }
            Order::Said(client, said) => self.handle(Message::Said(client, said)).await,
            Order::Thought(id, found) => self.handle(Message::Thought(id, found)).await,
            Order::Join(holder, reply) => {
                let side = self.room.terms().open_side().filter(|_| !self.room.scene().is_over());
                if let Some(side) = side {
                    self.handle(Message::Join(side, holder)).await?;
                }
                // The seat is taken even if its holder has gone.
                let _ = reply.send(side);
                Ok(())
            }
            Order::Look(look) => {
                look(&self.room);
                Ok(())
            }
        }
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
                    Effect::Found(terms) => match self.club.found(*terms, false).await {
                        Ok(game) => next = Some(Message::Followed(game)),
                        Err(error) => tracing::error!(%error, "no next game"),
                    },
                }
            }
        }
        Ok(())
    }

    async fn persist(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let began = Instant::now();
        let stored = rows
            .iter()
            .map(|row| StoredRow { number: row.number, at: row.at, deed: encode(&row.deed) })
            .collect::<Vec<_>>();
        let seated = rows.iter().any(|row| matches!(row.deed, Deed::Seated { .. }));
        let ended = rows.iter().any(|row| matches!(row.deed, Deed::Ended { .. } | Deed::Aborted));
        let terms = self.room.terms();
        let holders = Side::BOTH.map(|side| terms.holder(side));
        let progress = Progress {
            plies: self.room.ply(),
            deadline: self.room.wake_at().filter(|_| terms.control.is_correspondence()),
            seated: seated.then(|| {
                let names =
                    holders.map(|holder| holder.map(|holder| holder.name.clone()).unwrap_or_default());
                (holders.map(|holder| holder.and_then(|holder| holder.account)), names)
            }),
            finish: ended.then(|| finish(&self.room)),
        };
        let store = self.club.store().await?;
        store.append(self.room.id(), self.epoch, stored, progress).await?;
        let meter = &self.club.0.meter;
        add(&meter.moves, rows.len() as u64);
        add(&meter.waited, began.elapsed().as_micros().try_into().unwrap_or(u64::MAX));
        if ended && terms.rated {
            self.rate().await;
        }
        Ok(())
    }

    /// What the game does to the ratings. A failure is told to whoever runs the server; the game stands.
    async fn rate(&self) {
        let terms = self.room.terms();
        let (Some(outcome), Some(white), Some(black)) =
            (self.room.scene().game.outcome(), terms.white.as_ref(), terms.black.as_ref())
        else {
            return;
        };
        let (Some(white), Some(black)) = (white.account, black.account) else { return };
        let (kind, now) = (rating::kind(terms.variant, terms.control), now());
        let rated = async {
            let store = self.club.store().await?;
            let before = [
                rating::today(store.rating(white, &kind).await?, now),
                rating::today(store.rating(black, &kind).await?, now),
            ];
            let [first, second] = rating::after(before, outcome, now);
            store.rate(Rated { kind: kind.clone(), players: [(white, first), (black, second)] }).await
        };
        if let Err(error) = rated.await {
            tracing::error!(game = self.room.id(), %error, "ratings were not changed");
        }
    }

    fn tell(&mut self, told: &Told) {
        if matches!(told.event, ClientIn::Refused { .. }) {
            add(&self.club.0.meter.refused, 1);
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

/// What is noted of a game that is over.
fn finish(room: &Room) -> Finish {
    let scene = room.scene();
    let ending = scene.game.ending().map(|ending| ending.key());
    // The first moves are everybody's; what is searched for comes later.
    let positions = scene.game.positions().iter().map(|pos| pos.key().0.cast_signed()).collect();
    Finish {
        ending: ending.unwrap_or_else(|| "aborted".into()),
        outcome: scene.game.outcome().map(|outcome| outcome.to_string()),
        opening: damka_openings::recognise(&scene.game).map(|opening| opening.name().to_owned()),
        positions,
    }
}
