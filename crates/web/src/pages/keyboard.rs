//! The keys that work anywhere on the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::dialogs::Dialog;
use super::table::Table;

/// Listens to the keys for as long as the play page is shown.
pub fn listen(table: Table, dialog: RwSignal<Option<Dialog>>) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if dialog.try_get_untracked().flatten().is_none() && !typing(&event) {
            press(table, dialog, &event);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Is the key meant for a text box or a list?
fn typing(event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return true;
    }
    let target = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

fn press(table: Table, dialog: RwSignal<Option<Dialog>>, event: &KeyboardEvent) {
    let key = event.key();
    // Letters by their place on the keyboard, so that they work in every alphabet.
    match (key.as_str(), event.code().as_str()) {
        ("Escape", _) => table.back(),
        ("?", _) => dialog.set(Some(Dialog::Help)),
        (_, "KeyL") => table.replay(),
        (_, "KeyM") => table.tell_moves(),
        (_, "KeyH") => table.ask_hint(),
        (_, "KeyU") => table.undo(),
        (_, "KeyF") => table.flip(),
        (_, "KeyA") => table.adjust(),
        (digit, _) => {
            if let Ok(number @ 1..=9) = digit.parse::<usize>() {
                table.choose(number - 1);
            }
        }
    }
}
