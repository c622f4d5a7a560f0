//! Two players of one game: legal moves over two sockets, until the time is over. If the server goes they come back,
//! say how much they know, and compare.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use damka_rules::{Game, Variant};
use damka_wire::people::{Join, NewGame, SeatGiven};
use damka_wire::room::{ClientIn, ClientOut, Welcome};
use damka_wire::{PROTOCOL, decode, encode};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::tally::Tally;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Who does not get an answer for so long has lost the line.
const PATIENCE: Duration = Duration::from_secs(10);
/// And gives up after so long.
const DESPAIR: Duration = Duration::from_secs(60);

/// What all players do.
pub(super) struct Plan {
    pub(super) variant: Variant,
    pub(super) pause: Duration,
    pub(super) end: Instant,
    /// The servers' ports, on this machine.
    pub(super) ports: Vec<u16>,
}

/// A seat and its line.
struct Seat {
    given: SeatGiven,
    socket: Option<Socket>,
}

/// Plays games until the time is over; what every move took and what was lost is in the tally.
pub(super) async fn play(plan: Arc<Plan>, tally: Arc<Tally>, number: u32) -> Result<()> {
    let mut dice = fastrand::Rng::with_seed(u64::from(number) + 1);
    // Not all at the same moment.
    tokio::time::sleep(plan.pause.mul_f64(dice.f64())).await;
    while Instant::now() < plan.end {
        let port = plan.ports[number as usize % plan.ports.len()];
        match Table::sit(&plan, port).await {
            Ok(mut table) => table.play(&tally, &mut dice).await?,
            // The server is being killed at this moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    Ok(())
}

struct Table<'a> {
    plan: &'a Plan,
    game: Game,
    /// White's and Black's.
    seats: [Seat; 2],
    /// Plies that were acknowledged: these must never be missing.
    safe: usize,
}

impl<'a> Table<'a> {
    async fn sit(plan: &'a Plan, port: u16) -> Result<Table<'a>> {
        let new = NewGame { variant: plan.variant.to_string(), white: Some(true), ..NewGame::default() };
        let white: SeatGiven = post(port, "/api/games", &encode(&new)).await?;
        let path = format!("/api/games/{}/join", white.game);
        let black: SeatGiven = post(port, &path, &encode(&Join::default())).await?;
        let seats = [white, black].map(|given| Seat { given, socket: None });
        Ok(Table { plan, game: Game::new(plan.variant), seats, safe: 0 })
    }

    async fn play(&mut self, tally: &Tally, dice: &mut fastrand::Rng) -> Result<()> {
        while Instant::now() < self.plan.end && self.game.ending().is_none() {
            let moves = self.game.position().move_texts();
            let text = moves[dice.usize(..moves.len())].clone();
            self.make(&text, tally).await?;
            tokio::time::sleep(self.plan.pause).await;
        }
        if self.game.ending().is_some() {
            tally.game();
        }
        // Once more with fresh eyes: what does the server remember?
        self.seats.iter_mut().for_each(|seat| seat.socket = None);
        self.come_back(tally).await
    }

    /// Plays a move, however often the line breaks.
    async fn make(&mut self, text: &str, tally: &Tally) -> Result<()> {
        let ply = self.game.ply();
        let began = Instant::now();
        loop {
            if self.seats.iter().any(|seat| seat.socket.is_none()) {
                let cut = Instant::now();
                let first = ply == 0 && self.safe == 0;
                self.come_back(tally).await?;
                if !first {
                    tally.returned(cut.elapsed());
                }
                if self.game.ply() > ply {
                    // It was heard before the line broke.
                    return Ok(());
                }
            }
            let sent = Instant::now();
            if let Ok(written) = self.exchange(ply, text).await {
                tally.moved(sent.elapsed());
                self.game
                    .play_text(&written)
                    .map_err(|error| anyhow!("the server played {written}: {error}"))?;
                self.safe = self.game.ply();
                return Ok(());
            }
            self.seats.iter_mut().for_each(|seat| seat.socket = None);
            if began.elapsed() > DESPAIR {
                bail!("game {}: no answer for {DESPAIR:?}", self.seats[0].given.game);
            }
        }
    }

    /// Sends a move and hears it on both lines.
    async fn exchange(&mut self, ply: usize, text: &str) -> Result<String> {
        let mover = self.game.turn() as usize;
        let play = ClientOut::Play { ply: u32::try_from(ply)?, text: text.to_owned() };
        let [white, black] = &mut self.seats;
        let (mover, other) = if mover == 0 { (white, black) } else { (black, white) };
        say(mover.line()?, &play).await?;
        let opposite = heard(other.line()?, ply + 1).await?;
        let acknowledged = heard(mover.line()?, ply + 1).await?;
        if opposite != acknowledged {
            bail!("two stories");
        }
        Ok(opposite)
    }

    /// Opens both lines and compares what the server knows with what was acknowledged.
    async fn come_back(&mut self, tally: &Tally) -> Result<()> {
        let began = Instant::now();
        for index in 0..2 {
            loop {
                match self.greet(index).await {
                    Ok(welcome) => {
                        self.compare(&welcome, tally)?;
                        break;
                    }
                    Err(error) if began.elapsed() > DESPAIR => {
                        return Err(error.context(self.seats[index].given.game.clone()));
                    }
                    Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                }
            }
        }
        Ok(())
    }

    async fn greet(&mut self, index: usize) -> Result<Box<Welcome>> {
        let given = self.seats[index].given.clone();
        let mut failed = anyhow!("no server");
        for &port in &self.plan.ports {
            match enter(port, &given.game, Some(given.secret.clone())).await {
                Ok((socket, welcome)) => {
                    self.seats[index].socket = Some(socket);
                    return Ok(welcome);
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn compare(&mut self, welcome: &Welcome, tally: &Tally) -> Result<()> {
        let known: Vec<&str> = self.game.moves().iter().map(|played| played.text.as_str()).collect();
        tally.lost(self.safe.saturating_sub(welcome.moves.len()));
        if welcome.moves.iter().zip(&known).any(|(theirs, ours)| theirs != ours) {
            tally.reordered();
            bail!("game {}: {:?} instead of {known:?}", self.seats[0].given.game, welcome.moves);
        }
        // What was stored before the line broke, but not heard.
        for text in welcome.moves.iter().skip(known.len()) {
            self.game.play_text(text).map_err(|error| anyhow!("stored {text}: {error}"))?;
        }
        self.safe = self.game.ply();
        Ok(())
    }
}

impl Seat {
    fn line(&mut self) -> Result<&mut Socket> {
        self.socket.as_mut().context("no line")
    }
}

/// Opens a line and greets; the server may send us to another one.
async fn enter(port: u16, game: &str, seat: Option<String>) -> Result<(Socket, Box<Welcome>)> {
    let address = format!("ws://127.0.0.1:{port}/ws/game/{game}");
    let (mut socket, _) = tokio::time::timeout(PATIENCE, connect_async(&address)).await??;
    let hello = ClientOut::Hello { protocol: PROTOCOL, game: game.to_owned(), seat, since: 0, takebacks: 0 };
    say(&mut socket, &hello).await?;
    loop {
        match hear(&mut socket).await? {
            ClientIn::Welcome(welcome) => return Ok((socket, welcome)),
            ClientIn::Refused { reason, .. } => bail!("{reason}"),
            ClientIn::Elsewhere { address } => bail!("it is at {address}"),
            _ => {}
        }
    }
}

/// Sockets that only watch, each with a task that shows now and then that it lives.
pub(super) struct Watchers(Vec<JoinHandle<()>>);

/// A page that is open somewhere says something twice a minute.
const SIGN_OF_LIFE: Duration = Duration::from_secs(25);
/// So many watch the same game.
const AUDIENCE: usize = 100;

/// Opens sockets that watch games which nobody plays.
pub(super) async fn watch(plan: &Plan, count: u32) -> Result<Watchers> {
    let mut tasks = Vec::new();
    let port = plan.ports[0];
    while tasks.len() < count as usize {
        let new = NewGame { variant: plan.variant.to_string(), ..NewGame::default() };
        let given: SeatGiven = post(port, "/api/games", &encode(&new)).await?;
        for _ in 0..AUDIENCE.min(count as usize - tasks.len()) {
            let (mut socket, _) = enter(port, &given.game, None).await?;
            tasks.push(tokio::spawn(async move {
                loop {
                    // What the others' coming and going makes the server say is thrown away.
                    match tokio::time::timeout(SIGN_OF_LIFE, socket.next()).await {
                        Err(_) if say(&mut socket, &ClientOut::Ping).await.is_ok() => {}
                        Ok(Some(Ok(Message::Text(_)))) => {}
                        _ => return,
                    }
                }
            }));
        }
    }
    Ok(Watchers(tasks))
}

impl Watchers {
    /// How many have not been cut off.
    pub(super) fn count(&self) -> usize {
        self.0.iter().filter(|task| !task.is_finished()).count()
    }
}

impl Drop for Watchers {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

async fn say(socket: &mut Socket, said: &ClientOut) -> Result<()> {
    Ok(socket.send(Message::text(encode(said))).await?)
}

async fn hear(socket: &mut Socket) -> Result<ClientIn> {
    loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await?.context("the line is closed")?? {
            Message::Text(text) => return Ok(decode(&text)?),
            Message::Close(_) => bail!("the line is closed"),
            _ => {}
        }
    }
}

/// Waits for the move that makes the game so long.
async fn heard(socket: &mut Socket, wanted: usize) -> Result<String> {
    loop {
        match hear(socket).await? {
            ClientIn::Moved { ply, text, .. } if ply as usize == wanted => return Ok(text),
            ClientIn::Refused { reason, .. } => bail!("{reason}"),
            _ => {}
        }
    }
}

/// A request to this machine, answered with JSON.
async fn post<T: serde::de::DeserializeOwned>(port: u16, path: &str, body: &str) -> Result<T> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await??;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    if !head.starts_with("HTTP/1.1 200") {
        let trouble: Value = serde_json::from_str(body).unwrap_or_default();
        bail!("{path}: {}: {}", head.lines().next().unwrap_or_default(), trouble["error"]);
    }
    Ok(serde_json::from_str(body)?)
}
