//! Icons, drawn with one stroke so that they follow the colour of the text.

use leptos::prelude::*;

/// An icon by its path on a 24 by 24 sheet.
#[component]
pub fn Icon(
    /// The path.
    d: &'static str,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=d></path>
        </svg>
    }
}

/// A plus sign.
pub const NEW: &str = "M12 5v14M5 12h14";
/// An arrow back.
pub const UNDO: &str = "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 8h-3";
/// A lamp.
pub const HINT: &str = "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.8.6 1 1.200 1 2.100h5c0-.9.200-1.500 1-2.100A6 6 0 0 0 12 3z";
/// Two arrows, up and down.
pub const FLIP: &str = "M8 20V5M8 5L4.500 8.500M8 5l3.500 3.500M16 4v15M16 19l-3.500-3.500M16 19l3.500-3.500";
/// A flag.
pub const RESIGN: &str = "M6 21V4M6 4h11l-2 4 2 4H6";
/// An equals sign in a ring.
pub const DRAW: &str = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 10h8M8 14h8";
/// An arrow out of a tray.
pub const SHARE: &str = "M12 15V4M12 4L8 8M12 4l4 4M5 13v7h14v-7";
/// A ring between two brackets.
pub const ADJUST: &str = "M8 4H5v3M16 4h3v3M8 20H5v-3M16 20h3v-3M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8";
/// A wheel.
pub const SETTINGS: &str =
    "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0";
/// A question mark.
pub const HELP: &str = "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18";
/// An open book.
pub const LEARN: &str = "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14";
/// A piece of a jigsaw.
pub const PUZZLES: &str =
    "M10 4a2 2 0 1 1 4 0v2h5v5h-2a2 2 0 1 0 0 4h2v5h-5v-2a2 2 0 1 0-4 0v2H5v-5h2a2 2 0 1 0 0-4H5V6h5z";
/// A curve over its axes.
pub const ANALYSE: &str = "M4 4v16h16M7 15l4-5 3 3 6-7";
/// Two heads.
pub const PEOPLE: &str = "M9 12a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M3 20c0-4 2.500-6 6-6s6 2 6 6M16 5.500a3.500 3.500 0 0 1 0 6M17.500 14.500c2.200.7 3.500 2.500 3.500 5.500";
/// Three dots.
pub const MORE: &str = "M5 12h.01M12 12h.01M19 12h.01";
/// To the beginning.
pub const FIRST: &str = "M6 5v14M18 5l-8 7 8 7z";
/// Back.
pub const PREV: &str = "M15 5l-8 7 8 7";
/// Forward.
pub const NEXT: &str = "M9 5l8 7-8 7";
/// To the end.
pub const LAST: &str = "M18 5v14M6 5l8 7-8 7z";
/// A loudspeaker.
pub const SOUND: &str = "M4 9v6h4l5 4V5L8 9zM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12";
/// A silent loudspeaker.
pub const MUTE: &str = "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6";
/// A play sign with a bar: move now.
pub const HURRY: &str = "M5 5l8 7-8 7zM14 5l6 7-6 7";
/// Two bars.
pub const PAUSE: &str = "M8 5v14M16 5v14";
/// A triangle.
pub const PLAY: &str = "M7 5l11 7-11 7z";
/// A cross.
pub const CLOSE: &str = "M6 6l12 12M18 6L6 18";
/// An arrow down: there is more to choose.
pub const DOWN: &str = "M6 9l6 6 6-6";
/// A sheet coming out of a printer.
pub const PRINT: &str = "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z";
