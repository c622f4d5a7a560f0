//! The help dialog: how to move, the keys, the rules in force.

use leptos::prelude::*;

use super::table::Table;
use crate::i18n::{draw_card, rule_card};

/// The help.
#[component]
pub fn Help(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    let keys = move || {
        let m = prefs.m();
        let letters = [m.key_l, m.key_m, m.key_h, m.key_u, m.key_f, m.key_a, m.key_help];
        [
            ("← ↑ → ↓", m.key_arrows),
            ("Tab", m.key_tab),
            ("Enter", m.key_enter),
            ("1–9", m.key_digits),
            ("Esc", m.key_esc),
        ]
        .into_iter()
        .chain(["L", "M", "H", "U", "F", "A", "?"].into_iter().zip(letters))
        .map(|(key, what)| view! { <dt><kbd>{key}</kbd></dt><dd>{what}</dd> })
        .collect_view()
    };
    view! {
        <div class="form help">
            <p>{prefs.t(|m| m.how_to_move)}</p>
            <p>{prefs.t(|m| m.help_mouse)}</p>
            <RuleCard table/>
            <h2 class="heading">{prefs.t(|m| m.help_keys)}</h2>
            <dl class="keys">{keys}</dl>
        </div>
    }
}

/// What is in force.
#[component]
pub fn RuleCard(
    /// The table.
    table: Table,
) -> impl IntoView {
    let lines = Memo::new(move |_| {
        let words = table.words();
        table.session.with(|s| {
            let variant = s.agreement.variant;
            rule_card(words, variant, s.agreement.touch_move)
        })
    });
    let draws = Memo::new(move |_| draw_card(table.words(), table.session.with(|s| s.agreement.variant)));
    let house = move || {
        let words = table.words();
        table.session.with(|s| s.agreement.variant.house_rule()).map(|rule| {
            view! {
                <p class="house-rule">{words.house_rule(rule)}</p>
            }
        })
    };
    view! {
        <section class="rule-card">
            <h2 class="heading">{table.prefs.t(|m| m.rules_of)}</h2>
            {house}
            <ul>{move || lines.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            <details>
                <summary>{table.prefs.t(|m| m.rule_draws)}</summary>
                <ul>{move || draws.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </details>
        </section>
    }
}
