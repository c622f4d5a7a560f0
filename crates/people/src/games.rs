//! Games over plain requests: found one, join one, list them, look at one, take them home as PDN.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use damka_room::{Holder, Invited, Secret, Terms, clean};
use damka_rules::{AnyPosition, BySide, Side, Variant};
use damka_sitting::Control;
use damka_sitting::seats::Level;
use damka_store::{Account, Found, Wanted};
use damka_wire::people::{Join, Listed, NewGame, SeatGiven};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::accounts::Visitor;
use crate::answer::{Answer, Refusal};
use crate::club::{Club, NoEntry, now, restored};
use crate::keeper::Order;
use crate::relay::{self, Passport};
use crate::{guard, rating, secret};

/// No name is longer.
pub(crate) const LONGEST_NAME: usize = 24;

/// Founds a game: the asker has a seat, the other one is open or the computer's.
pub(crate) async fn found(
    State(club): State<Club>,
    visitor: Visitor,
    Json(new): Json<NewGame>,
) -> Answer<Json<SeatGiven>> {
    Ok(Json(founded(&club, visitor.0.as_ref(), new).await?))
}

pub(crate) async fn founded(club: &Club, account: Option<&Account>, new: NewGame) -> Answer<SeatGiven> {
    let variant: Variant = new.variant.parse().map_err(Refusal::bad)?;
    let control = match new.clock.as_str() {
        "" => Control::None,
        text => Control::parse(text).ok_or_else(|| Refusal::bad(format!("'{text}' is no clock")))?,
    };
    if let Some(fen) = &new.start {
        AnyPosition::from_fen(variant, fen).map_err(|error| Refusal::bad(format!("start: {error}")))?;
    }
    let usual = variant.house_rule().is_none() && new.start.is_none() && control != Control::None;
    if new.rated && !(usual && account.is_some() && new.computer.is_none()) {
        return Err(Refusal::bad(
            "rated games have a clock and the usual start, no house rule, and accounts on both sides",
        ));
    }
    if new.computer.is_some_and(|level| level >= Level::COUNT) {
        return Err(Refusal::bad(format!("levels go from 0 to {}", Level::COUNT - 1)));
    }
    let (kind, token) = (rating::kind(variant, control), secret::secret());
    let holder = holder(club, account, &new.name, &token, &kind).await?;
    let invited = match &new.opponent {
        Some(_) if new.computer.is_some() => return Err(Refusal::bad("one opponent is enough")),
        Some(name) => Some(invited(club, account, name).await?),
        None => None,
    };
    let white = new.white.unwrap_or_else(secret::lot);
    let opponent = new.computer.map(|level| Holder::computer(Level(level)));
    let seats = match white {
        true => BySide { white: Some(holder), black: opponent },
        false => BySide { white: opponent, black: Some(holder) },
    };
    let terms = Terms {
        start: new.start,
        control,
        rated: new.rated,
        chat: !new.quiet,
        invited,
        seed: secret::number().cast_unsigned(),
        ..Terms::new(variant, seats)
    };
    let game = club.found(terms, new.public).await?;
    Ok(SeatGiven { game, white, secret: token })
}

/// Whom a game is offered to.
async fn invited(club: &Club, account: Option<&Account>, name: &str) -> Answer<Invited> {
    let store = club.store().await?;
    let nobody = || Refusal(StatusCode::NOT_FOUND, "there is no such account".into());
    let other = store.account_named(name).await?.ok_or_else(nobody)?;
    if let Some(me) = account.map(|me| me.id)
        && (me == other.id || store.avoids(me, other.id).await?)
    {
        return Err(Refusal(StatusCode::FORBIDDEN, "this account cannot be asked".into()));
    }
    Ok(Invited { account: other.id, name: other.name })
}

/// Takes the open seat of a game.
pub(crate) async fn join(
    State(club): State<Club>,
    Path(game): Path<String>,
    visitor: Visitor,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    Json(wanted): Json<Join>,
) -> Answer<Response> {
    match joined(&club, &game, visitor.0.as_ref(), &wanted.name).await {
        Ok(given) => Ok(Json(given).into_response()),
        Err(refusal) if refusal.0 == StatusCode::MISDIRECTED_REQUEST => {
            let asker = peer.map(|Extension(ConnectInfo(peer))| {
                guard::asker(peer.ip(), &headers, &club.0.options.proxies)
            });
            let passport = Passport::of(&headers, asker);
            let NoEntry::Elsewhere(address) = club.desk(&game).await.err().unwrap_or(NoEntry::Unknown) else {
                return Err(refusal);
            };
            let path = format!("/api/games/{game}/join");
            match passport.relayed {
                true => Err(refusal),
                false => relay::post(&address, &path, &passport, &damka_wire::encode(&wanted))
                    .await
                    .map_err(|()| refusal),
            }
        }
        Err(refusal) => Err(refusal),
    }
}

