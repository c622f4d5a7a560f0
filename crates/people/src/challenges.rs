//! Games offered to one account, and the stream that tells a program of them.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::Response;
use damka_room::Terms;
use damka_rules::Side;
use damka_store::{Account, Found, StoreError, Wanted};
use damka_wire::people::NewGame;
use damka_wire::room::{Act, ClientOut};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, oneshot};

use crate::accounts::Visitor;
use crate::answer::{Answer, Refusal};
use crate::bots::{bid, done, form};
use crate::club::{Club, NoEntry};
use crate::errand::Errand;
use crate::games::{founded, joined, turn};
use crate::keeper::Order;
use crate::news::Topic;
use crate::shape;
use crate::streams::{self, Lines, SILENCE, Unheard};

/// What happens to an account: challenges, games that begin and end.
pub(crate) async fn events(State(club): State<Club>, visitor: Visitor) -> Answer<Response> {
    let account = visitor.known()?;
    let (lines, response) = streams::answer();
    tokio::spawn(async move {
        let present = club.0.online.enter(account.id);
        // Who does not read any more has said so by leaving.
        let _ = tell(&club, &account, &lines).await;
        drop(present);
    });
    Ok(response)
}

async fn tell(club: &Club, account: &Account, lines: &Lines) -> Result<(), Unheard> {
    let bell = Arc::new(Notify::new());
    club.0.news.listen(&bell, [Topic::Account(account.id)]);
    let mut known = Known::default();
    loop {
        match current(club, account.id).await {
            Ok(games) => {
                for line in known.news(club, account.id, games).await {
                    lines.send(&line).await?;
                }
            }
            Err(error) => tracing::warn!(%error, "a stream has to wait"),
        }
        loop {
            tokio::select! {
                () = bell.notified() => break,
                () = lines.closed() => return Err(Unheard),
                () = tokio::time::sleep(SILENCE) => lines.breathe().await?,
            }
        }
    }
}

/// An account's games that are not over, and those offered to it.
pub(crate) async fn current(club: &Club, account: i64) -> Result<Vec<Found>, StoreError> {
    let store = club.store().await?;
    let mine = Wanted { account: Some(account), over: Some(false), limit: 100, ..Wanted::default() };
    let offered = Wanted { invited: Some(account), over: Some(false), limit: 50, ..Wanted::default() };
    let mut games = store.find(mine).await?;
    games.extend(store.find(offered).await?);
    Ok(games)
}

/// What a stream has told already.
#[derive(Default)]
struct Known {
    begun: HashSet<String>,
    offered: HashSet<String>,
    waiting: HashSet<String>,
}

impl Known {
    /// What is new.
    async fn news(&mut self, club: &Club, account: i64, games: Vec<Found>) -> Vec<Value> {
        let mut out = Vec::new();
        let mut now = Known::default();
        for found in games {
            let Ok(terms) = damka_wire::decode::<Terms>(&found.terms) else { continue };
            let mine = found.accounts.contains(&Some(account));
            let id = found.id.clone();
            if mine && !found.waiting {
                if !self.begun.contains(&id) {
                    out.push(json!({ "type": "gameStart", "game": { "id": id } }));
                }
                now.begun.insert(id);
            } else if mine {
                now.waiting.insert(id);
            } else {
                if !self.offered.contains(&id) {
                    let challenge = shape::challenge(&found, &terms);
                    out.push(json!({ "type": "challenge", "challenge": challenge }));
                }
                now.offered.insert(id);
            }
        }
        for id in self.begun.difference(&now.begun) {
            let (status, reason) = how(club, id).await;
            out.push(
                json!({ "type": "gameFinish", "game": { "id": id, "status": status, "reason": reason } }),
            );
        }
        for id in self.offered.difference(&now.offered).filter(|id| !now.begun.contains(*id)) {
            out.push(json!({ "type": "challengeCanceled", "challenge": { "id": id } }));
        }
        for id in self.waiting.difference(&now.waiting).filter(|id| !now.begun.contains(*id)) {
            out.push(json!({ "type": "challengeDeclined", "challenge": { "id": id } }));
        }
        *self = now;
        out
    }
}

/// How a game ended.
async fn how(club: &Club, game: &str) -> (Option<String>, Option<String>) {
    let found = match club.store().await {
        Ok(store) => store.find_one(game).await.unwrap_or_default(),
        Err(_) => None,
    };
    found.map_or((None, None), |found| (found.outcome, found.ending))
}

