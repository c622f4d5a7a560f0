//! Games for programs, as bots of lidraughts know them: a stream of states, and a request for everything else.

use axum::Json;
use axum::body::Bytes;
use axum::extract::Query;
use axum::extract::ws::Utf8Bytes;
use axum::response::Response;
use damka_room::Arrival;
use damka_rules::{AnyPosition, Side};
use damka_store::Account;
use damka_wire::decode;
use damka_wire::room::{Act, ClientIn, ClientOut, Ply, Words};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::answer::{Answer, Refusal};
use crate::club::{Club, NoEntry, now};
use crate::errand::Errand;
use crate::games::look;
use crate::keeper::{Order, UNREAD};
use crate::shape;
use crate::steps::{self, Heard};
use crate::streams::{self, Lines, SILENCE, Unheard};

/// What is answered when there is nothing to say.
pub(crate) fn done() -> Json<Value> {
    Json(json!({ "ok": true }))
}

/// A game of one's own, line by line, until it is over.
pub(crate) async fn stream(errand: Errand) -> Answer<Response> {
    let Errand { club, about: game, account: Account { id: account, .. } } = errand;
    seat(&club, &game, account).await?;
    let (lines, response) = streams::answer();
    tokio::spawn(async move {
        // Who does not read any more has said so by leaving.
        let _ = follow(&club, &game, account, &lines).await;
    });
    Ok(response)
}

/// The game as it stands.
pub(crate) async fn one(Errand { club, about: game, account }: Errand) -> Answer<Json<Value>> {
    seat(&club, &game, account.id).await?;
    Ok(Json(look(&club, &game, |room| shape::game_full(room, now())).await?))
}

/// The side an account has in a game, the plies played, the position, and whose draw offer stands.
async fn seat(club: &Club, game: &str, account: i64) -> Answer<(Side, Ply, AnyPosition, Option<Side>)> {
    let seen = look(club, game, move |room| {
        let side = room.terms().side_of_account(account)?;
        let played = &room.scene().game;
        Some((side, room.ply(), *played.position(), played.draw_offer()))
    });
    // To anybody else it is no game for a program.
    seen.await?.ok_or_else(|| NoEntry::Unknown.into())
}

async fn follow(club: &Club, game: &str, account: i64, lines: &Lines) -> Result<(), Unheard> {
    let Ok(desk) = club.desk(game).await else { return Ok(()) };
    let (socket, mut events) = mpsc::channel(UNREAD);
    let client = club.client();
    let arrival = Arrival { client, account: Some(account), ..Arrival::default() };
    if desk.send(Order::Enter(arrival, socket)).await.is_err() {
        return Ok(());
    }
    let told = tell(club, game, lines, &mut events).await;
    // If the desk is closed there is nobody to say goodbye to.
    let _ = desk.send(Order::Leave(client)).await;
    told
}

