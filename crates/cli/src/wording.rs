//! The names of openings in words.

use damka_openings::Opening;

/// What an opening is called, and what that means.
pub(crate) fn opening(opening: &Opening) -> String {
    let name = opening.name();
    match opening.name_in("en").filter(|english| *english != name) {
        Some(english) => format!("{name} ({english})"),
        None => name.into(),
    }
}
