//! The page: a board, its model and its languages.
//!
//! `platform` wraps what the browser offers (worker, storage, clipboard, addresses, offline); all
//! else is plain Rust and Leptos views. See `README.md` beside this crate for the daily commands.

// The macro of Leptos makes every component `pub`, whatever it is told.
#![allow(unreachable_pub)]

mod app;
pub mod board;
pub mod i18n;
pub mod model;
pub mod pages;
pub mod platform;
pub mod sound;

/// Puts the page into the document and makes it work offline.
pub fn mount() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
    platform::timing::mark("damka-interactive");
    platform::offline::register();
}
