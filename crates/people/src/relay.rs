//! A game that another server owns: what comes here is passed on to it, as a page can only talk to its own site.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message as Passed;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Said with everything that is passed on, so that it is passed on once.
const RELAYED: &str = "x-damka-relayed";
/// How long the other server may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the other server has to know: who asks.
#[derive(Debug, Default)]
pub(crate) struct Passport {
    /// Has another server passed this on to us?
    pub(crate) relayed: bool,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Passport {
    /// Of whoever sends these headers from this address.
    pub(crate) fn of(headers: &HeaderMap, asker: Option<IpAddr>) -> Passport {
        let mut kept = Vec::new();
        for name in [header::COOKIE, header::AUTHORIZATION] {
            if let Some(value) = headers.get(&name) {
                kept.push((name, value.clone()));
            }
        }
        if let Some(value) = asker.and_then(|asker| HeaderValue::from_str(&asker.to_string()).ok()) {
            kept.push((HeaderName::from_static("x-forwarded-for"), value));
        }
        Passport { relayed: headers.contains_key(RELAYED), headers: kept }
    }
}

/// The address without its scheme, if it is one we can reach.
fn host(address: &str) -> Option<&str> {
    address.strip_prefix("http://").map(|rest| rest.trim_end_matches('/')).filter(|host| !host.is_empty())
}

/// Passes a socket on until either end closes it. `None` if the other server cannot be reached: nothing was said.
pub(crate) async fn socket(
    address: &str,
    path: &str,
    passport: &Passport,
    greeting: Utf8Bytes,
    visitor: &mut WebSocket,
) -> Option<()> {
    let mut request = format!("ws://{}{path}", host(address)?).into_client_request().ok()?;
    request.headers_mut().insert(RELAYED, "1".parse().ok()?);
    request.headers_mut().extend(passport.headers.iter().cloned());
    let (mut owner, _) = tokio::time::timeout(PATIENCE, connect_async(request)).await.ok()?.ok()?;
    owner.send(Passed::text(greeting.as_str())).await.ok()?;
    loop {
        tokio::select! {
            said = visitor.recv() => match said {
                Some(Ok(Message::Text(text))) => owner.send(Passed::text(text.as_str())).await.ok()?,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => break,
            },
            told = owner.next() => match told {
                Some(Ok(Passed::Text(text))) => {
                    if visitor.send(Message::Text(text.as_str().into())).await.is_err() {
                        break;
                    }
                }
                Some(Ok(Passed::Ping(_) | Passed::Pong(_))) => {}
                _ => break,
            },
        }
    }
    // The other end may have gone first.
    let _ = owner.close(None).await;
    Some(())
}

/// Passes a request on, and its answer back.
pub(crate) async fn post(address: &str, path: &str, passport: &Passport, body: &str) -> Result<Response, ()> {
    let host = host(address).ok_or(())?;
    let mut request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{RELAYED}: 1\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in &passport.headers {
        if let Ok(value) = value.to_str() {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
    }
    request.push_str("\r\n");
    request.push_str(body);
    let answer = tokio::time::timeout(PATIENCE, async {
        let mut stream = TcpStream::connect(host).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    });
    let answer = answer.await.map_err(drop)?.map_err(drop)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(())?;
    let status = head.split(' ').nth(1).and_then(|code| code.parse::<u16>().ok()).ok_or(())?;
    let status = StatusCode::from_u16(status).map_err(drop)?;
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body.to_owned()).into_response())
}
