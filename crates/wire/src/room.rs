//! The conversation between a client and a room of the server: one game, its players and its visitors.
//!
//! Two families, named from the client: [`ClientOut`] leaves it, [`ClientIn`] reaches it. **The ply is the version
//! of a game.** Whatever a client wants names the ply it has seen, so what comes twice or too late is
//! noticed; a client that was away says how far it knows the game and is told the rest. A move is always
//! the whole move as text, never half a capture.

use serde::{Deserialize, Serialize};

/// Moves played so far.
pub type Ply = u32;

/// What a client says to the room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientOut {
    /// The first message: who speaks, and what it knows already.
    Hello {
        /// The [`PROTOCOL`](crate::PROTOCOL) it speaks.
        protocol: u32,
        /// Which game.
        game: String,
        /// The secret that proves a seat; visitors have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<String>,
        /// Known up to here; 0 is nothing.
        since: Ply,
        /// How often moves were taken back, as far as the client knows: another number, another game.
        #[serde(default, skip_serializing_if = "is_zero")]
        takebacks: u32,
    },
    /// Play a move, the one after so many plies.
    Play {
        /// The game as the player saw it.
        ply: Ply,
        /// The whole move.
        text: String,
    },
    /// Play this move, if it is legal, as soon as the opponent has made the game this long.
    Premove {
        /// Plies played when it is due.
        ply: Ply,
        /// The whole move; `None` takes it back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// By correspondence: what to answer if the opponent plays as expected. Each line begins with the opponent's
    /// move; the last list counts.
    Lines {
        /// The game as the player saw it.
        ply: Ply,
        /// The lines.
        lines: Vec<Vec<String>>,
    },
    /// Do something else.
    Act {
        /// The game as the player saw it.
        ply: Ply,
        /// What.
        act: Act,
    },
    /// Say something to the opponent.
    Say(Words),
    /// Do not pass on what the opponent says, or do so again.
    Mute(bool),
    /// Is somebody there? Answered by [`ClientIn::Pong`].
    Ping,
}

/// What a player can do besides moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Give up.
    Resign,
    /// Offer a draw, or accept the one on offer.
    Draw,
    /// Decline a draw.
    DeclineDraw,
    /// Claim the draw a law allows.
    ClaimDraw,
    /// Ask to take moves back, or allow it.
    Takeback,
    /// Do not allow it.
    DeclineTakeback,
    /// Break off a game that has hardly begun.
    Abort,
    /// Claim the win over somebody who has been away too long.
    ClaimAbsence,
    /// After the end: offer another game with colours changed, or accept it.
    Rematch,
}

/// What people say to each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Words {
    /// Something every language has.
    Phrase(Phrase),
    /// Something of one's own; text, never markup.
    Text(String),
}

/// What can be said without typing; the page has words for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    GoodMove,
    Thanks,
    Sorry,
    OneMoment,
    Goodbye,
}

/// Who sits on a side, as everybody may know.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Player {
    /// The name shown; text, never markup.
    pub name: String,
    /// Has the name an account, or is it a guest's?
    #[serde(default, skip_serializing_if = "is_false")]
    pub account: bool,
    /// Is it the account of a program?
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
    /// The level, if a computer sits here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rating when the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
}

/// What a client learns when it comes in: everything it does not know yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Welcome {
    /// The [`PROTOCOL`](crate::PROTOCOL) spoken here.
    pub protocol: u32,
    /// The variant, with its house rule.
    pub variant: String,
    /// Where the game began, as FEN; `None` is the variant's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The first ply told here: what the client asked for, or 0 if that is gone.
    pub since: Ply,
    /// The moves from there on.
    pub moves: Vec<String>,
    /// How often moves were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub takebacks: u32,
    /// White's and Black's time left in milliseconds, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<[u32; 2]>,
    /// Does a clock run?
    #[serde(default, skip_serializing_if = "is_false")]
    pub running: bool,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The side the client's secret proves: is it White?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<bool>,
    /// White and Black, where somebody sits.
    #[serde(default)]
    pub players: [Option<Player>; 2],
    /// Are White and Black there?
    #[serde(default)]
    pub here: [bool; 2],
    /// How time is counted: `300+3`, `300d5`, `3days`; empty without a clock.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clock: String,
    /// Does it count for a rating?
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The side whose draw offer stands: is it White?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<bool>,
    /// The side that asks for a takeback: is it White?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<bool>,
    /// Is free chat allowed here?
    #[serde(default, skip_serializing_if = "is_false")]
    pub chat: bool,
    /// The player's own lines of a game by correspondence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
    /// The game that followed this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What the room tells a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientIn {
    /// The answer to a greeting: what the client missed.
    Welcome(Box<Welcome>),
    /// A move was played; the game now has so many plies.
    Moved {
        /// After the move.
        ply: Ply,
        /// The whole move.
        text: String,
        /// White's and Black's time left in milliseconds, if there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
    },
    /// A player did something else.
    Acted {
        /// When.
        ply: Ply,
        /// Was it White?
        white: bool,
        /// What.
        act: Act,
    },
    /// Moves were taken back: the game has this many plies again.
    Undone {
        /// What is left.
        ply: Ply,
        /// How often that has happened.
        #[serde(default, skip_serializing_if = "is_zero")]
        takebacks: u32,
        /// White's and Black's time left in milliseconds, if there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
    },
    /// The game is over.
    Ended {
        /// When.
        ply: Ply,
        /// Why, by its name in the rules; `aborted` if it was broken off.
        ending: String,
        /// `1-0`, `0-1` or `1/2-1/2`; nothing if it was broken off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
    /// Somebody took a seat.
    Seated {
        /// Is it White's?
        white: bool,
        /// Who.
        player: Player,
    },
    /// A player came or went.
    Here {
        /// Was it White?
        white: bool,
        /// Is the player there now?
        here: bool,
        /// After so many milliseconds the opponent may claim the game, if it can be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_in: Option<u32>,
    },
    /// So many people watch.
    Watched(u32),
    /// A player said something.
    Said {
        /// Was it White?
        white: bool,
        /// What.
        words: Words,
    },
    /// What the player planned is noted: a premove, or lines.
    Planned {
        /// The game as it stands.
        ply: Ply,
        /// How many lines, or premoves.
        count: u32,
    },
    /// Another game follows this one, colours changed; seats are proven by the same secrets.
    Next {
        /// Its number.
        game: String,
    },
    /// Another server owns this game: ask there.
    Elsewhere {
        /// Its address.
        address: String,
    },
    /// Something the client wanted was not done.
    Refused {
        /// The game as it stands, so that the client sees whether it was too late.
        ply: Ply,
        /// Why.
        reason: String,
    },
    /// Somebody is there.
    Pong,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}
