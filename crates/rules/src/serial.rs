//! Serde forms (feature `serde`): everything as its canonical text, checked again when it is read.
//!
//! A game is `{"variant", "start"?, "moves", "ending"?, "touch-move"?}`; reading it replays its moves.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    AnyPosition, DrawLaw, Ending, Game, Outcome, Piece, Played, Position, Route, Rules, Side, Square, Variant,
};

/// Reads a text and parses it.
fn parsed<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Cow::<str>::deserialize(from)?.parse().map_err(Error::custom)
}

macro_rules! as_text {
    ($($name:ty => |$value:ident| $text:expr;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                into.serialize_str(&$text)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                parsed(from)
            }
        }
    )*};
}

as_text! {
    Variant => |variant| variant.to_string();
    Side => |side| side.key();
    Outcome => |outcome| outcome.to_string();
    DrawLaw => |law| law.key();
    Ending => |ending| ending.key();
    AnyPosition => |pos| pos.to_string();
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u8::deserialize(from)? {
            0 => Err(Error::custom("squares count from 1")),
            number => Ok(Square::new(number)),
        }
    }
}

/// A position of a variant that is known is its FEN.
impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.serialize_str(&self.to_fen())
    }
}

impl<'de, R: Rules> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        parsed(from)
    }
}

/// A piece is its letter: `w`, `b`, capital for kings.
impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.serialize_char(self.letter('b'))
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(from)?;
        Piece::from_letter(letter, 'b').ok_or_else(|| Error::custom("a piece is w, W, b or B"))
    }
}

/// A move as it is stored: `{"stops": [22, 13], "taken": [17]}`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRoute {
    stops: Vec<Square>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    taken: Vec<Square>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    promotes: bool,
}

impl Serialize for Route {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let (stops, taken) = (self.stops().to_vec(), self.taken().to_vec());
        StoredRoute { stops, taken, promotes: self.promotes() }.serialize(into)
    }
}

impl<'de> Deserialize<'de> for Route {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let StoredRoute { stops, taken, promotes } = StoredRoute::deserialize(from)?;
        let unsound = "a move has two stops or more, and one victim on each leg of a capture";
        Route::new(stops, taken, promotes).ok_or_else(|| Error::custom(unsound))
    }
}

/// A move with its text, as it is stored: `{"text": "c3:a5", "route": {"stops": [22, 13], "taken": [17]}}`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPlayed {
    text: String,
    route: Route,
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        StoredPlayed { text: self.text.clone(), route: self.route.clone() }.serialize(into)
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let StoredPlayed { text, route } = StoredPlayed::deserialize(from)?;
        Ok(Played { route, text })
    }
}

/// A game as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Stored {
    variant: Variant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    touch_move: bool,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let stored = Stored {
            variant: self.variant(),
            start: self.start_fen(),
            moves: self.moves().iter().map(|played| played.text.clone()).collect(),
            ending: self.ending(),
            touch_move: self.touch_move(),
        };
        stored.serialize(into)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let stored = Stored::deserialize(from)?;
        let start = stored.start.as_deref().unwrap_or("start");
        let mut game = Game::from_fen(stored.variant, start).map_err(Error::custom)?;
        if stored.touch_move {
            game = game.with_touch_move();
        }
        for (i, text) in stored.moves.iter().enumerate() {
            game.play_text(text).map_err(|error| Error::custom(format!("move {}: {error}", i + 1)))?;
        }
        match (stored.ending, game.ending()) {
            (None, None) => {}
            (Some(told), Some(found)) if told == found => {}
            (Some(told), None) => _ = game.end(told).map_err(Error::custom)?,
            (told, Some(found)) => {
                let told = told.map_or("none".to_string(), Ending::key);
                return Err(Error::custom(format!("the game ended by {}, not {told}", found.key())));
            }
        }
        Ok(game)
    }
}
