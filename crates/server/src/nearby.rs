//! People on the same network, without the internet: an address with a secret in it, as text and as a code to scan.
//!
//! Whoever opens that address is given a cookie and sent to the page; without the cookie nothing is served there.

use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use damka_people::{Club, is_this_machine, new_secret};
use damka_wire::people::{NearbyGiven, NearbyWanted, Trouble};
use damka_wire::{decode, encode};
use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, QrCode};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

use crate::listen::ServeError;

const COOKIE: &str = "damka_nearby";

/// Listens on the local network, on the same port if it is free there.
pub(crate) async fn listen(chosen: Option<IpAddr>, port: u16) -> Result<TcpListener, ServeError> {
    let ip = match chosen {
        Some(ip) => ip,
        None => own_address()?,
    };
    let address = SocketAddr::new(ip, port);
    match TcpListener::bind(address).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => TcpListener::bind((ip, 0)).await,
        bound => bound,
    }
    .map_err(|source| ServeError::Listen { address, source })
}

/// Our address where others are. Nothing is sent: a route is chosen, and it tells.
fn own_address() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    // Set aside for documentation (RFC 5737): nobody is there.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    Ok(socket.local_addr()?.ip())
}

/// The door to the local network: opened when the program begins, or when the machine's own page asks for it.
#[derive(Clone)]
pub(crate) struct Door(Arc<Hinges>);

struct Hinges {
    club: Club,
    /// What is served to those who are let in.
    app: Router,
    /// The address to listen on, if not whichever we have.
    chosen: Option<IpAddr>,
    port: u16,
    open: Mutex<Option<Opened>>,
}

/// Where people come in, and by what.
#[derive(Clone)]
pub(crate) struct Opened {
    address: SocketAddr,
    secret: String,
}

impl Opened {
    /// The way to a page of the site, the first one if nothing is said.
    fn link(&self, to: &str) -> String {
        let Opened { address, secret } = self;
        let to = if to.is_empty() { String::new() } else { format!("?to={}", escaped(to)) };
        format!("http://{address}/nearby/{secret}{to}")
    }
}

impl Door {
    pub(crate) fn new(club: Club, app: Router, chosen: Option<IpAddr>, port: u16) -> Door {
        Door(Arc::new(Hinges { club, app, chosen, port, open: Mutex::default() }))
    }

    /// Listens on the local network, too, if it does not yet.
    pub(crate) async fn open(&self) -> Result<Opened, ServeError> {
        let Hinges { club, app, chosen, port, open } = &*self.0;
        let mut open = open.lock().await;
        if let Some(opened) = &*open {
            return Ok(opened.clone());
        }
        let listener = listen(*chosen, *port).await?;
        let opened = Opened { address: listener.local_addr()?, secret: new_secret() };
        club.open_nearby(opened.address.ip());
        let service = gated(app.clone(), &opened.secret).into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, service).await {
                tracing::error!(%error, "people nearby are not served any more");
            }
        });
        tracing::info!(address = %opened.address, "people nearby are let in");
        *open = Some(opened.clone());
        Ok(opened)
    }

    /// The address by which this machine's own page opens the door. It is no part of what is served to others.
    pub(crate) fn route(&self) -> Router {
        let door = self.clone();
        let asked = |peer: Option<Extension<ConnectInfo<SocketAddr>>>, headers: HeaderMap, body: Bytes| async move {
            door.asked(peer.map(|Extension(ConnectInfo(peer))| peer.ip()), &headers, &body).await
        };
        Router::new().route("/api/nearby", post(asked))
    }

    async fn asked(&self, peer: Option<IpAddr>, headers: &HeaderMap, body: &Bytes) -> Response {
        if !peer.is_some_and(|peer| is_this_machine(peer, headers)) {
            return trouble(StatusCode::FORBIDDEN, "only the page of the machine itself may ask".into());
        }
        let text = std::str::from_utf8(body).unwrap_or_default();
        let wanted = match decode::<NearbyWanted>(if text.is_empty() { "{}" } else { text }) {
            Ok(wanted) if is_page(&wanted.to) => wanted,
            Ok(_) => return trouble(StatusCode::BAD_REQUEST, "this is no page of the site".into()),
            Err(error) => return trouble(StatusCode::BAD_REQUEST, error.to_string()),
        };
        match self.open().await {
            Ok(opened) => {
                let link = opened.link(&wanted.to);
                let svg = picture(&link);
                answer(StatusCode::OK, encode(&NearbyGiven { link, svg }))
            }
            Err(error) => trouble(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
        }
    }
}

