//! The way from room to room: a rail beside the board, or a bar of tabs below it. Only rooms that exist are shown.

use damka_rules::Variant;
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::icons::{self, Icon};
use super::prefs::Prefs;
use crate::i18n::Messages;

/// The rail.
#[component]
pub fn Rail(
    /// Settings and language.
    prefs: Prefs,
    /// The game, which goes along from room to room.
    variant: Signal<Variant>,
    /// Is this the room of the lessons?
    learning: Signal<bool>,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let room = move |icon: &'static str, label: fn(&Messages) -> &'static str, lesson: bool| {
        let here = move || (learning.get() == lesson).then_some("page");
        let address = move || match lesson {
            true => format!("{}/lesson", variant.get().name()),
            false => variant.get().name().to_owned(),
        };
        view! { <a href=address aria-current=here><Icon d=icon/><span>{prefs.t(label)}</span></a> }
    };
    let sheet = move |icon: &'static str, label: fn(&Messages) -> &'static str, which: Dialog| {
        view! {
            <button on:click=move |_| dialog.set(Some(which))><Icon d=icon/><span>{prefs.t(label)}</span></button>
        }
    };
    view! {
        <nav class="rail" aria-label=prefs.t(|m| m.rooms)>
            <a class="brand" href="" aria-label="Damka">
                <svg viewBox="-24 -20 48 40" aria-hidden="true" focusable="false">
                    <path d="M-17 9L-20-9L-9.500-1L0-14L9.500-1L20-9L17 9zM-17 12h34v4h-34z"></path>
                </svg>
            </a>
            {room(icons::PLAY, |m| m.play, false)}
            {room(icons::LEARN, |m| m.learn, true)}
            <span class="spring"></span>
            {sheet(icons::HELP, |m| m.help, Dialog::Help)}
            {sheet(icons::SETTINGS, |m| m.settings, Dialog::Settings)}
        </nav>
    }
}
