//! Every browser test, by name. `DAMKA_BIN=target/release/damka cargo test -p damka-browser-tests`

mod access;
mod agreements;
mod analyse;
mod challenge;
mod clocks;
mod company;
mod endings;
mod entry;
mod helpers;
mod learn;
mod loading;
mod offline;
mod people;
mod people_talk;
mod play;
mod puzzles;
mod review;
mod seats;
mod shape;
mod sharing;
mod shelf;
mod speed;
mod told;
mod worker;

use std::process::ExitCode;

use damka_browser_tests::{case, run};

fn main() -> ExitCode {
    run(&[
        case!(loading::no_errors),
        case!(loading::addresses),
        case!(loading::missing_part),
        case!(loading::static_site),
        case!(play::answered),
        case!(play::whole_russian),
        case!(play::whole_armenian),
        case!(play::whole_checkers),
        case!(play::whole_challenge),
        case!(slow: play::whole_international),
        case!(entry::forced_capture),
        case!(entry::chain),
        case!(entry::ambiguous),
        case!(entry::promotion),
        case!(entry::drag),
        case!(entry::undo),
        case!(entry::resume),
        case!(entry::corrupt),
        case!(agreements::touch_move),
        case!(agreements::adjust),
        case!(agreements::confirm),
        case!(agreements::premove),
        case!(agreements::house_rules),
        case!(agreements::bad_links),
        case!(clocks::counted),
        case!(clocks::agreed),
        case!(clocks::flag),
        case!(clocks::hidden),
        case!(clocks::little_time),
        case!(company::two),
        case!(company::nobody),
        case!(company::phone),
        case!(endings::draw_offer),
        case!(endings::computer_offers),
        case!(endings::claim),
        case!(review::from_ribbon),
        case!(review::same_as_command),
        case!(review::sentences),
        case!(review::learning),
        case!(slow: review::time),
        case!(analyse::tree),
        case!(analyse::lines),
        case!(analyse::glance),
        case!(analyse::setup),
        case!(analyse::files),
        case!(analyse::keyboard),
        case!(analyse::axe),
        case!(slow: analyse::axe_dark),
        case!(sharing::texts),
        case!(sharing::other_game),
        case!(sharing::files),
        case!(sharing::link_keeps_game),
        case!(shelf::side_by_side),
        case!(shelf::list),
        case!(shelf::two_tabs),
        case!(shelf::not_saved),
        case!(shelf::visitor),
        case!(shelf::numbers),
        case!(shelf::pasted),
        case!(challenge::forfeit),
        case!(challenge::links),
        case!(challenge::double_win),
        case!(challenge::window),
        case!(challenge::sixth_draw),
        case!(challenge::no_way_out),
        case!(access::axe),
        case!(access::small_phone),
        case!(access::landscape),
        case!(access::keyboard),
        case!(access::tab_cycles),
        case!(access::kings),
        case!(access::quick_answer),
        case!(shape::board_first),
        case!(shape::letters),
        case!(slow: shape::room_for_words),
        case!(shape::remarks),
        case!(shape::games),
        case!(shape::levels),
        case!(shape::steady),
        case!(slow: shape::smooth),
        case!(told::aloud),
        case!(told::questions),
        case!(told::skip),
        case!(told::owners),
        case!(told::victims),
        case!(offline::reload),
        case!(offline::other_address),
        case!(offline::parts),
        case!(offline::update),
        case!(people::by_link),
        case!(people::nearby),
        case!(people::returns),
        case!(people::forged),
        case!(people::lobby),
        case!(people::alone),
        case!(people_talk::text_only),
        case!(people_talk::offers),
        case!(people_talk::account),
        case!(people_talk::axe),
        case!(slow: people_talk::axe_dark),
        case!(people_talk::keyboard),
        case!(people_talk::small_phone),
        case!(worker::kept),
        case!(worker::kept_without_headers),
        case!(helpers::meet),
        case!(worker::stop_time),
        case!(puzzles::clicks),
        case!(puzzles::keyboard),
        case!(puzzles::wrong_answer),
        case!(puzzles::daily),
        case!(puzzles::streak),
        case!(puzzles::rush),
        case!(puzzles::none),
        case!(puzzles::offline),
        case!(puzzles::paper),
        case!(learn::lesson),
        case!(learn::petrov),
        case!(learn::slack),
        case!(learn::axe),
        case!(slow: learn::axe_dark),
        case!(slow: learn::small),
        case!(speed::first_load),
        case!(slow: speed::engine),
    ])
}
