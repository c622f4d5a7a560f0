//! The words of a language, fetched when it is first spoken; those of a room, when it is entered.

use std::cell::RefCell;
use std::collections::HashMap;

use super::files;
use crate::i18n::{Lang, in_tama};

thread_local! {
    /// What was loaded for rooms: a page enters few rooms in its life, and keeps their words.
    static ROOMS: RefCell<HashMap<(&'static str, Lang, bool), &'static str>> = RefCell::default();
}

/// Loads the catalogue of a language; false if it cannot be had.
pub async fn load(lang: Lang) -> bool {
    lang.is_known()
        || files::text(&format!("words/{}.txt", lang.tag())).await.is_ok_and(|text| lang.learn(text))
}

/// Loads the words of a room; false if they cannot be had.
pub async fn load_room(name: &'static str, lang: Lang) -> bool {
    if of_room(name, lang, false).is_some() {
        return true;
    }
    let Ok(text) = files::text(&format!("rooms/{name}.{}.txt", lang.tag())).await else { return false };
    let tama = if lang == Lang::Hy { in_tama(&text) } else { text.clone() };
    ROOMS.with_borrow_mut(|rooms| {
        rooms.insert((name, lang, false), text.leak());
        rooms.insert((name, lang, true), tama.leak());
    });
    true
}

/// The words of a room, if they were loaded.
pub fn of_room(name: &'static str, lang: Lang, tama: bool) -> Option<&'static str> {
    ROOMS.with_borrow(|rooms| rooms.get(&(name, lang, tama)).copied())
}
