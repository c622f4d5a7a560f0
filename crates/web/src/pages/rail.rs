//! The way from room to room: a rail beside the board, or a bar of tabs below it. Only rooms that exist are shown.

use damka_rules::Variant;
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::icons::{self, Icon};
use super::prefs::Prefs;
use crate::i18n::Messages;
use crate::model::link::{Invite, Place, Room};
use crate::platform::is_alone;

/// The rail.
#[component]
pub fn Rail(
    /// Settings and language.
    prefs: Prefs,
    /// The game, which goes along from room to room.
    variant: Signal<Variant>,
    /// The room one is in; none is the one where games are played.
    here: Memo<Option<Room>>,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let room = move |icon: &'static str, label: fn(&Messages) -> &'static str, room: Option<Room>| {
        // Until there is a course the lesson stands for it.
        let room = match room {
            Some(Room::Learn) if !Room::OPEN.contains(&Room::Learn) => Some(Room::Lesson),
            room => room,
        };
        let current = move || {
            let here = here.get();
            let learning = here == Some(Room::Lesson) && room == Some(Room::Learn);
            (here == room || learning).then_some("page")
        };
        let address = move || match room {
            None => Place::Board(Invite::to(variant.get())).address(),
            Some(Room::People) => Place::People(None).address(),
            Some(room) => Place::Room(Invite::to(variant.get()), room).address(),
        };
        let there = |room: Room| Room::OPEN.contains(&room) && !(room == Room::People && is_alone());
        room.is_none_or(there).then(|| {
            view! { <a href=address aria-current=current><Icon d=icon/><span>{prefs.t(label)}</span></a> }
        })
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
            {room(icons::PLAY, |m| m.play, None)}
            {room(icons::PUZZLES, |m| m.puzzles, Some(Room::Puzzles))}
            {room(icons::LEARN, |m| m.learn, Some(Room::Learn))}
            {room(icons::ANALYSE, |m| m.analyse, Some(Room::Analyse))}
            {room(icons::PEOPLE, |m| m.people, Some(Room::People))}
            <span class="spring"></span>
            {sheet(icons::HELP, |m| m.help, Dialog::Help)}
            {sheet(icons::SETTINGS, |m| m.settings, Dialog::Settings)}
        </nav>
    }
}
