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
    },
    /// Play a move, the one after so many plies.
    Play {
        /// The game as the player saw it.
        ply: Ply,
        /// The whole move.
        text: String,
    },
    /// Do something else.
    Act {
        /// The game as the player saw it.
        ply: Ply,
        /// What.
        act: Act,
    },
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
}

/// What the room tells a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientIn {
    /// The answer to a greeting: what the client missed.
    Welcome {
        /// The [`PROTOCOL`](crate::PROTOCOL) spoken here.
        protocol: u32,
        /// The variant, with its house rule.
        variant: String,
        /// Where the game began, as FEN; `None` is the variant's own start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<String>,
        /// The first ply told here: what the client asked for, or 0 if that is gone.
        since: Ply,
        /// The moves from there on.
        moves: Vec<String>,
        /// White's and Black's time left in milliseconds, if there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
        /// How it ended, if it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ending: Option<String>,
    },
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
    },
    /// The game is over.
    Ended {
        /// When.
        ply: Ply,
        /// Why, by its name in the rules.
        ending: String,
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
