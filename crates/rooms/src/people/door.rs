//! Before a game begins: whoever waits invites somebody, whoever comes by a link sits down or watches.

use damka_rules::Side;
use damka_web::platform::{clipboard, document, location, window};
use damka_wire::people::{Join, NearbyGiven, NearbyWanted, SeatGiven};
use damka_wire::place::Place;
use damka_wire::room::Act;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;

use super::account::Me;
use super::desk::Desk;
use super::live::Live;
use super::{ask, kept, told};

/// What stands before the board while a seat is open.
#[component]
pub fn Door(
    /// The place at the game.
    desk: Desk,
    /// Who the visitor is.
    me: RwSignal<Me>,
) -> impl IntoView {
    let watches = RwSignal::new(false);
    let comes = Memo::new(move |_| desk.live.with(Live::may_join));
    let waits = Memo::new(move |_| {
        desk.live.with(|live| live.side.is_some() && !live.is_full() && live.end.is_none())
    });
    view! {
        <Show when=move || comes.get() && !watches.get()><Coming desk me watches/></Show>
        <Show when=move || waits.get()><Waiting desk/></Show>
    }
}

/// Somebody has come by a link.
#[component]
fn Coming(desk: Desk, me: RwSignal<Me>, watches: RwSignal<bool>) -> impl IntoView {
    let said = desk.said;
    let name = RwSignal::new(kept::name());
    let trouble = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let open = move || {
        let free = |side: &Side| desk.live.with(|live| live.players[*side as usize].is_none());
        Side::BOTH.into_iter().find(free)
    };
    let host = move || open().map(|side| told::name(desk, side.other())).unwrap_or_default();
    let terms = move || {
        let words = desk.words();
        let game = desk.variant().map_or("", |variant| words.game(variant.base()));
        let (clock, rated) = desk.live.with(|live| (words.control(live.control), live.rated));
        let colour = open().map_or("", |side| words.side(side).0);
        let rated = said.say(if rated { |m| m.rated } else { |m| m.casual });
        format!("{game} · {clock} · {rated} · {}", said.fill(|m| m.you_play, &[colour]))
    };
    let join = move |e: ev::SubmitEvent| {
        e.prevent_default();
        busy.set(true);
        let name = name.get_untracked();
        kept::keep_name(&name);
        spawn_local(async move {
            let path = format!("api/games/{}/join", desk.id.get_value());
            match ask::post::<SeatGiven>(&path, &Join { name: name.trim().to_owned() }).await {
                Ok(given) => {
                    kept::keep(&given);
                    desk.reenter();
                }
                Err(refused) => {
                    let _ = trouble.try_set(Some(super::refusal(said, &refused)));
                }
            }
            let _ = busy.try_set(false);
        });
    };
    view! {
        <section class="door" aria-labelledby="door-title">
            <h2 id="door-title">{move || said.fill(|m| m.invites_you, &[&host()])}</h2>
            <p>{terms}</p>
            <form on:submit=join>
                <GuestName said name me/>
                <div class="buttons">
                    <button class="primary" type="submit" disabled=busy>{said.t(|m| m.sit_down)}</button>
                    <button type="button" on:click=move |_| watches.set(true)>{said.t(|m| m.watch)}</button>
                </div>
            </form>
            <p class="told" role="alert">{move || trouble.get()}</p>
        </section>
    }
}

/// What a guest wants to be called; an account has its name.
#[component]
pub fn GuestName(
    /// The words of the room.
    said: damka_web::i18n::Texts<super::Said>,
    /// The name.
    name: RwSignal<String>,
    /// Who the visitor is.
    me: RwSignal<Me>,
) -> impl IntoView {
    view! {
        <Show when=move || !me.with(Me::is_known)>
            <label class="field">
                <span>{said.t(|m| m.your_name)}</span>
                <input type="text" name="name" autocomplete="nickname" maxlength="24" placeholder=said.t(|m| m.guest)
                    prop:value=name on:input=move |e| name.set(event_target_value(&e))/>
            </label>
        </Show>
    }
}