fn answer(status: StatusCode, json: String) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, json).into_response()
}

fn trouble(status: StatusCode, error: String) -> Response {
    answer(status, encode(&Trouble { error }))
}

/// Is this an address below the site, and no way out of it?
fn is_page(to: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.,:+?=&%/".contains(&b);
    to.len() <= 200 && !to.starts_with('/') && !to.contains("//") && to.bytes().all(plain)
}

fn escaped(to: &str) -> String {
    let mut out = String::with_capacity(to.len());
    for byte in to.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b',' | b'/' => {
                out.push(byte as char)
            }
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let pair = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(out).ok()
}

/// A link as a code to scan, black on white whatever the page looks like; paths only, so that any policy allows it.
fn picture(link: &str) -> String {
    let Ok(code) = QrCode::new(link) else { return String::new() };
    // Cameras want some white around it.
    let (width, margin) = (code.width(), 4);
    let mut dark = String::new();
    for (index, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let _ = write!(dark, "M{} {}h1v1h-1z", index % width + margin, index / width + margin);
        }
    }
    let whole = width + 2 * margin;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{whole}v{whole}h-{whole}z\"/><path fill=\"#000\" d=\"{dark}\"/></svg>"
    )
}

/// What is printed: the address, and a code for a telephone's camera.
pub(crate) fn invitation(opened: &Opened) -> String {
    let link = opened.link("");
    let code = QrCode::new(&link).map(|code| code.render::<Dense1x2>().build()).unwrap_or_default();
    format!("{code}\nPeople on this network come in by {link}")
}

/// The same site, for those who know the secret.
pub(crate) fn gated(app: Router, secret: &str) -> Router {
    let secret = secret.to_owned();
    app.layer(from_fn(move |request: Request<Body>, next: Next| {
        let secret = secret.clone();
        async move {
            if request.uri().path().strip_prefix("/nearby/") == Some(&secret) {
                return welcome(&secret, request.uri().query().unwrap_or_default());
            }
            match knows(request.headers(), &secret) {
                true => next.run(request).await,
                false => {
                    (StatusCode::FORBIDDEN, "scan the code again, or ask for the address\n").into_response()
                }
            }
        }
    }))
}

fn welcome(secret: &str, query: &str) -> Response {
    let cookie = format!("{COOKIE}={secret}; HttpOnly; SameSite=Lax; Path=/");
    let named = query.split('&').find_map(|pair| pair.strip_prefix("to="));
    let page = named.and_then(unescaped).filter(|to| is_page(to)).unwrap_or_default();
    let location = format!("/{page}");
    let headers = [(header::LOCATION, location.as_str()), (header::CACHE_CONTROL, "no-store")];
    let mut response = (StatusCode::SEE_OTHER, headers).into_response();
    // Our secrets are letters and digits.
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn knows(headers: &HeaderMap, secret: &str) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.any(|(name, value)| name == COOKIE && value == secret)
}

#[cfg(test)]
mod tests {
    use tower::ServiceExt as _;

    use super::*;
    use crate::bundle::SAMPLE;
    use crate::router::app;

