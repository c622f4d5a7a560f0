//! A file of many games: open it, look for games, open one. It stays in the memory of this page and nowhere else.

use std::cell::RefCell;
use std::sync::Arc;

use damka_rules::{Outcome, Side, Variant};
use damka_web::i18n::Words;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, HtmlElement, HtmlInputElement};

use super::games::{Listed, Shelf, Wanted};
use super::room::Room;

/// Height of a line of the list, and how many are drawn beyond what can be seen.
const LINE: f64 = 56.0;
const SPARE: usize = 6;

thread_local! {
    /// The open file, for as long as the page lives: a game of another kind leads to another room.
    static OPEN: RefCell<Option<Arc<Shelf>>> = const { RefCell::new(None) };
}

/// The panel.
#[component]
pub(crate) fn FilesPanel(room: Room) -> impl IntoView {
    let said = room.said;
    let shelf = RwSignal::new(OPEN.with_borrow(Clone::clone));
    let wanted = RwSignal::new(Wanted::default());
    let told = RwSignal::new(None::<String>);
    let dragged = RwSignal::new(false);
    let take = move |file: Option<Blob>| {
        let Some(file) = file else { return };
        spawn_local(async move {
            let text = read(&file).await.unwrap_or_default();
            let found = Arc::new(Shelf::read(text));
            let nothing = found.games().is_empty();
            let _ = told.try_set(nothing.then(|| said.say(|m| m.file_nothing).to_owned()));
            // A single game is opened at once.
            if found.games().len() == 1 {
                if let Err(why) = room.load(found.text(0)) {
                    let _ = told.try_set(Some(why));
                }
            } else if !nothing {
                OPEN.set(Some(found.clone()));
                let _ = wanted.try_set(Wanted::default());
                let _ = shelf.try_set(Some(found));
            }
        });
    };
    let chosen = move |event: ev::Event| {
        let input: HtmlInputElement = event_target(&event);
        take(first_file(&input));
        // The same file can be chosen again.
        input.set_value("");
    };
    let dropped = move |event: ev::DragEvent| {
        event.prevent_default();
        dragged.set(false);
        take(property(&event, "dataTransfer").and_then(|data| first_file(&data)));
    };
    view! {
        <section class="card file-panel" class:dragged=dragged
            on:dragover=move |e| { e.prevent_default(); dragged.set(true) }
            on:dragleave=move |_| dragged.set(false)
            on:drop=dropped>
            <p class="hint">{said.t(|m| m.files_intro)}</p>
            <label class="button primary file">
                <input type="file" name="pdn-file" accept=".pdn,.txt,.pgn,text/plain" on:change=chosen/>
                <span>{said.t(|m| m.file_open)}</span>
            </label>
            <p role="status">{move || told.get()}</p>
            {move || shelf.get().map(|shelf| view! { <List room shelf wanted told/> })}
        </section>
    }
}

