//! A socket: greets, passes on what is said, and is closed when it says too much or nonsense.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use damka_room::Arrival;
use damka_wire::PROTOCOL;
use damka_wire::room::{ClientIn, ClientOut};
use damka_wire::{decode, encode};
use tokio::sync::mpsc;

use crate::club::{Club, NoEntry};
use crate::guard::Bucket;
use crate::keeper::{Order, UNREAD};
use crate::meter::Count;
use crate::relay::{self, Passport};

/// No message of a client is longer.
pub(crate) const LONGEST: usize = 8 * 1024;
/// So many messages a second, and some more at once.
const RATE: f64 = 20.0;
const BURST: f64 = 60.0;
/// Who says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a greeting may take.
pub(crate) const GREETING: Duration = Duration::from_secs(10);

/// Who opens a socket, as far as the request told.
pub(crate) struct Opener {
    pub(crate) account: Option<i64>,
    /// For another server, if the game is there.
    pub(crate) passport: Passport,
}

/// Hears what is said, as long as it is text and not too much.
pub(crate) struct Ear<'a> {
    club: &'a Club,
    bucket: Bucket,
}

impl Ear<'_> {
    pub(crate) fn new(club: &Club) -> Ear<'_> {
        Ear { club, bucket: Bucket::full(BURST, Instant::now()) }
    }

    /// The next thing said, nothing when the other side leaves, or why it should be sent away.
    pub(crate) async fn hear(&mut self, socket: &mut WebSocket) -> Result<Option<Utf8Bytes>, String> {
        let text = loop {
            match tokio::time::timeout(SILENCE, socket.recv()).await {
                Err(_) => return Err("nothing was heard for a minute".into()),
                Ok(None | Some(Ok(Message::Close(_)))) => return Ok(None),
                Ok(Some(Err(error))) => return Err(error.to_string()),
                Ok(Some(Ok(Message::Binary(_)))) => return Err("text is spoken here".into()),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(Ok(Message::Text(text)))) => break text,
            }
        };
        if self.club.0.options.rate > 0 && !self.bucket.take(RATE, BURST, Instant::now()) {
            self.club.0.meter.add(Count::Limited, 1);
            return Err("not so fast".into());
        }
        Ok(Some(text))
    }
}

/// Serves one socket until it ends.
pub(crate) async fn serve(club: Club, game: String, opener: Opener, mut socket: WebSocket) {
    club.0.meter.add(Count::Sockets, 1);
    if let Err(reason) = attend(&club, &game, opener, &mut socket).await {
        say(&mut socket, &ClientIn::Refused { ply: 0, reason }).await;
    }
    // It may be closed already.
    let _ = socket.send(Message::Close(None)).await;
    club.0.meter.drop_one(Count::Sockets);
}

async fn say(socket: &mut WebSocket, event: &ClientIn) {
    // Who has gone hears nothing.
    let _ = socket.send(Message::Text(encode(event).into())).await;
}

async fn attend(club: &Club, game: &str, opener: Opener, socket: &mut WebSocket) -> Result<(), String> {
    let greeting = tokio::time::timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = greeting else { return Err("a greeting is expected".into()) };
    let said = decode::<ClientOut>(&text).map_err(|error| error.to_string())?;
    let ClientOut::Hello { protocol, game: named, seat, since, takebacks } = said else {
        return Err("a greeting is expected".into());
    };
    if protocol != PROTOCOL {
        return Err(format!("protocol {PROTOCOL} is spoken here, not {protocol}"));
    }
    if named != game {
        return Err("the greeting is for another game".into());
    }
    let client = club.client();
    let (sender, mut events) = mpsc::channel(UNREAD);
    let desk = match club.desk(game).await {
        Ok(desk) => desk,
        Err(NoEntry::Elsewhere(address)) => {
            let path = format!("/ws/game/{game}");
            let passed_on = match opener.passport.relayed {
                true => None,
                false => relay::socket(&address, &path, &opener.passport, text, socket).await,
            };
            if passed_on.is_none() {
                say(socket, &ClientIn::Elsewhere { address }).await;
            }
            return Ok(());
        }
        Err(error) => return Err(error.to_string()),
    };
    let gone = |_| "the game is being loaded anew; come back".to_owned();
    let arrival = Arrival { client, seat, account: opener.account, since, takebacks };
    desk.send(Order::Enter(arrival, sender)).await.map_err(gone)?;
    let ended = converse(club, socket, &desk, client, &mut events).await;
    // If the desk is closed there is nobody to say goodbye to.
    let _ = desk.send(Order::Leave(client)).await;
    ended
}

async fn converse(
    club: &Club,
    socket: &mut WebSocket,
    desk: &mpsc::Sender<Order>,
    client: u64,
    events: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), String> {
    let mut ear = Ear::new(club);
    loop {
        tokio::select! {
            event = events.recv() => match event {
                // Who reads too slowly is cut off, and so is everybody if the game could not be stored.
                None => return Ok(()),
                Some(text) => socket.send(Message::Text(text)).await.map_err(|_| String::new())?,
            },
            said = ear.hear(socket) => {
                let Some(text) = said? else { return Ok(()) };
                let said = decode::<ClientOut>(&text).map_err(|error| error.to_string())?;
                if desk.send(Order::Said(client, said)).await.is_err() {
                    return Ok(());
                }
            }
        }
    }
}
