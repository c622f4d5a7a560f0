//! The room of analysis: a tree of moves with the engine beside it, the review of a game, the position editor, files.
//!
//! What can be tried without a browser is plain: `desk`, `rows`, `judging`, `lessons`, `question`, `graph`, `editor`,
//! `games`. `room` and `lamp` tie it to the page's signals and to the engine, the rest is what people see.

mod beside;
mod desk;
mod editor;
mod games;
mod glance;
mod graph;
mod judging;
mod keys;
mod lamp;
mod lessons;
mod question;
mod reasons;
mod room;
mod rows;
mod said;
mod see_engine;
mod see_files;
mod see_moves;
mod see_review;
mod see_setup;
mod see_tables;
mod view;

use damka_web::later::{SplitLoaderError, Visit};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

/// The name of its words and its style sheet.
pub(crate) const NAME: &str = "analyse";

/// Enters the room; `load` fetches its code.
#[wasm_split(analyse, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn enter(visit: Visit) -> Result<AnyView, SplitLoaderError> {
    Ok(view::analyse(visit).into_any())
}
