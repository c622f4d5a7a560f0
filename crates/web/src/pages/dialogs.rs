//! Dialogs: one native `<dialog>` whose content changes.

use damka_rules::Variant;
use leptos::{ev, html, prelude::*, wasm_split::wasm_split};
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::games::Games;
use super::help::Help;
use super::icons::{self, Icon};
use super::levels::Levels;
use super::newgame::NewGame;
use super::options::Options;
use super::share::Share;
use super::shelf::Shelf;
use super::table::{Question, Table};
use crate::i18n::Messages;
use crate::later::{Later, SplitLoaderError};
use crate::model::seats::{Level, Seat};

/// Which dialog is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// Agreements of a new game.
    NewGame,
    /// Settings.
    Settings,
    /// Help, and the rules in force.
    Help,
    /// Links, files, pictures.
    Share,
    /// The games on this device.
    Shelf,
    /// What a narrow screen has no room for.
    More,
    /// The games to choose from.
    Games,
    /// The opponents to choose from.
    Level,
}

/// The dialog.
#[component]
pub fn Dialogs(
    /// The table.
    table: Table,
    /// Which is open.
    dialog: RwSignal<Option<Dialog>>,
    /// The game on the page.
    variant: Signal<Variant>,
    /// What the choice of a game does.
    on_variant: Callback<Variant>,
) -> impl IntoView {
    let prefs = table.prefs;
    let element = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let open = dialog.get().is_some();
        let Some(element) = element.get() else { return };
        if open && !element.open() {
            // Fails only for a dialog that is open already.
            let _ = element.show_modal();
        } else if !open && element.open() {
            element.close();
        }
    });
    // The event comes late: another dialog may have been opened meanwhile.
    let on_close = move |_| {
        if element.get_untracked().is_none_or(|element| !element.open()) {
            dialog.set(None);
        }
    };
    let title = move || {
        let m = prefs.m();
        dialog.get().map(|which| match which {
            Dialog::NewGame => m.new_game,
            Dialog::Settings => m.settings,
            Dialog::Help => m.help,
            Dialog::Share => m.share,
            Dialog::Shelf => m.shelf,
            Dialog::More => m.more,
            Dialog::Games => m.change_game,
            Dialog::Level => m.choose_level,
        })
    };
    // The dialog fills its box, so a click on the dialog itself is one beside it, on the backdrop.
    let on_beside = move |e: ev::MouseEvent| {
        let target = e.target().and_then(|t| t.dyn_into::<HtmlDialogElement>().ok());
        let beside = target.is_some() && target == element.get_untracked();
        if beside {
            dialog.set(None);
        }
    };
    let class = move || match dialog.get() {
        Some(Dialog::Games) => "wide",
        _ => "",
    };
    view! {
        <dialog node_ref=element class=class aria-label=title on:close=on_close on:click=on_beside>
            <header>
                <h2>{title}</h2>
                <button class="icon-button" aria-label=prefs.t(|m| m.close) on:click=move |_| dialog.set(None)>
                    <Icon d=icons::CLOSE/>
                </button>
            </header>
            {move || dialog.get().map(|which| view! {
                <Later prefs load=|| Box::pin(async { load().await.is_ok() }) make=move || Box::pin(sheet(which, table, dialog, variant, on_variant))/>
            })}
        </dialog>
    }
}

/// What is in the dialog; `load` fetches its code.
#[wasm_split(sheets, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn sheet(
    which: Dialog,
    table: Table,
    dialog: RwSignal<Option<Dialog>>,
    variant: Signal<Variant>,
    on_variant: Callback<Variant>,
) -> Result<AnyView, SplitLoaderError> {
    let prefs = table.prefs;
    let chosen =
        Signal::derive(move || table.session.with(|s| s.agreement.seats.level()).unwrap_or(Level::FIRST));
    Ok(match which {
        Dialog::NewGame => view! { <NewGame table dialog/> }.into_any(),
        Dialog::Settings => view! { <Options prefs/> }.into_any(),
        Dialog::Help => view! { <Help table/> }.into_any(),
        Dialog::Share => view! { <Share table dialog/> }.into_any(),
        Dialog::Shelf => view! { <Shelf table/> }.into_any(),
        Dialog::More => view! { <More table dialog/> }.into_any(),
        Dialog::Games => view! { <Games prefs variant on_pick=on_variant/> }.into_any(),
        Dialog::Level => view! {
            <Levels prefs variant chosen on_pick=move |level| {
                table.set_level(Seat::Computer(level));
                dialog.set(None);
            }/>
        }
        .into_any(),
    })
}

/// The rest of the actions, for narrow screens.
#[component]
fn More(table: Table, dialog: RwSignal<Option<Dialog>>) -> impl IntoView {
    let prefs = table.prefs;
    let item = move |icon: &'static str, label: fn(&Messages) -> &'static str, act: Box<dyn Fn()>| {
        view! {
            <button class="action" on:click=move |_| act()><Icon d=icon/><span>{prefs.t(label)}</span></button>
        }
    };
    let then_close = move |act: fn(Table)| -> Box<dyn Fn()> {
        Box::new(move || {
            dialog.set(None);
            act(table);
        })
    };
    let open = move |which: Dialog| -> Box<dyn Fn()> { Box::new(move || dialog.set(Some(which))) };
    view! {
        <div class="more">
            {table.is_challenge().then(|| view! { <p>{prefs.t(|m| m.ch_rules)}</p> })}
            {item(icons::FLIP, |m| m.flip, then_close(Table::flip))}
            {table.can_offer_draw().then(|| item(icons::DRAW, |m| m.offer_draw, then_close(|t| t.question.set(Some(Question::OfferDraw)))))}
            {table.can_resign().then(|| item(icons::RESIGN, |m| m.resign, then_close(|t| t.question.set(Some(Question::Resign)))))}
            {table.is_challenge().then(|| item(icons::NEW, |m| m.ch_reset, then_close(|t| t.question.set(Some(Question::Reset)))))}
            {item(icons::SHARE, |m| m.shelf, open(Dialog::Shelf))}
            {item(icons::SHARE, |m| m.share, open(Dialog::Share))}
            {item(icons::HELP, |m| m.help, open(Dialog::Help))}
        </div>
    }
}