/// What a challenger wants, in the words of lidraughts.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Offer {
    rated: bool,
    #[serde(rename = "clock.limit")]
    limit: Option<u32>,
    #[serde(rename = "clock.increment")]
    increment: Option<u32>,
    days: Option<u32>,
    color: String,
    variant: String,
    fen: Option<String>,
}

/// Offers a game to an account.
pub(crate) async fn offer(errand: Errand, body: Bytes) -> Answer<Json<Value>> {
    let Errand { club, about: name, account } = errand;
    let wanted: Offer = form(&body)?;
    let word = if wanted.variant.is_empty() { "standard" } else { &wanted.variant };
    let variant = shape::named(word).ok_or_else(|| Refusal::bad(format!("no game is called '{word}'")))?;
    let clock = match (wanted.limit, wanted.days) {
        (Some(limit), _) => format!("{limit}+{}", wanted.increment.unwrap_or_default()),
        (None, Some(days)) => format!("{days}days"),
        (None, None) => String::new(),
    };
    let white = match wanted.color.as_str() {
        "white" => Some(true),
        "black" => Some(false),
        _ => None,
    };
    let new = NewGame {
        variant: variant.to_string(),
        clock,
        white,
        start: wanted.fen.filter(|fen| !fen.is_empty()),
        rated: wanted.rated,
        opponent: Some(name),
        ..NewGame::default()
    };
    let given = founded(&club, Some(&account), new).await?;
    let found = club.store().await?.find_one(&given.game).await?.ok_or(NoEntry::Unknown)?;
    let terms: Terms = damka_wire::decode(&found.terms).map_err(Refusal::bad)?;
    Ok(Json(json!({ "challenge": shape::challenge(&found, &terms) })))
}

/// Takes a challenge up.
pub(crate) async fn accept(Errand { club, about: game, account }: Errand) -> Answer<Json<Value>> {
    joined(&club, &game, Some(&account), "").await?;
    Ok(done())
}

/// Does not.
pub(crate) async fn decline(Errand { club, about: game, account }: Errand) -> Answer<Json<Value>> {
    let (reply, answer) = oneshot::channel();
    let gone = || Refusal::from(NoEntry::Unknown);
    club.desk(&game).await?.send(Order::Decline(account.id, reply)).await.map_err(|_| gone())?;
    match answer.await.map_err(|_| gone())? {
        true => Ok(done()),
        false => Err(gone()),
    }
}

/// Takes an offer back.
pub(crate) async fn cancel(Errand { club, about: game, account }: Errand) -> Answer<Json<Value>> {
    bid(&club, &game, account.id, ClientOut::Act { ply: 0, act: Act::Abort }).await?;
    Ok(done())
}

/// One's games that are being played.
pub(crate) async fn playing(State(club): State<Club>, visitor: Visitor) -> Answer<Json<Value>> {
    let account = visitor.known()?;
    let mut list = Vec::new();
    for found in current(&club, account.id).await?.into_iter().filter(|found| !found.waiting) {
        let Ok(terms) = damka_wire::decode::<Terms>(&found.terms) else { continue };
        let side = if found.accounts[0] == Some(account.id) { Side::White } else { Side::Black };
        list.push(shape::playing(&found, &terms, side, turn(&found, &terms) == Some(side)));
    }
    Ok(Json(json!({ "nowPlaying": list })))
}

/// Whose state is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    ids: String,
}

/// Which accounts listen for challenges on this server.
pub(crate) async fn status(State(club): State<Club>, Query(asked): Query<Asked>) -> Answer<Json<Value>> {
    let mut list = Vec::new();
    for name in asked.ids.split(',').filter(|name| !name.is_empty()).take(50) {
        if let Some(account) = club.store().await?.account_named(name).await? {
            let online = club.0.online.has(account.id);
            let mut one = json!({ "id": shape::id(&account.name), "name": account.name, "online": online });
            if account.bot {
                one["title"] = "BOT".into();
            }
            list.push(one);
        }
    }
    Ok(Json(Value::Array(list)))
}

/// From now on a program has this account.
pub(crate) async fn upgrade(State(club): State<Club>, visitor: Visitor) -> Answer<Json<Value>> {
    let account = visitor.known()?;
    club.store().await?.make_bot(account.id).await?;
    Ok(done())
}
