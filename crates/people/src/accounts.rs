//! Accounts over plain requests, and who is asking.

use std::time::Instant;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use damka_room::{Holder, clean};
use damka_store::{Account, Results, SessionKind};
use damka_wire::people::{
    Adopt, Adopted, Credentials, NewPassword, Profile, RatingShown, ResultsShown, SeatProof,
};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::answer::{Answer, Refusal};
use crate::club::{Club, now};
use crate::games::LONGEST_NAME;
use crate::keeper::Order;
use crate::{rating, secret, shape};

/// No more games are adopted at once.
const MOST_ADOPTED: usize = 500;

const COOKIE: &str = "damka_session";
/// A session lasts so many seconds: a year.
const LASTING: u32 = 31_536_000;

/// Who asks: an account, or a guest.
pub(crate) struct Visitor(pub(crate) Option<Account>);

impl Visitor {
    /// The account; a guest is refused.
    pub(crate) fn known(self) -> Answer<Account> {
        self.0.ok_or_else(Refusal::unknown)
    }

    /// Who sends these headers.
    pub(crate) async fn of(club: &Club, headers: &HeaderMap) -> Answer<Visitor> {
        let (kind, secret) = match (token(headers), cookie(headers)) {
            (Some(token), _) => (SessionKind::Token, token),
            (None, Some(cookie)) => (SessionKind::Browser, cookie),
            (None, None) => return Ok(Visitor(None)),
        };
        Ok(Visitor(club.store().await?.session(&secret::digest(&secret), kind).await?))
    }
}

impl FromRequestParts<Club> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, club: &Club) -> Result<Visitor, Refusal> {
        Visitor::of(club, &parts.headers).await
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
    let password = hashed(wanted.password).await?;
    let account = Account { id: secret::number(), name, password, bot: wanted.bot, created: now() };
    club.store().await?.enrol(account.clone()).await?;
    begin(&club, &account).await
}

/// What is kept of a new password.
async fn hashed(password: String) -> Answer<String> {
    if !(8..=200).contains(&password.chars().count()) {
        return Err(Refusal::bad("passwords have 8 to 200 characters"));
    }
    let hash = apart(move || secret::hash(&password)).await?;
    hash.ok_or_else(|| Refusal::bad("this password cannot be kept"))
}

/// Logs in. A wrong name takes as long as a wrong password, and is told alike.
pub(crate) async fn log_in(
    State(club): State<Club>,
    Json(given): Json<Credentials>,
) -> Answer<impl IntoResponse> {
    may_guess(&club, &given.name)?;
    let account = club.store().await?.account_named(&given.name).await?;
    let kept = account.as_ref().map(|account| account.password.clone());
    match account.filter(is_right(given.password, kept).await?) {
        Some(account) => begin(&club, &account).await,
        None => Err(Refusal(StatusCode::UNAUTHORIZED, "name or password is wrong".into())),
    }
}

/// Nobody tries many passwords of one name, from however many addresses.
fn may_guess(club: &Club, name: &str) -> Answer<()> {
    let name: String = name.to_lowercase().chars().take(LONGEST_NAME).collect();
    match club.0.guesses.allows(name, Instant::now()) {
        true => Ok(()),
        false => Err(Refusal(StatusCode::TOO_MANY_REQUESTS, "not so fast".into())),
    }
}

/// Is this the password that is kept? Takes as long if none is.
async fn is_right(password: String, kept: Option<String>) -> Answer<impl FnOnce(&Account) -> bool> {
    let right = apart(move || {
        // What is longer than any password is not hashed, but no shorter way either.
        let (short, known) =
            (password.chars().count() <= 200, secret::is_password(&password, kept.as_deref()));
        short && known
    });
    let right = right.await?;
    Ok(move |_: &Account| right)
}

/// A new password; every other session ends.
pub(crate) async fn change_password(
    State(club): State<Club>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(wanted): Json<NewPassword>,
) -> Answer<Json<Value>> {
    let account = visitor.known()?;
    may_guess(&club, &account.name)?;
    let right = is_right(wanted.password, Some(account.password.clone())).await?;
    if !right(&account) {
        return Err(Refusal(StatusCode::UNAUTHORIZED, "the password is wrong".into()));
    }
    let new = hashed(wanted.new).await?;
    let session = cookie(&headers).map(|secret| secret::digest(&secret)).unwrap_or_default();
    club.store().await?.change_password(account.id, &new, &session).await?;
    Ok(Json(json!({})))
}

/// Games played as a guest become the account's.
pub(crate) async fn adopt(
    State(club): State<Club>,
    visitor: Visitor,
    Json(wanted): Json<Adopt>,
) -> Answer<Json<Adopted>> {
    let account = visitor.known()?;
    let mut games = Vec::new();
    for SeatProof { game, secret } in wanted.seats.into_iter().take(MOST_ADOPTED) {
        // A game of another server is asked for there; one that is gone cannot be had.
        let Ok(desk) = club.desk(&game).await else { continue };
        let holder = Holder {
            account: Some(account.id),
            bot: account.bot,
            ..Holder::guest(&account.name, "the guest's own stays")
        };
        let (reply, answer) = oneshot::channel();
        let sent = desk.send(Order::Adopt(secret, Box::new(holder), reply)).await.is_ok();
        if sent && answer.await.unwrap_or(false) {
            games.push(game);
        }
    }
    Ok(Json(Adopted { games }))
}

