//! What two players say to each other: ready-made phrases, free words where they are allowed, and the way to silence.
//! And what somebody by correspondence plans.

use damka_web::pages::icons::{self, Icon};
use damka_web::sound::Sound;
use damka_wire::room::{ClientOut, Phrase, Words};
use leptos::{ev, html, prelude::*};
use wasm_bindgen_futures::spawn_local;

use super::account::Me;
use super::desk::Desk;
use super::{ask, told};

const PHRASES: [Phrase; 8] = [
    Phrase::Hello,
    Phrase::GoodLuck,
    Phrase::GoodMove,
    Phrase::WellPlayed,
    Phrase::Thanks,
    Phrase::Sorry,
    Phrase::OneMoment,
    Phrase::Goodbye,
];

/// No text is longer, in characters.
const LONGEST: &str = "200";

/// The talk: beside the board where there is room, over it on telephones when it is wanted.
#[component]
pub fn Talk(
    /// The place at the game.
    desk: Desk,
    /// Who the visitor is.
    me: RwSignal<Me>,
) -> impl IntoView {
    let (prefs, said) = (desk.prefs, desk.said);
    let there = Memo::new(move |_| {
        desk.live.with(|live| live.side.is_some() && live.is_full() && !live.against_computer())
    });
    let free = Memo::new(move |_| desk.live.with(|live| live.chat));
    let text = RwSignal::new(String::new());
    let list = NodeRef::<html::Div>::new();
    let speak = move |words: Words| {
        if desk.up.get_untracked() && desk.say(&ClientOut::Say(words)) {
            return true;
        }
        desk.sound(Sound::Refused);
        desk.note.set(Some(said.say(|m| m.not_connected).to_owned()));
        false
    };
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        let typed = text.get_untracked().trim().to_owned();
        if !typed.is_empty() && speak(Words::Text(typed)) {
            text.set(String::new());
        }
    };
    let remarks = Memo::new(move |_| desk.live.with(|live| live.said.clone()));
    Effect::new(move || {
        remarks.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    // Only accounts can be told apart for good.
    let opponent = Memo::new(move |_| {
        let other = desk.live.with(|live| live.players[live.side?.other() as usize].clone())?;
        other.account.then_some(other.name).filter(|_| me.with(Me::is_known))
    });
    let block = move |name: String| {
        spawn_local(async move {
            let path = format!("api/blocks/{}", String::from(js_sys::encode_uri_component(&name)));
            let told = match ask::post::<serde_json::Value>(&path, &serde_json::json!({})).await {
                Ok(_) => said.fill(|m| m.blocked, &[&name]),
                Err(ask::Refused::No(_, why)) => told::reason(said, &why),
                Err(ask::Refused::Away) => said.say(|m| m.not_connected).to_owned(),
            };
            let _ = desk.note.try_set(Some(told));
        });
    };
    view! {
        <Show when=move || there.get()>
            <section class="talk" class:open=move || desk.talking.get() aria-label=said.t(|m| m.talk)>
                <header>
                    <h2 class="heading">{said.t(|m| m.talk)}</h2>
                    <label class="switch">
                        <input type="checkbox" role="switch" name="talk" prop:checked=move || !desk.muted.get()
                            on:change=move |e| desk.mute(!event_target_checked(&e))/>
                        <span class="unseen">{said.t(|m| m.hear_opponent)}</span>
                    </label>
                    <button class="icon-button narrow-only" aria-label=prefs.t(|m| m.close)
                        on:click=move |_| desk.talking.set(false)><Icon d=icons::CLOSE/></button>
                </header>
                <div class="remarks" role="log" tabindex="0" aria-label=said.t(|m| m.talk) node_ref=list>
                    {move || remarks.get().into_iter().map(|remark| {
                        let own = desk.live.with_untracked(|live| live.side == Some(remark.side));
                        let name = told::name(desk, remark.side);
                        view! { <p class:own=own><b>{name}</b>" "<span>{told::remark(desk, &remark.words)}</span></p> }
                    }).collect_view()}
                </div>
                <Show when=move || !desk.muted.get() fallback=move || view! { <p class="soft">{said.t(|m| m.muted)}</p> }>
                    <div class="phrases">
                        {PHRASES.into_iter().map(|phrase| view! {
                            <button on:click=move |_| _ = speak(Words::Phrase(phrase))>{move || told::phrase(said, phrase)}</button>
                        }).collect_view()}
                    </div>
                    <Show when=move || free.get()>
                        <form class="speak" on:submit=submit>
                            <input type="text" name="say" autocomplete="off" maxlength=LONGEST enterkeyhint="send"
                                aria-label=said.t(|m| m.say_something) placeholder=said.t(|m| m.say_something)
                                prop:value=text on:input=move |e| text.set(event_target_value(&e))/>
                            <button type="submit">{said.t(|m| m.send)}</button>
                        </form>
                    </Show>
                </Show>
                {move || opponent.get().map(|name| {
                    let label = said.fill(|m| m.block, &[&name]);
                    view! { <button class="block" on:click=move |_| block(name.clone())>{label}</button> }
                })}
            </section>
        </Show>
    }
}

/// By correspondence: what to answer if the opponent plays as expected.
#[component]
pub fn Plans(
    /// The place at the game.
    desk: Desk,
) -> impl IntoView {
    let said = desk.said;
    let there =
        Memo::new(move |_| desk.live.with(|live| live.control.is_correspondence() && live.may_premove()));
    let text = RwSignal::new(String::new());
    let kept = Memo::new(move |_| desk.live.with(|live| live.lines.clone()));
    Effect::new(move || {
        let lines = kept.get();
        text.set(lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"));
    });
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        let lines = text.get_untracked();
        let lines = lines.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let lines: Vec<Vec<String>> = lines.filter(|line| !line.is_empty()).collect();
        let ply = desk.live.with_untracked(|live| live.known());
        desk.live.update(|live| live.lines.clone_from(&lines));
        if desk.say(&ClientOut::Lines { ply, lines }) {
            desk.note.set(Some(said.say(|m| m.planned).to_owned()));
        }
    };
    view! {
        <Show when=move || there.get()>
            <form class="plans" on:submit=submit>
                <label class="stacked">
                    <span class="heading">{said.t(|m| m.plans)}</span>
                    <textarea rows="3" name="plans" spellcheck="false" prop:value=text
                        on:input=move |e| text.set(event_target_value(&e))></textarea>
                    <small>{said.t(|m| m.plans_how)}</small>
                </label>
                <button type="submit">{said.t(|m| m.plans_keep)}</button>
            </form>
        </Show>
    }
}
