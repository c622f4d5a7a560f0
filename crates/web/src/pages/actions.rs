//! What can be done at the table: buttons, questions in place, the ribbon of the result, the refusal bubble.

use damka_rules::Outcome;
use leptos::{html, prelude::*, wasm_split::wasm_split};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::dialogs::Dialog;
use super::icons::{self, Icon};
use super::prefs::Prefs;
use super::status::headline;
use super::table::{Question, Table};
use super::thinking::Purpose;
use crate::board::Layout;
use crate::i18n::{Messages, fill};
use crate::later::{Later, SplitLoaderError};
use crate::model::challenge::Verdict;
use crate::model::dress::Dress;
use crate::model::session::Session;
use crate::platform::{document, storage};

/// One action.
#[component]
pub fn Action(
    /// The table.
    table: Table,
    /// Its icon.
    icon: &'static str,
    /// Its name.
    label: fn(&Messages) -> &'static str,
    /// What it does.
    on_press: impl Fn() + 'static,
    /// When it can be done.
    #[prop(into, default = Signal::stored(false))]
    disabled: Signal<bool>,
    /// More classes.
    #[prop(default = "")]
    class: &'static str,
) -> impl IntoView {
    let label = table.prefs.t(label);
    view! {
        <button class=format!("action {class}") title=label disabled=disabled on:click=move |_| on_press()>
            <Icon d=icon/>
            <span>{label}</span>
        </button>
    }
}

/// The row of actions.
#[component]
pub fn Actions(
    /// The table.
    table: Table,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let over = Memo::new(move |_| table.session.with(|s| s.game.ending().is_some()));
    let nobody = Memo::new(move |_| table.session.with(|s| s.agreement.seats.nobody()));
    let claimable = Memo::new(move |_| table.session.with(|s| s.persons_turn() && s.claimable().is_some()));
    let thinking = Memo::new(move |_| table.mind.thinking.get().is_some_and(|t| t.purpose == Purpose::Move));
    let no_undo = Signal::derive(move || !table.can_undo() && table.entry.with(|e| e.legs() == 0));
    let challenge = Memo::new(move |_| table.session.with(|s| Dress::of(s.agreement.variant).challenge));
    view! {
        <div class="actions" role="group" aria-label=table.prefs.t(|m| m.actions_label)>
            <Action table icon=icons::NEW label=|m| m.new_game on_press=move || table.want_new(dialog) class="new"/>
            <Action table icon=icons::UNDO label=|m| m.undo on_press=move || table.undo() disabled=no_undo/>
            {move || match (nobody.get(), table.paused.get(), thinking.get() && !challenge.get()) {
                (true, true, _) => view! {
                    <Action table icon=icons::PLAY label=|m| m.resume on_press=move || table.pause() disabled=over/>
                }.into_any(),
                (true, false, _) => view! {
                    <Action table icon=icons::PAUSE label=|m| m.pause on_press=move || table.pause() disabled=over/>
                }.into_any(),
                (false, _, true) => view! {
                    <Action table icon=icons::HURRY label=|m| m.stop_thinking on_press=move || table.mind.hurry(table)/>
                }.into_any(),
                _ => view! {
                    <Action table icon=icons::HINT label=|m| m.hint on_press=move || table.ask_hint()
                        disabled=Signal::derive(move || !table.can_ask_hint())/>
                }.into_any(),
            }}
            {move || table.can_adjust().then(|| view! {
                <Action table icon=icons::ADJUST label=|m| m.adjust on_press=move || table.adjust() class="adjust"/>
            }.into_any())}
            <Action table icon=icons::FLIP label=|m| m.flip on_press=move || table.flip() class="wide-only"/>
            <Show
                when=move || claimable.get()
                fallback=move || view! {
                    <Action table icon=icons::DRAW label=|m| m.offer_draw class="wide-only"
                        on_press=move || table.question.set(Some(Question::OfferDraw))
                        disabled=Signal::derive(move || !table.can_offer_draw())/>
                }
            >
                <Action table icon=icons::DRAW label=|m| m.claim_draw on_press=move || table.claim_draw()/>
            </Show>
            <Action table icon=icons::RESIGN label=|m| m.resign class="wide-only"
                on_press=move || table.question.set(Some(Question::Resign))
                disabled=Signal::derive(move || !table.can_resign())/>
            <Action table icon=icons::SHARE label=|m| m.share on_press=move || dialog.set(Some(Dialog::Share)) class="wide-only"/>
            <Action table icon=icons::MORE label=|m| m.more on_press=move || dialog.set(Some(Dialog::More)) class="narrow-only"/>
        </div>
    }
}

