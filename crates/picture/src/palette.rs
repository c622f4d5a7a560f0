//! The colours of a board and its pieces: one set per theme, for the page and for pictures alike.

use damka_rules::Side;

/// The colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Theme {
    /// Brown wood.
    #[default]
    Walnut,
    /// Blue grey.
    Slate,
    /// Green.
    Felt,
    /// Black and white.
    Contrast,
}

impl Theme {
    /// All of them.
    pub const ALL: &'static [Theme] = &[Theme::Walnut, Theme::Slate, Theme::Felt, Theme::Contrast];

    /// The name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Walnut => "walnut",
            Theme::Slate => "slate",
            Theme::Felt => "felt",
            Theme::Contrast => "contrast",
        }
    }
}

/// How a king is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum KingStyle {
    /// By a crown on a second disc.
    #[default]
    Crown,
    /// By turning the piece over.
    Turned,
}

impl KingStyle {
    /// All of them.
    pub const ALL: &'static [KingStyle] = &[KingStyle::Crown, KingStyle::Turned];

    /// The name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            KingStyle::Crown => "crown",
            KingStyle::Turned => "turned",
        }
    }
}

/// The colours in which the two sides are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// White below begins as White.
    Plain,
    /// The two colours are exchanged.
    Swapped,
    /// Green and red.
    Green,
}

/// The colours of one kind of disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disc {
    /// Names its gradients.
    pub name: &'static str,
    /// The face, from the lit side to the far edge.
    pub face: [&'static str; 3],
    /// The rim, from top to bottom.
    pub rim: [&'static str; 2],
    /// The side wall.
    pub wall: &'static str,
    /// The outline.
    pub edge: &'static str,
    /// A groove: its shadow and its lit lip.
    pub groove: [&'static str; 2],
    /// Are its grooves broken lines? Red and green differ by more than colour.
    pub broken: bool,
    /// Without light and shade.
    pub flat: bool,
}

/// Light wood.
pub const IVORY: Disc = Disc {
    name: "ivory",
    face: ["#fffdf6", "#f7efdd", "#e8d9b8"],
    rim: ["#fffaeb", "#b79c6d"],
    wall: "#c4ab7c",
    edge: "#77603a",
    groove: ["#b9a070", "#fffaf0"],
    broken: false,
    flat: false,
};

/// Dark wood.
pub const EBONY: Disc = Disc {
    name: "ebony",
    face: ["#4a3d34", "#261e19", "#120d0b"],
    rim: ["#6b5a4c", "#0c0908"],
    wall: "#120d0b",
    edge: "#000000",
    groove: ["#0b0807", "#6a594c"],
    broken: false,
    flat: false,
};

/// The challenge's green.
pub const GREEN: Disc = Disc {
    name: "green",
    face: ["#8fe6a8", "#3fb968", "#249a4d"],
    rim: ["#c6f7d3", "#14692f"],
    wall: "#15602d",
    edge: "#0a3318",
    groove: ["#12612c", "#bff3cd"],
    broken: false,
    flat: false,
};

/// The challenge's red.
pub const RED: Disc = Disc {
    name: "red",
    face: ["#ff9a94", "#ec5a5e", "#d23c42"],
    rim: ["#ffc2bd", "#7a1419"],
    wall: "#75141a",
    edge: "#3a0609",
    groove: ["#6b0f14", "#ffc2bd"],
    broken: true,
    flat: false,
};

/// Every disc that has gradients.
pub const TURNED: [Disc; 4] = [IVORY, EBONY, GREEN, RED];

const fn flat(disc: Disc, face: &'static str, line: &'static str) -> Disc {
    Disc { face: [face; 3], rim: [face; 2], wall: line, edge: line, groove: [line; 2], flat: true, ..disc }
}

const WHITE: Disc = flat(IVORY, "#ffffff", "#000000");
const BLACK: Disc = flat(EBONY, "#000000", "#ffffff");
const FLAT_GREEN: Disc = flat(GREEN, "#4fd47d", "#000000");
const FLAT_RED: Disc = flat(RED, "#ff6b6e", "#000000");

/// What a game asks of its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Every square is used.
    pub all_squares: bool,
    /// The squares in use are the light ones.
    pub on_light: bool,
    /// How the pieces are painted.
    pub paint: Paint,
}

/// The colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Squares in use; on a board that uses all of them, every other one.
    pub used: &'static str,
    /// The other squares.
    pub unused: &'static str,
    /// Lines between squares of a board that uses all of them.
    pub line: &'static str,
    /// The frame.
    pub frame: &'static str,
    /// The inlay around the squares, and the letters on the frame.
    pub inlay: &'static str,
    /// Letters and numbers on squares in use.
    pub on_used: &'static str,
    /// Letters on the other squares.
    pub on_unused: &'static str,
    /// How much of the grain is seen, in hundredths: on used squares, on the others.
    pub grain: [u8; 2],
    /// The discs of the two sides.
    pub white: Disc,
    /// The same of the second side.
    pub black: Disc,
}

