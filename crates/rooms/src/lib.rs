//! The rooms of the page that are loaded when they are entered.
//!
//! A room is a function under `#[wasm_split]`: the bundler moves it, and whatever only it needs, into a WebAssembly
//! module of its own. [`DOORS`] lists the rooms for the page.

// The macro of Leptos makes every component `pub`, whatever it is told.
#![allow(unreachable_pub)]

mod analyse;
mod lesson;

use damka_web::later::Door;
use damka_web::model::link::Room;

/// The way into every room.
pub const DOORS: &[Door] = &[
    Door {
        room: Room::Lesson,
        words: Some(lesson::NAME),
        style: Some(lesson::NAME),
        load: || Box::pin(lesson::load()),
        enter: |visit| Box::pin(lesson::enter(visit)),
    },
    Door {
        room: Room::Analyse,
        words: Some(analyse::NAME),
        style: Some(analyse::NAME),
        load: || Box::pin(analyse::load()),
        enter: |visit| Box::pin(analyse::enter(visit)),
    },
];
