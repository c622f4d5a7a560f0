//! The header: the name of the site, the choice of game and language, settings and help.

use damka_rules::Variant;
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::icons::{self, Icon};
use super::prefs::Prefs;
use crate::i18n::{Lang, Paint, Words};

/// The header.
#[component]
pub fn Header(
    /// Settings and language.
    prefs: Prefs,
    /// The game on the page.
    variant: Signal<Variant>,
    /// What the choice of a game does.
    on_variant: Callback<Variant>,
    /// The dialog to open; none on pages without.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let words = move || Words { lang: prefs.lang.get(), paint: Paint::Plain };
    let settings = prefs.settings;
    let sounds = Memo::new(move |_| settings.with(|s| s.sounds));
    let pick = move |e| {
        if let Ok(variant) = event_target_value(&e).parse::<Variant>() {
            on_variant.run(variant);
        }
    };
    let mute_label = move || if sounds.get() { prefs.m().mute } else { prefs.m().unmute };
    view! {
        <header class="top-bar">
            <a class="brand" href="" aria-label="Damka" on:click=move |e| { e.prevent_default(); on_variant.run(variant.get_untracked()) }>
                <svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="14"></circle><path d="M8 21V11l4.500 4.500L16 9l3.500 6.500L24 11v10z"></path></svg>
                <span>"Damka"</span>
            </a>
            <label class="variant-choice">
                <span class="unseen">{prefs.t(|m| m.choose_variant)}</span>
                <select on:change=pick>
                    {Variant::games().map(|game| view! {
                        <option value=game.name() selected=move || variant.get() == game>{move || words().game(game)}</option>
                    }).collect_view()}
                </select>
            </label>
            <span class="spring"></span>
            <label class="language-choice">
                <span class="unseen">{prefs.t(|m| m.language)}</span>
                <select on:change=move |e| settings.update(|s| s.language = Some(event_target_value(&e)))>
                    {Lang::ALL.into_iter().map(|lang| view! {
                        <option value=lang.tag() lang=lang.tag() selected=move || prefs.lang.get() == lang>
                            {lang.messages().language_name}
                        </option>
                    }).collect_view()}
                </select>
            </label>
            <button class="icon-button" aria-label=mute_label title=mute_label on:click=move |_| settings.update(|s| s.sounds = !s.sounds)>
                {move || if sounds.get() { view! { <Icon d=icons::SOUND/> } } else { view! { <Icon d=icons::MUTE/> } }}
            </button>
            <button class="icon-button wide-only" aria-label=prefs.t(|m| m.settings) title=prefs.t(|m| m.settings)
                on:click=move |_| dialog.set(Some(Dialog::Settings))><Icon d=icons::SETTINGS/></button>
            <button class="icon-button wide-only" aria-label=prefs.t(|m| m.help) title=prefs.t(|m| m.help)
                on:click=move |_| dialog.set(Some(Dialog::Help))><Icon d=icons::HELP/></button>
        </header>
    }
}
