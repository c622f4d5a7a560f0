//! Which bytes are which letters: old files are in the code page of their country.

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, IBM866, KOI8_R, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// UTF-8: what PDN 3.0 asks for.
    pub const UTF_8: Charset = Charset(UTF_8);
    /// The Russian Windows code page.
    pub const WINDOWS_1251: Charset = Charset(WINDOWS_1251);
    /// The old Russian internet.
    pub const KOI8_R: Charset = Charset(KOI8_R);
    /// The Russian DOS code page.
    pub const CP866: Charset = Charset(IBM866);
    /// Western Europe; includes latin-1.
    pub const WINDOWS_1252: Charset = Charset(WINDOWS_1252);

    /// The encoding of a common name: `cp1251`, `koi8-r`, `latin1`, `utf-8`, ...
    #[must_use]
    pub fn of_name(name: &str) -> Option<Charset> {
        Encoding::for_label(name.trim().as_bytes()).map(Charset)
    }

    /// Its standard name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Turns bytes into text; what cannot be read becomes U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// Guesses the encoding of a sample: byte order mark, then strict UTF-8, then the statistics of
    /// Cyrillic letters, then those of the Latin ones.
    #[must_use]
    pub fn detect(sample: &[u8]) -> Charset {
        if let Some(wide) = Charset::wide(sample) {
            return wide;
        }
        match std::str::from_utf8(sample) {
            Ok(_) => Charset::UTF_8,
            // A letter cut off at the end of the sample is no error.
            Err(error) if error.error_len().is_none() => Charset::UTF_8,
            Err(_) => Charset::legacy(sample),
        }
    }

    /// UTF-16, by its mark or by every second byte: that half of a letter is 0 in Latin, 4 in Russian and 5
    /// in Armenian, and no text of single bytes has such signs.
    pub(crate) fn wide(sample: &[u8]) -> Option<Charset> {
        match sample {
            [0xFF, 0xFE, ..] => return Some(Charset(UTF_16LE)),
            [0xFE, 0xFF, ..] => return Some(Charset(UTF_16BE)),
            _ => {}
        }
        let head = &sample[..sample.len().min(64) & !1];
        let halves = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte < 6).count();
        let (even, odd) = (halves(0), halves(1));
        let most = head.len() / 2 - head.len() / 8;
        if head.len() < 8 {
            None
        } else if even <= odd / 8 && odd >= most {
            Some(Charset(UTF_16LE))
        } else if odd <= even / 8 && even >= most {
            Some(Charset(UTF_16BE))
        } else {
            None
        }
    }

    /// A decoder for a stream, where the text must be turned into UTF-8 before it can be read.
    pub(crate) fn transcoder(self) -> Option<Transcoder> {
        let wide = self.0 == UTF_16LE || self.0 == UTF_16BE;
        wide.then(|| Transcoder(self.0.new_decoder_with_bom_removal()))
    }

    /// The encoding of a sample that is not UTF-8.
    pub(crate) fn legacy(sample: &[u8]) -> Charset {
        let words = Words::count(sample);
        if words.pure > 2 * words.mixed {
            let candidates = [Charset::WINDOWS_1251, Charset::KOI8_R, Charset::CP866];
            let best = candidates.into_iter().map(|charset| (russian(charset, sample), charset));
            let best = best.max_by_key(|(score, _)| *score).filter(|(score, _)| *score > 0);
            if let Some((_, charset)) = best {
                return charset;
            }
        }
        latin(sample)
    }
}

/// Turns a stream into UTF-8.
pub(crate) struct Transcoder(encoding_rs::Decoder);

impl Transcoder {
    /// What it reads.
    pub(crate) fn charset(&self) -> Charset {
        Charset(self.0.encoding())
    }

    /// The next piece of the stream as text.
    pub(crate) fn decode(&mut self, raw: &[u8], last: bool) -> String {
        let mut text = String::with_capacity(raw.len() * 3 + 16);
        // The capacity covers the worst case, so the decoder takes all of it in one go.
        let _ = self.0.decode_to_string(raw, &mut text, last);
        text
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

/// Bytes above 127 in words of nothing else, as in Russian, and in words with ASCII letters, as in French.
#[derive(Default)]
struct Words {
    pure: usize,
    mixed: usize,
}

impl Words {
    fn count(sample: &[u8]) -> Words {
        let mut found = Words::default();
        for word in words(sample) {
            let high = word.iter().filter(|byte| !byte.is_ascii()).count();
            if high < word.len() {
                found.mixed += high;
            } else if high >= 2 {
                found.pure += high;
            }
        }
        found
    }
}

fn words(sample: &[u8]) -> impl Iterator<Item = &[u8]> {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    sample.split(move |byte| !letter(byte)).filter(|word| word.iter().any(|byte| !byte.is_ascii()))
}

/// Russian letters from the commonest to the rarest.
const COMMONEST: &str = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";

/// How much the sample looks like Russian in this encoding. Frequent letters count for it; a capital
/// behind a small letter and signs inside words count against it: that is what a wrong code page makes.
fn russian(charset: Charset, sample: &[u8]) -> i64 {
    let mut score = 0;
    for word in words(sample) {
        let text = charset.decode(word);
        let mut small_before = false;
        for letter in text.chars().filter(|letter| !letter.is_ascii()) {
            let small = letter.to_lowercase().next().unwrap_or(letter);
            let rank = COMMONEST.chars().position(|common| common == small);
            score += match rank {
                Some(0..10) => 4,
                Some(10..20) => 2,
                Some(_) => -1,
                None => -6,
            };
            let capital = small != letter;
            if capital && small_before {
                score -= 8;
            }
            small_before = !capital;
        }
    }
    score
}

/// The Latin code page of the sample; windows-1252 unless the detector finds another one.
fn latin(sample: &[u8]) -> Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let found = detector.guess(None, Utf8Detection::Deny);
    let latin = ["windows-1250", "windows-1254", "windows-1257", "ISO-8859-2", "ISO-8859-4", "ISO-8859-13"];
    if latin.contains(&found.name()) { Charset(found) } else { Charset::WINDOWS_1252 }
}

/// Turns the pieces of one file into text, finding out the encoding when it first matters.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    given: Option<Charset>,
    guessed: Option<Charset>,
}

