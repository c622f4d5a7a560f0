//! The list of moves to step through, and the box to type one.

use std::time::Duration;

use damka_rules::Game;
use leptos::{ev, html, prelude::*, wasm_split::wasm_split};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use super::icons::{self, Icon};
use super::prefs::Prefs;
use super::table::Table;
use crate::later::SplitLoaderError;

/// One line of the list: number, first move, second move (ply after it, text).
pub type Line = (usize, Option<(usize, String)>, Option<(usize, String)>);

/// The lines of a game.
pub fn lines(game: &Game) -> Vec<Line> {
    let shifted = usize::from(game.positions()[0].turn() != game.variant().laws().starts);
    let mut lines: Vec<Line> = Vec::new();
    for (i, played) in game.moves().iter().enumerate() {
        let entry = Some((i + 1, played.text.clone()));
        let place = i + shifted;
        if place % 2 == 0 {
            lines.push((place / 2 + 1, entry, None));
        } else if let Some(line) = lines.last_mut() {
            line.2 = entry;
        } else {
            lines.push((1, None, entry));
        }
    }
    lines
}

/// The pieces have come to rest by then, whatever was captured.
const AT_REST: Duration = Duration::from_millis(1000);

/// The moves.
#[component]
pub fn MoveList(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let list = NodeRef::<html::Ol>::new();
    let shown =
        Memo::new(move |_| table.looking.get().unwrap_or_else(|| table.session.with(|s| s.game.ply())));
    let all = Memo::new(move |_| table.session.with(|s| lines(&s.game)));
    Effect::new(move || {
        let _ = (shown.get(), all.get());
        let follow = move || {
            // The room may have been left meanwhile.
            let Some(list) = list.try_get_untracked().flatten() else { return };
            if !centre(&list) {
                list.set_scroll_top(0);
            }
        };
        // Asking where a line stands makes the browser lay everything out: not while the pieces move.
        match table.looking.get_untracked() {
            Some(_) => request_animation_frame(follow),
            None => set_timeout(follow, AT_REST),
        }
    });
    // The opening of what is shown: stepping back shows when it got its name.
    let named = RwSignal::new(None::<String>);
    Effect::new(move || {
        let (ply, tag) = (shown.get(), prefs.lang.get().tag());
        all.track();
        if ply == 0 {
            return named.set(None);
        }
        let look = move || {
            spawn_local(async move {
                if shown.try_get_untracked() == Some(ply) {
                    let _ = named.try_set(opening(table, ply, tag).await.ok().flatten());
                }
            });
        };
        set_timeout(look, AT_REST);
    });
    view! {
        <section class="moves" aria-label=prefs.t(|m| m.moves_label)>
            <ol node_ref=list tabindex="0" aria-label=prefs.t(|m| m.moves_label)>
                <Lines all shown look=move |ply| table.look_at(Some(ply))/>
            </ol>
            {move || named.get().map(|name| view! { <p class="opening">{name}</p> })}
            <Steps prefs look=move |ply| table.look_at(ply) step=move |on| table.step(on)/>
        </section>
    }
}

/// Scrolls a list so that what is current is in its middle; false if nothing is.
pub fn centre(list: &HtmlElement) -> bool {
    let Ok(Some(current)) = list.query_selector("[aria-current]") else { return false };
    let item: HtmlElement = current.unchecked_into();
    let (top, left) = (item.offset_top(), item.offset_left());
    list.set_scroll_top(top - list.client_height() / 2);
    list.set_scroll_left(left - list.client_width() / 2);
    true
}

/// The lines of the list; a move is a button that shows it.
#[component]
pub fn Lines(
    /// The lines.
    all: Memo<Vec<Line>>,
    /// The ply that is shown.
    shown: Memo<usize>,
    /// Shows the position after so many plies.
    look: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let cell = move |entry: Option<(usize, String)>| match entry {
        None => view! { <span class="move none">"…"</span> }.into_any(),
        Some((ply, text)) => {
            let current = move || (shown.get() == ply).then_some("step");
            view! { <button class="move" aria-current=current on:click=move |_| look(ply)>{text}</button> }
                .into_any()
        }
    };
    view! {
        <For each=move || all.get() key=|line| line.clone() let:line>
            <li>
                <span class="number">{line.0}"."</span>
                {cell(line.1.clone())}
                {line.2.clone().map(|entry| cell(Some(entry)))}
            </li>
        </For>
    }
}

/// The buttons that step through the moves.
#[component]
pub fn Steps(
    /// Settings and language.
    prefs: Prefs,
    /// Shows the position after so many plies, or the last one.
    look: impl Fn(Option<usize>) + Copy + 'static,
    /// A step on (true) or back.
    step: impl Fn(bool) + Copy + 'static,
) -> impl IntoView {
    view! {
        <div class="steps">
            <StepButton prefs icon=icons::FIRST label=move |m| m.first on_press=move || look(Some(0))/>
            <StepButton prefs icon=icons::PREV label=move |m| m.prev on_press=move || step(false)/>
            <StepButton prefs icon=icons::NEXT label=move |m| m.next on_press=move || step(true)/>
            <StepButton prefs icon=icons::LAST label=move |m| m.last on_press=move || look(None)/>
        </div>
    }
}

#[component]
fn StepButton(
    prefs: Prefs,
    icon: &'static str,
    label: fn(&crate::i18n::Messages) -> &'static str,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    let label = prefs.t(label);
    view! {
        <button class="icon-button" aria-label=label title=label on:click=move |_| on_press()><Icon d=icon/></button>
    }
}

/// What the opening is called after so many plies; the names come after the first move.
#[wasm_split(soon, wasm_split_path = leptos::wasm_split, preload(load_openings), fallible)]
fn opening(table: Table, ply: usize, tag: &'static str) -> Result<Option<String>, SplitLoaderError> {
    Ok(table.session.with_untracked(|s| {
        let positions = s.game.positions();
        let named = damka_openings::recognise_line(&positions[..positions.len().min(ply + 1)]);
        named.map(|opening| opening.shown_in(tag))
    }))
}

/// The box to type a move.
#[component]
pub fn MoveBox(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let (text, set_text) = signal(String::new());
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        if table.type_move(&text.get_untracked()) {
            set_text.set(String::new());
        }
    };
    view! {
        <form class="move-box" on:submit=submit>
            <label>
                <span class="unseen">{prefs.t(|m| m.type_move_label)}</span>
                <input
                    type="text"
                    name="move"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    enterkeyhint="go"
                    placeholder=prefs.t(|m| m.type_move)
                    prop:value=text
                    on:input=move |e| set_text.set(event_target_value(&e))
                />
            </label>
            <button type="submit">{prefs.t(|m| m.play_it)}</button>
        </form>
    }
}
