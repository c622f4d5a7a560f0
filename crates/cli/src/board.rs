//! A position as text, as far as the terminal can show it.

use std::env;

use damka_rules::Side;

pub(crate) use damka_picture::{Signs, text as draw};

/// What the terminal can show.
pub(crate) fn signs() -> Signs {
    match is_dumb() {
        true => Signs::Ascii,
        false => Signs::Pieces,
    }
}

/// A terminal that can only print: no painting, no colours, no signs beyond ASCII.
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Did the person ask every program to do without colours (<https://no-color.org>)?
pub(crate) fn is_colourless() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The name of a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