/// Somebody waits for an opponent.
#[component]
fn Waiting(desk: Desk) -> impl IntoView {
    let (prefs, said) = (desk.prefs, desk.said);
    let address = Place::People(Some(desk.id.get_value())).address();
    let link = StoredValue::new(location::absolute(&address));
    let nearby = RwSignal::new(None::<NearbyGiven>);
    let trouble = RwSignal::new(None::<String>);
    let invite = move |_| {
        let to = Place::People(Some(desk.id.get_value())).address();
        spawn_local(async move {
            match ask::post::<NearbyGiven>("api/nearby", &NearbyWanted { to }).await {
                Ok(given) => _ = nearby.try_set(Some(given)),
                Err(refused) => _ = trouble.try_set(Some(super::refusal(said, &refused))),
            }
        });
    };
    let here_only = is_loopback();
    view! {
        <section class="door" aria-labelledby="door-title">
            <h2 id="door-title">{said.t(|m| m.waiting)}</h2>
            {move || match nearby.get() {
                Some(given) => {
                    // As a picture: whatever is in it is drawn, nothing in it runs.
                    let code = String::from(js_sys::encode_uri_component(&given.svg));
                    view! {
                        <p>{said.t(|m| m.scan)}</p>
                        <img class="code" alt=said.t(|m| m.code) src=format!("data:image/svg+xml,{code}")/>
                        <Copied desk text=given.link/>
                    }
                    .into_any()
                }
                None => view! {
                    <p>{said.t(if here_only { |m| m.link_here } else { |m| m.link_send })}</p>
                    <Copied desk text=link.get_value()/>
                    {here_only.then(|| view! {
                        <button class="primary nearby" on:click=invite>{said.t(|m| m.nearby)}</button>
                    })}
                }
                .into_any(),
            }}
            <p class="told" role="alert">{move || trouble.get()}</p>
            <div class="buttons">
                <button on:click=move |_| desk.act(Act::Abort)>{said.t(|m| m.cancel)}</button>
                <a class="button" href="people">{prefs.t(|m| m.back)}</a>
            </div>
        </section>
    }
}

/// A link, to be copied.
#[component]
fn Copied(desk: Desk, text: String) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    let link = StoredValue::new(text);
    let copy = move |_| {
        spawn_local(async move {
            let text = link.get_value();
            let done = clipboard::copy(&text).await || copied_from(field);
            let m = desk.prefs.lang.get_untracked().messages();
            // Where nothing else works the text is selected: copying it is one key.
            let _ = desk.note.try_set(done.then(|| m.copied.to_owned()));
        });
    };
    view! {
        <div class="copied">
            <input class="link" type="text" readonly node_ref=field aria-label=desk.prefs.t(|m| m.copy_link)
                prop:value=link.get_value() on:focus=move |_| field.get_untracked().into_iter().for_each(|f| f.select())/>
            <button on:click=copy>{desk.prefs.t(|m| m.copy_link)}</button>
        </div>
    }
}

/// Pages without a secure context have no clipboard, but the old way of copying what is selected.
fn copied_from(field: NodeRef<html::Input>) -> bool {
    let Some(field) = field.get_untracked() else { return false };
    field.select();
    let document = document();
    let command = js_sys::Reflect::get(&document, &JsValue::from_str("execCommand"));
    let command = command.ok().and_then(|found| found.dyn_into::<js_sys::Function>().ok());
    let done = command.and_then(|command| command.call1(&document, &JsValue::from_str("copy")).ok());
    done.and_then(|done| done.as_bool()).unwrap_or(false)
}

/// Is this the page of the machine itself?
pub(crate) fn is_loopback() -> bool {
    let host = window().location().hostname().unwrap_or_default();
    host == "localhost" || host == "[::1]" || host.starts_with("127.")
}