pub(crate) async fn joined(
    club: &Club,
    game: &str,
    account: Option<&Account>,
    name: &str,
) -> Answer<SeatGiven> {
    let desk = club.desk(game).await?;
    let terms = look(club, game, |room| room.terms().clone()).await?;
    let taken = || Refusal(StatusCode::CONFLICT, "both seats are taken".into());
    let other = terms.open_side().map(Side::other).ok_or_else(taken)?;
    let opponent = terms.holder(other).and_then(|holder| holder.account);
    if terms.rated && account.is_none() {
        return Err(Refusal::unknown());
    }
    let me = account.map(|me| me.id);
    let not_for_you = || Refusal(StatusCode::FORBIDDEN, "this game is not for you".into());
    if terms.invited.as_ref().is_some_and(|invited| Some(invited.account) != me) {
        return Err(not_for_you());
    }
    if let (Some(me), Some(opponent)) = (me, opponent)
        && (me == opponent && terms.rated || club.store().await?.avoids(me, opponent).await?)
    {
        return Err(not_for_you());
    }
    let (kind, token) = (rating::kind(terms.variant, terms.control), secret::secret());
    let holder = holder(club, account, name, &token, &kind).await?;
    let (reply, answer) = oneshot::channel();
    let gone = || Refusal::from(NoEntry::Unknown);
    desk.send(Order::Join(holder, reply)).await.map_err(|_| gone())?;
    let side = answer.await.map_err(|_| gone())?.ok_or_else(taken)?;
    Ok(SeatGiven { game: game.to_owned(), white: side == Side::White, secret: token })
}

/// A seat of an account, or of a guest by this name.
pub(crate) async fn holder(
    club: &Club,
    account: Option<&Account>,
    name: &str,
    token: &str,
    kind: &str,
) -> Answer<Holder> {
    let guest = Holder::guest(&clean(name, LONGEST_NAME).unwrap_or_default(), token);
    let Some(account) = account else { return Ok(guest) };
    let kept = club.store().await?.rating(account.id, kind).await?;
    let rating = rating::today(kept, now()).rating.round() as u32;
    Ok(Holder {
        name: account.name.clone(),
        account: Some(account.id),
        bot: account.bot,
        rating: Some(rating),
        secret: Some(Secret::of(token)),
        ..guest
    })
}

/// Looks into a game on this server.
pub(crate) async fn look<T: Send + 'static>(
    club: &Club,
    game: &str,
    see: impl FnOnce(&damka_room::Room) -> T + Send + 'static,
) -> Answer<T> {
    let (reply, answer) = oneshot::channel();
    let look = Order::Look(Box::new(move |room| _ = reply.send(see(room))));
    let gone = || Refusal::from(NoEntry::Unknown);
    club.desk(game).await?.send(look).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())
}

/// Whose turn it is, unless the game has not begun or is over.
pub(crate) fn turn(found: &Found, terms: &Terms) -> Option<Side> {
    if found.waiting || found.ending.is_some() {
        return None;
    }
    let start = match &terms.start {
        Some(fen) => AnyPosition::from_fen(terms.variant, fen).ok()?,
        None => AnyPosition::start(terms.variant),
    };
    Some(if found.plies.is_multiple_of(2) { start.turn() } else { start.turn().other() })
}

/// A game as lists have it.
pub(crate) fn listing(found: Found) -> Listed {
    let terms: Option<Terms> = damka_wire::decode(&found.terms).ok();
    let turn = terms.as_ref().and_then(|terms| turn(&found, terms));
    let mut listed = Listed {
        turn: turn.map(|side| side == Side::White),
        opponent: terms.as_ref().and_then(|terms| Some(terms.invited.as_ref()?.name.clone())),
        game: found.head.id,
        variant: found.head.variant,
        plies: found.plies,
        updated: found.updated,
        ending: found.ending,
        outcome: found.outcome,
        opening: found.opening,
        ..Listed::default()
    };
    for side in Side::BOTH {
        let known = terms.as_ref().and_then(|terms| terms.holder(side)).map(Holder::player);
        let name = &found.head.names[side as usize];
        // Terms are from the founding; who came later is known by name.
        let mut player = known.or_else(|| (!found.head.waiting || !name.is_empty()).then(Default::default));
        if let Some(player) = &mut player {
            player.name.clone_from(name);
            player.account = found.head.accounts[side as usize].is_some();
        }
        listed.players[side as usize] = player;
    }
    if let Some(terms) = terms {
        listed.rated = terms.rated;
        if terms.control != Control::None {
            listed.clock = terms.control.text();
        }
    }
    listed
}

