//! People on the same network, without the internet: an address with a secret in it, as text and as a code to scan.
//!
//! Whoever opens that address is given a cookie and sent to the page; without the cookie nothing is served there.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tokio::net::TcpListener;

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

/// What is printed: the address, and a code for a telephone's camera.
pub(crate) fn invitation(address: SocketAddr, secret: &str) -> String {
    let link = format!("http://{address}/nearby/{secret}");
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
                return welcome(&secret);
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

fn welcome(secret: &str) -> Response {
    let cookie = format!("{COOKIE}={secret}; HttpOnly; SameSite=Lax; Path=/");
    let mut response =
        (StatusCode::SEE_OTHER, [(header::LOCATION, "/"), (header::CACHE_CONTROL, "no-store")])
            .into_response();
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
        gated(app(&SAMPLE), "s3cret").oneshot(request).await.unwrap()
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
        let told = invitation(there, "s3cret");
        assert!(told.ends_with(&format!("http://{there}/nearby/s3cret")) && told.contains('█'), "{told}");
    }
}
