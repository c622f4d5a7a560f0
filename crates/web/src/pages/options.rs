//! The settings dialog.

use leptos::prelude::*;

use super::prefs::Prefs;
use crate::i18n::{Lang, Messages};
use crate::model::settings::{KingStyle, Settings, Shade, Theme};

/// The settings.
#[component]
pub fn Options(
    /// Settings and language.
    prefs: Prefs,
) -> impl IntoView {
    let settings = prefs.settings;
    view! {
        <div class="form">
            <LanguageChoice prefs/>
            <fieldset>
                <legend>{prefs.t(|m| m.theme)}</legend>
                <div class="swatches">
                    {Theme::ALL.iter().map(|&theme| {
                        let label = move || theme_name(theme, prefs.m());
                        view! {
                            <label class=format!("swatch theme-{}", theme.name())>
                                <input type="radio" name="theme"
                                    prop:checked=move || settings.with(|s| s.theme == theme)
                                    on:change=move |_| settings.update(|s| s.theme = theme)/>
                                <span class="sample" aria-hidden="true"></span>
                                <span>{label}</span>
                            </label>
                        }
                    }).collect_view()}
                </div>
            </fieldset>
            <Choice prefs label=|m| m.king_style options=vec![
                (KingStyle::Crown.name(), |m| m.crown), (KingStyle::Turned.name(), |m| m.turned),
            ]
                value=move || settings.with(|s| s.king_style.name())
                on_pick=move |name| settings.update(|s| {
                    s.king_style = pick(KingStyle::ALL, KingStyle::name, name).unwrap_or_default();
                })/>
            <Choice prefs label=|m| m.shade options=vec![
                (Shade::Auto.name(), |m| m.shade_auto), (Shade::Light.name(), |m| m.shade_light),
                (Shade::Dark.name(), |m| m.shade_dark),
            ]
                value=move || settings.with(|s| s.shade.name())
                on_pick=move |name| settings.update(|s| {
                    s.shade = pick(Shade::ALL, Shade::name, name).unwrap_or_default();
                })/>
            <Switch prefs label=|m| m.sounds get=|s| s.sounds set=|s, on| s.sounds = on/>
            <Switch prefs label=|m| m.motion get=|s| s.motion set=|s, on| s.motion = on/>
            <Switch prefs label=|m| m.coordinates get=|s| s.coordinates set=|s, on| s.coordinates = on/>
            <Switch prefs label=|m| m.dots get=|s| s.dots set=|s, on| s.dots = on/>
            <Switch prefs label=|m| m.finish_chain get=|s| s.finish_chain set=|s, on| s.finish_chain = on/>
            <Switch prefs label=|m| m.one_tap get=|s| s.one_tap set=|s, on| s.one_tap = on/>
            <Switch prefs label=|m| m.play_only_move get=|s| s.play_only_move set=|s, on| s.play_only_move = on/>
            <Switch prefs label=|m| m.confirm_setting get=|s| s.confirm set=|s, on| s.confirm = on/>
            <Switch prefs label=|m| m.turn_board get=|s| s.turn_board set=|s, on| s.turn_board = on/>
        </div>
    }
}

/// The switch of languages.
#[component]
pub fn LanguageChoice(
    /// Settings and language.
    prefs: Prefs,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{prefs.t(|m| m.language)}</span>
            <select on:change=move |e| prefs.settings.update(|s| s.language = Some(event_target_value(&e)))>
                {Lang::ALL.into_iter().map(|lang| view! {
                    <option value=lang.tag() lang=lang.tag() selected=move || prefs.lang.get() == lang>
                        {lang.messages().language_name}
                    </option>
                }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Switch(
    prefs: Prefs,
    label: fn(&Messages) -> &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) -> impl IntoView {
    view! {
        <label class="switch">
            <input type="checkbox" role="switch"
                prop:checked=move || prefs.settings.with(get)
                on:change=move |e| prefs.settings.update(|s| set(s, event_target_checked(&e)))/>
            <span>{prefs.t(label)}</span>
        </label>
    }
}

#[component]
fn Choice(
    prefs: Prefs,
    label: fn(&Messages) -> &'static str,
    options: Vec<(&'static str, fn(&Messages) -> &'static str)>,
    value: impl Fn() -> &'static str + Copy + Send + Sync + 'static,
    on_pick: impl Fn(&str) + 'static,
) -> impl IntoView {
    view! {
        <label class="field">
            <span>{prefs.t(label)}</span>
            <select on:change=move |e| on_pick(&event_target_value(&e))>
                {options.into_iter().map(|(name, text)| view! {
                    <option value=name selected=move || value() == name>{prefs.t(text)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

fn pick<T: Copy>(all: &[T], name: fn(T) -> &'static str, wanted: &str) -> Option<T> {
    all.iter().copied().find(|&item| name(item) == wanted)
}

fn theme_name(theme: Theme, m: &Messages) -> &'static str {
    match theme {
        Theme::Walnut => m.walnut,
        Theme::Slate => m.slate,
        Theme::Felt => m.felt,
        Theme::Contrast => m.contrast,
    }
}
