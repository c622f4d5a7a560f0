//! The rooms of the page that are loaded when they are entered.
//!
//! A room is a function under `#[wasm_split]`: the bundler moves it, and whatever only it needs, into a WebAssembly
//! module of its own. [`DOORS`] lists the rooms for the page.

// The macro of Leptos makes every component `pub`, whatever it is told.
#![allow(unreachable_pub)]

mod analyse;
mod easel;
mod learn;
mod lesson;
mod people;
mod puzzles;

use damka_web::later::Door;
use damka_web::model::link::Room;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

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
    Door {
        room: Room::People,
        words: Some(people::NAME),
        style: Some(people::NAME),
        load: || Box::pin(people::load()),
        enter: |visit| Box::pin(people::enter(visit)),
    },
    Door {
        room: Room::Puzzles,
        words: Some(puzzles::NAME),
        style: Some(easel::STYLE),
        load: || Box::pin(puzzles::load()),
        enter: |visit| Box::pin(puzzles::enter(visit)),
    },
    Door {
        room: Room::Learn,
        words: Some(learn::NAME),
        style: Some(easel::STYLE),
        load: || Box::pin(learn::load()),
        enter: |visit| Box::pin(learn::enter(visit)),
    },
];

/// Is a key meant for a text box or a list?
fn typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}
