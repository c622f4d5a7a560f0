//! The lists of games: who waits for somebody, what is played in public, one's own. Pushed over a socket when they
//! change, so that no page has to ask again and again.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use damka_room::{Deed, Terms};
use damka_rules::Side;
use damka_store::{LEASE, StoreError, StoredGame, Waiting, Wanted};
use damka_wire::lobby::{LobbyIn, LobbyOut};
use damka_wire::people::{Listed, SeatProof};
use damka_wire::{PROTOCOL, decode, encode};
use tokio::sync::{Notify, OnceCell, watch};

use crate::answer::Answer;
use crate::challenges::current;
use crate::club::{Club, now};
use crate::games::listing;
use crate::meter::Count;
use crate::news::Topic;
use crate::socket::{Ear, GREETING};

/// No list is longer.
const LONGEST: u32 = 50;
/// A guest's games, at most.
const MOST_SEATS: usize = 50;
/// Lists are looked at again after so long, even if nobody says that they changed.
const SHARED: Duration = Duration::from_secs(2);
const ALONE: Duration = Duration::from_secs(15);
/// Not more often than this, and the more people look the less often.
const CALM: Duration = Duration::from_millis(200);
const CALM_EACH: Duration = Duration::from_micros(200);

/// The public lists as they were last told, written once for everybody.
#[derive(Debug, Default)]
pub(crate) struct Lists(OnceCell<watch::Sender<Public>>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Public {
    waiting: Utf8Bytes,
    playing: Utf8Bytes,
}

impl Lists {
    /// Looks for changes as long as somebody listens.
    async fn listen(&self, club: &Club) -> Result<watch::Receiver<Public>, StoreError> {
        let sender = self
            .0
            .get_or_try_init(|| async {
                let (sender, _) = watch::channel(public(club).await?);
                tokio::spawn(keep(club.clone()));
                Ok::<_, StoreError>(sender)
            })
            .await?;
        if sender.receiver_count() == 0 {
            // Nobody has looked for a while.
            let fresh = public(club).await?;
            sender.send_replace(fresh);
        }
        Ok(sender.subscribe())
    }
}

async fn keep(club: Club) {
    let pause = match club.store().await {
        Ok(store) if store.is_file() => ALONE,
        _ => SHARED,
    };
    loop {
        // A change, or a while without one.
        let _ = tokio::time::timeout(pause, club.0.news.lists.notified()).await;
        let Some(sender) = club.0.lists.0.get() else { continue };
        let listeners = u32::try_from(sender.receiver_count()).unwrap_or(u32::MAX);
        if listeners == 0 {
            continue;
        }
        match public(&club).await {
            Ok(fresh) => _ = sender.send_if_modified(|old| (*old != fresh).then(|| *old = fresh).is_some()),
            Err(error) => tracing::warn!(%error, "the lists cannot be read"),
        }
        tokio::time::sleep(CALM.max(CALM_EACH.saturating_mul(listeners))).await;
    }
}

async fn waiting(club: &Club) -> Result<Vec<Listed>, StoreError> {
    let alive = now().saturating_sub(LEASE);
    let wanted =
        Wanted { waiting: Some(Waiting { alive }), over: Some(false), limit: LONGEST, ..Wanted::default() };
    Ok(club.store().await?.find(wanted).await?.into_iter().map(listing).collect())
}

async fn playing(club: &Club) -> Result<Vec<Listed>, StoreError> {
    // What nobody has touched for an hour is nothing to watch.
    let since = Some(now().saturating_sub(3_600_000));
    let wanted = Wanted { playing: true, since, limit: LONGEST, ..Wanted::default() };
    let mut list: Vec<Listed> = club.store().await?.find(wanted).await?.into_iter().map(listing).collect();
    // What changes with every move would have everybody told of every move.
    for listed in &mut list {
        (listed.plies, listed.updated, listed.turn) = (0, 0, None);
    }
    list.sort_by(|a, b| a.game.cmp(&b.game));
    Ok(list)
}

async fn public(club: &Club) -> Result<Public, StoreError> {
    let waiting = encode(&LobbyIn::Waiting(waiting(club).await?)).into();
    let playing = encode(&LobbyIn::Playing(playing(club).await?)).into();
    Ok(Public { waiting, playing })
}

/// Games that wait for somebody, by one request. Live ones only while whoever waits is there.
pub(crate) async fn list(State(club): State<Club>) -> Answer<Json<Vec<Listed>>> {
    Ok(Json(waiting(&club).await?))
}

/// Public games that are being played, by one request.
pub(crate) async fn watch_list(State(club): State<Club>) -> Answer<Json<Vec<Listed>>> {
    Ok(Json(playing(&club).await?))
}

/// Serves one socket until it ends.
pub(crate) async fn serve(club: Club, account: Option<i64>, mut socket: WebSocket) {
    club.0.meter.add(Count::Sockets, 1);
    if let Err(reason) = attend(&club, account, &mut socket).await {
        let text = encode(&LobbyIn::Refused { reason });
        let _ = socket.send(Message::Text(text.into())).await;
    }
    // It may be closed already.
    let _ = socket.send(Message::Close(None)).await;
    club.0.meter.drop_one(Count::Sockets);
}

async fn attend(club: &Club, account: Option<i64>, socket: &mut WebSocket) -> Result<(), String> {
    let greeting = tokio::time::timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = greeting else { return Err("a greeting is expected".into()) };
    let LobbyOut::Hello { protocol, seats } = decode(&text).map_err(|error| error.to_string())? else {
        return Err("a greeting is expected".into());
    };
    if protocol != PROTOCOL {
        return Err(format!("protocol {PROTOCOL} is spoken here, not {protocol}"));
    }
    let worded = |error: StoreError| error.to_string();
    let mut lists = club.0.lists.listen(club).await.map_err(worded)?;
    let mut guest = Guest::of(club, account, seats).await.map_err(worded)?;
    let public = lists.borrow_and_update().clone();
    let mut told = (public.waiting.clone(), public.playing.clone(), guest.mine(club).await.map_err(worded)?);
    for text in [&told.0, &told.1, &told.2] {
        send(socket, text.clone()).await?;
    }
    let mut ear = Ear::new(club);
    loop {
        let bell = Arc::clone(&guest.bell);
        tokio::select! {
            changed = lists.changed() => {
                changed.map_err(|_| "the server ends".to_owned())?;
                let public = lists.borrow_and_update().clone();
                if told.0 != public.waiting {
                    told.0 = public.waiting;
                    send(socket, told.0.clone()).await?;
                }
                if told.1 != public.playing {
                    told.1 = public.playing;
                    send(socket, told.1.clone()).await?;
                }
            }
            () = bell.notified() => {
                // A move and its answer are told together.
                tokio::time::sleep(CALM / 2).await;
                let mine = guest.mine(club).await.map_err(worded)?;
                if told.2 != mine {
                    told.2 = mine;
                    send(socket, told.2.clone()).await?;
                }
            }
            said = ear.hear(socket) => {
                let Some(text) = said? else { return Ok(()) };
                match decode(&text).map_err(|error| error.to_string())? {
                    LobbyOut::Ping => send(socket, encode(&LobbyIn::Pong).into()).await?,
                    LobbyOut::Hello { seats, .. } => {
                        guest = Guest::of(club, account, seats).await.map_err(worded)?;
                        told.2 = guest.mine(club).await.map_err(worded)?;
                        send(socket, told.2.clone()).await?;
                    }
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), String> {
    socket.send(Message::Text(text)).await.map_err(|_| String::new())
}

/// Somebody who looks at the lists: an account, and seats had as a guest.
struct Guest {
    account: Option<i64>,
    seats: Vec<(String, Side)>,
    bell: Arc<Notify>,
}

impl Guest {
    /// Seats that are not proven are left out.
    async fn of(club: &Club, account: Option<i64>, proofs: Vec<SeatProof>) -> Result<Guest, StoreError> {
        let mut seats = Vec::new();
        for SeatProof { game, secret } in proofs.into_iter().take(MOST_SEATS) {
            let stored = club.store().await?.game(&game).await?;
            if let Some(side) = stored.and_then(|stored| seat(&stored, &secret)) {
                seats.push((game, side));
            }
        }
        let bell = Arc::new(Notify::new());
        let games = seats.iter().map(|(game, _)| Topic::Game(game.clone()));
        club.0.news.listen(&bell, games.chain(account.map(Topic::Account)));
        Ok(Guest { account, seats, bell })
    }

    /// Their games that are not over.
    async fn mine(&self, club: &Club) -> Result<Utf8Bytes, StoreError> {
        let mut list = Vec::new();
        if let Some(account) = self.account {
            for found in current(club, account).await? {
                let white = found.accounts[0] == Some(account);
                let side = found.accounts.contains(&Some(account)).then_some(white);
                list.push(Listed { side, ..listing(found) });
            }
        }
        for (game, side) in &self.seats {
            let found = club.store().await?.find_one(game).await?;
            if let Some(found) = found.filter(|found| found.ending.is_none())
                && !list.iter().any(|listed| listed.game == *game)
            {
                list.push(Listed { side: Some(*side == Side::White), ..listing(found) });
            }
        }
        Ok(encode(&LobbyIn::Mine(list)).into())
    }
}

/// The seat a secret proves: one of the founding, or one that was taken later.
fn seat(stored: &StoredGame, secret: &str) -> Option<Side> {
    let terms: Terms = decode(&stored.terms).ok()?;
    let later = || {
        let seated = stored.rows.iter().filter(|row| row.deed.starts_with("{\"seated\""));
        seated.filter_map(|row| decode::<Deed>(&row.deed).ok()).find_map(|deed| match deed {
            Deed::Seated { white, holder } if holder.secret.as_ref().is_some_and(|kept| kept.is(secret)) => {
                Some(if white { Side::White } else { Side::Black })
            }
            _ => None,
        })
    };
    terms.side_of(secret).or_else(later)
}