async fn tell(
    club: &Club,
    game: &str,
    lines: &Lines,
    events: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), Unheard> {
    let full = look(club, game, |room| (shape::game_full(room, now()), room.scene().is_over())).await;
    let Ok((full, mut over)) = full else { return Ok(()) };
    let names = [&full["white"]["name"], &full["black"]["name"]].map(Value::clone);
    lines.send(&full).await?;
    while !over {
        let event = tokio::select! {
            event = events.recv() => event,
            () = lines.closed() => return Err(Unheard),
            () = tokio::time::sleep(SILENCE) => {
                lines.breathe().await?;
                continue;
            }
        };
        let Some(text) = event else { return Ok(()) };
        match decode::<ClientIn>(&text) {
            Ok(
                ClientIn::Moved { .. }
                | ClientIn::Undone { .. }
                | ClientIn::Acted { .. }
                | ClientIn::Ended { .. },
            ) => {
                let state =
                    look(club, game, |room| (shape::game_state(room, now()), room.scene().is_over())).await;
                let Ok((state, ended)) = state else { return Ok(()) };
                lines.send(&state).await?;
                over = ended;
            }
            Ok(ClientIn::Said { white, words }) => {
                let text = match words {
                    Words::Text(text) => text,
                    Words::Phrase(phrase) => format!("{phrase:?}"),
                };
                let name = &names[usize::from(!white)];
                lines
                    .send(&json!({ "type": "chatLine", "room": "player", "username": name, "text": text }))
                    .await?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// An account wants something in a game.
pub(crate) async fn bid(club: &Club, game: &str, account: i64, said: ClientOut) -> Answer<()> {
    let (reply, answer) = oneshot::channel();
    let gone = || Refusal::from(NoEntry::Unknown);
    club.desk(game).await?.send(Order::Bid(account, said, reply)).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?.map_err(Refusal::bad)
}

/// What may be said with a move.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    #[serde(rename = "offeringDraw")]
    offering_draw: bool,
}

/// A step of a move, or a whole one. A draw is offered with it, or the one on offer accepted instead.
pub(crate) async fn play(errand: Errand<(String, String)>, Query(wish): Query<Wish>) -> Answer<Json<Value>> {
    let Errand { club, about: (game, step), account: Account { id: account, .. } } = errand;
    let (side, ply, position, offer) = seat(&club, &game, account).await?;
    if position.turn() != side {
        return Err(Refusal::bad("it is not your turn"));
    }
    let text = match steps::parse(&step, position.grid()) {
        // Somebody writes moves as we do.
        None => step,
        Some(squares) => {
            let path = club.0.steps.join(&game, account, ply, squares);
            match steps::hear(&position, &path) {
                Heard::Whole(text) => text,
                Heard::Begun => {
                    club.0.steps.keep(&game, account, ply, path);
                    return Ok(done());
                }
                Heard::Nothing => return Err(Refusal::bad(format!("{step} is no legal move"))),
            }
        }
    };
    if wish.offering_draw && offer == Some(side.other()) {
        bid(&club, &game, account, ClientOut::Act { ply, act: Act::Draw }).await?;
        return Ok(done());
    }
    bid(&club, &game, account, ClientOut::Play { ply, text }).await?;
    if wish.offering_draw {
        // The move stands, whether it is too soon for an offer or not.
        let _ = bid(&club, &game, account, ClientOut::Act { ply: ply + 1, act: Act::Draw }).await;
    }
    Ok(done())
}

async fn act(Errand { club, about: game, account }: Errand, act: Act) -> Answer<Json<Value>> {
    let (_, ply, ..) = seat(&club, &game, account.id).await?;
    bid(&club, &game, account.id, ClientOut::Act { ply, act }).await?;
    Ok(done())
}

/// Gives up.
pub(crate) async fn resign(errand: Errand) -> Answer<Json<Value>> {
    act(errand, Act::Resign).await
}

/// Breaks off a game that has hardly begun.
pub(crate) async fn abort(errand: Errand) -> Answer<Json<Value>> {
    act(errand, Act::Abort).await
}

/// Does one thing if the last word of the address is yes, else the other.
async fn decide(errand: Errand<(String, String)>, yes: Act, no: Act) -> Answer<Json<Value>> {
    let Errand { club, about: (game, answer), account } = errand;
    let wanted = matches!(answer.as_str(), "yes" | "true");
    act(Errand { club, about: game, account }, if wanted { yes } else { no }).await
}

/// Offers or accepts a draw (`yes`), or declines it.
pub(crate) async fn draw(errand: Errand<(String, String)>) -> Answer<Json<Value>> {
    decide(errand, Act::Draw, Act::DeclineDraw).await
}

/// Asks to take a move back or allows it (`yes`), or does not.
pub(crate) async fn takeback(errand: Errand<(String, String)>) -> Answer<Json<Value>> {
    decide(errand, Act::Takeback, Act::DeclineTakeback).await
}

/// Something said, as a form or as JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chat {
    room: String,
    text: String,
}

/// Says something to the opponent. Spectators have no room here: what is said to them is heard by nobody.
pub(crate) async fn chat(errand: Errand, body: Bytes) -> Answer<Json<Value>> {
    let Errand { club, about: game, account } = errand;
    let chat: Chat = form(&body)?;
    if chat.room != "spectator" {
        seat(&club, &game, account.id).await?;
        bid(&club, &game, account.id, ClientOut::Say(Words::Text(chat.text))).await?;
    }
    Ok(done())
}

/// What a body says: JSON, or a form as other programs send it.
pub(crate) fn form<T: serde::de::DeserializeOwned + Default>(body: &Bytes) -> Answer<T> {
    match body.first() {
        None => Ok(T::default()),
        Some(b'{') => serde_json::from_slice(body).map_err(Refusal::bad),
        Some(_) => {
            let text = std::str::from_utf8(body).map_err(Refusal::bad)?;
            let uri = format!("/?{text}").parse().map_err(Refusal::bad)?;
            Query::<T>::try_from_uri(&uri).map(|query| query.0).map_err(Refusal::bad)
        }
    }
}