impl Decoder {
    pub(crate) fn new(given: Option<Charset>) -> Decoder {
        Decoder { given, guessed: None }
    }

    /// The encoding of what is not plain UTF-8, as far as it is known.
    pub(crate) fn charset(&self) -> Charset {
        self.given.or(self.guessed).unwrap_or(Charset::UTF_8)
    }

    /// The text of a piece. `around` is as much of the file as is at hand, for the guess.
    pub(crate) fn decode(&mut self, piece: &[u8], around: &[u8]) -> String {
        if let Some(given) = self.given {
            return given.decode(piece);
        }
        match std::str::from_utf8(piece) {
            Ok(text) => text.to_owned(),
            Err(_) if is_damaged_utf8(piece) => String::from_utf8_lossy(piece).into_owned(),
            Err(_) => {
                let guess = *self.guessed.get_or_insert_with(|| Charset::legacy(&other_lines(around)));
                guess.decode(piece)
            }
        }
    }
}

/// Whether this is UTF-8 with a few bad bytes: in other encodings hardly anything reads as UTF-8.
fn is_damaged_utf8(piece: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in piece.utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        bad += chunk.invalid().len();
    }
    good > 4 * bad
}

/// The lines that are not UTF-8: files are sometimes glued together from several.
fn other_lines(around: &[u8]) -> Vec<u8> {
    let lines = around.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| std::str::from_utf8(line).is_err()).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, charset: Charset) {
        let (bytes, _, _) = charset.0.encode(text);
        let found = Charset::detect(&bytes);
        assert_eq!(found, charset, "{text}");
        assert_eq!(found.decode(&bytes), text);
    }

    #[test]
    fn russian_code_pages() {
        let samples = [
            "[White \"Абациев Н.\"] [Opening \"Новоленинградская защита\"]",
            "[Event \"XXV первенство СССР\"] [Site \"Лиепая\"]",
            "[Black \"Щукин\"]",
            "{ белые сдались }",
            "[White \"ЧИЖОВ А.\"] [Black \"ГАНТВАРГ А.\"]",
        ];
        for charset in [Charset::WINDOWS_1251, Charset::KOI8_R, Charset::CP866, Charset::UTF_8] {
            for sample in samples {
                check(sample, charset);
            }
        }
    }

    #[test]
    fn western_letters() {
        check("40° Campionato, Bertè Daniele", Charset::WINDOWS_1252);
        check("[White \"Gérard Jansen\"]", Charset::WINDOWS_1252);
        check("[White \"Gérard Jansen\"]", Charset::UTF_8);
        check("plain", Charset::UTF_8);
    }

    #[test]
    fn wide_text() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(Charset::detect(&wide("\u{feff}[Event]")).name(), "UTF-16LE");
        assert_eq!(Charset::detect(&wide("[Event \"a\"]")).name(), "UTF-16LE");
        assert_eq!(Charset::detect(&wide("[Event \"Первенство города\"]")).name(), "UTF-16LE");
        assert_eq!(Charset::detect(&wide("{Հայկական շաշկի}")).name(), "UTF-16LE");
        let other = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        assert_eq!(Charset::detect(&other("{Первенство города}")).name(), "UTF-16BE");
        assert_eq!(Charset::detect(b"[Event \"a\"]").name(), "UTF-8");
        assert_eq!(Charset::detect(b"").name(), "UTF-8");
    }

    #[test]
    fn names() {
        assert_eq!(Charset::of_name("cp1251"), Some(Charset::WINDOWS_1251));
        assert_eq!(Charset::of_name("koi8-r"), Some(Charset::KOI8_R));
        assert_eq!(Charset::of_name("latin1"), Some(Charset::WINDOWS_1252));
        assert_eq!(Charset::of_name("nonsense"), None);
    }
}
