//! Finds the parts of a tag, also of a broken one.

use std::borrow::Cow;
use std::ops::Range;

/// What stands at an opening bracket.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TagScan {
    /// A tag: where its name and its raw value lie, how long all of it is, whether it closes properly.
    Tag { name: Range<usize>, value: Range<usize>, length: usize, closed: bool },
    /// The text ends before the tag does.
    Short,
    /// Something else.
    NotATag,
}

/// A value over several lines may be this long, lest a forgotten quote swallow the game.
const LONGEST_OF_MANY_LINES: usize = 4096;
const LONGEST_NAME: usize = 64;
/// Of a tag without end only this much is used.
const LONGEST_CUT: usize = 4096;

/// Reads the tag at the beginning of `text`, which starts with `[`.
pub(crate) fn scan(text: &[u8], at_line_start: bool) -> TagScan {
    let start = 1 + blanks(&text[1..]);
    let end = start + text[start..].iter().take(LONGEST_NAME).take_while(|byte| names(**byte)).count();
    if end == start || text[start].is_ascii_digit() {
        return TagScan::NotATag;
    }
    let inside = end + blanks(&text[end..]);
    match text.get(inside) {
        None => TagScan::Short,
        Some(b'"') => quoted(text, start..end, inside + 1),
        Some(_) if at_line_start && (inside > end || text[inside] == b']') => bare(text, start..end, inside),
        Some(_) => TagScan::NotATag,
    }
}

/// Like [`scan`] for a text that ends within the tag: its line ends there too.
pub(crate) fn scan_cut(text: &[u8]) -> TagScan {
    let mut line = text[..text.len().min(LONGEST_CUT)].to_vec();
    line.push(b'\n');
    scan(&line, false)
}

/// Whether the text clearly begins with a tag: `[Name "`.
pub(crate) fn opens_tag(text: &[u8]) -> bool {
    let [b'[', first, ..] = text else { return false };
    let name = text[1..].iter().take(LONGEST_NAME).take_while(|byte| names(**byte)).count();
    let end = 1 + name;
    first.is_ascii_alphabetic() && text.get(end + blanks(&text[end..])) == Some(&b'"')
}

/// The value without its escapes: `\"` and `\\`. Other backslashes stay: they are paths.
pub(crate) fn unescape(value: &[u8]) -> Cow<'_, [u8]> {
    if !value.contains(&b'\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = *byte == b'\\' && bytes.peek().is_some_and(|next| matches!(next, b'"' | b'\\'));
        plain.push(if escaped { *bytes.next().expect("just peeked at") } else { *byte });
    }
    Cow::Owned(plain)
}

