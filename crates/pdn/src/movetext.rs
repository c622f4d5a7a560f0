//! A move as it is written: squares and the sign between them, whatever the rules say of it.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

/// A square as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SquareText {
    /// A printed number, 1 to 99.
    Number(u8),
    /// A file letter (`b'a'` to `b'l'`) and a rank (1 to 12).
    Letter {
        /// The letter, lower case.
        file: u8,
        /// The rank.
        rank: u8,
    },
    /// A file letter alone, as the first square of the short `cb4` and `c:e5`.
    File(u8),
}

impl fmt::Display for SquareText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SquareText::Number(number) => write!(f, "{number}"),
            SquareText::Letter { file, rank } => write!(f, "{}{rank}", char::from(file)),
            SquareText::File(file) => write!(f, "{}", char::from(file)),
        }
    }
}

/// The sign between the squares of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `-`, or none as in `c3d4`: a quiet move, and in some files a capture too.
    Dash,
    /// `x`.
    Cross,
    /// `:`.
    Colon,
}

impl Separator {
    /// The sign itself.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Separator::Dash => '-',
            Separator::Cross => 'x',
            Separator::Colon => ':',
        }
    }
}

/// The most squares a move can name; no board of ours has a longer capture.
pub const MAX_SQUARES: usize = 32;

/// A move as written, two squares or more. `Display` gives `c3-d4`, `c3:e5:g7`, `22x15`, `cb4`, `c:e5`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// Squares in one byte each: large bases are read at the speed of copying their moves.
    squares: ArrayVec<Packed, MAX_SQUARES>,
    separator: Separator,
}

/// A square in a byte: its number, or 100 and what the letter and the rank make, or 244 and a letter alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Packed(u8);

impl Packed {
    /// `None` for what is not a square: number 0 or above 99, letters beyond l, ranks beyond 12.
    fn new(square: SquareText) -> Option<Packed> {
        match square {
            SquareText::Number(number @ 1..=99) => Some(Packed(number)),
            SquareText::Letter { file: file @ b'a'..=b'l', rank: rank @ 1..=12 } => {
                Some(Packed(100 + (file - b'a') * 12 + (rank - 1)))
            }
            SquareText::File(file @ b'a'..=b'l') => Some(Packed(ALONE + (file - b'a'))),
            _ => None,
        }
    }

    fn unpack(self) -> SquareText {
        match self.0 {
            number @ 0..100 => SquareText::Number(number),
            alone @ ALONE.. => SquareText::File(b'a' + (alone - ALONE)),
            other => SquareText::Letter { file: b'a' + (other - 100) / 12, rank: (other - 100) % 12 + 1 },
        }
    }

    fn is_lettered(self) -> bool {
        self.0 >= 100
    }
}

/// Where the letters alone begin among the bytes of squares.
const ALONE: u8 = 244;

/// The text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a move: \"{0}\"")]
pub struct NotAMove(pub String);

impl MoveText {
    /// A move over these squares; `None` unless there are 2 to [`MAX_SQUARES`] of them, and squares. Only the
    /// first may be a letter alone.
    #[must_use]
    pub fn new(squares: &[SquareText], separator: Separator) -> Option<MoveText> {
        let mut packed = ArrayVec::new();
        for square in squares {
            if !packed.is_empty() && matches!(square, SquareText::File(_)) {
                return None;
            }
            packed.try_push(Packed::new(*square)?).ok()?;
        }
        (packed.len() >= 2).then_some(MoveText { squares: packed, separator })
    }

    /// Every square, in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = SquareText> + '_ {
        self.squares.iter().map(|square| square.unpack())
    }

    /// Where the piece starts.
    #[must_use]
    pub fn from(&self) -> SquareText {
        self.squares[0].unpack()
    }

    /// Where the piece ends.
    #[must_use]
    pub fn to(&self) -> SquareText {
        self.squares[self.squares.len() - 1].unpack()
    }

    /// Whether the squares have letters, c3, and not numbers.
    #[must_use]
    pub fn is_lettered(&self) -> bool {
        self.squares[0].is_lettered()
    }

    /// Whether its first square is a letter alone: `cb4`.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.squares[0].0 >= ALONE
    }

    /// The same squares with another sign between them.
    #[must_use]
    pub fn with_separator(&self, separator: Separator) -> MoveText {
        MoveText { separator, ..self.clone() }
    }

    /// The sign between the squares.
    #[must_use]
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// The move at the beginning of `text`, and how many bytes it takes.
    ///
    /// Accepts upper-case letters, leading zeros, spaces around the sign (`5x 14`), no sign between
    /// lettered squares (`c3d4`), the typographic dashes and `×`, Cyrillic letters by their sound and by
    /// their looks, and the short form of Russian books, `cb4` and `c:e5`.
    pub(crate) fn scan(text: &[u8]) -> Option<(MoveText, usize)> {
        let Some((first, mut end)) = square(text) else { return short(text) };
        let mut squares = ArrayVec::new();
        squares.push(first);
        let mut separator = None;
        while let Some((sign, next, length)) = continuation(&text[end..], first.is_lettered(), separator) {
            separator = Some(merge(separator, sign));
            squares.try_push(next).ok()?;
            end += length;
        }
        Some((MoveText { squares, separator: separator? }, end))
    }

    /// Four digits without a sign, `3228`, as some 10x10 files write.
    pub(crate) fn scan_digits(text: &[u8]) -> Option<(MoveText, usize)> {
        let digits = text.iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
        if digits != 4 {
            return None;
        }
        let number = |at: usize| (text[at] - b'0') * 10 + (text[at + 1] - b'0');
        let squares = [number(0), number(2)];
        let fits = squares.iter().all(|number| (1..=50).contains(number));
        let squares = squares.map(SquareText::Number);
        fits.then(|| MoveText::new(&squares, Separator::Dash)).flatten().map(|text| (text, 4))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, square) in self.squares().enumerate() {
            let glued = at == 1 && self.is_short() && self.separator == Separator::Dash;
            if at > 0 && !glued {
                write!(f, "{}", self.separator.sign())?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveText({self})")
    }
}

