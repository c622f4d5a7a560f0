//! The form of a new game: with whoever comes, with a friend, with somebody nearby, or with the computer.

use damka_rules::{HouseRule, Side, Variant};
use damka_sitting::Control;
use damka_web::i18n::{Texts, Words};
use damka_web::later::Visit;
use damka_web::pages::levels::Levels;
use damka_web::platform::location;
use damka_wire::people::SeatGiven;
use damka_wire::place::Place;
use leptos::{ev, prelude::*};
use wasm_bindgen_futures::spawn_local;

use super::account::Me;
use super::door::GuestName;
use super::wish::{CONTROLS, Opponent, Wish, games};
use super::{Said, ask, kept, refusal};

/// The form.
#[component]
pub fn Seek(
    /// What the visitor brings along.
    visit: Visit,
    /// The words of the room.
    said: Texts<Said>,
    /// Who the visitor is.
    me: RwSignal<Me>,
) -> impl IntoView {
    let Visit { prefs, variant, table, .. } = visit;
    let wish = RwSignal::new(Wish { level: table.level(), ..Wish::new(variant) });
    let name = RwSignal::new(kept::name());
    let (busy, trouble) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let words = Memo::new(move |_| Words::plain(prefs.lang.get()));
    let known = move || me.with(Me::is_known);
    let begin = move |e: ev::SubmitEvent| {
        e.prevent_default();
        busy.set(true);
        trouble.set(None);
        kept::keep_name(&name.get_untracked());
        let game =
            wish.with_untracked(|wish| wish.game(&name.get_untracked(), me.with_untracked(Me::is_known)));
        spawn_local(async move {
            match ask::post::<SeatGiven>("api/games", &game).await {
                Ok(given) => {
                    kept::keep(&given);
                    location::go(&Place::People(Some(given.game)).address());
                }
                Err(refused) => _ = trouble.try_set(Some(refusal(said, &refused))),
            }
            let _ = busy.try_set(false);
        });
    };
    let opponents: [(Opponent, fn(&Said) -> &'static str); 3] = [
        (Opponent::Anybody, |m| m.anybody),
        (Opponent::Friend, |m| m.friend),
        (Opponent::Computer, |m| m.computer_there),
    ];
    let pick = move |e: ev::Event| {
        if let Ok(variant) = event_target_value(&e).parse::<Variant>() {
            wish.update(|wish| wish.choose(variant));
        }
    };
    let base = Memo::new(move |_| wish.with(|wish| wish.variant));
    let against = move |opponent: Opponent| wish.with(|wish| wish.opponent == opponent);
    let rules = move || {
        base.get().house_rules().map(|rule: HouseRule| view! {
            <label class="switch">
                <input type="checkbox" role="switch" name=rule.name() prop:checked=move || wish.with(|w| w.rule == Some(rule))
                    on:change=move |e| wish.update(|w| w.rule = event_target_checked(&e).then_some(rule))/>
                <span>{move || words.get().house_rule(rule)}</span>
            </label>
        }).collect_view()
    };
    let switch = move |name: &'static str,
                       label: fn(&Said) -> &'static str,
                       get: fn(&Wish) -> bool,
                       set: fn(&mut Wish, bool)| {
        view! {
            <label class="switch">
                <input type="checkbox" role="switch" name=name prop:checked=move || wish.with(get)
                    on:change=move |e| wish.update(|w| set(w, event_target_checked(&e)))/>
                <span>{said.t(label)}</span>
            </label>
        }
    };
    view! {
        <section class="card seek" aria-labelledby="seek-title">
            <h2 class="heading" id="seek-title">{said.t(|m| m.new_game)}</h2>
            <form class="form" on:submit=begin>
                <fieldset class="segments">
                    <legend class="unseen">{prefs.t(|m| m.opponent)}</legend>
                    {opponents.into_iter().map(|(which, label)| view! {
                        <label>
                            <input type="radio" name="opponent" prop:checked=move || against(which)
                                on:change=move |_| wish.update(|w| w.opponent = which)/>
                            <span>{said.t(label)}</span>
                        </label>
                    }).collect_view()}
                </fieldset>
                <label class="field">
                    <span>{said.t(|m| m.game)}</span>
                    <select name="variant" on:change=pick>
                        {games().map(|game| view! {
                            <option value=game.name() selected=move || base.get() == game>{move || words.get().game(game)}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label class="field">
                    <span>{prefs.t(|m| m.clock)}</span>
                    <select name="clock" on:change=move |e| wish.update(|w| w.control = Control::parse(&event_target_value(&e)).unwrap_or_default())>
                        {CONTROLS.into_iter().map(|control| view! {
                            <option value=control.text() selected=move || wish.with(|w| w.control == control)>
                                {move || words.get().control(control)}
                            </option>
                        }).collect_view()}
                    </select>
                </label>
                <Show when=move || against(Opponent::Computer)>
                    <Levels prefs variant=base.into() chosen=Signal::derive(move || wish.with(|w| w.level))
                        on_pick=move |level| wish.update(|w| w.level = level) strip=true/>
                </Show>
                <GuestName said name me/>
                <details>
                    <summary>{said.t(|m| m.more_terms)}</summary>
                    <fieldset class="segments">
                        <legend>{prefs.t(|m| m.your_side)}</legend>
                        {[None, Some(Side::White), Some(Side::Black)].into_iter().map(|side| view! {
                            <label>
                                <input type="radio" name="side" prop:checked=move || wish.with(|w| w.side == side)
                                    on:change=move |_| wish.update(|w| w.side = side)/>
                                <span>{move || side.map_or(prefs.m().by_lot, |side| words.get().side(side).0)}</span>
                            </label>
                        }).collect_view()}
                    </fieldset>
                    {rules}
                    <Show when=move || !against(Opponent::Computer)>
                        {switch("quiet", |m| m.quiet, |w| w.quiet, |w, on| w.quiet = on)}
                    </Show>
                    <Show when=move || known() && wish.with(|w| w.may_be_rated(true))>
                        {switch("rated", |m| m.rated_game, |w| w.rated, |w, on| w.rated = on)}
                    </Show>
                </details>
                <p class="told" role="alert">{move || trouble.get()}</p>
                <button class="primary go" type="submit" disabled=busy>
                    {move || said.say(match wish.with(|w| w.opponent) {
                        Opponent::Anybody => |m| m.find,
                        Opponent::Friend => |m| m.make_link,
                        Opponent::Computer => |m| m.play_computer,
                    })}
                </button>
                <p class="soft">{move || said.say(match wish.with(|w| w.opponent) {
                    Opponent::Anybody => |m| m.find_why,
                    Opponent::Friend => |m| m.make_link_why,
                    Opponent::Computer => |m| m.play_computer_why,
                })}</p>
            </form>
        </section>
    }
}
