//! Lists and moves as lines of text.

use std::fmt::Display;

use damka_rules::{Played, Script};

/// One thing a line.
pub(crate) fn lines(things: impl Iterator<Item = impl Display>) -> String {
    let mut text = String::new();
    for thing in things {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&thing.to_string());
    }
    text
}

/// A move in full: text, stops, victims, and a star if a man is crowned, parted by bars.
pub(crate) fn played(played: &Played, script: Script) -> String {
    let route = &played.route;
    let crowned = if route.promotes() { "*" } else { "" };
    let (stops, taken) = (script.squares(route.stops(), ","), script.squares(route.taken(), ","));
    [played.text.as_str(), &stops, &taken, crowned].join("|")
}