/// Questions asked in place, over the actions.
#[component]
pub fn Asking(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let text = move || {
        let m = prefs.m();
        Some(match table.question.get()? {
            Question::Resign => m.resign_sure.to_owned(),
            Question::OfferDraw => m.offer_sure.to_owned(),
            Question::Abandon => m.abandon_sure.to_owned(),
            Question::Reset => m.reset_sure.to_owned(),
            Question::Confirm(route) => {
                let text = table.session.with(|s| s.game.position().write(&route));
                fill(m.confirm_move, &[&text])
            }
        })
    };
    let answer = move |yes: bool| {
        let question = table.question.get_untracked();
        table.question.set(None);
        match question {
            Some(Question::Resign | Question::Abandon) if yes => table.resign(),
            Some(Question::Reset) if yes => table.reset_challenge(),
            Some(Question::OfferDraw) if yes => table.offer_draw(),
            Some(Question::Confirm(route)) if yes => table.play(&route),
            Some(Question::Confirm(_)) => table.hint.set(None),
            _ => {}
        }
    };
    let offered = move || {
        let words = table.words();
        table.session.with(|s| {
            let side = s.game.draw_offer().filter(|_| s.game.ending().is_none())?;
            Some(words.about(words.m().draw_offered, side))
        })
    };
    let ask = move |text: String, answer: Callback<bool>| {
        view! { <Ask prefs text answer/> }
    };
    view! {
        {move || text().map(|text| ask(text, Callback::new(answer)))}
        {move || offered().map(|text| ask(text, Callback::new(move |yes| {
            if yes { table.offer_draw() } else { table.decline_draw() }
        })))}
    }
}

/// One question. It takes the keyboard, and gives it back where it was.
#[component]
pub fn Ask(
    /// Settings and language.
    prefs: Prefs,
    /// The question.
    text: String,
    /// Who hears the answer.
    answer: Callback<bool>,
) -> impl IntoView {
    let yes = NodeRef::<html::Button>::new();
    let before = document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    let before = StoredValue::new_local(before);
    Effect::new(move || {
        if let Some(button) = yes.get() {
            // A button can always be focused; if the browser disagrees, nothing is lost.
            let _ = button.focus();
        }
    });
    on_cleanup(move || {
        let Some(element) = before.try_get_value().flatten() else { return };
        // Once the question is gone, and only if nothing else was taken up meanwhile.
        request_animation_frame(move || {
            if document().active_element().is_none_or(|e| e.tag_name() == "BODY") {
                let _ = element.focus();
            }
        });
    });
    let label = text.clone();
    view! {
        <div class="asking" role="alertdialog" aria-label=label>
            <span>{text}</span>
            <button class="primary" node_ref=yes on:click=move |_| answer.run(true)>{prefs.t(|m| m.yes)}</button>
            <button on:click=move |_| answer.run(false)>{prefs.t(|m| m.no)}</button>
        </div>
    }
}

/// The refusal, near the square it is about but never over it.
#[component]
pub fn Refused(
    /// The table.
    table: Table,
) -> impl IntoView {
    // Where fewer of the squares are that it speaks of.
    let below = move |bubble: &super::table::Bubble| {
        table.session.with(|s| {
            let layout = Layout { grid: s.game.position().grid(), bottom: s.bottom };
            let height = layout.grid.height;
            let stops = bubble.routes.iter().flat_map(|r| r.stops().iter().chain(r.taken())).copied();
            let rows: Vec<usize> =
                stops.chain(bubble.squares.iter().copied()).map(|square| layout.place(square).1).collect();
            let upper = rows.iter().filter(|&&row| row < height / 3).count();
            let lower = rows.iter().filter(|&&row| row >= height - height / 3).count();
            lower < upper
        })
    };
    view! {
        <div class="refusals" role="alert" aria-live="assertive">
            {move || table.bubble.get().map(|bubble| {
                let class = if below(&bubble) { "bubble low" } else { "bubble" };
                view! { <p class=class>{bubble.text}</p> }
            })}
        </div>
    }
}

