//! Which bytes are which letters, without the feature `encodings`: everything is taken for UTF-8.

use std::convert::Infallible;

/// A character encoding: UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset(());

impl Charset {
    /// UTF-8: what PDN 3.0 asks for.
    pub const UTF_8: Charset = Charset(());

    /// The encoding of a common name; only UTF-8 is known.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Charset> {
        let name = name.trim();
        let known = name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("utf8");
        known.then_some(Charset::UTF_8)
    }

    /// Its standard name.
    #[must_use]
    pub fn name(self) -> &'static str {
        "UTF-8"
    }

    /// Turns bytes into text; what cannot be read becomes U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Guesses the encoding of a sample: always UTF-8.
    #[must_use]
    pub fn detect(_: &[u8]) -> Charset {
        Charset::UTF_8
    }

    pub(crate) fn wide(_: &[u8]) -> Option<Charset> {
        None
    }

    pub(crate) fn transcoder(self) -> Option<Transcoder> {
        None
    }
}

/// Turns a stream into UTF-8: there is none that needs it.
pub(crate) struct Transcoder(Infallible);

impl Transcoder {
    pub(crate) fn charset(&self) -> Charset {
        match self.0 {}
    }

    pub(crate) fn decode(&mut self, _: &[u8], _: bool) -> String {
        match self.0 {}
    }
}

/// Turns the pieces of a file into text.
#[derive(Debug)]
pub(crate) struct Decoder;

impl Decoder {
    pub(crate) fn new(_: Option<Charset>) -> Decoder {
        Decoder
    }

    pub(crate) fn charset(&self) -> Charset {
        Charset::UTF_8
    }

    pub(crate) fn decode(&mut self, piece: &[u8], _: &[u8]) -> String {
        Charset::UTF_8.decode(piece)
    }
}
