//! The addresses of a club.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Router};

use crate::accounts::Visitor;
use crate::answer::{Answer, Refusal};
use crate::club::Club;
use crate::meter::Count;
use crate::{accounts, bots, challenges, games, guard, lobby, positions, relay, socket};

/// No request is longer.
const LONGEST: usize = 16 * 1024;

/// Everything a club answers, to be merged with what serves the page.
pub fn routes(club: Club) -> Router {
    Router::new()
        .route("/ws/game/{game}", get(enter))
        .route("/ws/lobby", get(enter_lobby))
        .route("/api/games", post(games::found).get(games::mine))
        .route("/api/games/export", get(games::export))
        .route("/api/games/{game}", get(games::one))
        .route("/api/games/{game}/join", post(games::join))
        .route("/api/lobby", get(lobby::list))
        .route("/api/watch", get(lobby::watch_list))
        .route("/api/account", post(accounts::enrol).get(accounts::me).delete(accounts::delete))
        .route("/api/account/games", post(accounts::adopt))
        .route("/api/account/password", post(accounts::change_password))
        .route("/api/account/playing", get(challenges::playing))
        .route("/api/account/token", post(accounts::new_token))
        .route("/api/session", post(accounts::log_in).get(accounts::who).delete(accounts::log_out))
        .route("/api/people/{name}", get(accounts::profile))
        .route("/api/people/{name}/games", get(games::theirs))
        .route("/api/users/status", get(challenges::status))
        .route("/api/stream/event", get(challenges::events))
        .route("/api/challenge/{id}", post(challenges::offer))
        .route("/api/challenge/{id}/accept", post(challenges::accept))
        .route("/api/challenge/{id}/decline", post(challenges::decline))
        .route("/api/challenge/{id}/cancel", post(challenges::cancel))
        .route("/api/bot/account/upgrade", post(challenges::upgrade))
        .route("/api/bot/game/stream/{game}", get(bots::stream))
        .route("/api/bot/game/{game}", get(bots::one))
        .route("/api/bot/game/{game}/move/{step}", post(bots::play))
        .route("/api/bot/game/{game}/chat", post(bots::chat))
        .route("/api/bot/game/{game}/abort", post(bots::abort))
        .route("/api/bot/game/{game}/resign", post(bots::resign))
        .route("/api/bot/game/{game}/draw/{answer}", post(bots::draw))
        .route("/api/bot/game/{game}/takeback/{answer}", post(bots::takeback))
        .route("/game/export/{game}", get(games::one))
        .route("/api/blocks", get(accounts::blocked))
        .route("/api/blocks/{name}", post(accounts::block).merge(delete(accounts::block)))
        .route("/api/position", get(positions::position))
        .route("/api/openapi.json", get(description))
        .route("/api/{*rest}", get(nothing).post(nothing))
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(from_fn_with_state(club.clone(), admit))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .with_state(club)
}

/// What programs read to know all this.
const DESCRIPTION: &str = include_str!("openapi.json");

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

async fn nothing() -> Refusal {
    Refusal(StatusCode::NOT_FOUND, "there is no such address".into())
}

/// Lets in who comes from this site and not too often. Answers are for one visitor and one moment.
async fn admit(State(club): State<Club>, request: Request<Body>, next: Next) -> Response {
    let headers = request.headers();
    let safe =
        matches!(*request.method(), Method::GET | Method::HEAD) && !headers.contains_key(header::UPGRADE);
    let options = &club.0.options;
    if (options.local && !guard::is_local(headers, club.nearby())) || (!safe && !guard::is_own(headers)) {
        return Refusal(StatusCode::FORBIDDEN, "only pages of this site may ask".into()).into_response();
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let asker = guard::asker(peer, headers, &options.proxies);
    if !club.0.limits.allows(asker, Instant::now()) {
        club.0.meter.add(Count::Limited, 1);
        return Refusal(StatusCode::TOO_MANY_REQUESTS, "not so fast".into()).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

async fn enter(
    State(club): State<Club>,
    Path(game): Path<String>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let account = Visitor::of(&club, &headers).await?.0.map(|account| account.id);
    // Whoever is asked in our place has to know for whom.
    let asker =
        peer.map(|Extension(ConnectInfo(peer))| guard::asker(peer.ip(), &headers, &club.0.options.proxies));
    let opener = socket::Opener { account, passport: relay::Passport::of(&headers, asker) };
    Ok(small(upgrade).on_upgrade(move |socket| socket::serve(club, game, opener, socket)))
}

async fn enter_lobby(State(club): State<Club>, visitor: Visitor, upgrade: WebSocketUpgrade) -> Response {
    let account = visitor.0.map(|account| account.id);
    small(upgrade).on_upgrade(move |socket| lobby::serve(club, account, socket))
}

/// Small buffers, as most sockets are idle most of the time.
fn small(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(256 * 1024)
}

async fn health(State(club): State<Club>) -> Response {
    match club.is_well().await {
        Ok(()) => (StatusCode::OK, "well\n").into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

async fn metrics(State(club): State<Club>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], club.0.meter.text()).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// The description is kept by hand: it names every address with every method, and no other.
    #[test]
    fn everything_is_described() {
        let described: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let mut told = BTreeSet::new();
        for (path, methods) in described["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                assert!(about["summary"].is_string() && about["responses"].is_object(), "{method} {path}");
                told.insert(format!("{method} {path}"));
            }
        }
        let mut there = BTreeSet::new();
        let routes =
            include_str!("routes.rs").lines().filter_map(|line| line.trim().strip_prefix(".route(\""));
        for (path, handlers) in routes.filter_map(|rest| rest.split_once('"')) {
            for method in ["get", "post", "delete"] {
                let called = format!("{method}(");
                if handlers.contains(&called) && !path.contains('*') {
                    there.insert(format!("{method} {path}"));
                }
            }
        }
        assert_eq!(told, there);
    }
}