/// The number buttons of the chooser.
#[component]
pub fn Chooser(
    /// The table.
    table: Table,
) -> impl IntoView {
    let choices = Memo::new(move |_| {
        table.entry.with(|entry| {
            table.session.with(|s| {
                let pos = s.game.position();
                entry.choices().iter().map(|r| r.text(pos.script())).collect::<Vec<_>>()
            })
        })
    });
    view! { <Choices prefs=table.prefs choices choose=move |i| table.choose(i)/> }
}

/// Several captures fit: a numbered button for each.
#[component]
pub fn Choices(
    /// Settings and language.
    prefs: Prefs,
    /// The captures, written down.
    choices: Memo<Vec<String>>,
    /// Takes one of them, counted from 0.
    choose: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    view! {
        <Show when=move || !choices.with(Vec::is_empty)>
            <div class="chooser" role="group" aria-label=prefs.t(|m| m.choose_route)>
                {move || choices.get().into_iter().enumerate().map(|(i, text)| view! {
                    <button data-choice=i + 1 on:click=move |_| choose(i)><b>{i + 1}</b>" "{text}</button>
                }).collect_view()}
            </div>
        </Show>
    }
}

/// The result: a ribbon beside the board, which stays as it is.
#[component]
pub fn ResultCard(
    /// The table.
    table: Table,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let over = Memo::new(move |_| table.session.with(|s| s.game.ending().is_some()));
    let shown = move || over.get() && !table.card_away.get() && table.looking.get().is_none();
    view! {
        <Show when=shown>
            <Later prefs=table.prefs load=|| Box::pin(async { load_result().await.is_ok() }) make=move || Box::pin(result(table, dialog))/>
        </Show>
    }
}

/// What is in it; `load_result` fetches its code.
#[wasm_split(sheets, wasm_split_path = leptos::wasm_split, preload(load_result), fallible)]
fn result(table: Table, dialog: RwSignal<Option<Dialog>>) -> Result<AnyView, SplitLoaderError> {
    let prefs = table.prefs;
    let content = Memo::new(move |_| {
        let words = table.words();
        table.session.with(|s| {
            let ending = s.game.ending()?;
            Some((headline(s, words)?, words.ending(ending, s.agreement.variant.laws().goal)))
        })
    });
    let verdict = move || {
        let scored = table.scored.get()?;
        let m = prefs.m();
        let mut text = match scored.verdict {
            Verdict::Win => m.ch_win,
            Verdict::DoubleWin => m.ch_double_win,
            Verdict::Draw => m.ch_draw,
            Verdict::Defeat => m.ch_defeat,
            Verdict::DoubleDefeat => m.ch_double_defeat,
            Verdict::Forfeit => m.ch_forfeited,
        }
        .to_owned();
        if scored.solved {
            text = format!("{text} {}", m.ch_solved);
        }
        if scored.window_closed {
            text = format!("{text} {}", m.ch_window);
        }
        Some(text)
    };
    let challenge = Memo::new(move |_| table.session.with(|s| Dress::of(s.agreement.variant).challenge));
    let first = table.session.with_untracked(is_first_win);
    Ok(view! {
            <section class="result-card" aria-label=prefs.t(|m| m.finish_label)>
                <button class="icon-button close" aria-label=prefs.t(|m| m.close) on:click=move |_| table.card_away.set(true)>
                    <Icon d=icons::CLOSE/>
                </button>
                <h2>{move || content.get().map(|c| c.0)}</h2>
                <p>{move || content.get().map(|c| c.1)}</p>
                {first.then(|| view! { <p class="verdict first-win">"★ "{prefs.t(|m| m.first_win)}</p> })}
                {move || verdict().map(|text| view! { <p class="verdict">{text}</p> })}
                <div class="buttons">
                    <button class="primary" on:click=move |_| table.rematch()>
                        {move || if challenge.get() { prefs.m().ch_next } else { prefs.m().rematch }}
                    </button>
                    <button on:click=move |_| dialog.set(Some(Dialog::NewGame))>{prefs.t(|m| m.new_game)}</button>
                    <a class="button" href=move || table.review_address()>{prefs.t(|m| m.review)}</a>
                </div>
            </section>
    }
    .into_any())
}

/// Has a person beaten the computer for the first time on this device? Asked once.
fn is_first_win(session: &Session) -> bool {
    let seats = &session.agreement.seats;
    let won = matches!(session.game.outcome(), Some(Outcome::Win(side)) if seats.of(side).is_human());
    let first = won && !seats.two_people() && storage::text("won").is_none();
    first && storage::save("won", &true)
}