impl FromStr for MoveText {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<MoveText, NotAMove> {
        let bytes = text.trim().as_bytes();
        match MoveText::scan(bytes).or_else(|| MoveText::scan_digits(bytes)) {
            Some((found, end)) if end == bytes.len() => Ok(found),
            _ => Err(NotAMove(text.to_owned())),
        }
    }
}

/// A capture sign anywhere makes the whole move a capture.
fn merge(before: Option<Separator>, sign: Separator) -> Separator {
    match before {
        Some(Separator::Dash) | None => sign,
        Some(capture) => capture,
    }
}

/// Spaces inside a move; files padded into columns have one or two.
const MOST_SPACES: usize = 8;

/// The next sign and square of a move.
fn continuation(
    text: &[u8],
    lettered: bool,
    before: Option<Separator>,
) -> Option<(Separator, Packed, usize)> {
    // First of all, for the Cyrillic kha is a square's letter before a digit and a sign elsewhere.
    if lettered
        && before.is_none()
        && let Some((next, length)) = square(text).filter(|(next, _)| next.is_lettered())
    {
        return Some((Separator::Dash, next, length));
    }
    let left = spaces(text);
    let (sign, length) = sign(&text[left..])?;
    let right = spaces(&text[left + length..]);
    let start = left + length + right;
    let (next, length) = square(&text[start..])?;
    let end = start + length;
    if lettered != next.is_lettered() {
        return None;
    }
    let spaced = left + right > 0;
    // `32-28 - 2. 37-32`: the lone dash is an unknown move, the number begins the next pair.
    let begins_a_pair = text.get(end) == Some(&b'.');
    // A chain of dashes is a capture written `g3-e5-c7`, never spread over spaces.
    let second_dash = before.is_some() && sign == Separator::Dash;
    if spaced && (begins_a_pair || second_dash) {
        return None;
    }
    Some((sign, next, end))
}

/// The short form at the beginning of `text`: a letter and a square, `cb4`, or a capture, `c:e5`.
fn short(text: &[u8]) -> Option<(MoveText, usize)> {
    let (file, skip) = letter(text)?;
    let (separator, start) = match square(&text[skip..]) {
        Some(_) => (Separator::Dash, skip),
        None => {
            let (sign, length) = sign(&text[skip..]).filter(|(sign, _)| *sign != Separator::Dash)?;
            (sign, skip + length)
        }
    };
    let (to, length) = square(&text[start..]).filter(|(to, _)| to.is_lettered())?;
    let mut end = start + length;
    let mut squares = ArrayVec::new();
    squares.push(Packed::new(SquareText::File(file))?);
    squares.push(to);
    if separator != Separator::Dash {
        while let Some((_, next, length)) = continuation(&text[end..], true, Some(separator)) {
            squares.try_push(next).ok()?;
            end += length;
        }
    }
    // Not the beginning of a word.
    let ends = text.get(end).is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    ends.then_some((MoveText { squares, separator }, end))
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take(MOST_SPACES).take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count()
}

/// The square at the beginning of `text`, and how many bytes it takes.
fn square(text: &[u8]) -> Option<(Packed, usize)> {
    match *text.first()? {
        b'0'..=b'9' => {
            let (number, length) = number(text)?;
            Some((Packed::new(SquareText::Number(number))?, length))
        }
        b'a'..=b'l' | b'A'..=b'L' | 0xD0 | 0xD1 => {
            let (file, skip) = letter(text)?;
            if text.get(skip) == Some(&b'0') {
                return None;
            }
            let (rank, length) = number(&text[skip..])?;
            Some((Packed::new(SquareText::Letter { file, rank })?, skip + length))
        }
        _ => None,
    }
}

/// One or two digits, not three.
fn number(text: &[u8]) -> Option<(u8, usize)> {
    let digits = text.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    match digits {
        1 => Some((text[0] - b'0', 1)),
        2 => Some(((text[0] - b'0') * 10 + (text[1] - b'0'), 2)),
        _ => None,
    }
}

