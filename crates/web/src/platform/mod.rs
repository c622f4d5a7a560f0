//! What the browser offers, each behind a few plain functions.
//!
//! Nothing here panics when a browser refuses (private windows without storage, pages without a
//! secure context): the functions say so by their results and the page goes on.

pub mod brain;
pub mod clipboard;
pub mod download;
pub mod files;
mod halt;
pub mod image;
pub mod location;
pub mod offline;
pub mod shelf;
pub mod storage;
pub mod timing;
pub mod words;

use web_sys::{Document, Window};

/// The browser window; the page runs nowhere else.
pub fn window() -> Window {
    web_sys::window().expect("the page runs in a window")
}

/// The document of the page.
pub fn document() -> Document {
    window().document().expect("a window has a document")
}

/// Is this a static site, with no server behind it that people could meet on?
pub fn is_alone() -> bool {
    root_attribute("data-alone").is_some()
}

/// An attribute of `<html>`, where the shell leaves what the page has to know about its bundle.
fn root_attribute(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(name)
}