    async fn ask(path: &str, cookie: &str) -> Response {
        let request = Request::builder().uri(path).header("cookie", cookie).body(Body::empty()).unwrap();
        gated(app(&SAMPLE, false), "s3cret").oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn only_who_knows_the_secret_is_let_in() {
        for (path, cookie, status) in [
            ("/", "", 403),
            ("/sw.js", "", 403),
            ("/nearby/guess", "", 403),
            ("/", "damka_nearby=guess", 403),
            ("/nearby/s3cret", "", 303),
            ("/", "a=b; damka_nearby=s3cret", 200),
        ] {
            assert_eq!(ask(path, cookie).await.status().as_u16(), status, "{path} {cookie}");
        }
        let welcomed = ask("/nearby/s3cret", "").await;
        let cookie = welcomed.headers()["set-cookie"].to_str().unwrap();
        assert_eq!(cookie, "damka_nearby=s3cret; HttpOnly; SameSite=Lax; Path=/");
        assert_eq!(welcomed.headers()["location"], "/");
    }

    /// Another address of this machine stands for the local network.
    #[tokio::test]
    async fn another_address_is_listened_on() {
        let there = listen(Some(IpAddr::from([127, 0, 0, 2])), 0).await.unwrap().local_addr().unwrap();
        assert_eq!(there.ip().to_string(), "127.0.0.2");
        let told = invitation(&Opened { address: there, secret: "s3cret".into() });
        assert!(told.ends_with(&format!("http://{there}/nearby/s3cret")) && told.contains('█'), "{told}");
    }

    /// Nobody is led out of the site by a link that was tampered with.
    #[tokio::test]
    async fn the_link_leads_to_a_page_of_the_site() {
        for (query, location) in [
            ("", "/"),
            ("?to=people%3Fgame%3Dk7m2xw9q4z", "/people?game=k7m2xw9q4z"),
            ("?to=%2F%2Fevil.example", "/"),
            ("?to=/evil.example", "/"),
            ("?to=x%0D%0ASet-Cookie%3A+a", "/"),
            ("?to=%ff", "/"),
            ("?to=%5Cevil.example", "/"),
        ] {
            let welcomed = ask(&format!("/nearby/s3cret{query}"), "").await;
            assert_eq!(welcomed.headers()["location"], location, "{query}");
        }
    }

    fn door() -> Door {
        let club = Club::new(damka_people::Options::default());
        Door::new(club, app(&SAMPLE, false), Some(IpAddr::from([127, 0, 0, 2])), 0)
    }

    async fn knock(door: &Door, peer: &str, host: &str, body: &str) -> (u16, String) {
        let mut request = Request::builder().method("POST").uri("/api/nearby").header("host", host);
        let peer: SocketAddr = format!("{peer}:1").parse().unwrap();
        request = request.extension(ConnectInfo(peer));
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let response = door.route().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn only_the_machine_itself_opens_the_door() {
        let door = door();
        for (peer, host, body, status) in [
            ("192.0.2.7", "127.0.0.1:1", "{}", 403),
            ("127.0.0.1", "evil.example", "{}", 403),
            ("127.0.0.1", "127.0.0.1:1", "{", 400),
            ("127.0.0.1", "127.0.0.1:1", r#"{"to":"//evil.example"}"#, 400),
        ] {
            assert_eq!(knock(&door, peer, host, body).await.0, status, "{peer} {host} {body}");
            assert!(door.0.open.lock().await.is_none(), "it stays closed");
        }
        let (status, first) = knock(&door, "127.0.0.1", "127.0.0.1:1", r#"{"to":"people?game=abc"}"#).await;
        assert_eq!(status, 200, "{first}");
        let first: NearbyGiven = decode(&first).unwrap();
        assert!(
            first.link.starts_with("http://127.0.0.2:") && first.link.ends_with("?to=people%3Fgame%3Dabc")
        );
        assert!(first.svg.starts_with("<svg ") && !first.svg.contains("<script") && first.svg.len() > 2_000);
        let again: NearbyGiven = decode(&knock(&door, "127.0.0.1", "localhost:1", "").await.1).unwrap();
        assert_eq!(first.link.split('?').next(), Some(again.link.as_str()), "one door, one secret");
        // Somebody is really there, and lets nobody in without the secret.
        let address = again.link.trim_start_matches("http://").split('/').next().unwrap();
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
}