/// A file letter, lower-cased; Cyrillic ones count by their sound (а б ц д е ф г х) and by their looks (с, В, Н).
fn letter(text: &[u8]) -> Option<(u8, usize)> {
    match text {
        [latin @ (b'a'..=b'l' | b'A'..=b'L'), ..] => Some((latin.to_ascii_lowercase(), 1)),
        [0xD0, 0xB0 | 0x90, ..] => Some((b'a', 2)),
        [0xD0, 0xB1 | 0x91 | 0x92, ..] => Some((b'b', 2)),
        [0xD1, 0x86 | 0x81, ..] | [0xD0, 0xA6 | 0xA1, ..] => Some((b'c', 2)),
        [0xD0, 0xB4 | 0x94, ..] => Some((b'd', 2)),
        [0xD0, 0xB5 | 0x95, ..] => Some((b'e', 2)),
        [0xD1, 0x84, ..] | [0xD0, 0xA4, ..] => Some((b'f', 2)),
        [0xD0, 0xB3 | 0x93, ..] => Some((b'g', 2)),
        [0xD1, 0x85, ..] | [0xD0, 0xA5 | 0x9D, ..] => Some((b'h', 2)),
        _ => None,
    }
}

/// A sign between squares, and how many bytes it takes.
fn sign(text: &[u8]) -> Option<(Separator, usize)> {
    match text {
        [b'-', ..] => Some((Separator::Dash, 1)),
        [b'x' | b'X', ..] => Some((Separator::Cross, 1)),
        [b':', ..] => Some((Separator::Colon, 1)),
        // The dashes of windows-1251 and windows-1252.
        [0x96 | 0x97, ..] => Some((Separator::Dash, 1)),
        // Hyphen, non-breaking hyphen, figure dash, en dash, em dash; minus sign.
        [0xE2, 0x80, 0x90..=0x94, ..] | [0xE2, 0x88, 0x92, ..] => Some((Separator::Dash, 3)),
        // The multiplication sign; Cyrillic small and capital kha.
        [0xC3, 0x97, ..] | [0xD1, 0x85, ..] | [0xD0, 0xA5, ..] => Some((Separator::Cross, 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = text.parse::<MoveText>().map_or_else(|_| "-".to_owned(), |found| found.to_string());
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn moves_as_the_field_writes_them() {
        check("c3-d4", "c3-d4");
        check("c3:e5:g7", "c3:e5:g7");
        check("22x15", "22x15");
        check("G3-F4", "g3-f4");
        check("G3-E5-C7", "g3-e5-c7");
        check("c3d4", "c3-d4");
        check("a3xe3", "a3xe3");
        check("5x 14", "5x14");
        check("15- 20", "15-20");
        check("32 - 28", "32-28");
        check("30x 4x 22", "30x4x22");
        check("01-07", "1-7");
        check("3228", "32-28");
        check("1-10", "1-10");
        check("72x61", "72x61");
        check("22–18", "22-18");
        check("22−18", "22-18");
        check("22×15", "22x15");
        check("с3-d4", "c3-d4"); // Cyrillic es
        check("f2х d4", "f2xd4"); // Cyrillic kha
        check("г3х4", "g3-h4"); // Cyrillic kha is a letter here
        check("г3хе5", "g3xe5"); // and a sign here
        check("с3-д4", "c3-d4");
        check("Ц3:Е5", "c3:e5");
        check("б2-а3", "b2-a3");
        check("ф6:х4", "f6:h4");
        check("cb4", "cb4");
        check("CB4", "cb4");
        check("c:e5", "c:e5");
        check("cxe5xg7", "cxe5xg7");
        check("гф4", "gf4");
        check("гх4", "gh4");
        check("с:е5", "c:e5");
        check("a10-b11", "a10-b11");
        check("c3-e5xg7", "c3xe5xg7");
    }

    #[test]
    fn not_moves() {
        for text in [
            "",
            "c3",
            "12",
            "1983",
            "26-2-1983",
            "0-1",
            "c9-d",
            "c3-12",
            "c0-d1",
            "a13-b14",
            "x23",
            "c-b4",
            "cb4x",
            "cb44",
            "c:5",
            "c:e",
            "hello",
            "be4me",
        ] {
            check(text, "-");
        }
        check("32-28 19-23", "-");
        check("9965", "-");
        check(&"1x2x".repeat(40), "-");
    }

    #[test]
    fn the_scan_stops_where_the_move_does() {
        let length =
            |text: &str| MoveText::scan(text.as_bytes()).map(|(found, end)| (found.to_string(), end));
        assert_eq!(length("8-11Redovers"), Some(("8-11".to_owned(), 4)));
        assert_eq!(length("32-28 - 2. 37-32"), Some(("32-28".to_owned(), 5)));
        assert_eq!(length("12- 8 13x 2 32. 33-28"), Some(("12-8".to_owned(), 5)));
        assert_eq!(length("27-20* 1-0"), Some(("27-20".to_owned(), 5)));
        assert_eq!(length("22-18 15x 22"), Some(("22-18".to_owned(), 5)));
    }
}
