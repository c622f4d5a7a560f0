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
    /// The account it is offered to: nobody else can join, and a program of that name is told of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
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
    /// Whose turn is it: White's? Nothing if it has not begun, or is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<bool>,
    /// The side of whoever asks, in a list of their own games: is it White?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<bool>,
    /// The account it is offered to, and to nobody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

/// A seat somebody has, and what proves it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatProof {
    /// The game's number.
    pub game: String,
    /// The secret.
    pub secret: String,
}

/// Games played as a guest that shall be the account's (`POST /api/account/games`).
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adopt {
    /// The seats.
    pub seats: Vec<SeatProof>,
}

/// Which of them now are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adopted {
    /// The games' numbers.
    pub games: Vec<String>,
}

/// *Invite someone nearby* (`POST /api/nearby`), which only the machine's own page may ask for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NearbyWanted {
    /// The page they come to, relative to the site: `people?game=k7m2xw9q4z`.
    pub to: String,
}

/// How people on the same network come in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NearbyGiven {
    /// The address, with its secret.
    pub link: String,
    /// The link as a code to scan: an SVG picture without scripts or styles, black on white.
    pub svg: String,
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

/// Another password for the account that asks (`POST /api/account/password`).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present one.
    pub password: String,
    /// The new one.
    pub new: String,
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
    /// Results by variant.
    #[serde(default)]
    pub results: Vec<ResultsShown>,
}

/// How somebody's games of a variant went.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResultsShown {
    /// The variant, with its house rule.
    pub variant: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
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
