//! What a person likes: colours, kings, coordinates, sounds, help.

use serde::{Deserialize, Serialize};

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$item])* $variant),* }
        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The name in style sheets.
            pub fn name(self) -> &'static str { match self { $($name::$variant => $text),* } }
        }
    };
}

choices! {
    /// The colours of the board.
    Theme {
        /// Brown wood.
        #[default]
        Walnut = "walnut",
        /// Blue grey.
        Slate = "slate",
        /// Green.
        Felt = "felt",
        /// Black and white.
        Contrast = "contrast",
    }
}

choices! {
    /// How a king is shown.
    KingStyle {
        /// By a crown on a second disc.
        #[default]
        Crown = "crown",
        /// By turning the piece over.
        Turned = "turned",
    }
}

choices! {
    /// Light or dark page.
    Shade {
        /// As the system says.
        #[default]
        Auto = "auto",
        /// Light.
        Light = "light",
        /// Dark.
        Dark = "dark",
    }
}

/// The settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Settings {
    /// `en`, `ru`, `hy`; `None` is the browser's.
    pub language: Option<String>,
    /// The colours of the board.
    pub theme: Theme,
    /// How a king is shown.
    pub king_style: KingStyle,
    /// Light or dark page.
    pub shade: Shade,
    /// Are coordinates drawn?
    pub coordinates: bool,
    /// Are sounds played?
    pub sounds: bool,
    /// Do pieces glide?
    pub motion: bool,
    /// Are legal moves shown?
    pub dots: bool,
    /// Is the forced rest of a chain played?
    pub finish_chain: bool,
    /// Does one tap play the only move that fits?
    pub one_tap: bool,
    /// Is an only move played by itself?
    pub play_only_move: bool,
    /// Is every move asked to be confirmed?
    pub confirm: bool,
    /// Does the board turn to whoever is to move when two people play?
    pub turn_board: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: Theme::Walnut,
            king_style: KingStyle::Crown,
            shade: Shade::Auto,
            coordinates: true,
            sounds: true,
            motion: true,
            dots: true,
            finish_chain: true,
            one_tap: true,
            play_only_move: false,
            confirm: false,
            turn_board: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_settings_take_their_defaults() {
        let read: Settings = serde_json::from_str("{\"theme\":\"slate\"}").unwrap();
        assert_eq!(read, Settings { theme: Theme::Slate, ..Settings::default() });
        assert!(serde_json::from_str::<Settings>("{\"theme\":\"pink\"}").is_err());
    }
}
