//! The list of games on this device: go on with one, take it away as a file, delete it.

use leptos::prelude::*;

use super::share::written;
use super::table::Table;
use crate::i18n::Words;
use crate::model::link::{Invite, Place, Room};
use crate::model::shelf::Shelved;
use crate::platform::{download, shelf};

/// The list.
#[component]
pub fn Shelf(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let games = RwSignal::new(shelf::all());
    let asked = RwSignal::new(None::<String>);
    let delete = move |id: &str| {
        shelf::delete(id);
        games.update(|games| games.retain(|(other, _)| other != id));
    };
    let row = move |(id, game): (String, Shelved)| {
        let variant = game.game.record.variant;
        let over = game.is_over();
        let invite = Invite { game: Some(id.clone()), ..Invite::to(variant.base()) };
        // A finished game is looked through, another one played on.
        let place = if over { Place::Room(invite, Room::Analyse) } else { Place::Board(invite) };
        let href = place.address();
        let told = game.clone();
        let export = move |_| {
            if let Ok(session) = game.session(0) {
                let _ = download::text(&format!("damka-{variant}.pdn"), "text/plain", &written(&session));
            }
        };
        let (this, asking) = (id.clone(), id.clone());
        view! {
            <li>
                <p>
                    <b>{move || Words::plain(prefs.lang.get()).game(variant.base())}</b>
                    <small>{move || tell(&told, Words::plain(prefs.lang.get()))}</small>
                </p>
                <div class="buttons">
                    <a class="button primary" href=href>
                        {move || if over { prefs.m().review } else { prefs.m().resume }}
                    </a>
                    <button on:click=export>{prefs.t(|m| m.download_pdn)}</button>
                    <button on:click=move |_| asked.set(Some(asking.clone()))>{prefs.t(|m| m.delete)}</button>
                </div>
                {move || asked.with(|asked| asked.as_deref() == Some(&this)).then(|| {
                    let id = id.clone();
                    view! {
                        <div class="asking" role="alertdialog" aria-label=prefs.t(|m| m.delete_sure)>
                            <span>{prefs.t(|m| m.delete_sure)}</span>
                            <button class="primary" on:click=move |_| delete(&id)>{prefs.t(|m| m.yes)}</button>
                            <button on:click=move |_| asked.set(None)>{prefs.t(|m| m.no)}</button>
                        </div>
                    }
                })}
            </li>
        }
    };
    view! {
        <div class="shelf">
            <Show when=move || games.with(Vec::is_empty)><p>{prefs.t(|m| m.shelf_empty)}</p></Show>
            <ul><For each=move || games.get() key=|(id, _)| id.clone() children=row/></ul>
        </div>
    }
}

/// Who played whom, how far it went, how it ended, when.
fn tell(shelved: &Shelved, words: Words) -> String {
    let kept = &shelved.game;
    let name = |tag: &str, seat| kept.record.tag(tag).map_or_else(|| words.seat(seat), str::to_owned);
    let result = match (kept.record.outcome, shelved.is_over()) {
        (Some(outcome), _) => outcome.to_string(),
        (None, true) => "–".to_owned(),
        (None, false) => words.m().unfinished.to_owned(),
    };
    let date = js_sys::Date::new(&(shelved.at as f64).into());
    let date = date.to_locale_date_string(words.lang.tag(), &wasm_bindgen::JsValue::UNDEFINED);
    let (white, black) = (name("White", kept.white), name("Black", kept.black));
    let moves = kept.record.moves.len().div_ceil(2);
    format!("{white} – {black} · {}: {moves} · {result} · {date}", words.m().moves_label)
}
