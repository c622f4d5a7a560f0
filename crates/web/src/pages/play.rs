//! The room with a board to play on.

use damka_rules::Variant;
use leptos::prelude::*;

use super::actions::{Actions, Asking, Chooser, Refused, ResultCard};
use super::bars::Bar;
use super::challenge::ChallengePanel;
use super::dialogs::Dialog;
use super::gamecard::GameCard;
use super::help::RuleCard;
use super::keyboard;
use super::moves::{MoveBox, MoveList};
use super::status::StatusLine;
use super::table::{Question, Table};
use crate::board::Board;
use crate::i18n::fill;
use crate::model::clock::Control;
use crate::model::dress::Dress;

/// The room.
#[component]
pub fn Play(
    /// The table.
    table: Table,
    /// The game.
    variant: Signal<Variant>,
    /// The dialog that is open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let prefs = table.prefs;
    keyboard::listen(table, dialog);
    let display = Memo::new(move |_| table.display());
    let look = Memo::new(move |_| table.look());
    let words = table.spoken_in;
    let label = Signal::derive(move || {
        let words = words.get();
        fill(words.m().board_label, &[words.game(variant.get())])
    });
    let challenge = Memo::new(move |_| Dress::of(variant.get()).challenge);
    let terms = Signal::derive(move || terms(table));
    speak_hints(table);
    view! {
        <main class="play" class:with-challenge=challenge>
            <h1 class="unseen">{move || words.get().game(variant.get())}</h1>
            <Bar table top=true dialog/>
            <div class="board-place">
                <Board display look words on_event=Callback::new(move |event| table.touch(event)) label/>
                <Refused table/>
                <Chooser table/>
            </div>
            <Bar table top=false dialog/>
            <div class="side">
                <GameCard prefs variant terms dialog/>
                <div class="middle">
                    <Show when=move || challenge.get()><ChallengePanel table/></Show>
                    <MoveList table/>
                    <MoveBox table/>
                    <RuleCard table/>
                </div>
                <StatusLine table/>
                <div class="acts">
                    <ResultCard table dialog/>
                    <Asking table/>
                    <Actions table dialog/>
                </div>
            </div>
            <p class="unseen" aria-live="polite">{move || table.spoken.get()}</p>
            <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
        </main>
    }
}

/// What was agreed, in a few words; nothing agreed is nothing worth saying but what is special about the game.
fn terms(table: Table) -> String {
    let words = table.words();
    table.session.with(|s| {
        let agreed = &s.agreement;
        let mut said: Vec<String> = Vec::new();
        said.extend(agreed.variant.house_rule().map(|rule| words.house_rule(rule).to_owned()));
        if agreed.touch_move {
            said.push(words.m().rule_touch.trim_end_matches(['.', '։']).to_owned());
        }
        if agreed.control != Control::None {
            said.push(words.control(agreed.control));
        }
        match said.is_empty() {
            true => words.about_game(agreed.variant.base()).to_owned(),
            false => said.join(" · "),
        }
    })
}

/// A hint is drawn on the board: who cannot see it hears it.
fn speak_hints(table: Table) {
    Effect::new(move || {
        let Some(route) = table.hint.get() else { return };
        let asked = table.question.with_untracked(|q| matches!(q, Some(Question::Confirm(_))));
        if !asked && table.looking.get_untracked().is_none() {
            let text = table.session.with_untracked(|s| s.game.position().write(&route));
            table.spoken.set(fill(table.prefs.lang.get_untracked().messages().hint_is, &[&text]));
        }
    });
}
