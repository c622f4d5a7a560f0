//! The listening loop: a port, the address printed, the browser opened, a quiet end.

use std::{
    fmt,
    io::{self, Write as _},
    net::{IpAddr, SocketAddr},
};

use axum::Router;
use tokio::net::{TcpListener, lookup_host};

use axum::response::Response;
use damka_people::{Club, Options as People, routes};

use crate::{bundle::Bundle, headers, nearby, nearby::Door, router::app};

/// The port the page is served on unless it is taken.
pub const DEFAULT_PORT: u16 = 8064;

/// How many ports after the default one are tried.
const TRIES: u16 = 100;

/// How to serve.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on, or a name of it such as `localhost`; only this machine by default.
    pub host: String,
    /// This port and no other (0 lets the system choose); `None` is [`DEFAULT_PORT`] or the next free one.
    pub port: Option<u16>,
    /// Open the browser.
    pub open: bool,
    /// Let people on the local network in, too, by an address with a secret.
    pub nearby: bool,
    /// The address people nearby come by, when the program or its page lets them in; `None` is whichever we have.
    pub nearby_at: Option<IpAddr>,
    /// How people play each other here. Its address and whether only this machine is served follow from the port.
    pub people: People,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: None,
            open: true,
            nearby: false,
            nearby_at: None,
            people: People::default(),
        }
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The host is not known.
    #[error("--host: '{host}' is not known here: {source}")]
    Host {
        /// What was asked for.
        host: String,
        /// What the system said.
        source: io::Error,
    },
    /// No port to listen on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// What was tried.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The runtime or a connection loop gave up.
    #[error("serving failed: {0}")]
    Io(#[from] io::Error),
}

/// Serves a page until interrupted (Ctrl-C).
pub fn serve(bundle: &'static Bundle, options: &Options) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(bundle, options))
}

async fn run(bundle: &'static Bundle, options: &Options) -> Result<(), ServeError> {
    let listener = bind(options).await?;
    let url = format!("http://{}/", listener.local_addr()?);
    tell(format_args!("Damka is served at {url} (Ctrl-C ends it)"));
    tracing::info!(%url, "listening");
    if bundle.is_empty() {
        tell(format_args!(
            "This build has no page: use `cargo run --release`, or build with DAMKA_BUNDLE=quick."
        ));
    }
    if options.open
        && let Err(error) = open::that_detached(&url)
    {
        tracing::warn!(%error, "no browser could be opened");
        tell(format_args!("No browser could be opened ({error}): open the address yourself."));
    }
    let address = listener.local_addr()?;
    let club = club(options, address);
    let app = whole(bundle, club.clone(), options.people.secure);
    let door = Door::new(club.clone(), app.clone(), options.nearby_at, address.port());
    if options.nearby {
        tell(format_args!("{}", nearby::invitation(&door.open().await?)));
    }
    let service = secured(door.route()).merge(app).into_make_service_with_connect_info::<SocketAddr>();
    // Browsers keep connections open, so do not wait for them to end.
    tokio::select! {
        served = axum::serve(listener, service).into_future() => Ok(served?),
        () = interrupted() => {
            tracing::info!("interrupted");
            club.close().await;
            Ok(())
        }
    }
}

fn club(options: &Options, address: SocketAddr) -> Club {
    let mut people = options.people.clone();
    // Behind a proxy on this machine the site has a name of its own.
    people.local = address.ip().is_loopback() && people.proxies.is_empty();
    if people.address.is_empty() {
        people.address = format!("http://{address}");
    }
    Club::new(people)
}

/// The page, and the people behind it.
fn whole(bundle: &'static Bundle, club: Club, secure: bool) -> Router {
    app(bundle, secure).merge(secured(routes(club)))
}

fn secured(routes: Router) -> Router {
    let secure = |mut response: Response| async {
        headers::secure(response.headers_mut());
        response
    };
    routes.layer(axum::middleware::map_response(secure))
}

/// Until somebody ends us: from the keyboard, or as a service is ended.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // Without a signal handler the system ends us just as well.
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Nobody need be listening: the page is served all the same when standard output is closed.
fn tell(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stdout(), "{text}");
}

async fn bind(options: &Options) -> Result<TcpListener, ServeError> {
    let host = &options.host;
    let unknown = |source| ServeError::Host { host: host.clone(), source };
    let found = lookup_host((host.as_str(), 0)).await.map_err(unknown)?;
    // Where a name means both, the older protocol is what other programs on this machine expect.
    let address = found.min_by_key(|address| !address.is_ipv4());
    let address = address.ok_or_else(|| unknown(io::ErrorKind::AddrNotAvailable.into()))?;
    let at = |port| SocketAddr::new(address.ip(), port);
    let fail = |address| move |source| ServeError::Listen { address, source };
    if let Some(port) = options.port {
        return TcpListener::bind(at(port)).await.map_err(fail(at(port)));
    }
    for port in DEFAULT_PORT..DEFAULT_PORT + TRIES {
        match TcpListener::bind(at(port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => tracing::debug!(port, "taken"),
            bound => return bound.map_err(fail(at(port))),
        }
    }
    TcpListener::bind(at(0)).await.map_err(fail(at(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_taken_port_is_passed_over_but_not_one_asked_for() {
        let first = bind(&Options::default()).await.unwrap();
        let second = bind(&Options::default()).await.unwrap();
        assert_ne!(first.local_addr().unwrap(), second.local_addr().unwrap());
        let taken = first.local_addr().unwrap().port();
        let error = bind(&Options { port: Some(taken), ..Options::default() }).await.unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot listen on 127.0.0.1:{taken}: ")), "{error}");
    }

    #[tokio::test]
    async fn hosts_have_names() {
        let at = |host: &str| Options { host: host.to_owned(), port: Some(0), ..Options::default() };
        for (host, address) in [("localhost", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")] {
            let bound = bind(&at(host)).await.unwrap().local_addr().unwrap();
            assert_eq!(bound.ip().to_string(), address, "{host}");
        }
        let error = bind(&at("nowhere.invalid")).await.unwrap_err();
        assert!(error.to_string().starts_with("--host: 'nowhere.invalid' is not known"), "{error}");
    }
}
