//! The page: a board, its model and its languages.
//!
//! `platform` wraps what the browser offers (worker, storage, clipboard, addresses, offline); all
//! else is plain Rust and Leptos views. See `README.md` beside this crate for the daily commands.

// The macro of Leptos makes every component `pub`, whatever it is told.
#![allow(unreachable_pub)]

mod app;
pub mod board;
pub mod i18n;
pub mod later;
pub mod model;
pub mod pages;
pub mod platform;
pub mod sound;

/// Puts the page into the document as soon as its words are there, and makes it work offline.
pub async fn mount(doors: &'static [later::Door]) -> bool {
    console_error_panic_hook::set_once();
    // Without the words of the visitor's language those of another are better than none.
    let mut spoken = platform::words::load(pages::prefs::first_language()).await;
    for lang in i18n::Lang::ALL {
        spoken = spoken || platform::words::load(lang).await;
    }
    if spoken {
        // The shell shows an empty board until this one is there.
        if let Ok(Some(waiting)) = platform::document().query_selector(".waiting") {
            waiting.remove();
        }
        leptos::mount::mount_to_body(move || leptos::view! { <app::App doors/> });
        platform::timing::mark("damka-interactive");
        platform::offline::register();
        // A sheet opens at once if its code came while the person looked at the board.
        let fetch = || wasm_bindgen_futures::spawn_local(async { _ = pages::dialogs::load().await });
        leptos::prelude::set_timeout(fetch, std::time::Duration::from_millis(2500));
    }
    spoken
}
