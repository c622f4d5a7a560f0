//! What is stored of a game, row by row. Replaying the rows gives the same room.

use damka_sitting::clock::Millis;
use serde::{Deserialize, Serialize};

use crate::terms::Holder;

/// One thing that happened and is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Counts the rows of a game from 1, without gaps.
    pub number: u32,
    /// When, in milliseconds since 1970.
    pub at: Millis,
    /// What.
    pub deed: Deed,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Somebody took the open seat.
    Seated {
        /// Is it White's?
        white: bool,
        /// Who.
        holder: Holder,
    },
    /// A move was played.
    Moved {
        /// The whole move.
        text: String,
        /// Milliseconds it took.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used: Option<u32>,
        /// White's and Black's time left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
    },
    /// A draw was offered.
    Offered {
        /// By White?
        white: bool,
    },
    /// A draw was declined.
    Declined {
        /// By White?
        white: bool,
    },
    /// Moves were taken back.
    Undone {
        /// How many.
        plies: u32,
        /// White's and Black's time left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
    },
    /// A player planned answers by correspondence.
    Planned {
        /// Was it White?
        white: bool,
        /// The lines, the opponent's move first.
        lines: Vec<Vec<String>>,
    },
    /// The game ended.
    Ended {
        /// Why, by its name in the rules.
        ending: String,
        /// White's and Black's time left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u32; 2]>,
    },
    /// The game was broken off.
    Aborted,
    /// Another game follows.
    Next {
        /// Its number.
        game: String,
    },
}
