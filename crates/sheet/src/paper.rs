//! A4 pages with lines of text and shapes, gathered into a file. Lengths are points, counted from the bottom left.

use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::font::{Font, packed};

/// A4.
pub(crate) const WIDTH: f32 = 595.0;
pub(crate) const HEIGHT: f32 = 842.0;
/// White space around.
pub(crate) const MARGIN: f32 = 48.0;

const FONT: Name<'static> = Name(b"F");

/// A file being written, page by page.
pub(crate) struct Paper {
    pub(crate) font: Font,
    pages: Vec<Vec<u8>>,
    pub(crate) ink: Content,
}

impl Paper {
    pub(crate) fn new() -> Paper {
        Paper { font: Font::new(), pages: Vec::new(), ink: Content::new() }
    }

    /// Ends the page.
    pub(crate) fn turn(&mut self) {
        let done = std::mem::replace(&mut self.ink, Content::new()).finish();
        self.pages.push(done.to_vec());
    }

    /// How many pages have been ended.
    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Writes a text that begins at a place.
    pub(crate) fn text(&mut self, x: f32, y: f32, size: f32, text: &str) {
        let encoded = self.font.encode(text);
        self.ink.begin_text().set_font(FONT, size).set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        self.ink.show(Str(&encoded)).end_text();
    }

    /// Writes a text around a place.
    pub(crate) fn centred(&mut self, x: f32, y: f32, size: f32, text: &str) {
        let half = self.font.width(text, size) / 2.0;
        self.text(x - half, y, size, text);
    }

    /// Breaks a text into lines no wider than this; a word that is too long has a line of its own.
    pub(crate) fn broken(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.font.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// A circle's outline, to be filled or stroked.
    pub(crate) fn circle(&mut self, x: f32, y: f32, radius: f32) -> &mut Content {
        // Four Bézier curves come within a thousandth of a circle.
        let k = radius * 0.5523;
        self.ink
            .move_to(x + radius, y)
            .cubic_to(x + radius, y + k, x + k, y + radius, x, y + radius)
            .cubic_to(x - k, y + radius, x - radius, y + k, x - radius, y)
            .cubic_to(x - radius, y - k, x - k, y - radius, x, y - radius)
            .cubic_to(x + k, y - radius, x + radius, y - k, x + radius, y)
            .close_path()
    }

    /// The whole file.
    pub(crate) fn finish(self, title: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let [catalog, tree, info] = [1, 2, 3].map(Ref::new);
        let fonts = [4, 5, 6, 7, 8].map(Ref::new);
        let page = |n: usize| (Ref::new(9 + 2 * n as i32), Ref::new(10 + 2 * n as i32));
        pdf.catalog(catalog).pages(tree);
        pdf.document_info(info).title(TextStr(title)).creator(TextStr("Damka"));
        let count = self.pages.len();
        pdf.pages(tree).kids((0..count).map(|n| page(n).0)).count(count as i32);
        for (n, content) in self.pages.iter().enumerate() {
            let (id, ink) = page(n);
            let mut one = pdf.page(id);
            one.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(ink);
            one.resources().fonts().pair(FONT, fonts[0]);
            one.finish();
            pdf.stream(ink, &packed(content)).filter(Filter::FlateDecode);
        }
        self.font.write(&mut pdf, fonts);
        pdf.finish()
    }
}
