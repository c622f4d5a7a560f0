//! A game at a board: who sits there, what was agreed, and everything that can happen until it is over.
//!
//! A [`Sitting`] is told what somebody does and when; it answers with what follows. It reads no clock,
//! draws no random numbers and stores nothing: the time and a seed come in, effects go out. The page, the
//! terminal and a server's room are loops around it.
//!
//! ```
//! use damka_rules::{Side, Variant};
//! use damka_sitting::{Act, Agreement, Effect, Seat, Sitting, seats::Level};
//!
//! let agreement = Agreement::against(Variant::Russian, Side::White, Seat::Computer(Level::FIRST));
//! let mut sitting = Sitting::new(agreement, None, 7).unwrap();
//! let effects = sitting.handle(Act::Write(Side::White, "c3-d4".into()), 1_000);
//! assert!(matches!(effects[..], [Effect::Moved { ply: 1, .. }, Effect::Ask(_), Effect::Save]));
//! ```

pub mod act;
pub mod agreement;
pub mod challenge;
pub mod clock;
mod computer;
pub mod dress;
pub mod entry;
pub mod kept;
pub mod manners;
mod moves;
mod offers;
pub mod scene;
pub mod seats;
mod sitting;

pub use act::{Act, Audience, Denied, Effect, Found, Purpose, Question};
pub use agreement::Agreement;
pub use clock::{Clock, Control, Millis};
pub use kept::Kept;
pub use scene::Scene;
pub use seats::{Seat, Seats};
pub use sitting::Sitting;
