//! The root of the page: reads the address, shows what it means, and follows links without a reload.

use damka_rules::Variant;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

use crate::i18n::{Paint, Words, fill};
use crate::model::link::{self, BadLink, Invite, Place, variant_for};
use crate::pages::Header;
use crate::pages::dialogs::Dialog;
use crate::pages::lesson::Lesson;
use crate::pages::play::Play;
use crate::pages::prefs::{Prefs, languages};
use crate::pages::table::Table;
use crate::platform::{document, location, storage};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let prefs = Prefs::load();
    let table = Table::new(prefs);
    let place = RwSignal::new(Place::Landing);
    let dialog = RwSignal::new(None::<Dialog>);
    let arrive = move || {
        dialog.set(None);
        let (found, trouble) = link::parse(&location::path(), &location::query());
        let found = match found {
            Place::Landing => Place::Board(Invite::to(home())),
            found => found,
        };
        if let Some(trouble) = &trouble {
            let lang = prefs.lang.get_untracked();
            table.note.set(Some(match (trouble, &found) {
                (BadLink::Rule(rule), Place::Board(Invite { variant, .. })) => {
                    let game = Words { lang, paint: Paint::Plain }.game(variant.base());
                    fill(lang.messages().bad_rule, &[rule, game])
                }
                (BadLink::Clock(_) | BadLink::Fen(_), _) => {
                    fill(lang.messages().bad_part, &[&trouble.to_string()])
                }
                _ => fill(lang.messages().bad_link, &[&trouble.to_string()]),
            }));
        }
        match &found {
            Place::Board(invite) => table.open(invite),
            Place::Lesson(_) | Place::Landing => {}
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
        if plain && anchor.get_attribute("download").is_none() && !e.default_prevented() {
            e.prevent_default();
            go(&anchor.get_attribute("href").unwrap_or_default());
        }
    };
    let variant = Signal::derive(move || match place.get() {
        Place::Lesson(variant) => variant,
        _ => table.session.with(|s| s.agreement.variant.base()),
    });
    let on_variant = Callback::new(move |variant: Variant| go(variant.name()));
    Effect::new(move || {
        let words = Words { lang: prefs.lang.get(), paint: Paint::Plain };
        document().set_title(&format!("{} · Damka", words.game(variant.get())));
    });
    let lesson = Memo::new(move |_| match place.get() {
        Place::Lesson(variant) => Some(variant),
        _ => None,
    });
    view! {
        <div class="page" on:click=on_click>
            <Header prefs variant on_variant dialog/>
            <Note table/>
            {move || match lesson.get() {
                Some(variant) => view! { <Lesson prefs variant/> }.into_any(),
                None => view! { <Play table dialog/> }.into_any(),
            }}
        </div>
    }
}

/// A remark that can be put away.
#[component]
fn Note(table: Table) -> impl IntoView {
    let prefs = table.prefs;
    view! {
        <div class="notes" role="alert">
            {move || table.note.get().map(|text| view! {
                <p class="note">
                    <span>{text}</span>
                    <button class="small" on:click=move |_| table.note.set(None)>{prefs.t(|m| m.ok)}</button>
                </p>
            })}
        </div>
    }
}

/// The game last played here, or the one of the visitor's language.
fn home() -> Variant {
    let last: Option<String> = storage::load("last").value();
    let spoken = languages();
    last.and_then(|name| name.parse().ok()).unwrap_or_else(|| variant_for(spoken.iter().map(String::as_str)))
}
