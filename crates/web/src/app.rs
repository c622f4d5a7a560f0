//! The root of the page: reads the address, shows what it means, and follows links without a reload.

use damka_rules::Variant;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

use crate::board::Wood;
use crate::i18n::{Words, fill};
use crate::later::{Door, Later, Visit};
use crate::model::link::{self, BadLink, Invite, Place, Room, variant_for};
use crate::pages::dialogs::{Dialog, Dialogs};
use crate::pages::notes::Notes;
use crate::pages::play::Play;
use crate::pages::prefs::{Prefs, languages};
use crate::pages::table::Table;
use crate::pages::{Rail, games};
use crate::platform::{document, location, storage};

/// The whole page.
#[component]
pub fn App(
    /// The ways into the rooms that are loaded when they are entered.
    doors: &'static [Door],
) -> impl IntoView {
    let prefs = Prefs::load();
    let table = Table::new(prefs);
    let place = RwSignal::new(Place::Home);
    let dialog = RwSignal::new(None::<Dialog>);
    let arrive = move || {
        dialog.set(None);
        let (found, trouble) = link::parse(&location::path(), &location::query());
        let found = match found {
            Place::Home => Place::Board(Invite::to(home())),
            found => found,
        };
        if let Some(trouble) = &trouble {
            let words = Words::plain(prefs.lang.get_untracked());
            let m = words.m();
            table.note.set(Some(match (trouble, &found) {
                (BadLink::Rule(rule), Place::Board(Invite { variant, .. })) => {
                    fill(m.bad_rule, &[rule, words.game(variant.base())])
                }
                (BadLink::Clock(_) | BadLink::Fen(_) | BadLink::Move { .. }, _) => {
                    fill(m.bad_part, &[&words.bad_link(trouble)])
                }
                _ => fill(m.bad_link, &[&words.bad_link(trouble)]),
            }));
        }
        match &found {
            Place::Board(invite) => table.open(invite),
            Place::Room(..) | Place::Home | Place::People(_) => {}
        }
        place.set(found);
    };
    arrive();
    location::on_travel(arrive);
    let go = move |address: &str| {
        table.note.set(None);
        location::push(address);
        arrive();
    };
    // Links within the site change the page without loading it anew.
    let on_click = move |e: leptos::ev::MouseEvent| {
        let anchor = e.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok());
        let anchor = anchor.and_then(|t| t.closest("a[href]").ok().flatten());
        let Some(anchor) = anchor.and_then(|a| a.dyn_into::<HtmlAnchorElement>().ok()) else { return };
        let plain = !e.ctrl_key() && !e.meta_key() && !e.shift_key() && e.button() == 0;
        let elsewhere = ["download", "target"].iter().any(|name| anchor.has_attribute(name));
        let href = anchor.get_attribute("href").unwrap_or_default();
        // A link with a scheme, or to a place on the page, is the browser's business.
        if plain && !elsewhere && !href.contains("://") && !href.starts_with('#') && !e.default_prevented() {
            e.prevent_default();
            go(&href);
        }
    };
    let variant = Signal::derive(move || match place.get() {
        Place::Room(invite, _) => invite.variant.base(),
        _ => table.session.with(|s| s.agreement.variant.base()),
    });
    Effect::new(move || {
        // A room may have given the page a title of its own.
        place.track();
        let words = Words::plain(prefs.lang.get());
        document().set_title(&format!("{} · Damka", words.game(variant.get())));
    });
    let room = Memo::new(move |_| match place.get() {
        Place::Room(invite, room) => Some((invite, room)),
        Place::People(game) => {
            let variant = table.session.with_untracked(|s| s.agreement.variant.base());
            Some((Invite { game, ..Invite::to(variant) }, Room::People))
        }
        Place::Home | Place::Board(_) => None,
    });
    // A chosen game stays in the room.
    let on_variant = Callback::new(move |variant: Variant| match room.get_untracked() {
        Some((_, room)) if room != Room::People => go(&Place::Room(Invite::to(variant), room).address()),
        _ => go(variant.name()),
    });
    Effect::new(move || games::remember(variant.get()));
    let here = Memo::new(move |_| room.get().map(|(_, room)| room));
    let to_board = move |_| {
        let cell = document().query_selector("[role=grid] [tabindex='0']").ok().flatten();
        if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<web_sys::HtmlElement>().ok()) {
            // A cell can always be focused; if the browser disagrees, nothing is lost.
            let _ = cell.focus();
        }
    };
    view! {
        <div class="page" on:click=on_click>
            <Wood/>
            <button class="skip" on:click=to_board>{prefs.t(|m| m.skip_to_board)}</button>
            <Rail prefs variant here dialog/>
            <Notes table/>
            {move || {
                let behind = room.get().and_then(|(invite, room)| {
                    Some((invite, *doors.iter().find(|door| door.room == room)?))
                });
                match behind {
                    Some((invite, door)) => {
                        let variant = invite.variant.base();
                        let invite = StoredValue::new(invite);
                        let visit = Visit { prefs, variant, invite, dialog, table };
                        view! {
                            <Later prefs load=move || Box::pin(door.open(prefs)) make=move || (door.enter)(visit)/>
                        }
                        .into_any()
                    }
                    None => view! { <Play table variant dialog/> }.into_any(),
                }
            }}
            <Dialogs table dialog variant on_variant/>
        </div>
    }
}

/// The game last played here, or the one of the visitor's language.
fn home() -> Variant {
    let last: Option<String> = storage::load("last").value();
    let spoken = languages();
    last.and_then(|name| name.parse().ok()).unwrap_or_else(|| variant_for(spoken.iter().map(String::as_str)))
}
