//! Sharing and saving: links, FEN, PDN, pictures, and reading them back.

use damka_rules::{Playable, Side};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::dialogs::Dialog;
use super::paper::{self, Diagram, Sheet};
use super::table::Table;
use crate::i18n::fill;
use crate::model::palette::{Ground, Palette};
use crate::model::picture::{Letters, Style, draw};
use crate::model::session::Session;
use crate::model::settings::Settings;
use crate::model::{pdn, picture};
use crate::platform::{clipboard, download, image, location};

/// The dialog.
#[component]
pub fn Share(
    /// The table.
    table: Table,
    /// The dialog, to close it.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let prefs = table.prefs;
    let told = RwSignal::new(None::<String>);
    let text_shown = RwSignal::new(None::<String>);
    let pasted = RwSignal::new(String::new());
    let copy = move |text: String| {
        spawn_local(async move {
            let done = clipboard::copy(&text).await;
            let m = prefs.lang.get_untracked().messages();
            told.set(Some(if done { m.copied } else { m.copy_failed }.to_owned()));
            text_shown.set((!done).then_some(text));
        });
    };
    let link = move || location::absolute(&table.invite().address());
    let fen = move || table.session.with_untracked(|s| s.game.position().to_fen());
    let game = move || table.session.with_untracked(written);
    let name = move || table.session.with_untracked(|s| format!("damka-{}", s.agreement.variant.name()));
    let picture = move || {
        let words = table.words();
        table.session.with_untracked(|s| {
            let pos = s.game.position();
            let settings = prefs.settings.get_untracked();
            let ground = Ground {
                all_squares: pos.grid().playable == Playable::All,
                on_light: table.look().on_light,
                paint: words.paint,
            };
            let palette = Palette::of(settings.theme, ground);
            let Settings { king_style, coordinates, .. } = settings;
            let letters = if coordinates { Letters::Text } else { Letters::None };
            draw(pos, Style { palette, king_style, bottom: s.bottom, letters })
        })
    };
    let svg = move |_| _ = download::text(&format!("{}.svg", name()), "image/svg+xml", &picture());
    let png = move |_| {
        let (svg, name) = (picture(), format!("{}.png", name()));
        let width = table.session.with_untracked(|s| picture::png_width(s.game.position().grid()));
        spawn_local(async move {
            // Without a canvas the person still has the SVG.
            if let Ok(blob) = image::png(&svg, width).await {
                let _ = download::blob(&name, &blob);
            }
        });
    };
    let load = move |_| match table.load(&pasted.get_untracked()) {
        Ok(()) => dialog.set(None),
        Err(reason) => told.set(Some(fill(prefs.lang.get_untracked().messages().bad_paste, &[&reason]))),
    };
    view! {
        <div class="form share">
            <p>{prefs.t(|m| m.share_note)}</p>
            <input class="link" type="text" readonly prop:value=link aria-label=prefs.t(|m| m.copy_link)/>
            <div class="buttons">
                <button on:click=move |_| copy(link())>{prefs.t(|m| m.copy_link)}</button>
                <button on:click=move |_| copy(fen())>{prefs.t(|m| m.copy_fen)}</button>
                <button on:click=move |_| copy(game())>{prefs.t(|m| m.copy_pdn)}</button>
                <button on:click=move |_| _ = download::text(&format!("{}.pdn", name()), "text/plain", &game())>
                    {prefs.t(|m| m.download_pdn)}
                </button>
                <button on:click=svg>{prefs.t(|m| m.picture_svg)}</button>
                <button on:click=png>{prefs.t(|m| m.picture_png)}</button>
                <button class="print" on:click=move |_| untrack(|| on_paper(table))>{prefs.t(|m| m.print)}</button>
            </div>
            // In the challenge a pasted position would be a way round.
            {(!table.is_challenge()).then(|| view! {
                <label class="stacked">
                    <span>{prefs.t(|m| m.paste_label)}</span>
                    <textarea rows="4" name="paste" spellcheck="false" prop:value=pasted
                        on:input=move |e| pasted.set(event_target_value(&e))></textarea>
                </label>
                <div class="buttons">
                    <button class="load" on:click=load>{prefs.t(|m| m.load)}</button>
                </div>
            }.into_any())}
            <p class="told" role="alert">{move || told.get()}</p>
            {move || text_shown.get().map(|text| view! { <textarea rows="5" readonly>{text}</textarea> })}
        </div>
    }
}

/// Prints the position with the moves that led to it.
fn on_paper(table: Table) {
    let words = table.words();
    let on_light = table.look().on_light;
    let sheet = table.session.with_untracked(|s| {
        let texts: Vec<&str> = s.game.moves().iter().map(|played| played.text.as_str()).collect();
        let pairs = texts.chunks(2).map(|pair| pair.join("  ")).collect();
        let caption = match s.game.ending() {
            Some(ending) => words.ending(ending, s.agreement.variant.laws().goal),
            None => words.about(words.m().to_move, s.game.turn()),
        };
        let title = words.game(s.agreement.variant.base()).to_owned();
        let diagram = Diagram { position: *s.game.position(), caption };
        Sheet {
            title,
            diagrams: vec![diagram],
            heading: words.m().moves_label.to_owned(),
            lines: pairs,
            apart: false,
        }
    });
    paper::print(sheet, on_light);
}

/// The game as PDN.
pub(super) fn written(session: &Session) -> String {
    let seat = |side: Side| match session.name(side) {
        Some(name) => name.to_owned(),
        None => pdn::seat_name(session.agreement.seats.of(side)),
    };
    let date = js_sys::Date::new_0();
    let date = format!("{}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    pdn::write(
        &session.game,
        session.game.start_fen().as_deref(),
        &seat(Side::White),
        &seat(Side::Black),
        &date,
    )
}
