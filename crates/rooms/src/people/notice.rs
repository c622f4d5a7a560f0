//! Telling somebody who looks elsewhere that it is their turn: the title of the page, and a notification if allowed.

use damka_rules::Side;
use damka_web::platform::{document, window};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::desk::Desk;
use super::live::Live;
use super::told;

/// Keeps the title of the page: who plays, and whether it is one's turn.
pub(crate) fn title(desk: Desk) {
    Effect::new(move || {
        let text = desk.live.with(|live| {
            let names = Side::BOTH
                .map(|side| told::player(desk.said, desk.words(), live.players[side as usize].as_ref()));
            match (live.my_turn(), live.side, live.game.is_some()) {
                (_, _, false) => None,
                (true, ..) => Some(format!("● {}", desk.prefs.m().your_turn)),
                (_, Some(me), _) => Some(names[me.other() as usize].clone()),
                _ => Some(format!("{} – {}", names[0], names[1])),
            }
        });
        if let Some(text) = text {
            document().set_title(&format!("{text} · Damka"));
        }
    });
}

/// Does this browser know notifications? Only pages in a secure context may ask for them.
fn known() -> bool {
    let there = js_sys::Reflect::has(&window(), &JsValue::from_str("Notification")).unwrap_or(false);
    there && window().is_secure_context()
}

/// May somebody be asked whether notifications are wanted?
pub(crate) fn may_ask() -> bool {
    known() && Notification::permission() == NotificationPermission::Default
}

/// Asks whether notifications are wanted.
pub(crate) fn ask(answered: impl FnOnce() + 'static) {
    let Ok(asked) = Notification::request_permission() else { return };
    spawn_local(async move {
        let _ = JsFuture::from(asked).await;
        answered();
    });
}

/// Shows a notification to a player who looks elsewhere.
pub(crate) fn show(desk: Desk, text: &str) {
    if !document().hidden() || !known() || Notification::permission() != NotificationPermission::Granted {
        return;
    }
    let opponent = desk.live.with_untracked(|live: &Live| live.side).map(|me| told::name(desk, me.other()));
    let options = NotificationOptions::new();
    options.set_body(&opponent.unwrap_or_default());
    // One is enough for a game.
    options.set_tag(&desk.id.get_value());
    // Some browsers let only service workers notify.
    let _ = Notification::new_with_options(text, &options);
}
