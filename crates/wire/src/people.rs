//! What page, programs and server say to each other over plain requests: new games, seats, the lobby, accounts.

use serde::{Deserialize, Serialize};

use crate::room::Player;

/// A game somebody wants to play.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// The variant, with its house rule: `russian`, `russian+optional-capture`.
    pub variant: String,
    /// How time is counted: `300+3`, `300d5`, `3days`; empty is without a clock.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub clock: String,
    /// The side wanted: is it White? By lot if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<bool>,
    /// Where it begins, as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Does it count for ratings? Only between accounts, from the usual start and without a house rule.
    pub rated: bool,
    /// Is it listed in the lobby? Otherwise only who has the link can join.
    pub public: bool,
    /// Only ready-made phrases, no free chat.
    pub quiet: bool,
    /// The level of the computer, if the opponent is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
    /// What a guest wants to be called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// Somebody wants the open seat of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Join {
    /// What a guest wants to be called.
    pub name: String,
}

/// A seat in a game. Whoever knows the secret has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatGiven {
    /// The game's number.
    pub game: String,
    /// Is it White's?
    pub white: bool,
    /// The secret.
    pub secret: String,
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Listed {
    /// Its number.
    pub game: String,
    /// The variant, with its house rule.
    pub variant: String,
    /// How time is counted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clock: String,
    /// Does it count for ratings?
    pub rated: bool,
    /// White and Black.
    pub players: [Option<Player>; 2],
    /// Moves played.
    pub plies: u32,
    /// When something last happened, in milliseconds since 1970.
    pub updated: u64,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Is a new account a program's?
    #[serde(default)]
    pub bot: bool,
}

/// An account as everybody may see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// Is it a program?
    pub bot: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Ratings by variant and speed.
    pub ratings: Vec<RatingShown>,
}

/// A rating.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatingShown {
    /// Variant and speed: `russian blitz`.
    pub kind: String,
    /// The rating.
    pub rating: u32,
    /// How uncertain it is.
    pub deviation: u32,
    /// Is it too uncertain to be taken seriously?
    pub provisional: bool,
    /// Games it rests on.
    pub games: u32,
}

/// Why a request was not granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// In words.
    pub error: String,
}
