//! The one font of the sheets: how wide its letters are, and how it travels inside the file.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::io::Write as _;
use ttf_parser::Face;

const BYTES: &[u8] = include_bytes!("../../../data/fonts/sheet.ttf");
const NAME: Name<'static> = Name(b"DamkaSheet");
const INFO: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The letters of a sheet.
pub(crate) struct Font {
    face: Face<'static>,
}

impl Font {
    /// The font that is built in.
    pub(crate) fn new() -> Font {
        Font { face: Face::parse(BYTES, 0).expect("the built-in font is a font: a test reads it") }
    }

    /// A text as the file wants it: two bytes a letter. A letter the font does not have becomes its box.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        text.chars().flat_map(|letter| self.glyph(letter).to_be_bytes()).collect()
    }

    /// How wide a text is, in points.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.advance(self.glyph(letter))).sum::<f32>() * size / 1000.0
    }

    /// Can every letter be written?
    #[cfg(test)]
    fn has(&self, text: &str) -> bool {
        text.chars().all(|letter| self.face.glyph_index(letter).is_some())
    }

    fn glyph(&self, letter: char) -> u16 {
        self.face.glyph_index(letter).map_or(0, |glyph| glyph.0)
    }

    /// In thousandths of the size.
    fn advance(&self, glyph: u16) -> f32 {
        self.scaled(self.face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0).into())
    }

    fn scaled(&self, units: f32) -> f32 {
        units * 1000.0 / f32::from(self.face.units_per_em())
    }

    /// Writes the font into the file; `ids` are five numbers nobody else uses, the first is the font's.
    pub(crate) fn write(&self, pdf: &mut Pdf, ids: [Ref; 5]) {
        let [font, cid, descriptor, file, cmap] = ids;
        pdf.type0_font(font)
            .base_font(NAME)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        let mut cid_font = pdf.cid_font(cid);
        cid_font.subtype(CidFontType::Type2).base_font(NAME).system_info(INFO).font_descriptor(descriptor);
        cid_font.cid_to_gid_map_predefined(Name(b"Identity")).default_width(0.0);
        let widths = (0..self.face.number_of_glyphs()).map(|glyph| self.advance(glyph));
        cid_font.widths().consecutive(0, widths);
        cid_font.finish();
        let bbox = self.face.global_bounding_box();
        let [left, low, right, high] =
            [bbox.x_min, bbox.y_min, bbox.x_max, bbox.y_max].map(|units| self.scaled(units.into()));
        pdf.font_descriptor(descriptor)
            .name(NAME)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, low, right, high))
            .italic_angle(0.0)
            .ascent(self.scaled(self.face.ascender().into()))
            .descent(self.scaled(self.face.descender().into()))
            .cap_height(self.scaled(self.face.capital_height().unwrap_or(1400).into()))
            .stem_v(80.0)
            .font_file2(file);
        let packed = packed(BYTES);
        let mut stream = pdf.stream(file, &packed);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Length1"), BYTES.len() as i32);
        stream.finish();
        // So that text can be copied out of the file.
        let mut unicode = UnicodeCmap::new(Name(b"DamkaSheetUnicode"), INFO);
        for letter in (' '..='\u{2200}').filter(|&letter| self.glyph(letter) != 0) {
            unicode.pair(self.glyph(letter), letter);
        }
        pdf.cmap(cmap, &unicode.finish());
    }
}

/// Compressed as PDF wants it.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes whatever is written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_can_be_written() {
        let font = Font::new();
        assert!(font.has("White to move: 1. c3-d4 d6:f4 — “2 for 1”"));
        assert!(font.has("Ход белых, решение: ёжик «Щ»"));
        assert!(font.has("Սպիտակների քայլը՝ լուծում․ եւ և ֆ։"));
        assert!(font.width("WWW", 10.0) > font.width("iii", 10.0));
    }
}
