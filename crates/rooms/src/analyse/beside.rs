//! What stands around the board: the scale of chances, the players, the steps through the game.

use damka_rules::Side;
use damka_web::pages::icons::{self, Icon};
use leptos::prelude::*;

use super::desk::{Desk, Step};
use super::room::{Mode, Room};

/// White's chance as a bar beside the board.
#[component]
pub(crate) fn Scale(room: Room) -> impl IntoView {
    let chance = Memo::new(move |_| room.chance());
    let percent = move || (chance.get().unwrap_or(0.5) * 100.0).round();
    let label = move || match chance.get() {
        Some(_) => room.said.fill(|m| m.bar, &[&percent().to_string()]),
        None => room.said.say(|m| m.bar_unknown).to_owned(),
    };
    view! {
        <div class="scale" class:turned=move || room.bottom.get() == Side::Black role="img" aria-label=label
            data-chance=percent>
            <i style:height=move || format!("{}%", percent())></i>
        </div>
    }
}

/// A player: name, and how accurate the play was.
#[component]
pub(crate) fn Who(room: Room, side: Memo<Side>, above: bool) -> impl IntoView {
    let accuracy = move || {
        let side = side.get();
        let share = room.told.with(|told| told.as_ref().and_then(|told| told.players[side].accuracy))?;
        Some(room.said.fill(|m| m.accuracy, &[&format!("{share:.0}")]))
    };
    view! {
        <div class="player-of" class:above=above data-side=move || side.get().key()>
            <i class="dot-of" class:black=move || side.get() == Side::Black aria-hidden="true"></i>
            <b>{move || room.name(side.get())}</b>
            {move || accuracy().map(|text| view! { <span class="accuracy">{text}</span> })}
        </div>
    }
}

/// Steps through the game, and what can be done with the position.
#[component]
pub(crate) fn Buttons(room: Room) -> impl IntoView {
    let prefs = room.prefs;
    let button = move |icon: &'static str,
                       label: fn(&damka_web::i18n::Messages) -> &'static str,
                       step: Step| {
        let label = prefs.t(label);
        view! {
            <button class="icon-button" aria-label=label title=label on:click=move |_| room.step(step)><Icon d=icon/></button>
        }
    };
    let flip = prefs.t(|m| m.flip);
    let from_here = move || {
        let fen = room.desk.with(Desk::position).to_fen();
        damka_web::model::link::Invite { fen: Some(fen), ..damka_web::model::link::Invite::to(room.variant) }
            .address()
    };
    let over = move || room.desk.with(|desk| desk.position().count_moves() == 0);
    view! {
        <div class="steps-row" role="group" aria-label=prefs.t(|m| m.actions_label)>
            {button(icons::FIRST, |m| m.first, Step::First)}
            {button(icons::PREV, |m| m.prev, Step::Back)}
            {button(icons::NEXT, |m| m.next, Step::On)}
            {button(icons::LAST, |m| m.last, Step::Last)}
            <button class="icon-button" aria-label=flip title=flip on:click=move |_| room.flip()><Icon d=icons::FLIP/></button>
            <Show when=move || room.mode.get() == Mode::Moves && !over()>
                <a class="button quiet" href=from_here>{room.said.t(|m| m.play_here)}</a>
            </Show>
        </div>
    }
}
