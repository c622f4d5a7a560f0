//! A club to test with, and somebody who talks to it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use damka_people::{Club, Options, routes};
use damka_wire::people::SeatGiven;
use damka_wire::room::{ClientIn, ClientOut, Welcome};
use damka_wire::{PROTOCOL, decode, encode};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A running club on a database of its own.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
    pub(crate) club: Club,
    task: JoinHandle<()>,
}

impl Drop for House {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) fn folder() -> Result<PathBuf> {
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("damka-people-{}-{count}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

impl House {
    pub(crate) async fn open() -> Result<House> {
        House::with(folder()?, |options| options).await
    }

    /// A house with a game: White's seat and Black's.
    pub(crate) async fn hosting(variant: &str) -> Result<(House, [SeatGiven; 2])> {
        let house = House::open().await?;
        let seats = house.game(json!({ "variant": variant, "white": true })).await?;
        Ok((house, seats))
    }

    /// A house with a game that White has entered.
    pub(crate) async fn playing(variant: &str) -> Result<(House, [SeatGiven; 2], Line)> {
        let (house, seats) = House::hosting(variant).await?;
        let (white, _) = house.enter(&seats[0].game, Some(&seats[0].secret), 0).await?;
        Ok((house, seats, white))
    }

    /// On an existing database, with other options.
    pub(crate) async fn with(folder: PathBuf, change: impl FnOnce(Options) -> Options) -> Result<House> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let database = folder.join("damka.db").to_string_lossy().into_owned();
        let usual = Options { database, address: format!("http://{address}"), rate: 0, ..Options::default() };
        let club = Club::new(change(usual));
        let app = routes(club.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move {
            // It ends with the test.
            let _ = axum::serve(listener, app).await;
        });
        Ok(House { address, folder, club, task })
    }

    /// Any request: status, headers as text, body.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Result<(u16, String, String)> {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let mut stream = TcpStream::connect(self.address).await?;
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        if !body.is_empty() {
            request += "Content-Type: application/json\r\n";
        }
        headers.iter().for_each(|(name, value)| request += &format!("{name}: {value}\r\n"));
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).context("no status")?.parse()?;
        Ok((status, head.to_owned(), body.to_owned()))
    }

    pub(crate) async fn post(
        &self,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Result<(u16, Value)> {
        let (status, _, body) = self.ask("POST", path, headers, Some(body)).await?;
        Ok((status, serde_json::from_str(&body).unwrap_or(Value::String(body))))
    }

    /// A form, as programs of other servers send it.
    pub(crate) async fn form(&self, path: &str, form: &str, bearer: &str) -> Result<(u16, Value)> {
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: {bearer}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            form.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        Ok((head.split(' ').nth(1).context("no status")?.parse()?, serde_json::from_str(body)?))
    }

    /// A game: White's seat and Black's.
    pub(crate) async fn game(&self, new: Value) -> Result<[SeatGiven; 2]> {
        let (status, white) = self.post("/api/games", new, &[]).await?;
        assert_eq!(status, 200, "{white}");
        let white: SeatGiven = serde_json::from_value(white)?;
        let path = format!("/api/games/{}/join", white.game);
        let (status, black) = self.post(&path, json!({ "name": "Boris" }), &[]).await?;
        assert_eq!(status, 200, "{black}");
        Ok([white, serde_json::from_value(black)?])
    }

    pub(crate) async fn socket(&self, game: &str, origin: Option<&str>) -> Result<Line> {
        self.line(&format!("/ws/game/{game}"), origin, None).await
    }

    /// Any socket.
    pub(crate) async fn line(&self, path: &str, origin: Option<&str>, cookie: Option<&str>) -> Result<Line> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        for (name, value) in [("origin", origin), ("cookie", cookie)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, value.parse()?);
            }
        }
        Ok(Line(connect_async(request).await?.0))
    }

    /// Comes in by an account.
    pub(crate) async fn enter_as(&self, game: &str, cookie: &str) -> Result<(Line, Box<Welcome>)> {
        let line = self.line(&format!("/ws/game/{game}"), None, Some(cookie)).await?;
        line.greet(&hello(game, None, 0)).await
    }

    /// Comes in by a seat or to watch.
    pub(crate) async fn enter(
        &self,
        game: &str,
        seat: Option<&str>,
        since: u32,
    ) -> Result<(Line, Box<Welcome>)> {
        self.socket(game, None).await?.greet(&hello(game, seat, since)).await
    }
}

/// Lines that go on.
pub(crate) struct Stream(BufReader<TcpStream>);

impl Stream {
    pub(crate) async fn open(house: &House, path: &str, bearer: &str) -> Result<Stream> {
        let mut stream = TcpStream::connect(house.address).await?;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: {bearer}\r\n\r\n", house.address);
        stream.write_all(request.as_bytes()).await?;
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        anyhow::ensure!(line.starts_with("HTTP/1.1 200"), "{line}");
        Ok(Stream(stream))
    }

    /// The next object; what lies between (headers, sizes of chunks, empty lines) does not matter here.
    pub(crate) async fn next(&mut self) -> Result<Value> {
        loop {
            let mut line = String::new();
            let read = tokio::time::timeout(Duration::from_secs(30), self.0.read_line(&mut line)).await??;
            // A chunk of no bytes is the end.
            anyhow::ensure!(read > 0 && line != "0\r\n", "the stream has ended");
            if line.starts_with('{') {
                return Ok(serde_json::from_str(&line)?);
            }
        }
    }
}

pub(crate) fn hello(game: &str, seat: Option<&str>, since: u32) -> ClientOut {
    let (game, seat) = (game.to_owned(), seat.map(str::to_owned));
    ClientOut::Hello { protocol: PROTOCOL, game, seat, since, takebacks: 0 }
}

/// One socket.
pub(crate) struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn greet(mut self, hello: &ClientOut) -> Result<(Line, Box<Welcome>)> {
        self.say(hello).await?;
        loop {
            match self.hear().await? {
                ClientIn::Welcome(welcome) => return Ok((self, welcome)),
                ClientIn::Here { .. } | ClientIn::Watched(_) => {}
                other => bail!("{other:?}"),
            }
        }
    }

    pub(crate) async fn say(&mut self, said: &ClientOut) -> Result<()> {
        self.raw(Message::text(encode(said))).await
    }

    pub(crate) async fn raw(&mut self, message: Message) -> Result<()> {
        Ok(self.0.send(message).await?)
    }

    pub(crate) async fn play(&mut self, ply: u32, text: &str) -> Result<()> {
        self.say(&ClientOut::Play { ply, text: text.to_owned() }).await
    }

    /// Plays a move that is acknowledged.
    pub(crate) async fn moves(&mut self, ply: u32, text: &str) -> Result<()> {
        self.play(ply, text).await?;
        assert!(
            matches!(self.news().await?, ClientIn::Moved { ply: after, .. } if after == ply + 1),
            "{text}"
        );
        Ok(())
    }

    pub(crate) async fn hear(&mut self) -> Result<ClientIn> {
        Ok(decode(&self.text().await?)?)
    }

    /// Whatever is told next.
    pub(crate) async fn text(&mut self) -> Result<String> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.0.next()).await?;
            match next.context("closed")?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(_) => bail!("closed"),
                _ => {}
            }
        }
    }

    /// The next message that is not about who comes and goes.
    pub(crate) async fn news(&mut self) -> Result<ClientIn> {
        loop {
            match self.hear().await? {
                ClientIn::Here { .. } | ClientIn::Watched(_) => {}
                other => return Ok(other),
            }
        }
    }
}