fn names(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || !byte.is_ascii()
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn line_ends(text: &[u8]) -> bool {
    matches!(text.first(), None | Some(b'\n' | b'\r'))
}

/// How far the closing bracket behind a quote is, if it follows at all.
fn bracket(text: &[u8]) -> Option<usize> {
    let blanks = blanks(text);
    (text.get(blanks) == Some(&b']')).then_some(blanks + 1)
}

fn quoted(text: &[u8], name: Range<usize>, start: usize) -> TagScan {
    let mut index = start;
    let mut line_end = None;
    // The last quote of the first line: the value ends there if the bracket is missing.
    let mut last_quote = None;
    loop {
        let Some(byte) = text.get(index) else {
            if line_end.is_none() {
                return TagScan::Short;
            }
            break;
        };
        match byte {
            b'\\' => {
                let ends = match text.get(index + 1) {
                    // `C:\games\"]` at the end of a line: a path, not an escaped quote.
                    Some(b'"') => bracket(&text[index + 2..]).filter(|length| {
                        let behind = &text[index + 2 + length..];
                        line_ends(&behind[blanks(behind)..])
                    }),
                    _ => None,
                };
                if let Some(length) = ends {
                    let length = index + 2 + length;
                    return TagScan::Tag { name, value: start..index + 1, length, closed: true };
                }
                let escaped = matches!(text.get(index + 1), Some(b'"' | b'\\'));
                index += 1 + usize::from(escaped);
                continue;
            }
            b'"' => {
                if let Some(length) = bracket(&text[index + 1..]) {
                    return TagScan::Tag {
                        name,
                        value: start..index,
                        length: index + 1 + length,
                        closed: true,
                    };
                }
                if line_end.is_none() {
                    last_quote = Some(index);
                }
            }
            b'\n' | b'\r' => {
                line_end = line_end.or(Some(index));
                let behind = &text[index + 1..];
                let behind = behind.strip_prefix(b"\n").unwrap_or(behind);
                let over = last_quote.is_some() || behind.first() == Some(&b'[') || line_ends(behind);
                if over {
                    break;
                }
            }
            _ => {}
        }
        if line_end.is_some() && index - start > LONGEST_OF_MANY_LINES {
            break;
        }
        index += 1;
    }
    let length = line_end.unwrap_or(index);
    let value_end = last_quote.unwrap_or_else(|| {
        let value = text[start..length].trim_ascii_end();
        start + value.strip_suffix(b"]").unwrap_or(value).len()
    });
    TagScan::Tag { name, value: start..value_end, length, closed: false }
}

/// A value without quotes, or with other ones.
fn bare(text: &[u8], name: Range<usize>, start: usize) -> TagScan {
    let line = text[start..].iter().take(256).take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    let Some(close) = text[start..start + line].iter().position(|byte| *byte == b']') else {
        return TagScan::NotATag;
    };
    let inside = &text[start..start + close];
    let quotes: [&[u8]; 4] = [b"'", "“".as_bytes(), "”".as_bytes(), "«".as_bytes()];
    let front = quotes.iter().find(|quote| inside.starts_with(quote)).map_or(0, |quote| quote.len());
    let closing: [&[u8]; 3] = [b"'", "”".as_bytes(), "»".as_bytes()];
    let value = inside[front..].trim_ascii_end();
    let back =
        closing.iter().find(|quote| front > 0 && value.ends_with(quote)).map_or(0, |quote| quote.len());
    let value = start + front..start + front + value.len() - back;
    TagScan::Tag { name, value, length: start + close + 1, closed: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<(&str, &str, bool)>) {
        let found = match scan(text.as_bytes(), true) {
            TagScan::Tag { name, value, closed, .. } => {
                let value = unescape(text[value].as_bytes()).into_owned();
                Some((text[name].to_owned(), String::from_utf8(value).unwrap(), closed))
            }
            TagScan::Short | TagScan::NotATag => None,
        };
        let expect = expect.map(|(name, value, closed)| (name.to_owned(), value.to_owned(), closed));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn whole_tags() {
        check("[Event \"a\"]", Some(("Event", "a", true)));
        check("[ Event   \"a\" ] ", Some(("Event", "a", true)));
        check("[Event\"\"]", Some(("Event", "", true)));
        check("[White \"an escaped \\\"\"]", Some(("White", "an escaped \"", true)));
        check("[White \"Jan \"Piet\" Kok\"]", Some(("White", "Jan \"Piet\" Kok", true)));
        check("[Event \"Open [4/4]\"]", Some(("Event", "Open [4/4]", true)));
        check("[File \"C:\\games\\\"]\n", Some(("File", "C:\\games\\", true)));
        check("[File \"C:\\\\games\"]", Some(("File", "C:\\games", true)));
        check("[Event \"two\nlines\"]", Some(("Event", "two\nlines", true)));
        check("[Result 1-0]", Some(("Result", "1-0", true)));
        check("[Event 'a b']", Some(("Event", "a b", true)));
        check("[Event “a b”]", Some(("Event", "a b", true)));
        check("[Event]", Some(("Event", "", true)));
        check("[Белые \"а\"]", Some(("Белые", "а", true)));
    }

    #[test]
    fn broken_tags() {
        check("[Event \"a\"\n[Site \"b\"]", Some(("Event", "a", false)));
        check("[Event \"a]\n[Site \"b\"]", Some(("Event", "a", false)));
        check("[Event \"a\n\n1. 32-28", Some(("Event", "a", false)));
        check("[Event \"a", None);
        check("[12-16]", None);
        check("[%clk 1]", None);
        check("[]", None);
        check("[Event", None);
    }

    #[test]
    fn openings() {
        assert!(opens_tag(b"[Event \"x"));
        assert!(!opens_tag(b"[Event x"));
        assert!(!opens_tag(b"[%clk \""));
        assert!(!opens_tag(b"["));
    }
}
