//! The bars of the two players, above and below the board: who sits there, what was captured, how much time is left.

use damka_rules::Side;
use leptos::prelude::*;

use super::dialogs::Dialog;
use super::levels::Face;
use super::table::Table;
use crate::i18n::{Paint, Words};
use crate::model::clock::{LOW, face};
use crate::model::seats::Seat;
use crate::platform::timing;

/// The bar of the player at the top or at the bottom.
#[component]
pub fn Bar(
    /// The table.
    table: Table,
    /// At the top?
    top: bool,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let side = Memo::new(move |_| table.session.with(|s| if top { s.bottom.other() } else { s.bottom }));
    let seat = Memo::new(move |_| table.session.with(|s| s.agreement.seats.of(side.get())));
    let alone = Memo::new(move |_| table.session.with(|s| s.agreement.seats.lone_person().is_some()));
    // A person is called by what tells them from the other: "you", or their colour.
    let name = move || {
        let words = table.words();
        let told = table.session.with(|s| s.name(side.get()).map(str::to_owned));
        if let Some(name) = told.filter(|_| !alone.get()) {
            return name;
        }
        match seat.get() {
            Seat::Person if alone.get() => words.m().you.to_owned(),
            Seat::Person => words.side(side.get()).0.to_owned(),
            Seat::Computer(level) => words.level(level).to_owned(),
            seat => words.seat(seat),
        }
    };
    let about = move || {
        let words = table.words();
        match seat.get() {
            Seat::Person if !alone.get() => "",
            Seat::Computer(_) => words.m().computer,
            _ => words.side(side.get()).0,
        }
    };
    let ply = move || table.looking.get().unwrap_or_else(|| table.session.with(|s| s.game.ply()));
    let captured = Memo::new(move |_| {
        let ply = ply();
        table.session.with(|s| s.lost(side.get().other(), ply))
    });
    let turn = Memo::new(move |_| table.session.with(|s| s.turn() == Some(side.get())));
    let busy = move || turn.get() && table.mind.thinking.get().is_some() && !seat.get().is_person();
    let clock = Memo::new(move |_| {
        let now = table.now.get();
        table.session.with(|s| {
            let left = s.clock.as_ref()?.left(side.get(), now.max(timing::wall()));
            Some((face(left), left < LOW))
        })
    });
    let who = move || {
        view! {
            <span class="names"><b class="name">{name}</b> <small>{about}</small></span>
            <span class="busy" class:on=busy aria-hidden="true"><i></i><i></i><i></i></span>
        }
    };
    let disc = move || view! { <span class=move || disc_class(table.words().paint, side.get()) aria-hidden="true"></span> };
    let player = move || {
        match seat.get() {
        Seat::Computer(level) => view! {
            <button class="player" title=table.prefs.t(|m| m.choose_level) on:click=move |_| dialog.set(Some(Dialog::Level))>
                <span class="avatar"><Face level=Some(level)/>{disc()}</span>
                {who()}
            </button>
        }
        .into_any(),
        Seat::Random => {
            view! { <span class="player"><span class="avatar"><Face level=None/>{disc()}</span>{who()}</span> }.into_any()
        }
        _ => view! { <span class="player"><span class="avatar">{disc()}</span>{who()}</span> }.into_any(),
    }
    };
    view! {
        <div class="bar" class:top=top class:turn=turn>
            {player}
            <Spoils side captured clock words=move || table.words()/>
        </div>
    }
}

/// What a player has captured, and the time left.
#[component]
pub fn Spoils(
    /// The player's side.
    side: Memo<Side>,
    /// How many pieces they have captured.
    captured: Memo<usize>,
    /// The face of their clock, and whether little is left, if they have one.
    clock: Memo<Option<(String, bool)>>,
    /// What things are called here.
    words: impl Fn() -> Words + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let label = move || {
        let words = words();
        words.lang.plural(words.m().captured_count, captured.get(), &[])
    };
    view! {
        <span class="captured" class:none=move || captured.get() == 0 title=label>
            <span class="heap" aria-hidden="true">{move || (0..captured.get()).map(|_| view! {
                <i class=disc_class(words().paint, side.get().other())></i>
            }).collect_view()}</span>
            <span aria-hidden="true">{move || captured.get()}</span>
            <span class="unseen">{label}</span>
        </span>
        {move || clock.get().map(|(face, low)| view! { <span class="clock" class:low=low role="timer">{face}</span> })}
    }
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
