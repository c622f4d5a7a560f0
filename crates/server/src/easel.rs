//! Pictures of positions as PNG, for programs that show links: drawn like the board on the page.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::body::Bytes;
use damka_picture::{
    board::{self, Letters, Style},
    palette::{Ground, KingStyle, Paint, Palette, Theme},
};
use damka_rules::{AnyPosition, Playable};
use damka_sitting::dress::Dress;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use tokio::{sync::Semaphore, task, time};
use ttf_parser::{Face, OutlineBuilder};

/// The size of a picture in points, as those who show links want it.
pub(crate) const WIDTH: u32 = 1200;
pub(crate) const HEIGHT: u32 = 630;

/// So many pictures are remembered: a link is shown to many at once.
const REMEMBERED: usize = 64;
/// Whoever waits longer is sent away.
const PATIENCE: Duration = Duration::from_secs(10);

/// Draws one picture at a time, so that nobody keeps the server busy with pictures.
#[derive(Clone)]
pub(crate) struct Easel(Arc<Shelf>);

struct Shelf {
    turn: Semaphore,
    drawn: Mutex<VecDeque<(String, Bytes)>>,
}

impl Easel {
    pub(crate) fn new() -> Easel {
        Easel(Arc::new(Shelf { turn: Semaphore::new(1), drawn: Mutex::default() }))
    }

    /// The picture of a position; `None` if too many are waited for.
    pub(crate) async fn picture(&self, position: AnyPosition) -> Option<Bytes> {
        let key = format!("{} {}", position.variant().base(), position.to_fen());
        if let Some(found) = self.find(&key) {
            return Some(found);
        }
        let _turn = time::timeout(PATIENCE, self.0.turn.acquire()).await.ok()?.ok()?;
        // Somebody before us may have wanted the same.
        if let Some(found) = self.find(&key) {
            return Some(found);
        }
        let png = task::spawn_blocking(move || png(&position)).await.ok()?;
        let mut drawn = self.0.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.truncate(REMEMBERED - 1);
        drawn.push_front((key, png.clone()));
        Some(png)
    }

    fn find(&self, key: &str) -> Option<Bytes> {
        let drawn = self.0.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.iter().find(|(name, _)| name == key).map(|(_, png)| png.clone())
    }
}

fn png(position: &AnyPosition) -> Bytes {
    let tree =
        Tree::from_str(&svg(position), &Options::default()).expect("our drawing is SVG: a test reads it");
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).expect("the size is not nothing");
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().expect("a picture in memory can be written").into()
}

/// As whoever follows the link will see it: the side to move sits below.
fn svg(position: &AnyPosition) -> String {
    let dress = Dress::of(position.variant());
    let ground = Ground {
        all_squares: position.grid().playable == Playable::All,
        on_light: dress.on_light,
        paint: if dress.green { Paint::Green } else { Paint::Plain },
    };
    let style = Style {
        palette: Palette::of(Theme::Walnut, ground),
        king_style: KingStyle::Crown,
        bottom: position.turn(),
        letters: Letters::Outlines(outlines),
    };
    board::card(position, style, (WIDTH, HEIGHT))
}

/// A text as a path, one unit high and centred on the origin.
fn outlines(text: &str) -> String {
    const FONT: &[u8] = include_bytes!("../../../data/fonts/sheet.ttf");
    let face = Face::parse(FONT, 0).expect("the built-in font is a font: a test reads it");
    let glyphs: Vec<_> = text.chars().filter_map(|letter| face.glyph_index(letter)).collect();
    let advance = |glyph| f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    let scale = 1.0 / f32::from(face.units_per_em());
    let width: f32 = glyphs.iter().map(|&glyph| advance(glyph)).sum();
    let mut pen = Pen { out: String::new(), scale, left: -width / 2.0 };
    for glyph in glyphs {
        // A letter without an outline is a space.
        let _ = face.outline_glyph(glyph, &mut pen);
        pen.left += advance(glyph);
    }
    pen.out
}

/// Writes outlines as path data; fonts count upwards, pictures downwards.
struct Pen {
    out: String,
    scale: f32,
    left: f32,
}

impl Pen {
    fn put(&mut self, step: char, points: &[(f32, f32)]) {
        self.out.push(step);
        for (x, y) in points {
            self.out.push_str(&format!("{:.4} {:.4} ", (x + self.left) * self.scale, -y * self.scale));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::{Side, Square, Variant};

    use super::*;

    fn painted(position: &AnyPosition) -> Pixmap {
        Pixmap::decode_png(&png(position)).unwrap()
    }

    /// The brightness of a place of the board, counted in squares from the top left of the picture.
    fn brightness(picture: &Pixmap, position: &AnyPosition, square: Square) -> u32 {
        let grid = position.grid();
        let (row, col) = grid.place(square);
        let (row, col) = match position.turn() {
            Side::White => (row, col),
            Side::Black => (grid.height - 1 - row, grid.width - 1 - col),
        };
        let (x, y) = board::card_place(grid, (WIDTH, HEIGHT), row, col);
        let mut sum = 0;
        for (dx, dy) in [(0, 0), (9, 0), (0, 9), (9, 9), (4, 4)] {
            let colour = picture.pixel(x as u32 + dx - 4, y as u32 + dy - 4).unwrap().demultiply();
            sum += u32::from(colour.red()) + u32::from(colour.green()) + u32::from(colour.blue());
        }
        sum / 15
    }

    #[test]
    fn every_piece_stands_where_it_stands() {
        for (variant, fen) in [
            (Variant::Russian, "W:Wc3,e1:Bf6,b8"),
            (Variant::Russian, "B:Wc3,e1:Bf6,b8"),
            (Variant::International, "W:W31,46:B1,20"),
            (Variant::Armenian, "B:Wa2,c3:Bh8,d6"),
        ] {
            let position = AnyPosition::from_fen(variant, fen).unwrap();
            let picture = painted(&position);
            assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT));
            for square in position.grid().all() {
                let seen = brightness(&picture, &position, square);
                let (least, most) = match position.piece_at(square).map(|piece| piece.side) {
                    Some(Side::White) => (200, 255),
                    Some(Side::Black) => (0, 90),
                    // With or without its number.
                    None => (70, 190),
                };
                assert!((least..=most).contains(&seen), "{variant} {fen}, {square}: {seen}");
            }
        }
    }

    /// Those who show links refuse files of more than 600 KB.
    #[test]
    fn pictures_are_small() {
        for variant in [Variant::Canadian, Variant::Armenian] {
            let png = png(&AnyPosition::start(variant));
            assert!(png.len() < 600_000, "{variant}: {} bytes", png.len());
        }
    }

    #[test]
    fn every_game_can_be_drawn() {
        for variant in Variant::games() {
            let drawn = svg(&AnyPosition::start(variant));
            let tree = Tree::from_str(&drawn, &Options::default()).unwrap();
            assert_eq!((tree.size().width(), tree.size().height()), (WIDTH as f32, HEIGHT as f32));
            assert!(!drawn.contains("<text"), "{variant}: nobody has a font");
        }
    }

    #[test]
    fn letters_have_outlines() {
        for text in ["a", "h", "50", "12"] {
            let path = outlines(text);
            assert!(path.starts_with('M') && path.ends_with('Z'), "{text}: {path}");
        }
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once() {
        let (easel, position) = (Easel::new(), AnyPosition::start(Variant::Thai));
        let first = easel.picture(position).await.unwrap();
        let again = easel.picture(position).await.unwrap();
        assert_eq!(first.as_ptr(), again.as_ptr());
    }
}
