//! DamExchange (DXP), the protocol by which two programs play International draughts, without input and output.
//!
//! [`Frames`] cuts the byte stream of a connection into messages, [`Message`] reads and prints them, and [`Session`] is
//! the conversation of one player: frames and the player's own moves go in, [`Effect`]s come out in order. Who opened
//! the connection does not matter here; who asks for the games is the [`Role`].
//!
//! ```
//! use damka_dxp::{Acceptance, Effect, Message, Role, Session};
//!
//! let mut session = Session::new("Damka", Role::Follower);
//! let effects = session.handle(b"R01DXP Client                      Z005000A");
//! assert!(matches!(effects[..], [Effect::Asked(_)]));
//! let effects = session.answer(Acceptance::Accept);
//! assert!(matches!(effects[..], [Effect::Send(Message::GameAcc { .. }), Effect::Begin(_)]));
//! assert!(matches!(session.handle(b"M0001322800")[..], [Effect::Judge { .. }]));
//! assert!(matches!(session.judged(Ok(()))[..], [Effect::Think { .. }]));
//! ```

use std::time::Duration;

mod columns;
mod frame;
mod message;
mod position;
mod session;

pub use frame::{Frames, MAX_FRAME, TooLong, encode};
pub use message::{
    Acceptance, BackAnswer, GameRequest, Message, MessageError, Move, PROTOCOL_VERSION, Reason, Stop,
};
pub use position::{Position, SQUARES};
pub use session::{Begin, By, Effect, Role, Session, Ticket};

/// The port programs listen on unless told otherwise.
pub const DEFAULT_PORT: u16 = 27531;

/// The pause to leave between two frames one after the other. The protocol needs none, but pydraughts takes whatever
/// one read returns for a single message, so an acceptance and the first move in one packet would lose the move.
pub const PAUSE: Duration = Duration::from_millis(50);
