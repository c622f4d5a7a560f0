//! The new-game dialog: what two players agree on before they begin.

use damka_rules::{HouseRule, Side, Variant};
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::levels::Levels;
use super::table::Table;
use crate::model::clock::Control;
use crate::model::dress::Dress;
use crate::model::seats::{Seat, Seats};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Computer,
    Random,
    Person,
    Nobody,
}

/// The agreements.
#[component]
pub fn NewGame(
    /// The table.
    table: Table,
    /// The dialog, to close it.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let prefs = table.prefs;
    let before = table.session.with_untracked(|s| s.agreement.clone());
    let base = before.variant.base();
    let dress = Dress::of(base);
    let opponent = RwSignal::new(match before.seats {
        seats if seats.two_people() => Opponent::Person,
        seats if seats.nobody() => Opponent::Nobody,
        Seats(by) if by.white == Seat::Random || by.black == Seat::Random => Opponent::Random,
        _ => Opponent::Computer,
    });
    let level = RwSignal::new(before.seats.level().unwrap_or(table.level()));
    let side = RwSignal::new(Some(before.seats.lone_person().unwrap_or(base.laws().starts)));
    let rule = RwSignal::new(before.variant.house_rule());
    let touch = RwSignal::new(before.touch_move);
    let control = RwSignal::new(before.control);
    let words = move || table.words();

    let start = move |_| {
        let variant: Variant = rule.get_untracked().and_then(|rule| base.with(rule)).unwrap_or(base);
        let seat = match opponent.get_untracked() {
            Opponent::Random => Seat::Random,
            _ => Seat::Computer(level.get_untracked()),
        };
        let person = dress.person().or(side.get_untracked());
        let person = person.unwrap_or_else(|| if table.toss() { Side::White } else { Side::Black });
        let seats = match opponent.get_untracked() {
            Opponent::Person => Seats::both(Seat::Person),
            Opponent::Nobody => Seats::both(seat),
            _ => Seats::against(person, seat),
        };
        dialog.set(None);
        table.begin_anew(table.agree(variant, seats, touch.get_untracked(), control.get_untracked()));
    };
    let opponents: Vec<(Opponent, fn(&crate::i18n::Messages) -> &'static str)> = match dress.challenge {
        true => vec![(Opponent::Random, |m| m.random_opponent), (Opponent::Computer, |m| m.against_computer)],
        false => vec![
            (Opponent::Computer, |m| m.against_computer),
            (Opponent::Person, |m| m.two_people),
            (Opponent::Nobody, |m| m.computers),
        ],
    };
    let with_level = move || matches!(opponent.get(), Opponent::Computer | Opponent::Nobody);
    view! {
        <div class="form">
            <p class="game-name">{move || words().game(base)}</p>
            <fieldset class="segments">
                <legend>{prefs.t(|m| m.opponent)}</legend>
                {opponents.into_iter().map(|(which, label)| view! {
                    <label>
                        <input type="radio" name="opponent" prop:checked=move || opponent.get() == which
                            on:change=move |_| opponent.set(which)/>
                        <span>{prefs.t(label)}</span>
                    </label>
                }).collect_view()}
            </fieldset>
            <Show when=with_level>
                <Levels prefs variant=Signal::stored(base) chosen=Signal::derive(move || level.get())
                    on_pick=move |l| level.set(l) strip=true/>
            </Show>
            <Show when=move || opponent.get() == Opponent::Computer && dress.person().is_none()>
                <fieldset class="segments">
                    <legend>{prefs.t(|m| m.your_side)}</legend>
                    {[Some(Side::White), Some(Side::Black), None].into_iter().map(|which| view! {
                        <label>
                            <input type="radio" name="side" prop:checked=move || side.get() == which
                                on:change=move |_| side.set(which)/>
                            <span>{move || which.map_or(prefs.m().by_lot, |s| words().side(s).0)}</span>
                        </label>
                    }).collect_view()}
                </fieldset>
            </Show>
            <Show when=move || !dress.challenge>
                <fieldset>
                    <legend>{prefs.t(|m| m.house_rules)}</legend>
                    {base.house_rules().map(|which: HouseRule| view! {
                        <label class="switch">
                            <input type="checkbox" role="switch" name=which.name()
                                prop:checked=move || rule.get() == Some(which)
                                on:change=move |e| rule.set(event_target_checked(&e).then_some(which))/>
                            <span>{move || words().house_rule(which)}</span>
                        </label>
                    }).collect_view()}
                    <label class="switch">
                        <input type="checkbox" role="switch" name="touch-move" prop:checked=move || touch.get()
                            on:change=move |e| touch.set(event_target_checked(&e))/>
                        <span>{prefs.t(|m| m.touch_move_rule)}</span>
                    </label>
                </fieldset>
                <label class="field">
                    <span>{prefs.t(|m| m.clock)}</span>
                    <select on:change=move |e| control.set(Control::parse(&event_target_value(&e)).unwrap_or_default())>
                        {Control::OFFERED.into_iter().map(|which| view! {
                            <option value=which.text() selected=move || control.get() == which>
                                {move || words().control(which)}
                            </option>
                        }).collect_view()}
                    </select>
                </label>
            </Show>
            <div class="buttons begin">
                <button class="primary" on:click=start>{prefs.t(|m| m.start_game)}</button>
                <button on:click=move |_| dialog.set(Some(Dialog::Shelf))>{prefs.t(|m| m.shelf)}</button>
            </div>
        </div>
    }
}