impl Palette {
    /// The colours of a theme for a game.
    pub fn of(theme: Theme, ground: Ground) -> Palette {
        let (used, unused, line) = squares(theme, ground);
        let (frame, inlay) = match theme {
            Theme::Walnut => ("#54361f", "#e6cfa0"),
            Theme::Slate => ("#2c3a44", "#c9d6de"),
            Theme::Felt => ("#4a3120", "#e4d3a6"),
            Theme::Contrast => ("#000000", "#ffffff"),
        };
        let flat = theme == Theme::Contrast;
        let (white, black) = match (ground.paint, flat) {
            (Paint::Plain, false) => (IVORY, EBONY),
            (Paint::Plain, true) => (WHITE, BLACK),
            (Paint::Swapped, false) => (EBONY, IVORY),
            (Paint::Swapped, true) => (BLACK, WHITE),
            (Paint::Green, false) => (GREEN, RED),
            (Paint::Green, true) => (FLAT_GREEN, FLAT_RED),
        };
        let dark = ground.paint == Paint::Green;
        let (on_used, on_unused) = match (ground.on_light, ground.all_squares) {
            (true, _) => ("#000000", "#f3e3c4"),
            (_, true) => ("#000000", "#000000"),
            (_, false) if dark => ("#f0e0c0", "#3c2a19"),
            (_, false) => ("#ffffff", "#3c2a19"),
        };
        let grain = if flat { [0, 0] } else { [14, 18] };
        Palette { used, unused, line, frame, inlay, on_used, on_unused, grain, white, black }
    }

    /// The disc of a side.
    pub fn disc(&self, side: Side) -> Disc {
        if side == Side::White { self.white } else { self.black }
    }
}

/// Squares in use, the others, and the lines between. Both kinds of wood keep a contrast of 3 to 1 on every
/// square in use: that fixes how light those may be, so a board that plays on its light squares makes its
/// dark ones darker instead.
fn squares(theme: Theme, ground: Ground) -> (&'static str, &'static str, &'static str) {
    if ground.all_squares {
        return match theme {
            Theme::Walnut => ("#a07548", "#aa7e51", "#5d4029"),
            Theme::Slate => ("#678598", "#6f8b9c", "#3b5262"),
            Theme::Felt => ("#678655", "#70905c", "#3b5530"),
            Theme::Contrast => ("#808080", "#8a8a8a", "#222222"),
        };
    }
    if ground.on_light {
        return match theme {
            Theme::Walnut => ("#a97c4e", "#553620", "#553620"),
            Theme::Slate => ("#6d8b9e", "#2f404c", "#2f404c"),
            Theme::Felt => ("#6c8d58", "#2e4226", "#2e4226"),
            Theme::Contrast => ("#808080", "#1a1a1a", "#1a1a1a"),
        };
    }
    let light = match theme {
        Theme::Walnut => "#ead6b0",
        Theme::Slate => "#dbe2e7",
        Theme::Felt => "#e2e6cf",
        Theme::Contrast => "#ffffff",
    };
    // Green and red are lighter than black: their squares are darker.
    let dark = match (theme, ground.paint) {
        (Theme::Walnut, Paint::Green) => "#43301f",
        (Theme::Slate, Paint::Green) => "#263642",
        (Theme::Felt, Paint::Green) => "#24331d",
        (Theme::Contrast, Paint::Green) => "#2b2b2b",
        (Theme::Walnut, _) => "#9b6c42",
        (Theme::Slate, _) => "#5c7a8d",
        (Theme::Felt, _) => "#5e7f4e",
        (Theme::Contrast, _) => "#757575",
    };
    (dark, light, dark)
}

