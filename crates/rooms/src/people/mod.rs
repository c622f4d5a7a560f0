//! People: the lobby, a game on the server, somebody's page. Everything here is loaded when the room is entered.
//!
//! `line.rs`, `live.rs`, `may.rs`, `wish.rs` and `kept.rs` are plain structs: what the server says goes in, what is
//! shown and sent comes out. `phone.rs` and `ask.rs` carry them over the network; all else are views.

mod account;
mod acts;
mod ask;
mod desk;
mod door;
mod entering;
mod game;
mod kept;
mod line;
mod live;
#[cfg(test)]
mod live_tests;
mod lobby;
mod may;
mod notice;
mod phone;
mod profile;
mod seek;
mod talk;
mod told;
mod wish;

use damka_web::i18n::Texts;
use damka_web::later::{SplitLoaderError, Visit};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

/// The name of its words and its style sheet.
pub(crate) const NAME: &str = "people";

/// Enters the room; `load` fetches its code.
#[wasm_split(people, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn enter(visit: Visit) -> Result<AnyView, SplitLoaderError> {
    let said = Texts::<Said>::new(visit.prefs, NAME, false);
    let me = RwSignal::new(account::Me::Unknown);
    account::ask_who(me);
    let shown = visit.invite.with_value(|invite| invite.game.clone());
    Ok(match shown {
        None => view! { <lobby::Lobby visit said me/> }.into_any(),
        Some(page) => match page.strip_prefix('@') {
            Some(name) => view! { <profile::ProfilePage visit said me name=name.to_owned()/> }.into_any(),
            None => view! { <game::GameRoom visit said me id=page/> }.into_any(),
        },
    })
}

damka_web::catalogue! {
    /// What the room says.
    Said:
    lobby_about connecting no_server new_game anybody friend computer_there game more_terms quiet rated_game find
    make_link play_computer find_why make_link_why play_computer_why my_games none_mine open_games none_open watch
    none_watch for_you their_turn look open_seat guest rated casual account account_why account_name password log_in
    register log_out my_page adopt adopted member_since ratings rating games_played none_rated results won drawn
    lost_games bullet blitz rapid classical days games none_past any result opponent_name opening position
    more_games export delete_account delete_account_sure invites_you you_play your_name sit_down waiting link_send
    link_here nearby scan code cancel take_back abort claim_win talk to_lobby next_game accept_rematch draw_asked
    takeback_asked takeback_declined draw_sent takeback_sent rematch_sent rematch_wanted sat_down not_connected away
    watchers notify days_left aborted aborted_why lost lost_sent left_soon left_now you_watch nobody_yet
    hear_opponent muted say_something send block blocked p_hello p_luck p_move p_well p_thanks p_sorry p_moment
    p_bye plans plans_how plans_keep planned no_moved_on no_over no_fast no_chat no_premove no_turn no_again
    no_takeback no_seat no_game no_account no_login no_name no_password no_guest no_you no_draw_yet no_taken
}

/// A refused request in words.
pub(crate) fn refusal(said: Texts<Said>, refused: &ask::Refused) -> String {
    match refused {
        ask::Refused::Away => said.say(|m| m.not_connected).to_owned(),
        ask::Refused::No(_, why) => told::reason(said, why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    damka_web::catalogue_test!(Said, "people");
}
