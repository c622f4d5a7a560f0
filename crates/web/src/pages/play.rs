//! The page with a board to play on.

use leptos::prelude::*;

use super::actions::{Actions, Asking, Chooser, Refused, ResultCard};
use super::bars::Bar;
use super::challenge::ChallengePanel;
use super::dialogs::{Dialog, Dialogs};
use super::help::RuleCard;
use super::icons::{self, Icon};
use super::keyboard;
use super::moves::{MoveBox, MoveList};
use super::newgame::LevelSelect;
use super::status::StatusLine;
use super::table::Table;
use crate::board::Board;
use crate::i18n::fill;
use crate::model::dress::Dress;
use crate::model::seats::Seat;

/// The page.
#[component]
pub fn Play(
    /// The table.
    table: Table,
    /// The dialog that is open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let prefs = table.prefs;
    keyboard::listen(table, dialog);
    let display = Memo::new(move |_| table.display());
    let look = Memo::new(move |_| table.look());
    let words = Memo::new(move |_| table.words());
    let variant = Memo::new(move |_| table.session.with(|s| s.agreement.variant.base()));
    let label = Signal::derive(move || {
        let words = words.get();
        fill(words.m().board_label, &[words.game(variant.get())])
    });
    let challenge = Memo::new(move |_| Dress::of(variant.get()).challenge);
    let level = Memo::new(move |_| table.session.with(|s| s.agreement.seats.level()));
    let lesson = move || format!("{}/lesson", variant.get().name());
    view! {
        <main class="play" class:with-challenge=challenge>
            <h1 class="unseen">{move || words.get().game(variant.get())}</h1>
            <aside class="side" aria-label=prefs.t(|m| m.menu)>
                <button class="primary new" on:click=move |_| table.want_new(dialog)>
                    <Icon d=icons::NEW/>
                    {prefs.t(|m| m.new_game)}
                </button>
                <Show when=move || level.get().is_some()>
                    <label class="field">
                        <span>{prefs.t(|m| m.level)}</span>
                        <LevelSelect table
                            chosen=Signal::derive(move || level.get().unwrap_or(table.level()))
                            on_pick=move |l| table.set_level(Seat::Computer(l))/>
                    </label>
                </Show>
                <a class="lesson-link" href=lesson><Icon d=icons::LEARN/>{prefs.t(|m| m.learn)}</a>
                <RuleCard table/>
            </aside>
            <div class="board-place">
                <Board display look words on_event=Callback::new(move |event| table.touch(event)) label/>
                <Refused table/>
                <Chooser table/>
                <ResultCard table dialog/>
            </div>
            <StatusLine table/>
            <Bar table top=true/>
            <div class="middle">
                <Show when=move || challenge.get()><ChallengePanel table/></Show>
                <MoveList table/>
                <MoveBox table/>
            </div>
            <div class="acts">
                <Asking table/>
                <Actions table dialog/>
            </div>
            <Bar table top=false/>
            <p class="unseen" aria-live="polite">{move || table.spoken.get()}</p>
            <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
            <Dialogs table dialog/>
        </main>
    }
}
