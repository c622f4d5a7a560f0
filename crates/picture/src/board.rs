//! A picture of a position: one SVG text that needs nothing else, drawn like the board on the page.

use damka_rules::{AnyPosition, Grid, Notation, Side};

use crate::palette::{KingStyle, Palette};
use crate::wood::{self, Shape};

/// The width of the frame, in hundredths of a square.
const FRAME: usize = 34;

/// How a picture is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The colours.
    pub palette: Palette,
    /// How a king is shown.
    pub king_style: KingStyle,
    /// Which side is at the bottom.
    pub bottom: Side,
    /// How coordinates are written.
    pub letters: Letters,
}

/// How coordinates get onto a picture.
#[derive(Clone, Copy, Debug)]
pub enum Letters {
    /// Not at all.
    None,
    /// As text in whatever font there is.
    Text,
    /// As outlines, for whoever has no fonts: this makes the path of a text one unit high, centred on the origin of
    /// its line.
    Outlines(fn(&str) -> String),
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
    let size = size(pos.grid());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" \
         height=\"{size}\" font-family=\"sans-serif\" font-weight=\"600\" text-anchor=\"middle\">{}{}</svg>",
        defs(),
        framed(pos, style)
    )
}

/// The position on a card of another shape, in the middle of a dark room: what is shown of a link.
pub fn card(pos: &AnyPosition, style: Style, (width, height): (u32, u32)) -> String {
    let (x, y, scale) = on_card(pos.grid(), (width, height));
    let middle = (width / 2, height / 2);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">{}<radialGradient id=\"room\" gradientUnits=\"userSpaceOnUse\" cx=\"{}\" cy=\"{}\" \
         r=\"{}\"><stop stop-color=\"#6a503a\"/><stop offset=\"1\" stop-color=\"#1d1611\"/></radialGradient>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"url(#room)\"/>\
         <g transform=\"translate({x} {y}) scale({scale})\">{}</g></svg>",
        defs(),
        middle.0,
        middle.1,
        width * 11 / 20,
        framed(pos, style)
    )
}

/// Where the middle of a place of the board, seen from its bottom, is on such a card.
pub fn card_place(grid: Grid, card: (u32, u32), row: usize, col: usize) -> (f64, f64) {
    let (x, y, scale) = on_card(grid, card);
    let at = |place: usize| (FRAME + place * 100 + 50) as f64 * scale;
    (x + at(col), y + at(row))
}

/// The corner of the frame on a card, and how large a unit is there.
fn on_card(grid: Grid, (width, height): (u32, u32)) -> (f64, f64, f64) {
    /// Of the card's shorter side.
    const SHARE: f64 = 0.94;
    let (width, height) = (f64::from(width), f64::from(height));
    let side = width.min(height) * SHARE;
    ((width - side) / 2.0, (height - side) / 2.0, side / size(grid) as f64)
}

/// What the board refers to; once in a document.
fn defs() -> String {
    format!("<defs>{}{GRAIN}</defs>", wood::gradients())
}

/// The board in its frame, from the origin on.
fn framed(pos: &AnyPosition, style: Style) -> String {
    let (grid, palette) = (pos.grid(), style.palette);
    let size = size(grid);
    let mut out = String::new();
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
    if pos.notation() == Notation::Numeric {
        numbers(&mut out, grid, style);
    }
    for (square, piece) in pos.to_setup().pieces {
        let (row, col) = grid.place(square);
        let (x, y) = wood::seen_from(grid, style.bottom, row, col);
        let drawn = wood::piece(palette.disc(piece.side), Shape::of(piece.role, style.king_style));
        out.push_str(&format!("<g transform=\"translate({x}50 {y}50)\">{drawn}</g>"));
    }
    if pos.notation() == Notation::Algebraic {
        letters(&mut out, grid, style);
    }
    out.push_str("</g>");
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
        let (x, y) = (x as i32 * 100 + 50, y as i32 * 100 + 57);
        write(out, style.letters, (x, y), 20, &square.to_string());
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
        let place = (i as i32 * 100 + 50, grid.height as i32 * 100 + 24);
        write(out, style.letters, place, 17, &letter.to_string());
    }
    for i in 0..grid.height {
        let rank = if turned { i + 1 } else { grid.height - i };
        write(out, style.letters, (-18, i as i32 * 100 + 56), 17, &rank.to_string());
    }
    out.push_str("</g>");
}

/// Writes a text in the middle of a line.
fn write(out: &mut String, letters: Letters, (x, y): (i32, i32), size: u32, text: &str) {
    out.push_str(&match letters {
        Letters::None => return,
        Letters::Text => format!("<text x=\"{x}\" y=\"{y}\">{text}</text>"),
        Letters::Outlines(path) => {
            format!("<path transform=\"translate({x} {y}) scale({size})\" d=\"{}\"/>", path(text))
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{GREEN, Ground, Paint, RED, Theme};
    use damka_rules::{Playable, Variant};

    fn picture(variant: Variant, bottom: Side) -> String {
        let pos = AnyPosition::start(variant);
        let ground = Ground {
            all_squares: pos.grid().playable == Playable::All,
            on_light: false,
            paint: if variant == Variant::Shashki { Paint::Green } else { Paint::Plain },
        };
        let palette = Palette::of(Theme::Walnut, ground);
        draw(&pos, Style { palette, king_style: KingStyle::Crown, bottom, letters: Letters::Text })
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
        check(Variant::Russian, Side::White, &["<text x=\"50\" y=\"824\">a<", "<text x=\"-18\" y=\"56\">8<"]);
        check(Variant::Russian, Side::Black, &["<text x=\"50\" y=\"824\">h<", "<text x=\"-18\" y=\"56\">1<"]);
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