/// What somebody searches for among their own games.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Search {
    variant: Option<String>,
    opponent: Option<String>,
    outcome: Option<String>,
    opening: Option<String>,
    /// A position that stood on the board, as FEN; needs the variant.
    position: Option<String>,
    over: Option<bool>,
    page: u32,
}

impl Search {
    async fn wanted(self, club: &Club, account: i64) -> Answer<Wanted> {
        let position = match (&self.position, &self.variant) {
            (None, _) => None,
            (Some(_), None) => return Err(Refusal::bad("a position needs its variant")),
            (Some(fen), Some(variant)) => {
                let variant: Variant = variant.parse().map_err(Refusal::bad)?;
                let position = AnyPosition::from_fen(variant, fen).map_err(Refusal::bad)?;
                Some(position.key().0.cast_signed())
            }
        };
        let Search { variant, opponent, outcome, opening, over, page, .. } = self;
        let opponent = match opponent {
            Some(name) => {
                let known = club.store().await?.account_named(&name).await?;
                Some((name, known.map(|account| account.id)))
            }
            None => None,
        };
        let (limit, offset) = (50, page.min(10_000) * 50);
        Ok(Wanted {
            account: Some(account),
            opponent,
            variant,
            outcome,
            opening,
            position,
            over,
            limit,
            offset,
            ..Wanted::default()
        })
    }
}

/// One's own games.
pub(crate) async fn mine(
    State(club): State<Club>,
    visitor: Visitor,
    Query(search): Query<Search>,
) -> Answer<Json<Vec<Listed>>> {
    Ok(Json(of(&club, visitor.known()?.id, search).await?))
}

/// Somebody's games, which anybody may look at.
pub(crate) async fn theirs(
    State(club): State<Club>,
    Path(name): Path<String>,
    Query(search): Query<Search>,
) -> Answer<Json<Vec<Listed>>> {
    let nobody = || Refusal(StatusCode::NOT_FOUND, "there is no such account".into());
    let account = club.store().await?.account_named(&name).await?.ok_or_else(nobody)?;
    Ok(Json(of(&club, account.id, search).await?))
}

async fn of(club: &Club, account: i64, search: Search) -> Answer<Vec<Listed>> {
    let found = club.store().await?.find(search.wanted(club, account).await?).await?;
    let listed = |found: Found| {
        let side = if found.accounts[0] == Some(account) { Side::White } else { Side::Black };
        Listed { side: Some(side == Side::White), ..listing(found) }
    };
    Ok(found.into_iter().map(listed).collect())
}

/// All of one's own games as PDN.
pub(crate) async fn export(State(club): State<Club>, visitor: Visitor) -> Answer<impl IntoResponse> {
    let account = visitor.known()?;
    let store = club.store().await?;
    let mut text = String::new();
    let all = Wanted { account: Some(account.id), limit: 100_000, ..Wanted::default() };
    for found in store.find(all).await? {
        let Some(stored) = store.game(&found.id).await? else { continue };
        text.push_str(&pdn(&found.id, &restored(&found.id, &stored)?)?);
        text.push('\n');
    }
    let kind = "application/vnd.pdn; charset=utf-8";
    let name = "attachment; filename=\"games.pdn\"";
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text))
}

/// One game as PDN, for anybody.
pub(crate) async fn one(State(club): State<Club>, Path(game): Path<String>) -> Answer<impl IntoResponse> {
    let stored = club.store().await?.game(&game).await?.ok_or(NoEntry::Unknown)?;
    let text = pdn(&game, &restored(&game, &stored)?)?;
    Ok(([(header::CONTENT_TYPE, "application/vnd.pdn; charset=utf-8")], text))
}

fn pdn(game: &str, room: &damka_room::Room) -> Answer<String> {
    let mut record = room.record();
    record.set_tag("Event", "Damka");
    record.set_tag("Site", game);
    for (tag, side) in [("White", Side::White), ("Black", Side::Black)] {
        let name = room.terms().holder(side).map_or("?", |holder| match holder.level {
            Some(_) => "Damka",
            None if holder.name.is_empty() => "?",
            None => &holder.name,
        });
        record.set_tag(tag, name);
    }
    record.to_pdn_text().map_err(|error| NoEntry::Corrupt(error.to_string()).into())
}
