//! A live game between people, as a pure state machine.
//!
//! A [`Room`] is told what its visitors do and when; it answers with [`Effect`]s. What changes a game becomes a
//! [`Row`] first: [`Effect::Persist`] carries the rows **and** what may be told once they are safe, so no
//! event can overtake its row. [`Room::restore`] makes the same room again from the rows. Whoever runs a room finishes
//! the effects of one message before the next; if rows cannot be stored, it drops the room and restores it.
//!
//! ```
//! use damka_room::{Arrival, Effect, Holder, Message, Room, Terms};
//! use damka_rules::{BySide, Variant};
//! use damka_wire::room::ClientOut;
//!
//! let seats = BySide { white: Some(Holder::guest("Anna", "a1")), black: Some(Holder::guest("Boris", "b2")) };
//! let mut room = Room::found("g1", Terms::new(Variant::Russian, seats), 1_000).unwrap();
//! let anna = Arrival { client: 7, seat: Some("a1".into()), ..Arrival::default() };
//! room.handle(Message::Enter(anna), 1_000);
//! let effects = room.handle(Message::Said(7, ClientOut::Play { ply: 0, text: "c3-d4".into() }), 2_000);
//! assert!(matches!(&effects[..], [Effect::Persist { rows, then }] if rows.len() == 1 && then.len() == 1));
//! ```

mod acts;
mod message;
mod plans;
mod presence;
mod restore;
mod room;
mod row;
mod talk;
mod terms;

pub use message::{Arrival, Client, Effect, Message, To, Told};
pub use restore::{Memory, RestoreError};
pub use room::Room;
pub use row::{Deed, Row};
pub use talk::{LONGEST, clean};
pub use terms::{Holder, Invited, Secret, Terms};
