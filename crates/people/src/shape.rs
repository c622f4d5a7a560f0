//! Games, players and challenges in the shape that bots of lidraughts know.

use damka_room::{Holder, Room, Terms};
use damka_rules::{AnyPosition, Ending, Notation, Outcome, Side, Variant};
use damka_sitting::Control;
use damka_store::Found;
use serde_json::{Value, json};

use crate::{rating, steps};

/// What a clock that is none shows, in milliseconds.
const FOREVER: u32 = i32::MAX as u32;

/// A name as a key: in one case of letters.
pub(crate) fn id(name: &str) -> String {
    name.to_lowercase()
}

/// Their word for a variant: the international game is the standard one.
pub(crate) fn variant(variant: Variant, from_position: bool) -> Value {
    let key = match variant.hub_name() {
        "normal" if from_position => "fromPosition".to_owned(),
        "normal" => "standard".to_owned(),
        _ => variant.to_string(),
    };
    let name = match key.as_str() {
        "fromPosition" => "From Position".to_owned(),
        key => capital(key),
    };
    json!({ "key": key, "name": name, "short": name })
}

/// A variant by their word or ours.
pub(crate) fn named(word: &str) -> Option<Variant> {
    match word {
        "standard" | "fromPosition" => Variant::of_hub_name("normal"),
        word => word.parse().ok(),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Their word for how fast a game is.
pub(crate) fn speed(control: Control) -> &'static str {
    match rating::speed(control) {
        "classic" => "classical",
        "days" | "free" => "correspondence",
        other => other,
    }
}

/// A position as they write it.
fn fen(position: &AnyPosition) -> String {
    position.to_fen_in(Notation::Numeric)
}

/// A player.
pub(crate) fn player(holder: Option<&Holder>) -> Value {
    let Some(holder) = holder else { return Value::Null };
    if let Some(level) = holder.level {
        return json!({ "aiLevel": level, "name": format!("Damka level {level}"), "id": "damka" });
    }
    let mut out = json!({ "id": id(&holder.name), "name": holder.name });
    if holder.bot {
        out["title"] = "BOT".into();
    }
    if let Some(rating) = holder.rating {
        out["rating"] = rating.into();
    }
    out
}

/// Everything about a game, the first line of its stream.
pub(crate) fn game_full(room: &Room, now: u64) -> Value {
    let (terms, scene) = (room.terms(), room.scene());
    let start = scene.game.positions().first().map(fen).unwrap_or_default();
    json!({
        "type": "gameFull",
        "id": room.id(),
        "rated": terms.rated,
        "variant": variant(terms.variant, terms.start.is_some()),
        "speed": speed(terms.control),
        "perf": { "name": capital(speed(terms.control)) },
        "clock": clock(terms.control),
        "white": player(terms.white.as_ref()),
        "black": player(terms.black.as_ref()),
        "initialFen": if terms.start.is_some() { start } else { "startpos".into() },
        "state": game_state(room, now),
    })
}

fn clock(control: Control) -> Value {
    match control {
        Control::Fischer { base, plus } => json!({ "initial": base * 1000, "increment": plus * 1000 }),
        Control::Delay { base, free } => {
            json!({ "initial": base * 1000, "increment": 0, "delay": free * 1000 })
        }
        Control::None | Control::Days(_) => Value::Null,
    }
}

/// How a game stands. `reason` says more than `status`: it is the ending by its name in our rules.
pub(crate) fn game_state(room: &Room, now: u64) -> Value {
    let (terms, scene) = (room.terms(), room.scene());
    let left = |side| match &scene.clock {
        Some(clock) => u32::try_from(clock.left(side, now)).unwrap_or(FOREVER).min(FOREVER),
        None => FOREVER,
    };
    let plus = match terms.control {
        Control::Fischer { plus, .. } => plus * 1000,
        _ => 0,
    };
    let game = &scene.game;
    let (status, reason) = match game.ending() {
        _ if scene.aborted => ("aborted", Some("aborted".to_owned())),
        None => ("started", None),
        Some(ending) => (ended(ending), Some(ending.key())),
    };
    let offer = |side| game.draw_offer() == Some(side) && !scene.is_over();
    let mut out = json!({
        "type": "gameState",
        "moves": steps::written(game),
        "wtime": left(Side::White),
        "btime": left(Side::Black),
        "winc": plus,
        "binc": plus,
        "wdraw": offer(Side::White),
        "bdraw": offer(Side::Black),
        "fen": fen(game.position()),
        "status": status,
    });
    if let Some(reason) = reason {
        out["reason"] = reason.into();
    }
    if let Some(Outcome::Win(side)) = game.outcome() {
        out["winner"] = side.key().into();
    }
    // Laws that will end the game in a draw, and when.
    let counting = |law: damka_rules::Countdown| json!({ "law": law.law.key(), "plies": law.plies });
    if game.ending().is_none() {
        out["draws"] = game.countdowns().into_iter().map(counting).collect();
    }
    out
}

/// Their word for an ending.
fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::NoPieces(_) | Ending::Blocked(_) => "mate",
        Ending::FirstKing(_) => "variantEnd",
        Ending::Resigned(_) | Ending::Forfeit(_) => "resign",
        Ending::Time(_) => "outoftime",
        Ending::Law(_) | Ending::Agreed => "draw",
    }
}

/// A game offered to somebody.
pub(crate) fn challenge(found: &Found, terms: &Terms) -> Value {
    let challenger = terms.open_side().map(Side::other).and_then(|side| terms.holder(side));
    let white_free = terms.open_side() == Some(Side::White);
    let time = match terms.control {
        Control::Fischer { base, plus } => {
            json!({ "type": "clock", "limit": base, "increment": plus, "show": terms.control.text() })
        }
        Control::Delay { base, free } => {
            json!({ "type": "clock", "limit": base, "increment": 0, "delay": free, "show": terms.control.text() })
        }
        Control::Days(days) => json!({ "type": "correspondence", "daysPerTurn": days }),
        Control::None => json!({ "type": "unlimited" }),
    };
    json!({
        "id": found.id,
        "status": "created",
        "challenger": player(challenger),
        "destUser": terms.invited.as_ref().map(|invited| json!({ "id": id(&invited.name), "name": invited.name })),
        "variant": variant(terms.variant, terms.start.is_some()),
        "initialFen": terms.start,
        "rated": terms.rated,
        "speed": speed(terms.control),
        "timeControl": time,
        "color": if white_free { "black" } else { "white" },
        "perf": { "name": capital(speed(terms.control)) },
    })
}

/// A game that is being played, as a list of one's own has it.
pub(crate) fn playing(found: &Found, terms: &Terms, side: Side, turn: bool) -> Value {
    let other = side.other() as usize;
    json!({
        "gameId": found.id,
        "fullId": found.id,
        "color": side.key(),
        "variant": variant(terms.variant, terms.start.is_some()),
        "speed": speed(terms.control),
        "perf": speed(terms.control),
        "rated": terms.rated,
        "isMyTurn": turn,
        "opponent": { "id": id(&found.names[other]), "username": found.names[other] },
    })
}
