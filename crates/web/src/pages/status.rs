//! The status line: whose turn, what must be done, what is drawing near.

use damka_rules::{Obligation, Outcome, Route};
use leptos::prelude::*;

use super::table::Table;
use super::thinking::Purpose;
use crate::i18n::{Words, fill};
use crate::model::dress::Dress;
use crate::model::session::Session;

/// A draw is announced from so many plies on.
const NEAR: u8 = 30;

/// The headline of a finished game, from the view of a lone person if there is one.
pub fn headline(session: &Session, words: Words) -> Option<String> {
    let m = words.m();
    Some(match (session.game.outcome()?, session.agreement.seats.lone_person()) {
        (Outcome::Draw, _) => m.drawn.to_owned(),
        (Outcome::Win(side), Some(person)) if side == person => m.you_won.to_owned(),
        (Outcome::Win(_), Some(_)) => m.you_lost.to_owned(),
        (Outcome::Win(side), None) => words.about(m.side_won, side),
    })
}

/// What the status line says.
pub fn status(table: Table) -> String {
    let words = table.words();
    let m = words.m();
    if let Some(ply) = table.looking.get() {
        let number = table.session.with(|s| s.game.move_number(ply.saturating_sub(1)));
        return fill(m.looking_at, &[&number.to_string()]);
    }
    table.session.with(|session| {
        if let (Some(headline), Some(ending)) = (headline(session, words), session.game.ending()) {
            let goal = session.agreement.variant.laws().goal;
            return format!("{headline}. {}", words.ending(ending, goal));
        }
        let mut text = turn(table, session, words);
        if let Some(countdown) = session.game.countdown().filter(|c| c.plies <= NEAR) {
            text.push(' ');
            text.push_str(&words.countdown(countdown));
        }
        text
    })
}

fn turn(table: Table, session: &Session, words: Words) -> String {
    let m = words.m();
    let premove = table.premove.get();
    if let [from, to] = premove[..] {
        return fill(m.premove_set, &[&session.game.position().script().stops(&[from, to], false)]);
    }
    if table.mind.thinking.get().is_some_and(|t| t.purpose != Purpose::Offer) {
        return m.thinking.to_owned();
    }
    if !session.persons_turn() {
        return words.about(m.to_move, session.game.turn());
    }
    table.entry.with(|entry| {
        if !entry.choices().is_empty() {
            return m.choose_route.to_owned();
        }
        if entry.legs() > 0 {
            return m.go_on.to_owned();
        }
        let compulsory = session.agreement.variant.laws().obligation == Obligation::Compulsory;
        let captures = entry.routes().iter().any(Route::is_capture);
        let whose = match session.agreement.seats.lone_person() {
            Some(_) => m.your_turn.to_owned(),
            None => words.about(m.to_move, session.game.turn()),
        };
        if captures && compulsory {
            if Dress::of(session.agreement.variant).challenge {
                return m.ch_forfeit_warning.to_owned();
            }
            // By name if there is only one piece to do it.
            let must = match entry.movable()[..] {
                [one] => fill(m.must_capture_one, &[&session.game.position().square_name(one)]),
                _ => words.lang.plural(m.must_capture_ways, session.game.position().count_moves(), &[]),
            };
            return match session.agreement.seats.two_people() {
                true => format!("{whose} {must}"),
                false => must,
            };
        }
        if table.adjusting.get() {
            return m.adjust_on.to_owned();
        }
        if let Some(square) = session.game.touched() {
            return fill(m.touched, &[&session.game.position().square_name(square)]);
        }
        match (session.game.ply() < 2, session.agreement.seats.lone_person()) {
            (true, Some(_)) => m.how_to_move.to_owned(),
            // Two people want to know whose turn it is from the first move on.
            (true, None) => format!("{whose} {}", m.how_to_move),
            _ => whose,
        }
    })
}

/// The line itself.
#[component]
pub fn StatusLine(
    /// The table.
    table: Table,
) -> impl IntoView {
    let text = Memo::new(move |_| status(table));
    let urgent = Memo::new(move |_| {
        let compulsory = |s: &Session| s.agreement.variant.laws().obligation == Obligation::Compulsory;
        table.looking.get().is_none()
            && table.entry.with(|entry| entry.routes().iter().any(Route::is_capture))
            && table.session.with(compulsory)
    });
    view! {
        <div class="status" class:urgent=urgent>
            <p role="status">{text}</p>
            <Show when=move || table.looking.get().is_some()>
                <button on:click=move |_| table.look_at(None)>{table.prefs.t(|m| m.back_to_game)}</button>
            </Show>
        </div>
    }
}
