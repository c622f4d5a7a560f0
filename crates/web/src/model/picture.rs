//! A picture of a position: one SVG text that needs nothing else, drawn like the board on the page.

use damka_rules::{AnyPosition, Grid, Notation, Side};

use super::palette::Palette;
use super::settings::KingStyle;
use super::wood::{self, Shape};

/// The width of the frame, in hundredths of a square.
const FRAME: usize = 34;

/// How a picture is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The colours.
    pub palette: Palette,
    /// How a king is shown.
    pub king_style: KingStyle,
    /// Which side is at the bottom.
    pub bottom: Side,
    /// Are coordinates written?
    pub coordinates: bool,
}

/// The width of a PNG in points: 96 a square.
pub fn png_width(grid: Grid) -> u32 {
    (size(grid) * 96 / 100) as u32
}

/// The width of the drawing in units.
fn size(grid: Grid) -> usize {
    grid.width * 100 + 2 * FRAME
}

/// Draws a position, 100 units a square.
pub fn draw(pos: &AnyPosition, style: Style) -> String {
    let (grid, palette) = (pos.grid(), style.palette);
    let size = size(grid);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" \
         height=\"{size}\" font-family=\"sans-serif\" font-weight=\"600\" text-anchor=\"middle\"><defs>{}{}</defs>",
        wood::gradients(),
        GRAIN
    );
    let Palette { frame, inlay, grain: [used, unused], .. } = palette;
    let inner = size - 2 * FRAME;
    let around = |x: usize| inner + 2 * (FRAME - x);
    out.push_str(&format!(
        "<rect width=\"{size}\" height=\"{size}\" rx=\"14\" fill=\"{frame}\"/>\
         <rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" fill=\"none\" stroke=\"{inlay}\" stroke-width=\"2\" \
         opacity=\".75\"/><g transform=\"translate({FRAME} {FRAME})\">{2}",
        FRAME - 5,
        around(FRAME - 5),
        wood::surface(grid, style.bottom, &palette)
    ));
    if used + unused > 0 {
        out.push_str(&format!(
            "<clipPath id=\"used\"><path d=\"{}\"/></clipPath>\
             <rect width=\"{inner}\" height=\"{inner}\" filter=\"url(#across)\" opacity=\".{unused}\"/>\
             <g clip-path=\"url(#used)\"><rect width=\"{inner}\" height=\"{inner}\" filter=\"url(#along)\" \
             opacity=\".{used}\"/></g>",
            wood::squares(grid, style.bottom)
        ));
    }
    if style.coordinates && pos.notation() == Notation::Numeric {
        numbers(&mut out, grid, style);
    }
    for (square, piece) in pos.to_setup().pieces {
        let (row, col) = grid.place(square);
        let (x, y) = wood::seen_from(grid, style.bottom, row, col);
        let drawn = wood::piece(palette.disc(piece.side), Shape::of(piece.role, style.king_style));
        out.push_str(&format!("<g transform=\"translate({x}50 {y}50)\">{drawn}</g>"));
    }
    if style.coordinates && pos.notation() == Notation::Algebraic {
        letters(&mut out, grid, style);
    }
    out.push_str("</g></svg>");
    out
}

/// The grain of light wood across the board and of dark wood along it; a still picture can afford it.
const GRAIN: &str = "<filter id=\"across\" x=\"0\" y=\"0\" width=\"100%\" height=\"100%\"><feTurbulence \
    type=\"fractalNoise\" baseFrequency=\".008 .2\" numOctaves=\"3\" seed=\"7\"/><feColorMatrix values=\"0 0 0 0 0 \
    0 0 0 0 0 0 0 0 0 0 2 0 0 0 -.5\"/></filter><filter id=\"along\" x=\"0\" y=\"0\" width=\"100%\" \
    height=\"100%\"><feTurbulence type=\"fractalNoise\" baseFrequency=\".2 .008\" numOctaves=\"3\" seed=\"3\"/>\
    <feColorMatrix values=\"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 0 0 0 -.5\"/></filter>";

/// The numbers of the squares, in their middle; a piece stands on its number.
fn numbers(out: &mut String, grid: Grid, style: Style) {
    out.push_str(&format!("<g font-size=\"20\" font-weight=\"400\" fill=\"{}\">", style.palette.on_used));
    for square in grid.all() {
        let (row, col) = grid.place(square);
        let (x, y) = wood::seen_from(grid, style.bottom, row, col);
        out.push_str(&format!("<text x=\"{x}50\" y=\"{y}57\">{square}</text>"));
    }
    out.push_str("</g>");
}

/// Letters below and numbers left of the board, on the frame.
fn letters(out: &mut String, grid: Grid, style: Style) {
    out.push_str(&format!("<g font-size=\"17\" fill=\"{}\">", style.palette.inlay));
    let turned = style.bottom == Side::Black;
    for i in 0..grid.width {
        let col = if turned { grid.width - 1 - i } else { i };
        let letter = char::from(b'a' + col as u8);
        out.push_str(&format!("<text x=\"{i}50\" y=\"{}\">{letter}</text>", grid.height * 100 + 24));
    }
    for i in 0..grid.height {
        let rank = if turned { i + 1 } else { grid.height - i };
        out.push_str(&format!("<text x=\"-18\" y=\"{i}56\">{rank}</text>"));
    }
    out.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Paint;
    use crate::model::dress::Dress;
    use crate::model::palette::{GREEN, Ground, RED};
    use crate::model::settings::Theme;
    use damka_rules::{Playable, Variant};

    fn picture(variant: Variant, bottom: Side) -> String {
        let pos = AnyPosition::start(variant);
        let dress = Dress::of(variant);
        let ground = Ground {
            all_squares: pos.grid().playable == Playable::All,
            on_light: dress.on_light,
            paint: if dress.green { Paint::Green } else { Paint::Plain },
        };
        let palette = Palette::of(Theme::Walnut, ground);
        draw(&pos, Style { palette, king_style: KingStyle::Crown, bottom, coordinates: true })
    }

    #[test]
    fn every_piece_is_drawn() {
        for &variant in Variant::EVERY {
            let svg = picture(variant, Side::Black);
            let pieces = AnyPosition::start(variant).to_setup().pieces;
            assert_eq!(svg.matches("class=\"shadow\"").count(), pieces.len(), "{variant}");
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        }
    }

    #[test]
    fn coordinates_are_written_as_the_game_writes_them() {
        let check = |variant, bottom, parts: &[&str]| {
            let svg = picture(variant, bottom);
            for part in parts {
                assert!(svg.contains(part), "{variant} has no {part}");
            }
        };
        check(
            Variant::Russian,
            Side::White,
            &["<text x=\"050\" y=\"824\">a<", "<text x=\"-18\" y=\"056\">8<"],
        );
        check(
            Variant::Russian,
            Side::Black,
            &["<text x=\"050\" y=\"824\">h<", "<text x=\"-18\" y=\"056\">1<"],
        );
        check(Variant::International, Side::White, &[">1</text>", ">50</text>"]);
    }

    #[test]
    fn the_challenge_keeps_its_colours() {
        let svg = picture(Variant::Shashki, Side::White);
        for disc in [GREEN, RED] {
            assert_eq!(svg.matches(&format!("url(#{}-face)", disc.name)).count(), 12);
        }
    }
}
