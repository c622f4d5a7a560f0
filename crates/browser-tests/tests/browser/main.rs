//! Every browser test, by name. `DAMKA_BIN=target/release/damka cargo test -p damka-browser-tests`

mod access;
mod challenge;
mod entry;
mod loading;
mod offline;
mod play;
mod speed;

use std::process::ExitCode;

use damka_browser_tests::{case, run};

fn main() -> ExitCode {
    run(&[
        case!(loading::no_errors),
        case!(loading::addresses),
        case!(loading::static_site),
        case!(play::answered),
        case!(play::whole_games),
        case!(entry::forced_capture),
        case!(entry::chain),
        case!(entry::ambiguous),
        case!(entry::promotion),
        case!(entry::drag),
        case!(entry::undo),
        case!(entry::resume),
        case!(entry::corrupt),
        case!(challenge::forfeit),
        case!(challenge::double_win),
        case!(challenge::window),
        case!(challenge::sixth_draw),
        case!(access::axe),
        case!(access::small_phone),
        case!(access::keyboard),
        case!(access::quick_answer),
        case!(offline::reload),
        case!(offline::other_address),
        case!(offline::update),
        case!(speed::first_load),
        case!(speed::engine),
    ])
}
