//! The conversation about many games at once (`/ws/lobby`): who waits for somebody, what is being played, one's own.
//!
//! The server tells every list once after the greeting, and again whenever it has changed: nobody has to ask.

use serde::{Deserialize, Serialize};

use crate::people::{Listed, SeatProof};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LobbyOut {
    /// The first message, and again whenever somebody has got other seats. An account is known by its cookie.
    Hello {
        /// The [`PROTOCOL`](crate::PROTOCOL) it speaks.
        protocol: u32,
        /// Seats of games played as a guest.
        #[serde(default)]
        seats: Vec<SeatProof>,
    },
    /// Is somebody there? Answered by [`LobbyIn::Pong`].
    Ping,
}

/// What the server tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LobbyIn {
    /// Games that wait for somebody, anybody.
    Waiting(Vec<Listed>),
    /// Public games that are being played, to watch.
    Playing(Vec<Listed>),
    /// One's own games that are not over, with one's `side` and whose `turn` it is; those offered to one's account
    /// have no `side` yet.
    Mine(Vec<Listed>),
    /// Nothing more is told.
    Refused {
        /// Why.
        reason: String,
    },
    /// Somebody is there.
    Pong,
}
