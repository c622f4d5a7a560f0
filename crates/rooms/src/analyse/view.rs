//! The room: the board with the scale of chances beside it, the players, and the column that belongs to the mode.

use damka_rules::Side;
use damka_web::board::Board;
use damka_web::i18n::fill;
use damka_web::later::Visit;
use damka_web::pages::actions::Choices;
use damka_web::pages::gamecard::GameCard;
use leptos::prelude::*;

use super::beside::{Buttons, Scale, Who};
use super::keys;
use super::room::{Mode, Room};
use super::see_engine::EngineCard;
use super::see_files::FilesPanel;
use super::see_moves::{MovesCard, NoteCard, TextCard};
use super::see_review::ReviewCards;
use super::see_setup::SetupPanel;
use super::see_tables::TableCard;

/// The room of a visit.
pub(crate) fn analyse(visit: Visit) -> impl IntoView {
    let room = Room::enter(visit);
    let (prefs, said, words) = (room.prefs, room.said, room.words);
    let (variant, dialog) = (room.variant, visit.dialog);
    keys::listen(room, dialog);
    let display = Memo::new(move |_| room.display());
    let look = Memo::new(move |_| room.look());
    let label = Signal::derive(move || fill(prefs.m().board_label, &[words.get().game(variant.base())]));
    let terms = Signal::derive(move || match variant.house_rule() {
        Some(rule) => words.get().house_rule(rule).to_owned(),
        None => words.get().about_game(variant.base()).to_owned(),
    });
    let looks_through = Memo::new(move |_| room.judging.with(Option::is_some));
    let top = Memo::new(move |_| room.bottom.get().other());
    let bottom = Memo::new(move |_| room.bottom.get());
    view! {
        <main class="analyse" class:setting=move || room.mode.get() == Mode::Setup>
            <h1 class="unseen">{said.t(|m| m.title)}</h1>
            <Who room side=top above=true/>
            <div class="board-place">
                <Scale room/>
                <Board display look words on_event=Callback::new(move |event| room.touch(event)) label/>
                <div class="refusals" role="alert" aria-live="assertive">
                    {move || room.refused.get().map(|text| view! { <p class="bubble">{text}</p> })}
                </div>
                <Chooser room/>
            </div>
            <Who room side=bottom above=false/>
            <div class="beside">
                <GameCard prefs variant=Signal::stored(variant.base()) terms dialog/>
                <Tabs room/>
                {move || match room.mode.get() {
                    Mode::Moves => view! {
                        <Buttons room/>
                        <ReviewCards room/>
                        // Who looks through a game wants its moves first, who analyses the engine's lines.
                        {move || match looks_through.get() {
                            true => view! { <MovesCard room/><TableCard room/><EngineCard room/> }.into_any(),
                            false => view! { <TableCard room/><EngineCard room/><MovesCard room/> }.into_any(),
                        }}
                        <NoteCard room/>
                        <TextCard room/>
                    }.into_any(),
                    Mode::Setup => view! { <SetupPanel room/> }.into_any(),
                    Mode::Files => view! { <FilesPanel room/> }.into_any(),
                }}
            </div>
            <p class="unseen" aria-live="polite">{move || room.spoken.get()}</p>
            <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
        </main>
    }
}

/// What the column shows.
#[component]
fn Tabs(room: Room) -> impl IntoView {
    let said = room.said;
    let tab = move |mode: Mode, label: fn(&super::said::Said) -> &'static str| {
        let here = move || (room.mode.get() == mode).then_some("true");
        view! { <button aria-current=here on:click=move |_| room.show(mode)>{said.t(label)}</button> }
    };
    view! {
        <div class="tabs" role="group" aria-label=said.t(|m| m.tabs)>
            {tab(Mode::Moves, |m| m.tab_moves)}
            {tab(Mode::Setup, |m| m.tab_setup)}
            {tab(Mode::Files, |m| m.tab_files)}
        </div>
    }
}

impl Room {
    /// Shows something else beside the board.
    pub(crate) fn show(self, mode: Mode) {
        self.lessons.set(None);
        self.refused.set(None);
        if mode == Mode::Setup {
            let pos = self.desk.with_untracked(super::desk::Desk::position);
            self.editor.update(|editor| *editor = super::editor::Editor::of(&pos));
        }
        self.mode.set(mode);
        self.refresh();
    }

    /// The name of whoever played a side.
    pub(crate) fn name(self, side: Side) -> String {
        let tag = if side == Side::White { "White" } else { "Black" };
        let named = self.desk.with(|desk| desk.study.about.tag(tag).map(str::to_owned));
        named
            .filter(|name| !name.trim().is_empty())
            .unwrap_or_else(|| self.words.get().side(side).0.to_owned())
    }
}

/// Several captures fit: which one?
#[component]
fn Chooser(room: Room) -> impl IntoView {
    let choices = Memo::new(move |_| {
        let pos = room.position();
        room.entry.with(|entry| entry.choices().iter().map(|r| r.text(pos.script())).collect::<Vec<_>>())
    });
    view! { <Choices prefs=room.prefs choices choose=move |i| room.choose(i)/> }
}
