//! Accounts over plain requests, and who is asking.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use damka_room::clean;
use damka_store::{Account, SessionKind};
use damka_wire::people::{Credentials, Profile, RatingShown};
use serde_json::json;

use crate::answer::{Answer, Refusal};
use crate::club::{Club, now};
use crate::games::LONGEST_NAME;
use crate::{rating, secret};

const COOKIE: &str = "damka_session";
/// A session lasts so many seconds: a year.
const LASTING: u32 = 31_536_000;

/// Who asks: an account, or a guest.
pub(crate) struct Visitor(pub(crate) Option<Account>);

impl FromRequestParts<Club> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, club: &Club) -> Result<Visitor, Refusal> {
        let (kind, secret) = match (token(&parts.headers), cookie(&parts.headers)) {
            (Some(token), _) => (SessionKind::Token, token),
            (None, Some(cookie)) => (SessionKind::Browser, cookie),
            (None, None) => return Ok(Visitor(None)),
        };
        Ok(Visitor(club.store().await?.session(&secret::digest(&secret), kind).await?))
    }
}

fn token(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(|token| token.trim().to_owned())
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned())
}

fn set_cookie(
    club: &Club,
    value: &str,
    seconds: u32,
) -> AppendHeaders<[(header::HeaderName, HeaderValue); 1]> {
    let secure = if club.0.options.secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}");
    let text = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    AppendHeaders([(header::SET_COOKIE, text)])
}

/// Argon2 takes a good part of a second of a core: not on the threads that serve everybody.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

/// Makes an account and logs in.
pub(crate) async fn enrol(
    State(club): State<Club>,
    Json(wanted): Json<Credentials>,
) -> Answer<impl IntoResponse> {
    let usable = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let name = clean(&wanted.name, LONGEST_NAME)
        .filter(|name| name.chars().count() >= 2 && name.chars().all(usable))
        .ok_or_else(|| Refusal::bad("names have 2 to 24 letters, digits, spaces, - or _"))?;
    if !(8..=200).contains(&wanted.password.chars().count()) {
        return Err(Refusal::bad("passwords have 8 to 200 characters"));
    }
    let password = wanted.password;
    let hash = apart(move || secret::hash(&password)).await?;
    let password = hash.ok_or_else(|| Refusal::bad("this password cannot be kept"))?;
    let account = Account { id: secret::number(), name, password, bot: wanted.bot, created: now() };
    club.store().await?.enrol(account.clone()).await?;
    begin(&club, &account).await
}

/// Logs in. A wrong name takes as long as a wrong password, and is told alike.
pub(crate) async fn log_in(
    State(club): State<Club>,
    Json(given): Json<Credentials>,
) -> Answer<impl IntoResponse> {
    let account = club.store().await?.account_named(&given.name).await?;
    let kept = account.as_ref().map(|account| account.password.clone());
    let (password, long) = (given.password, 200);
    let right =
        apart(move || password.chars().count() <= long && secret::is_password(&password, kept.as_deref()))
            .await?;
    match account.filter(|_| right) {
        Some(account) => begin(&club, &account).await,
        None => Err(Refusal(StatusCode::UNAUTHORIZED, "name or password is wrong".into())),
    }
}

/// Every session has a new secret: one that somebody else planted is worth nothing.
async fn begin(club: &Club, account: &Account) -> Answer<impl IntoResponse + use<>> {
    let secret = secret::secret();
    let digest = secret::digest(&secret);
    club.store().await?.open_session(&digest, account.id, SessionKind::Browser, now()).await?;
    Ok((set_cookie(club, &secret, LASTING), Json(json!({ "name": account.name }))))
}

/// Logs out.
pub(crate) async fn log_out(State(club): State<Club>, headers: HeaderMap) -> Answer<impl IntoResponse> {
    if let Some(secret) = cookie(&headers) {
        club.store().await?.close_session(&secret::digest(&secret)).await?;
    }
    Ok((set_cookie(&club, "", 0), Json(json!({}))))
}

/// A token for a program that plays for this account.
pub(crate) async fn new_token(State(club): State<Club>, visitor: Visitor) -> Answer<impl IntoResponse> {
    let account = visitor.0.ok_or_else(Refusal::unknown)?;
    let secret = secret::secret();
    let digest = secret::digest(&secret);
    club.store().await?.open_session(&digest, account.id, SessionKind::Token, now()).await?;
    Ok(Json(json!({ "token": secret })))
}

/// Deletes the account that asks.
pub(crate) async fn delete(State(club): State<Club>, visitor: Visitor) -> Answer<impl IntoResponse> {
    let account = visitor.0.ok_or_else(Refusal::unknown)?;
    club.store().await?.delete_account(account.id).await?;
    Ok((set_cookie(&club, "", 0), Json(json!({}))))
}

/// Who asks.
pub(crate) async fn me(State(club): State<Club>, visitor: Visitor) -> Answer<Json<Profile>> {
    Ok(Json(profiled(&club, visitor.0.ok_or_else(Refusal::unknown)?).await?))
}

/// Somebody's profile, for anybody.
pub(crate) async fn profile(State(club): State<Club>, Path(name): Path<String>) -> Answer<Json<Profile>> {
    let nobody = || Refusal(StatusCode::NOT_FOUND, "there is no such account".into());
    let account = club.store().await?.account_named(&name).await?.ok_or_else(nobody)?;
    Ok(Json(profiled(&club, account).await?))
}

async fn profiled(club: &Club, account: Account) -> Answer<Profile> {
    let now = now();
    let shown = |(kind, kept)| {
        let today = rating::today(Some(kept), now);
        RatingShown {
            kind,
            rating: today.rating.round() as u32,
            deviation: today.deviation.round() as u32,
            provisional: today.deviation >= rating::PROVISIONAL,
            games: today.games,
        }
    };
    let ratings = club.store().await?.ratings(account.id).await?.into_iter().map(shown).collect();
    Ok(Profile { name: account.name, bot: account.bot, created: account.created, ratings })
}

/// Does not want to meet somebody any more, or does again.
pub(crate) async fn block(
    State(club): State<Club>,
    Path(name): Path<String>,
    method: axum::http::Method,
    visitor: Visitor,
) -> Answer<impl IntoResponse> {
    let account = visitor.0.ok_or_else(Refusal::unknown)?;
    let nobody = || Refusal(StatusCode::NOT_FOUND, "there is no such account".into());
    let store = club.store().await?;
    let other = store.account_named(&name).await?.ok_or_else(nobody)?;
    store.block(account.id, other.id, method == axum::http::Method::POST).await?;
    Ok(Json(json!({})))
}