/// The games that are looked for.
#[component]
fn List(
    room: Room,
    shelf: Arc<Shelf>,
    wanted: RwSignal<Wanted>,
    told: RwSignal<Option<String>>,
) -> impl IntoView {
    let said = room.said;
    let variants = shelf.variants();
    let shelf = StoredValue::new(shelf);
    let found = Memo::new(move |_| shelf.with_value(|shelf| wanted.with(|wanted| shelf.find(wanted))));
    let top = RwSignal::new(0.0);
    let tall = RwSignal::new(480.0);
    let scroller = NodeRef::<html::Div>::new();
    let look = move || {
        if let Some(scroller) = scroller.get_untracked() {
            top.set(f64::from(scroller.scroll_top()));
            tall.set(f64::from(scroller.client_height()));
        }
    };
    Effect::new(move || {
        found.track();
        if let Some(scroller) = scroller.get() {
            scroller.set_scroll_top(0);
        }
        request_animation_frame(move || {
            if tall.try_get_untracked().is_some() {
                look();
            }
        });
    });
    // What is drawn changes a few lines at a time, not with every pixel.
    let window = Memo::new(move |_| {
        let first = ((top.get() / LINE) as usize).saturating_sub(SPARE) / SPARE * SPARE;
        let last = ((top.get() + tall.get()) / LINE).ceil() as usize + 2 * SPARE;
        (first, last.min(found.with(Vec::len)))
    });
    let count = move || {
        let all = shelf.with_value(|shelf| shelf.games().len());
        said.fill(|m| m.file_found, &[&found.with(Vec::len).to_string(), &all.to_string()])
    };
    let open = move |number: usize| {
        if let Err(why) = shelf.with_value(|shelf| room.load(shelf.text(number))) {
            told.set(Some(why));
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        let by: isize = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            "PageDown" => 8,
            "PageUp" => -8,
            _ => return,
        };
        let focused = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok());
        let here = focused.and_then(|e| e.get_attribute("data-place")?.parse::<usize>().ok());
        let (Some(here), Some(list)) = (here, scroller.get_untracked()) else { return };
        event.prevent_default();
        let last = found.with_untracked(Vec::len).saturating_sub(1);
        let next = here.saturating_add_signed(by).min(last);
        let at = next as f64 * LINE;
        if at < top.get_untracked() || at + LINE > top.get_untracked() + tall.get_untracked() {
            list.set_scroll_top((at - tall.get_untracked() / 2.0).max(0.0) as i32);
            look();
        }
        request_animation_frame(move || {
            let button = list.query_selector(&format!("[data-place=\"{next}\"]")).ok().flatten();
            if let Some(button) = button.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
                // A button can always be focused; if the browser disagrees, nothing is lost.
                let _ = button.focus();
            }
        });
    };
    let row = move |place: usize| {
        let number = found.with_untracked(|found| found.get(place).copied())?;
        let game = shelf.with_value(|shelf| shelf.games().get(number).cloned())?;
        let Listed { players, date, result, event, opening, variant, .. } = game;
        let kind =
            move || variant.map(|v| Words::plain(room.prefs.lang.get()).game(v.base())).unwrap_or_default();
        let about: Vec<String> = [event, opening].into_iter().filter(|part| !part.is_empty()).collect();
        let year = date.split('.').next().unwrap_or_default().to_owned();
        let dash = |name: String| if name.is_empty() { "?".to_owned() } else { name };
        Some(view! {
            <div class="game-row" role="listitem" aria-setsize=move || found.with(Vec::len) aria-posinset=place + 1
                style:top=format!("{}px", place as f64 * LINE)>
                <button data-place=place on:click=move |_| open(number)>
                    <b>{dash(players.white)}" – "{dash(players.black)}</b><span>{result}</span>
                    <small>{year}" "{about.join(" · ")}" "{kind}</small>
                </button>
            </div>
        })
    };
    let results = [
        ("", None),
        ("1-0", Some(Outcome::Win(Side::White))),
        ("0-1", Some(Outcome::Win(Side::Black))),
        ("1/2", Some(Outcome::Draw)),
    ];
    let result_name = move |outcome: Option<Outcome>| match outcome {
        None => said.say(|m| m.file_any).to_owned(),
        Some(Outcome::Draw) => said.say(|m| m.file_draw).to_owned(),
        Some(Outcome::Win(side)) => room.words.get().about(room.words.get().m().side_won, side),
    };
    view! {
        <div class="search">
            <input type="search" name="words" autocomplete="off" placeholder=said.t(|m| m.file_words)
                aria-label=said.t(|m| m.file_words) prop:value=move || wanted.with(|w| w.words.clone())
                on:input=move |e| wanted.update(|w| w.words = event_target_value(&e))/>
            <input type="text" name="year" inputmode="numeric" autocomplete="off" placeholder=said.t(|m| m.file_year)
                aria-label=said.t(|m| m.file_year) prop:value=move || wanted.with(|w| w.year.clone())
                on:input=move |e| wanted.update(|w| w.year = event_target_value(&e))/>
            <select name="result" aria-label=said.t(|m| m.file_result) on:change=move |e| {
                let value = event_target_value(&e);
                let outcome = results.iter().find(|(name, _)| *name == value).and_then(|(_, outcome)| *outcome);
                wanted.update(|w| w.outcome = outcome);
            }>
                {results.map(|(name, outcome)| view! { <option value=name>{move || result_name(outcome)}</option> }).collect_view()}
            </select>
            {(variants.len() > 1).then(|| view! {
                <select name="kind" aria-label=said.t(|m| m.file_variant)
                    on:change=move |e| wanted.update(|w| w.variant = event_target_value(&e).parse::<Variant>().ok())>
                    <option value="">{said.t(|m| m.file_any)}</option>
                    {variants.clone().into_iter().map(|v| view! {
                        <option value=v.to_string()>{move || Words::plain(room.prefs.lang.get()).game(v.base())}</option>
                    }).collect_view()}
                </select>
            })}
        </div>
        <p class="count" role="status">{count}</p>
        <div class="games-list" node_ref=scroller tabindex="0" role="group" aria-label=said.t(|m| m.file_games)
            on:scroll=move |_| look() on:keydown=on_key>
            <div class="paper" role="list" style:height=move || format!("{}px", found.with(Vec::len) as f64 * LINE)>
                {move || {
                    found.track();
                    let (first, last) = window.get();
                    (first..last).filter_map(row).collect_view()
                }}
            </div>
        </div>
    }
}

/// The first of the files that an input or a drop brings.
fn first_file(from: &JsValue) -> Option<Blob> {
    property(&property(from, "files")?, "0")?.dyn_into().ok()
}

fn property(of: &JsValue, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(of, &JsValue::from_str(name)).ok().filter(|value| value.is_object())
}

/// The text of a file: UTF-8, or the code page of Russian files of the last century.
async fn read(file: &Blob) -> Option<String> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    let bytes = js_sys::Uint8Array::new(&buffer);
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Some(text),
        Err(_) => decode(&bytes, "windows-1251"),
    }
}

/// Lets the browser decode, which knows every code page there is.
fn decode(bytes: &js_sys::Uint8Array, label: &str) -> Option<String> {
    let global = js_sys::global();
    let make = js_sys::Reflect::get(&global, &JsValue::from_str("TextDecoder")).ok()?;
    let make: js_sys::Function = make.dyn_into().ok()?;
    let decoder = js_sys::Reflect::construct(&make, &js_sys::Array::of1(&JsValue::from_str(label))).ok()?;
    let decode: js_sys::Function =
        js_sys::Reflect::get(&decoder, &JsValue::from_str("decode")).ok()?.dyn_into().ok()?;
    decode.call1(&decoder, bytes).ok()?.as_string()
}
