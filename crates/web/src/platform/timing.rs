//! Moments worth measuring, left in the browser's timeline for tests and developer tools.

use damka_sitting::clock::Millis;

use super::window;

/// Marks this moment under a name.
pub fn mark(name: &str) {
    // A browser that keeps no timeline loses nothing but the mark.
    let _ = window().performance().map(|performance| performance.mark(name));
}

/// Milliseconds since the page began to load, steadily growing.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Milliseconds since 1970: the time of clocks and of kept games.
pub fn wall() -> Millis {
    js_sys::Date::now() as Millis
}
