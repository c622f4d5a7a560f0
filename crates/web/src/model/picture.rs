//! A picture of a position: one SVG text that needs nothing else.

use damka_rules::{AnyPosition, Grid, Notation, Playable, Role, Side};

use super::settings::Theme;

/// Points per square of a PNG.
pub const PNG_SQUARE: u32 = 96;

/// The colours of a board and its pieces, as a picture needs them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Squares that are not used, or the lighter of two tones.
    pub light: &'static str,
    /// Squares that are used, or the darker of two tones.
    pub dark: &'static str,
    /// The pieces of the first side: face, rim.
    pub white: (&'static str, &'static str),
    /// The pieces of the second side: face, rim.
    pub black: (&'static str, &'static str),
}

/// How a picture is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The colours.
    pub palette: Palette,
    /// Are the squares in use the light ones?
    pub on_light: bool,
    /// Which side is at the bottom.
    pub bottom: Side,
    /// Are coordinates written?
    pub coordinates: bool,
}

impl Palette {
    /// The colours of a theme; `green` is the challenge, `swapped` exchanges the pieces.
    pub fn of(theme: Theme, all_squares: bool, green: bool, swapped: bool) -> Palette {
        let (light, dark) = match theme {
            Theme::Walnut if all_squares => ("#A27A58", "#94694A"),
            Theme::Walnut => ("#EAD7B7", "#94694A"),
            Theme::Slate if all_squares => ("#6C8A9D", "#5F7D90"),
            Theme::Slate => ("#D9E0E6", "#5F7D90"),
            Theme::Felt if all_squares => ("#6B8C5B", "#5E7F4E"),
            Theme::Felt => ("#DDE5CF", "#5E7F4E"),
            Theme::Contrast if all_squares => ("#7A7A7A", "#6E6E6E"),
            Theme::Contrast => ("#FFFFFF", "#6E6E6E"),
        };
        let (mut white, mut black) = (("#FBF6EA", "#8C7A5E"), ("#1E1A17", "#5B514A"));
        if green {
            (white, black) = (("#C9F2CF", "#14532D"), ("#7A0F16", "#F3B4B4"));
        }
        if swapped {
            core::mem::swap(&mut white, &mut black);
        }
        Palette { light, dark, white, black }
    }
}

/// Draws a position, 100 units a square.
pub fn draw(pos: &AnyPosition, style: Style) -> String {
    let grid = pos.grid();
    let (w, h) = (grid.width * 100, grid.height * 100);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">"
    );
    let Palette { light, dark, .. } = style.palette;
    let (used, unused) = if style.on_light { (light, dark) } else { (dark, light) };
    out.push_str(&format!("<rect width=\"{w}\" height=\"{h}\" fill=\"{unused}\"/>"));
    for square in grid.all() {
        let (row, col) = grid.place(square);
        if grid.playable == Playable::All && (row + col) % 2 == 0 {
            continue;
        }
        let (x, y) = corner(grid, style.bottom, row, col);
        out.push_str(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{used}\"/>"));
    }
    for square in grid.all() {
        let (row, col) = grid.place(square);
        let (x, y) = corner(grid, style.bottom, row, col);
        if style.coordinates && pos.notation() == Notation::Numeric {
            out.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"18\" fill=\"{}\">{square}</text>",
                x + 5,
                y + 20,
                if style.on_light { "#333" } else { "#fff" }
            ));
        }
        let Some(piece) = pos.piece_at(square) else { continue };
        let (face, rim) = if piece.side == Side::White { style.palette.white } else { style.palette.black };
        let (cx, cy) = (x + 50, y + 50);
        out.push_str(&format!(
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"40\" fill=\"{face}\" stroke=\"{rim}\" stroke-width=\"4\"/>\
             <circle cx=\"{cx}\" cy=\"{cy}\" r=\"29\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"3\"/>"
        ));
        if piece.role == Role::King {
            out.push_str(&format!(
                "<path transform=\"translate({cx} {cy})\" d=\"M-24 16v-30l12 12L0-20l12 18 12-12v30z\" \
                 fill=\"#F2B92B\" stroke=\"#5D4029\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
            ));
        }
    }
    out.push_str("</svg>");
    out
}

fn corner(grid: Grid, bottom: Side, row: usize, col: usize) -> (usize, usize) {
    match bottom {
        Side::White => (col * 100, row * 100),
        Side::Black => ((grid.width - 1 - col) * 100, (grid.height - 1 - row) * 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::Variant;

    #[test]
    fn every_piece_is_drawn() {
        for &variant in Variant::EVERY {
            let pos = AnyPosition::start(variant);
            let all = pos.grid().playable == Playable::All;
            let style = Style {
                palette: Palette::of(Theme::Walnut, all, false, false),
                on_light: false,
                bottom: Side::Black,
                coordinates: true,
            };
            let svg = draw(&pos, style);
            assert_eq!(svg.matches("<circle").count(), 2 * pos.to_setup().pieces.len(), "{variant}");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        }
    }
}
