//! The Hub engine protocol (version 2) without input and output, both sides of it.
//!
//! Nothing here reads a pipe, asks a law of draughts or starts a search; of the rules only sides and pieces are used. [`Session`] is the engine's side: it is
//! given lines and engine events and gives back [`Effect`]s in order. [`Client`] is the side of the program that
//! drives an engine. Squares are plain numbers from 1 in reading order; what they mean is the caller's business.
//!
//! ```
//! use damka_hub::{Effect, Identity, Session};
//!
//! let mut session = Session::new(Identity::new("Damka", "0.1"), Vec::new());
//! assert_eq!(session.handle("ping"), [Effect::Reply("pong".into())]);
//! session.handle("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"21-17\"");
//! session.settle(Ok(()));
//! assert!(matches!(session.handle("go think")[..], [Effect::Go { .. }]));
//! assert_eq!(session.done(Some("9-13".parse()?), None), [Effect::Reply("done move=9-13".into())]);
//! # Ok::<(), damka_hub::MoveError>(())
//! ```

mod client;
mod level;
mod line;
mod message;
mod moves;
mod numbering;
mod param;
mod position;
mod report;
mod session;

pub use client::{Client, ClientError, Event, Phase};
pub use level::{Clock, Control, Level, Limits};
pub use line::{Arg, Line, LineError};
pub use message::{Answer, Chosen, Command, MessageError, Mode, Start};
pub use moves::{Move, MoveError};
pub use numbering::{Corner, Numbering};
pub use param::{Kind, Param, ParamError};
pub use position::{Position, PositionError};
pub use report::{Identity, Info, Score};
pub use session::{Effect, Session};