/// Red, green and blue of a colour written as `#rrggbb`, from 0 to 1; black if it is written otherwise.
pub fn rgb(colour: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| {
        let part = colour.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
        f64::from(part.unwrap_or_default()) / 255.0
    })
}

/// How well two colours are told apart, from 1 (not at all) to 21, as WCAG counts.
pub fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(rgb: [f64; 3]) -> f64 {
    let [r, g, b] = rgb.map(|v| if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour of the lines in the tile of the grain, `static/grain.webp`.
    const GRAIN: [f64; 3] = [0.204, 0.11, 0.031];

    /// A square between the lines of its grain, and where they are darkest: whatever stands there is seen on both.
    fn grained(colour: &str, hundredths: u8) -> [[f64; 3]; 2] {
        let (bare, part) = (rgb(colour), f64::from(hundredths) / 100.0);
        [bare, [0, 1, 2].map(|i| bare[i] * (1.0 - part) + GRAIN[i] * part)]
    }

    /// The face as the eye sees it: most of it is between the middle and the edge.
    fn face(disc: Disc) -> [f64; 3] {
        let [lit, middle, far] = disc.face.map(rgb);
        [0, 1, 2].map(|i| 0.15 * lit[i] + 0.55 * middle[i] + 0.3 * far[i])
    }

    fn every() -> impl Iterator<Item = (Theme, Ground)> {
        let grounds = [(false, false), (true, false), (false, true)];
        let paints = [Paint::Plain, Paint::Swapped, Paint::Green];
        Theme::ALL.iter().flat_map(move |&theme| {
            grounds.into_iter().flat_map(move |(all_squares, on_light)| {
                // Green and red play on the usual squares only.
                let fits = move |paint: &Paint| *paint != Paint::Green || !(all_squares || on_light);
                paints
                    .into_iter()
                    .filter(fits)
                    .map(move |paint| (theme, Ground { all_squares, on_light, paint }))
            })
        })
    }

    #[test]
    fn pieces_stand_out_from_every_square_in_use() {
        for (theme, ground) in every() {
            let palette = Palette::of(theme, ground);
            let mut squares = vec![(palette.used, palette.grain[0])];
            if ground.all_squares {
                squares.push((palette.unused, palette.grain[1]));
            }
            for (square, grain) in squares {
                for side in Side::BOTH {
                    for wood in grained(square, grain) {
                        let seen = contrast(face(palette.disc(side)), wood);
                        assert!(seen >= 3.0, "{theme:?} {ground:?} {side:?} on {square}: {seen:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn letters_can_be_read() {
        for (theme, ground) in every() {
            let palette = Palette::of(theme, ground);
            let mut pairs =
                vec![(palette.inlay, palette.frame, if theme == Theme::Contrast { 0 } else { 20 })];
            // Where every square is used, letters stand on the frame only.
            if !ground.all_squares {
                pairs.push((palette.on_unused, palette.unused, palette.grain[1]));
                pairs.push((palette.on_used, palette.used, palette.grain[0]));
            }
            for (letter, ground_colour, grain) in pairs {
                for wood in grained(ground_colour, grain) {
                    let seen = contrast(rgb(letter), wood);
                    assert!(seen >= 4.5, "{theme:?} {ground:?} {letter} on {ground_colour}: {seen:.2}");
                }
            }
        }
    }
}