/// Every session has a new secret: one that somebody else planted is worth nothing.
async fn begin(club: &Club, account: &Account) -> Answer<impl IntoResponse + use<>> {
    let secret = secret::secret();
    let digest = secret::digest(&secret);
    club.store().await?.open_session(&digest, account.id, SessionKind::Browser, now()).await?;
    Ok((set_cookie(club, &secret, LASTING), Json(json!({ "name": account.name }))))
}

/// The name of the account that asks; a guest has none, which is no mistake.
pub(crate) async fn who(visitor: Visitor) -> Json<Value> {
    Json(json!({ "name": visitor.0.map(|account| account.name) }))
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
    let account = visitor.known()?;
    let secret = secret::secret();
    let digest = secret::digest(&secret);
    club.store().await?.open_session(&digest, account.id, SessionKind::Token, now()).await?;
    Ok(Json(json!({ "token": secret })))
}

/// Deletes the account that asks. Its games stay, without a name.
pub(crate) async fn delete(State(club): State<Club>, visitor: Visitor) -> Answer<impl IntoResponse> {
    let account = visitor.known()?;
    let id = account.id;
    club.store().await?.delete_account(id, move |text| without(text, id)).await?;
    Ok((set_cookie(&club, "", 0), Json(json!({}))))
}

/// Terms or a deed without an account's name; `None` if they do not name it.
fn without(text: &str, account: i64) -> Option<String> {
    fn forget(value: &mut Value, account: i64) -> bool {
        let Some(fields) = value.as_object_mut() else { return false };
        let mut found = fields.get("account").and_then(Value::as_i64) == Some(account);
        if found {
            fields.insert("name".into(), "".into());
            // Somebody a game was offered to has no secret, and stays a number: nobody else may join.
            if fields.contains_key("secret") {
                ["account", "rating", "bot"].iter().for_each(|field| _ = fields.remove(*field));
            }
        }
        for (_, inner) in fields {
            found |= forget(inner, account);
        }
        found
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    forget(&mut value, account).then(|| value.to_string())
}

/// Who asks; with the fields that bots of lidraughts look for.
pub(crate) async fn me(State(club): State<Club>, visitor: Visitor) -> Answer<Json<Value>> {
    let account = visitor.known()?;
    let (name, bot) = (account.name.clone(), account.bot);
    let profile = profiled(&club, account).await?;
    let mut value = serde_json::to_value(profile).map_err(Refusal::bad)?;
    value["id"] = shape::id(&name).into();
    value["username"] = name.into();
    if bot {
        value["title"] = "BOT".into();
    }
    Ok(Json(value))
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
    let results = club.store().await?.results(account.id).await?.into_iter();
    let results = results
        .map(|Results { variant, counts: [won, drawn, lost] }| ResultsShown { variant, won, drawn, lost })
        .collect();
    Ok(Profile { name: account.name, bot: account.bot, created: account.created, ratings, results })
}

/// Does not want to meet somebody any more, or does again.
pub(crate) async fn block(
    State(club): State<Club>,
    Path(name): Path<String>,
    method: axum::http::Method,
    visitor: Visitor,
) -> Answer<impl IntoResponse> {
    let account = visitor.known()?;
    let nobody = || Refusal(StatusCode::NOT_FOUND, "there is no such account".into());
    let store = club.store().await?;
    let other = store.account_named(&name).await?.ok_or_else(nobody)?;
    store.block(account.id, other.id, method == axum::http::Method::POST).await?;
    Ok(Json(json!({})))
}

/// Whom one does not want to meet.
pub(crate) async fn blocked(State(club): State<Club>, visitor: Visitor) -> Answer<Json<Vec<String>>> {
    let account = visitor.known()?;
    Ok(Json(club.store().await?.blocked(account.id).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_names_an_account_that_is_gone() {
        for (text, expected) in [
            (
                r#"{"white":{"name":"Anna","account":7,"rating":1500,"secret":"x"},"black":{"name":"B","account":8}}"#,
                Some(r#"{"black":{"account":8,"name":"B"},"white":{"name":"","secret":"x"}}"#),
            ),
            (
                r#"{"seated":{"white":false,"holder":{"name":"Anna","account":7,"bot":true,"secret":"x"}}}"#,
                Some(r#"{"seated":{"holder":{"name":"","secret":"x"},"white":false}}"#),
            ),
            (r#"{"invited":{"account":7,"name":"Anna"}}"#, Some(r#"{"invited":{"account":7,"name":""}}"#)),
            (r#"{"moved":{"text":"c3-d4"}}"#, None),
            (r#""aborted""#, None),
        ] {
            let same = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(without(text, 7).as_deref().map(same), expected.map(same), "{text}");
        }
    }
}
