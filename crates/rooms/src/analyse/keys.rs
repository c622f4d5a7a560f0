//! The keys that work anywhere in the room.

use damka_rules::{Piece, Side};
use damka_web::pages::dialogs::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::desk::Step;
use super::room::{Mode, Room};

/// Listens for as long as the room is there.
pub(crate) fn listen(room: Room, dialog: RwSignal<Option<Dialog>>) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let target = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok());
        let typing =
            target.as_ref().is_some_and(|e| matches!(e.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        let other = event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented();
        if typing || other || dialog.try_get_untracked().flatten().is_some() {
            return;
        }
        let square = target.as_ref().and_then(|e| e.get_attribute("data-square"));
        let done = match room.mode.get_untracked() {
            Mode::Moves => press(room, &event, square.is_some(), target.as_ref()),
            Mode::Setup => square.is_some_and(|square| place(room, &event, &square)),
            Mode::Files => false,
        };
        if done {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Keys of the tree and the engine; true if it was one.
fn press(room: Room, event: &KeyboardEvent, on_board: bool, target: Option<&HtmlElement>) -> bool {
    // Lists that scroll and groups that are chosen from have their own arrows.
    let own = target.is_some_and(|e| e.closest("[role=list], .games-list").ok().flatten().is_some());
    let key = event.key();
    match (key.as_str(), event.code().as_str()) {
        ("ArrowLeft", _) if !on_board && !own => room.step(Step::Back),
        ("ArrowRight", _) if !on_board && !own => room.step(Step::On),
        ("ArrowUp", _) if !on_board && !own => room.step(Step::Above),
        ("ArrowDown", _) if !on_board && !own => room.step(Step::Below),
        ("Home", _) => room.step(Step::First),
        ("End", _) => room.step(Step::Last),
        ("Escape", _) => room.entry.update(|entry| _ = entry.back()),
        ("!", _) => room.change(|desk| desk.type_mark('!')),
        ("?", _) => room.change(|desk| desk.type_mark('?')),
        (_, "KeyE") => room.lamp.on.update(|on| *on = !*on),
        (_, "KeyT") => room.lamp.threat.update(|on| *on = !*on),
        (_, "KeyF") => room.flip(),
        (digit, _) => match digit.parse::<usize>() {
            Ok(number @ 1..=9) => room.choose(number - 1),
            _ => return false,
        },
    }
    true
}

/// Keys on a square of the editor; true if it was one.
fn place(room: Room, event: &KeyboardEvent, square: &str) -> bool {
    let Some(square) = room.variant.grid().parse_square(square) else { return false };
    let piece = |side| Some(if event.shift_key() { Piece::king(side) } else { Piece::man(side) });
    let piece = match (event.key().as_str(), event.code().as_str()) {
        ("Delete" | "Backspace", _) => None,
        (_, "KeyW") => piece(Side::White),
        (_, "KeyB") => piece(Side::Black),
        _ => return false,
    };
    room.editor.update(|editor| editor.put(square, piece));
    true
}
