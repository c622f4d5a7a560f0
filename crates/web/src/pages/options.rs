//! The settings dialog.

use damka_rules::{Role, Side, Variant};
use leptos::prelude::*;

use super::prefs::Prefs;
use crate::i18n::{Lang, Messages, Paint};
use crate::model::palette::{Disc, EBONY, Ground, IVORY, Palette};
use crate::model::settings::{KingStyle, Settings, Shade, Theme};
use crate::model::wood::{self, Shape};

/// The settings.
#[component]
pub fn Options(
    /// Settings and language.
    prefs: Prefs,
) -> impl IntoView {
    let settings = prefs.settings;
    // A corner of the board, as it would look.
    let sample = |theme: Theme| {
        let ground = Ground { all_squares: false, on_light: false, paint: Paint::Plain };
        let palette = Palette::of(theme, ground);
        let piece = |x: i32, y: i32, side: Side, shape: Shape| {
            format!("<g transform=\"translate({x} {y})\">{}</g>", wood::piece(palette.disc(side), shape))
        };
        wood::surface(Variant::Russian.grid(), Side::White, &palette)
            + &piece(150, 50, Side::Black, Shape::Man)
            + &piece(50, 150, Side::White, Shape::Crowned)
    };
    let theme = |theme: Theme| {
        view! {
            <Swatch name="theme" class="sample" frame="0 0 200 200" drawing=sample(theme)
                label=move || theme_name(theme, prefs.m())
                chosen=move || settings.with(|s| s.theme == theme)
                choose=move || settings.update(|s| s.theme = theme)/>
        }
    };
    let king = |style: KingStyle| {
        let label = move || if style == KingStyle::Crown { prefs.m().crown } else { prefs.m().turned };
        let chosen = move || settings.with(|s| s.king_style == style);
        let choose = move || settings.update(|s| s.king_style = style);
        view! { <Swatch name="king-style" class="king-sample" frame="-55 -60 210 115" drawing=kings(style) label chosen choose/> }
    };
    view! {
        <div class="form">
            <fieldset>
                <legend>{prefs.t(|m| m.theme)}</legend>
                <div class="swatches">{Theme::ALL.iter().copied().map(theme).collect_view()}</div>
            </fieldset>
            <fieldset>
                <legend>{prefs.t(|m| m.king_style)}</legend>
                <div class="swatches kings">{KingStyle::ALL.iter().copied().map(king).collect_view()}</div>
            </fieldset>
            <fieldset>
                <Switch prefs label=|m| m.coordinates get=|s| s.coordinates set=|s, on| s.coordinates = on/>
                <Switch prefs label=|m| m.dots get=|s| s.dots set=|s, on| s.dots = on/>
                <Switch prefs label=|m| m.sounds get=|s| s.sounds set=|s, on| s.sounds = on/>
                <Switch prefs label=|m| m.motion get=|s| s.motion set=|s, on| s.motion = on/>
            </fieldset>
            <fieldset>
                <Switch prefs label=|m| m.finish_chain get=|s| s.finish_chain set=|s, on| s.finish_chain = on/>
                <Switch prefs label=|m| m.one_tap get=|s| s.one_tap set=|s, on| s.one_tap = on/>
                <Switch prefs label=|m| m.play_only_move get=|s| s.play_only_move set=|s, on| s.play_only_move = on/>
                <Switch prefs label=|m| m.confirm_setting get=|s| s.confirm set=|s, on| s.confirm = on/>
                <Switch prefs label=|m| m.turn_board get=|s| s.turn_board set=|s, on| s.turn_board = on/>
            </fieldset>
            <Choice prefs label=|m| m.shade options=vec![
                (Shade::Auto.name(), |m| m.shade_auto), (Shade::Light.name(), |m| m.shade_light),
                (Shade::Dark.name(), |m| m.shade_dark),
            ]
                value=move || settings.with(|s| s.shade.name())
                on_pick=move |name| settings.update(|s| {
                    s.shade = pick(Shade::ALL, Shade::name, name).unwrap_or_default();
                })/>
            <LanguageChoice prefs/>
        </div>
    }
}

/// One of several looks to choose from, with a drawing of it.
#[component]
fn Swatch(
    name: &'static str,
    chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
    class: &'static str,
    /// What part of the drawing is seen.
    frame: &'static str,
    drawing: String,
    label: impl Fn() -> &'static str + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <label class="swatch">
            <input type="radio" name=name prop:checked=chosen on:change=move |_| choose()/>
            <svg class=class viewBox=frame aria-hidden="true" focusable="false" inner_html=drawing></svg>
            <span>{label}</span>
        </label>
    }
}

/// A king of each side.
fn kings(style: KingStyle) -> String {
    let king = |disc: Disc| wood::piece(disc, Shape::of(Role::King, style));
    format!("{}<g transform=\"translate(100 0)\">{}</g>", king(IVORY), king(EBONY))
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
                        {lang.own_name()}
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
