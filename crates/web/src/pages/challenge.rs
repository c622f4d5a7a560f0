//! The panel of the challenge: streak, draws, strikes and fifteen lamps.

use leptos::prelude::*;

use super::table::{Question, Table};
use crate::i18n::fill;
use crate::model::challenge::{DRAWS, STREAK, Verdict, WINDOW};

/// The panel.
#[component]
pub fn ChallengePanel(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let challenge = table.challenge;
    let lamp = move |i: u32| {
        let class = move || {
            challenge.with(|c| match c.lamps.get(i as usize) {
                None => "lamp",
                Some(Verdict::Win | Verdict::DoubleWin) => "lamp won",
                Some(Verdict::Draw) => "lamp drawn",
                Some(Verdict::Defeat | Verdict::DoubleDefeat | Verdict::Forfeit) => "lamp lost",
            })
        };
        view! { <span class=class data-lamp=i + 1></span> }
    };
    let count = move |value: Signal<u32>, of: Option<u32>| {
        move || match of {
            Some(of) => format!("{} / {of}", value.get().min(of)),
            None => value.get().to_string(),
        }
    };
    let streak = Signal::derive(move || challenge.with(|c| c.streak));
    let draws = Signal::derive(move || challenge.with(|c| c.draws));
    let strikes = Signal::derive(move || challenge.with(|c| c.strikes));
    let lamps_label =
        move || fill(prefs.m().ch_lamps, &[&challenge.with(|c| c.games()).to_string(), &WINDOW.to_string()]);
    view! {
        <section class="challenge" class:solved=move || challenge.with(|c| c.solved) aria-label=prefs.t(|m| m.ch_title)>
            <dl class="counts">
                <div><dt>{prefs.t(|m| m.ch_streak)}</dt><dd data-count="streak">{count(streak, Some(STREAK))}</dd></div>
                <div><dt>{prefs.t(|m| m.ch_draws)}</dt><dd data-count="draws">{count(draws, Some(DRAWS))}</dd></div>
                <div><dt>{prefs.t(|m| m.ch_strikes)}</dt><dd data-count="strikes">{count(strikes, None)}</dd></div>
            </dl>
            <div class="lamps" role="img" aria-label=lamps_label>{(0..WINDOW).map(lamp).collect_view()}</div>
            <Show when=move || challenge.with(|c| c.solved)>
                <p class="solved-note">{prefs.t(|m| m.ch_solved)}</p>
            </Show>
            <p class="challenge-rules wide-only">{prefs.t(|m| m.ch_rules)}</p>
            <button class="small wide-only" on:click=move |_| table.question.set(Some(Question::Reset))>{prefs.t(|m| m.ch_reset)}</button>
        </section>
    }
}
