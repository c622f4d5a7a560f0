//! Which game this is, and the way to another one.

use damka_rules::Variant;
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::icons::{self, Icon};
use super::prefs::Prefs;
use crate::i18n::{Messages, Words};

/// Help and settings, where the rail is a bar of tabs that has room for rooms only.
#[component]
pub fn Corner(
    /// Settings and language.
    prefs: Prefs,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let sheet = move |icon: &'static str, label: fn(&Messages) -> &'static str, which: Dialog| {
        view! {
            <button class="icon-button" aria-label=prefs.t(label) title=prefs.t(label)
                on:click=move |_| dialog.set(Some(which))>
                <Icon d=icon/>
            </button>
        }
    };
    view! {
        <div class="corner">
            {sheet(icons::HELP, |m| m.help, Dialog::Help)}
            {sheet(icons::SETTINGS, |m| m.settings, Dialog::Settings)}
        </div>
    }
}

/// The card: on a small screen the head of the page.
#[component]
pub fn GameCard(
    /// Settings and language.
    prefs: Prefs,
    /// The game.
    variant: Signal<Variant>,
    /// What was agreed, or what is special about the game.
    #[prop(into)]
    terms: Signal<String>,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let settings = prefs.settings;
    let sounds = Memo::new(move |_| settings.with(|s| s.sounds));
    let mute_label = move || if sounds.get() { prefs.m().mute } else { prefs.m().unmute };
    view! {
        <div class="game-card">
            <button
                class="game"
                data-game=move || variant.get().name()
                title=prefs.t(|m| m.change_game)
                on:click=move |_| dialog.set(Some(Dialog::Games))
            >
                <span class="title">
                    <b>{move || Words::plain(prefs.lang.get()).game(variant.get())}</b>
                    <Icon d=icons::DOWN/>
                </span>
                <small>{terms}</small>
            </button>
            <Corner prefs dialog/>
            <button class="icon-button mute" aria-label=mute_label title=mute_label
                on:click=move |_| settings.update(|s| s.sounds = !s.sounds)>
                {move || if sounds.get() { view! { <Icon d=icons::SOUND/> } } else { view! { <Icon d=icons::MUTE/> } }}
            </button>
        </div>
    }
}
