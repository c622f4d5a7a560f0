//! What a person likes: colours, kings, coordinates, sounds, help.

pub use damka_picture::palette::{KingStyle, Theme};
use serde::{Deserialize, Serialize};

/// Light or dark page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// As the system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Shade {
    /// All of them.
    pub const ALL: &'static [Shade] = &[Shade::Auto, Shade::Light, Shade::Dark];

    /// The name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Shade::Auto => "auto",
            Shade::Light => "light",
            Shade::Dark => "dark",
        }
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
    use damka_picture::palette::{contrast, rgb};

    use super::*;

    #[test]
    fn missing_settings_take_their_defaults() {
        let read: Settings = serde_json::from_str("{\"theme\":\"slate\"}").unwrap();
        assert_eq!(read, Settings { theme: Theme::Slate, ..Settings::default() });
        assert!(serde_json::from_str::<Settings>("{\"theme\":\"pink\"}").is_err());
    }

    /// The colours of the room in a theme, by day or by night, as the style sheet has them.
    fn room(theme: Theme, dark: bool) -> std::collections::HashMap<&'static str, [f64; 3]> {
        let style = include_str!("../../style/00-base.css");
        let own = format!(":root[data-theme=\"{}\"] {{", theme.name());
        let blocks = [":root {", own.as_str()].into_iter().filter_map(|head| style.split_once(head));
        blocks
            .flat_map(|(_, rest)| rest.split('}').next().unwrap_or_default().split(';'))
            .filter_map(|line| {
                let (name, value) = line.trim().split_once(": ")?;
                let at = if dark { value.rfind('#')? } else { value.find('#')? };
                Some((name.strip_prefix("--")?, rgb(value.get(at..at + 7)?)))
            })
            .collect()
    }

    #[test]
    fn words_can_be_read_in_every_room() {
        const GROUNDS: [(&str, &[&str]); 9] = [
            ("ink", &["bg", "bg-far", "card", "sheet", "button", "button-hover", "current"]),
            ("soft", &["bg", "bg-far", "card", "sheet", "button"]),
            ("accent", &["sheet", "card", "bg-far"]),
            ("accent-ink", &["accent", "accent-far"]),
            ("rail-ink", &["rail"]),
            ("rail-on-ink", &["rail-on"]),
            ("bubble-ink", &["bubble"]),
            ("good", &["card", "bg-far"]),
            ("bad", &["bg-far"]),
        ];
        for &theme in Theme::ALL.iter() {
            for dark in [false, true] {
                let room = room(theme, dark);
                for (ink, grounds) in GROUNDS {
                    for ground in grounds {
                        let seen = contrast(room[ink], room[ground]);
                        assert!(seen >= 4.5, "{theme:?} dark={dark}: {ink} on {ground}: {seen:.2}");
                    }
                }
            }
        }
    }
}
