//! Games over plain requests: found one, join one, list them, look at one, take them home as PDN.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use damka_room::{Holder, Secret, Terms, clean};
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
use crate::{rating, secret};

/// No name is longer.
pub(crate) const LONGEST_NAME: usize = 24;

/// Founds a game: the asker has a seat, the other one is open or the computer's.
pub(crate) async fn found(
    State(club): State<Club>,
    visitor: Visitor,
    Json(new): Json<NewGame>,
) -> Answer<Json<SeatGiven>> {
    let variant: Variant = new.variant.parse().map_err(Refusal::bad)?;
    let control = match new.clock.as_str() {
        "" => Control::None,
        text => Control::parse(text).ok_or_else(|| Refusal::bad(format!("'{text}' is no clock")))?,
    };
    if let Some(fen) = &new.start {
        AnyPosition::from_fen(variant, fen).map_err(|error| Refusal::bad(format!("start: {error}")))?;
    }
    let usual = variant.house_rule().is_none() && new.start.is_none() && control != Control::None;
    if new.rated && !(usual && visitor.0.is_some() && new.computer.is_none()) {
        return Err(Refusal::bad(
            "rated games have a clock and the usual start, no house rule, and accounts on both sides",
        ));
    }
    if new.computer.is_some_and(|level| level >= Level::COUNT) {
        return Err(Refusal::bad(format!("levels go from 0 to {}", Level::COUNT - 1)));
    }
    let (kind, token) = (rating::kind(variant, control), secret::secret());
    let holder = holder(&club, visitor.0.as_ref(), &new.name, &token, &kind).await?;
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
        seed: secret::number().cast_unsigned(),
        ..Terms::new(variant, seats)
    };
    let game = club.found(terms, new.public).await?;
    Ok(Json(SeatGiven { game, white, secret: token }))
}

/// Takes the open seat of a game.
pub(crate) async fn join(
    State(club): State<Club>,
    Path(game): Path<String>,
    visitor: Visitor,
    Json(wanted): Json<Join>,
) -> Answer<Json<SeatGiven>> {
    let desk = club.desk(&game).await?;
    let terms = look(&club, &game, |room| room.terms().clone()).await?;
    let taken = || Refusal(axum::http::StatusCode::CONFLICT, "both seats are taken".into());
    let other = terms.open_side().map(Side::other).ok_or_else(taken)?;
    let opponent = terms.holder(other).and_then(|holder| holder.account);
    if terms.rated && visitor.0.is_none() {
        return Err(Refusal::unknown());
    }
    if let (Some(me), Some(opponent)) = (visitor.0.as_ref().map(|me| me.id), opponent)
        && (me == opponent && terms.rated || club.store().await?.avoids(me, opponent).await?)
    {
        return Err(Refusal(axum::http::StatusCode::FORBIDDEN, "this game is not for you".into()));
    }
    let (kind, token) = (rating::kind(terms.variant, terms.control), secret::secret());
    let holder = holder(&club, visitor.0.as_ref(), &wanted.name, &token, &kind).await?;
    let (reply, answer) = oneshot::channel();
    let gone = || Refusal::from(NoEntry::Unknown);
    desk.send(Order::Join(holder, reply)).await.map_err(|_| gone())?;
    let side = answer.await.map_err(|_| gone())?.ok_or_else(taken)?;
    Ok(Json(SeatGiven { game, white: side == Side::White, secret: token }))
}

async fn holder(
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
        rating: Some(rating),
        secret: Some(Secret::of(token)),
        ..guest
    })
}

async fn look<T: Send + 'static>(
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

/// Games that wait for somebody. Live ones only while whoever waits is there.
pub(crate) async fn lobby(State(club): State<Club>) -> Answer<Json<Vec<Listed>>> {
    let waiting = Wanted { waiting: true, over: Some(false), limit: 100, ..Wanted::default() };
    let mut listed = Vec::new();
    for found in club.store().await?.find(waiting).await? {
        let patient = found.speed == "days";
        // A game of another server, or one that cannot be read, is not offered here.
        let here = look(&club, &found.id, |room| Side::BOTH.into_iter().any(|side| room.is_here(side))).await;
        if patient || here.unwrap_or(false) {
            listed.push(listing(found));
        }
    }
    Ok(Json(listed))
}

fn listing(found: Found) -> Listed {
    let terms: Option<Terms> = damka_wire::decode(&found.terms).ok();
    let mut listed = Listed {
        game: found.id,
        variant: found.variant,
        plies: found.plies,
        updated: found.updated,
        ending: found.ending,
        outcome: found.outcome,
        opening: found.opening,
        ..Listed::default()
    };
    for side in Side::BOTH {
        let known = terms.as_ref().and_then(|terms| terms.holder(side)).map(Holder::player);
        let name = &found.names[side as usize];
        // Terms are from the founding; who came later is known by name.
        let mut player = known.or_else(|| (!name.is_empty()).then(Default::default));
        if let Some(player) = &mut player {
            player.name.clone_from(name);
            player.account = found.accounts[side as usize].is_some();
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
    fn wanted(self, account: i64) -> Answer<Wanted> {
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
            waiting: false,
        })
    }
}

/// One's own games.
pub(crate) async fn mine(
    State(club): State<Club>,
    visitor: Visitor,
    Query(search): Query<Search>,
) -> Answer<Json<Vec<Listed>>> {
    let account = visitor.0.ok_or_else(Refusal::unknown)?;
    let found = club.store().await?.find(search.wanted(account.id)?).await?;
    Ok(Json(found.into_iter().map(listing).collect()))
}

/// All of one's own games as PDN.
pub(crate) async fn export(State(club): State<Club>, visitor: Visitor) -> Answer<impl IntoResponse> {
    let account = visitor.0.ok_or_else(Refusal::unknown)?;
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
