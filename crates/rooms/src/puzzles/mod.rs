//! The room of puzzles: one to solve, wrong answers that are answered, a rating, streaks and a rush.

mod book;
mod desk;
mod diary;
mod refute;
mod solving;
mod view;

use damka_web::later::{SplitLoaderError, Visit};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

/// The name of its words and its style sheet.
pub(crate) const NAME: &str = "puzzles";

/// Enters the room; `load` fetches its code.
#[wasm_split(puzzles, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn enter(visit: Visit) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <view::Puzzles visit/> }.into_any())
}

damka_web::catalogue! {
    /// What the room says.
    Said:
    rated daily again streak rush themed one
    rated_about daily_about again_about streak_about rush_about themed_about one_about
    kinds themes any_theme win meta
    hint solution next retry skip begin stop once_more
    go_on solved piece shown was asking wrong wrong_because wrong_answer
    clean helped change failed_now unrated
    rating provisional streak_is streak_over rush_is rush_time rush_over best time_left mistakes
    due done_again none other_games loading missing
    strip try_solved try_failed celebrate
    print sheet_title solutions
    shot offer free_tempo recall decoy clearance breakthrough sent_to_king blockade crowned_in_passing line_opened
    tourniquet big_capture king_caught endgame
}

#[cfg(test)]
mod tests {
    use super::*;

    damka_web::catalogue_test!(Said, "puzzles");
}
