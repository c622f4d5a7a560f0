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

/// A door to a room whose module can `load` and `enter`: `door!(Lesson, lesson, lesson::NAME)`, the last being its style.
macro_rules! door {
    ($room:ident, $module:ident, $style:expr) => {
        Door {
            room: Room::$room,
            words: Some($module::NAME),
            style: Some($style),
            load: || Box::pin($module::load()),
            enter: |visit| Box::pin($module::enter(visit)),
        }
    };
}

/// The way into every room.
pub const DOORS: &[Door] = &[
    door!(Lesson, lesson, lesson::NAME),
    door!(Analyse, analyse, analyse::NAME),
    door!(People, people, people::NAME),
    door!(Puzzles, puzzles, easel::STYLE),
    door!(Learn, learn, easel::STYLE),
];

/// Is a key meant for a text box or a list?
fn typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}
