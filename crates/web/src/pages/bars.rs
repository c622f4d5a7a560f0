//! The bars of the two players: who sits there, what was captured, how much time is left.

use damka_rules::Side;
use leptos::prelude::*;

use super::table::Table;
use crate::i18n::Paint;
use crate::model::clock::{LOW, face};
use crate::model::seats::Seat;

/// The bar of the player at the top or at the bottom.
#[component]
pub fn Bar(
    /// The table.
    table: Table,
    /// At the top?
    top: bool,
) -> impl IntoView {
    let side = Memo::new(move |_| table.session.with(|s| if top { s.bottom.other() } else { s.bottom }));
    let name = move || {
        let words = table.words();
        table.session.with(|s| match s.agreement.seats.of(side.get()) {
            Seat::Person if s.agreement.seats.lone_person().is_some() => words.m().you.to_owned(),
            Seat::Person => words.side(side.get()).0.to_owned(),
            seat => words.seat(seat),
        })
    };
    let ply = move || table.looking.get().unwrap_or_else(|| table.session.with(|s| s.game.ply()));
    let captured = Memo::new(move |_| {
        let ply = ply();
        table.session.with(|s| s.lost(side.get().other(), ply))
    });
    let captured_label = move || {
        let words = table.words();
        words.lang.plural(words.m().captured_count, captured.get(), &[])
    };
    let turn = Memo::new(move |_| table.session.with(|s| s.turn() == Some(side.get())));
    let busy = move || turn.get() && table.mind.thinking.get().is_some() && !is_person(table, side.get());
    let clock = Memo::new(move |_| {
        let now = table.now.get();
        table.session.with(|s| {
            let left = s.clock.as_ref()?.left(side.get(), now.max(js_sys::Date::now()));
            Some((face(left), left < LOW))
        })
    });
    let depth = move || {
        let report = table.mind.thinking.get().and_then(|t| t.report);
        report.filter(|_| busy()).map(|r| format!("{} · {:.1} s", r.depth, f64::from(r.millis) / 1000.0))
    };
    view! {
        <div class="bar" class:top=top class:turn=turn>
            <span class=move || disc_class(table.words().paint, side.get()) aria-hidden="true"></span>
            <span class="name">{name}</span>
            <span class="busy" class:on=busy aria-hidden="true"><i></i><i></i><i></i></span>
            <span class="depth" aria-hidden="true">{depth}</span>
            <span class="captured" title=captured_label>
                <span class=move || disc_class(table.words().paint, side.get().other()) aria-hidden="true"></span>
                <span aria-hidden="true">{move || captured.get()}</span>
                <span class="unseen">{captured_label}</span>
            </span>
            {move || clock.get().map(|(face, low)| view! { <span class="clock" class:low=low role="timer">{face}</span> })}
        </div>
    }
}

fn is_person(table: Table, side: Side) -> bool {
    table.session.with(|s| s.agreement.seats.of(side).is_person())
}

/// The class of a small disc in a side's colours.
pub fn disc_class(paint: Paint, side: Side) -> &'static str {
    match (paint, side) {
        (Paint::Plain, Side::White) | (Paint::Swapped, Side::Black) => "disc white",
        (Paint::Plain, Side::Black) | (Paint::Swapped, Side::White) => "disc black",
        (Paint::Green, Side::White) => "disc green",
        (Paint::Green, Side::Black) => "disc red",
    }
}
