//! The tree of moves, what is said of the move looked at, and the game as text.

use damka_web::platform::{clipboard, download};
use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use super::desk::{Desk, MARKS, VERDICTS};
use super::room::Room;
use super::rows::{Cell, Item, Row, rows};
use super::see_review::kind;

/// The tree.
#[component]
pub(crate) fn MovesCard(room: Room) -> impl IntoView {
    let all = Memo::new(move |_| room.desk.with(|desk| rows(&desk.study)));
    let at = Memo::new(move |_| room.desk.with(Desk::at));
    let list = NodeRef::<html::Div>::new();
    Effect::new(move || {
        let _ = (at.get(), all.get());
        request_animation_frame(move || {
            // The room may have been left meanwhile.
            let Some(list) = list.try_get_untracked().flatten() else { return };
            if let Ok(Some(current)) = list.query_selector("[aria-current]") {
                let item: HtmlElement = current.unchecked_into();
                let (top, height) = (item.offset_top(), list.client_height());
                if top < list.scroll_top() || top + 40 > list.scroll_top() + height {
                    list.set_scroll_top(top - height / 2);
                }
            }
        });
    });
    view! {
        <section class="card tree" aria-label=room.prefs.t(|m| m.moves_label)>
            <Show when=move || all.with(Vec::is_empty)><p class="hint">{room.said.t(|m| m.no_tree)}</p></Show>
            <div class="rows" node_ref=list tabindex="0" role="group" aria-label=room.prefs.t(|m| m.moves_label)>
                {move || all.get().into_iter().map(|row| line(room, row, at)).collect_view()}
            </div>
        </section>
    }
}

fn line(room: Room, row: Row, at: Memo<damka_rules::NodeId>) -> AnyView {
    let items: Vec<AnyView> = row
        .items
        .into_iter()
        .map(|item| match item {
            Item::Number(number) => view! { <span class="number">{number}</span> }.into_any(),
            Item::Gap => view! { <span class="gap">"…"</span> }.into_any(),
            Item::Comment(text) => view! { <q>{text}</q> }.into_any(),
            Item::Open => view! { <span class="brace">"("</span> }.into_any(),
            Item::Close => view! { <span class="brace">")"</span> }.into_any(),
            Item::Move(cell) => move_button(room, cell, at),
        })
        .collect();
    let class = if row.aside { "row-of aside" } else { "row-of" };
    view! { <div class=class>{items}</div> }.into_any()
}

fn move_button(room: Room, cell: Cell, at: Memo<damka_rules::NodeId>) -> AnyView {
    let Cell { at: place, text, sign, main } = cell;
    let here = move || at.get() == place;
    let judged = Memo::new(move |_| {
        let told = room.told.with(|told| told.as_ref()?.moves.get(main?).cloned())?;
        Some((told.sign(), kind(&told)))
    });
    let own = sign.clone();
    let shown = move || match (own.is_empty(), judged.get()) {
        (true, Some((sign, _))) => sign.to_owned(),
        _ => own.clone(),
    };
    let class = move || format!("move {}", judged.get().map_or("", |(_, kind)| kind));
    view! {
        <button class=class data-ply=main aria-current=move || here().then_some("step")
            tabindex=move || if here() { "0" } else { "-1" } on:click=move |_| room.go(place)>
            {text}{shown}
        </button>
    }
    .into_any()
}

/// Comment, marks, and what can be done with the variation.
#[component]
pub(crate) fn NoteCard(room: Room) -> impl IntoView {
    let said = room.said;
    let note = Memo::new(move |_| room.desk.with(|desk| (desk.at(), desk.note())));
    let comment = move || room.desk.with(Desk::comment);
    let at_root = Memo::new(move |_| room.desk.with(|desk| desk.at() == desk.study.tree.root()));
    let aside = Memo::new(move |_| room.desk.with(|desk| !desk.study.tree.is_main(desk.at())));
    let mark = move |text: &'static str| {
        let on = move || (note.with(|(_, note)| note.marks == text)).to_string();
        view! {
            <button class="sign" aria-pressed=on aria-label=move || said.fill(|m| m.mark_of, &[text])
                disabled=at_root on:click=move |_| room.change(|desk| desk.mark(text))>{text}</button>
        }
    };
    let verdict = move |(number, text): (u16, &'static str)| {
        let on = move || (note.with(|(_, note)| note.nags.contains(&number))).to_string();
        view! {
            <button class="sign" aria-pressed=on aria-label=move || said.fill(|m| m.mark_of, &[text])
                on:click=move |_| room.change(|desk| desk.judge(number))>{text}</button>
        }
    };
    view! {
        <details class="card notes-card">
            <summary>{said.t(|m| m.note)}</summary>
            <div class="signs" role="group" aria-label=said.t(|m| m.marks)>
                {MARKS.map(mark).collect_view()}
                {VERDICTS.map(verdict).collect_view()}
            </div>
            <label class="comment"><span>{said.t(|m| m.comment)}</span>
                <textarea rows="2" name="comment" prop:value=comment
                    on:change=move |e| room.change(|desk| desk.set_comment(&event_target_value(&e)))></textarea>
            </label>
            <div class="buttons">
                <button disabled=move || !aside.get() on:click=move |_| room.change(Desk::promote)>{said.t(|m| m.promote)}</button>
                <button disabled=move || !aside.get() on:click=move |_| room.change(Desk::make_main)>{said.t(|m| m.make_main)}</button>
                <button disabled=at_root on:click=move |_| room.change(Desk::delete)>{said.t(|m| m.delete)}</button>
            </div>
        </details>
    }
}

/// The game as text: out to the clipboard or a file, in from either.
#[component]
pub(crate) fn TextCard(room: Room) -> impl IntoView {
    let (said, prefs) = (room.said, room.prefs);
    let pasted = RwSignal::new(String::new());
    let told = RwSignal::new(None::<String>);
    let copy = move |_| {
        let text = room.desk.with_untracked(Desk::pdn);
        spawn_local(async move {
            let done = clipboard::copy(&text).await;
            let m = prefs.lang.get_untracked().messages();
            let _ = told.try_set(Some(if done { m.copied } else { m.copy_failed }.to_owned()));
            if !done {
                let _ = pasted.try_set(text);
            }
        });
    };
    let save = move |_| {
        let text = room.desk.with_untracked(Desk::pdn);
        // A browser that keeps files from people keeps them from us.
        let _ = download::text(&format!("damka-{}.pdn", room.variant), "text/plain", &text);
    };
    let load = move |_| match room.load(&pasted.get_untracked()) {
        Ok(()) => {
            told.set(None);
            pasted.set(String::new());
        }
        Err(why) => told.set(Some(why)),
    };
    view! {
        <details class="card text-card">
            <summary>{said.t(|m| m.game_text)}</summary>
            <div class="buttons">
                <button on:click=copy>{prefs.t(|m| m.copy_pdn)}</button>
                <button on:click=save>{prefs.t(|m| m.download_pdn)}</button>
                <button on:click=move |_| room.begin(damka_rules::AnyPosition::start(room.variant))>{said.t(|m| m.new_tree)}</button>
            </div>
            <label class="comment"><span>{said.t(|m| m.paste)}</span>
                <textarea rows="3" name="pdn" prop:value=pasted on:input=move |e| pasted.set(event_target_value(&e))></textarea>
            </label>
            <div class="buttons"><button on:click=load>{prefs.t(|m| m.load)}</button></div>
            <p role="status">{move || told.get()}</p>
        </details>
    }
}
