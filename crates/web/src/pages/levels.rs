//! The opponents: every level of the computer as somebody with a face and a manner.

use damka_rules::Variant;
use leptos::prelude::*;

use super::prefs::Prefs;
use crate::i18n::{Words, fill};
use crate::model::faces;
use crate::model::seats::Level;

/// The choice of an opponent.
#[component]
pub fn Levels(
    /// Settings and language.
    prefs: Prefs,
    /// The game, for the measured strength.
    variant: Signal<Variant>,
    /// The level now.
    chosen: Signal<Level>,
    /// What a choice does.
    on_pick: impl Fn(Level) + Copy + 'static,
    /// Only the faces, in a row.
    #[prop(optional)]
    strip: bool,
) -> impl IntoView {
    let words = move || Words::plain(prefs.lang.get());
    let strength = move |level: Level| {
        let elo = faces::strength(variant.get(), level).filter(|&elo| elo > 0);
        elo.map(|elo| fill(prefs.m().strength, &[&elo.to_string()]))
    };
    let who = move |level: Level| {
        view! {
            <span class="who">
                <b>{move || words().level(level)}</b>
                <span>{move || words().like(level)}</span>
                <small>{move || strength(level)}</small>
            </span>
        }
    };
    view! {
        <fieldset class="levels" class:strip=strip>
            <legend class="unseen">{prefs.t(|m| m.level)}</legend>
            {Level::all().map(|level| view! {
                <label>
                    <input type="radio" name="level" value=level.0 prop:checked=move || chosen.get() == level
                        on:change=move |_| on_pick(level)/>
                    <Face level=Some(level)/>
                    {who(level)}
                </label>
            }).collect_view()}
        </fieldset>
        // In a strip of faces only the chosen one is spoken of.
        {strip.then(|| view! { <p class="chosen" aria-hidden="true">{move || who(chosen.get())}</p> })}
    }
}

/// A drawn face: of a level, or of somebody who plays at random.
#[component]
pub fn Face(
    /// Whose.
    level: Option<Level>,
) -> impl IntoView {
    view! {
        <svg class="face" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false" inner_html=faces::draw(level)></svg>
    }
}
