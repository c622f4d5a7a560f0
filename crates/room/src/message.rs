//! What a room is told, and what follows.

use damka_rules::Side;
use damka_sitting::clock::Millis;
use damka_sitting::{Found, Question};
use damka_wire::room::{ClientIn, ClientOut, Ply};

use crate::row::Row;
use crate::terms::{Holder, Terms};

/// A visitor's connection, by the number the server gave it.
pub type Client = u64;

/// Somebody who comes in, and what they know already.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// Who.
    pub client: Client,
    /// The secret of a seat.
    pub seat: Option<String>,
    /// The account, which has its seats by itself.
    pub account: Option<i64>,
    /// Plies known already.
    pub since: Ply,
    /// Takebacks known already.
    pub takebacks: u32,
}

/// What a room is told.
#[derive(Clone, Debug)]
pub enum Message {
    /// Somebody comes in.
    Enter(Arrival),
    /// Somebody's connection is gone.
    Leave(Client),
    /// A visitor says something.
    Said(Client, ClientOut),
    /// Somebody whose seat was proven outside says something by one request; refusals are told to this number.
    Bid(Client, Side, ClientOut),
    /// The open seat is kept for somebody who does not want it.
    Decline,
    /// Somebody takes the open seat. Nothing happens if it is taken.
    Join(Side, Holder),
    /// Whoever holds this seat as a guest has an account now.
    Adopt(Side, Holder),
    /// The computer answers a question.
    Thought(u32, Option<Found>),
    /// The game that both agreed to play next has been founded.
    Followed(String),
    /// Time has passed.
    Tick,
}

/// What follows; to be performed in order, and before the next message.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Store these rows, and tell this only when they are safe.
    Persist {
        /// The rows, numbered without gaps.
        rows: Vec<Row>,
        /// What may then be told.
        then: Vec<Told>,
    },
    /// Tell something that needs no row.
    Tell(Told),
    /// Ask the computer about the position on the board.
    Ask(Question),
    /// What the computer was asked is not wanted any more.
    StopThinking,
    /// Found the next game; tell the room its number by [`Message::Followed`].
    Found(Box<Terms>),
}

/// Something told to somebody.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// To whom.
    pub to: To,
    /// What.
    pub event: ClientIn,
}

/// Whom to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// Everybody here.
    All,
    /// Whoever has proven this seat, however many windows that is.
    Seat(Side),
    /// One connection.
    One(Client),
}

/// Effects as they are collected while one message is handled.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) now: Millis,
    list: Vec<Effect>,
}

impl Out {
    pub(crate) fn at(now: Millis) -> Out {
        Out { now, list: Vec::new() }
    }

    pub(crate) fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

    pub(crate) fn tell(&mut self, to: To, event: ClientIn) {
        self.list.push(Effect::Tell(Told { to, event }));
    }

    /// A row and what it allows to tell; rows of one act travel together.
    pub(crate) fn persist(&mut self, row: Row, told: impl IntoIterator<Item = Told>) {
        match self.list.last_mut() {
            Some(Effect::Persist { rows, then }) => {
                rows.push(row);
                then.extend(told);
            }
            _ => {
                self.list.push(Effect::Persist { rows: vec![row], then: told.into_iter().collect() });
            }
        }
    }

    pub(crate) fn done(self) -> Vec<Effect> {
        self.list
    }
}

/// Something everybody may know.
pub(crate) fn to_all(event: ClientIn) -> Told {
    Told { to: To::All, event }
}
