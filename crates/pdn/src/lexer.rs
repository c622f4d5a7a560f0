//! Cuts a file into tokens, whatever its programs and typists made of it.
//!
//! Works on bytes: the syntax is ASCII in every encoding we meet, so only the texts of tags, comments
//! and stray words are decoded, and places are true to the file.

use std::io::{self, Read};

use crate::comment::Comment;
use crate::encoding::{Charset, Decoder};
use crate::game::{MoveNumber, Strength};
use crate::movetext::MoveText;
use crate::place::{Place, Reason, Skipped};
use crate::score::Score;
use crate::source::Source;
use crate::tagscan::{self, TagScan};
use crate::token::{Gap, Token};

/// Every token but comments and tags is shorter.
const LOOKAHEAD: usize = 4096;
/// A tag longer than this is cut.
const LONGEST_TAG: usize = 16 * 1024;
/// A stray word longer than this is cut in two.
const LONGEST_WORD: usize = 256;
/// How far `[...]` without a tag in it and `/FEN .../` may reach.
const LONGEST_BRACKET: usize = 256;
const LONGEST_SETUP: usize = 1024;

pub(crate) struct Lexer<R> {
    source: Source<R>,
    decoder: Decoder,
    longest_comment: usize,
    /// Up to here braces do not nest: an attempt to match them has failed.
    flat_until: u64,
    /// Whether the last token was a stray word: then dashes and numbers are prose too.
    in_prose: bool,
    after_move: bool,
    gap: Gap,
    reports: Vec<Skipped>,
}

/// A token found by looking, and how many bytes it takes.
type Found = (Token, usize);

impl<R: Read> Lexer<R> {
    pub(crate) fn new(inner: R, charset: Option<Charset>, longest_comment: usize) -> Lexer<R> {
        Lexer {
            source: Source::new(inner, charset),
            // Wide text arrives as UTF-8.
            decoder: Decoder::new(charset.filter(|charset| charset.transcoder().is_none())),
            longest_comment,
            flat_until: 0,
            in_prose: false,
            after_move: false,
            gap: Gap::Blank,
            reports: Vec::new(),
        }
    }

    pub(crate) fn offset(&self) -> u64 {
        self.source.offset()
    }

    pub(crate) fn charset(&self) -> Charset {
        self.source.transcoded().unwrap_or_else(|| self.decoder.charset())
    }

    /// What stood before the last token.
    pub(crate) fn gap(&self) -> Gap {
        self.gap
    }

    /// Reports made since the last call.
    pub(crate) fn take_reports(&mut self) -> Vec<Skipped> {
        std::mem::take(&mut self.reports)
    }

    pub(crate) fn next(&mut self) -> io::Result<(Token, Place)> {
        loop {
            self.gap = self.blanks()?;
            let at = self.source.place();
            if let Some(token) = self.token(at)? {
                self.in_prose = matches!(token, Token::Word(_));
                self.after_move = matches!(token, Token::Move(_));
                return Ok((token, at));
            }
        }
    }

    /// Whether a comment in braces follows on this very line.
    pub(crate) fn comment_follows(&mut self) -> io::Result<bool> {
        self.source.ensure(LOOKAHEAD)?;
        let blanks = self.source.rest().iter().position(|byte| !matches!(byte, b' ' | b'\t'));
        Ok(blanks.is_some_and(|blanks| self.source.rest()[blanks] == b'{'))
    }

    /// Whether the file ends here or goes on with a tag: the game is over.
    pub(crate) fn game_ends(&mut self) -> io::Result<bool> {
        self.source.ensure(LOOKAHEAD)?;
        let rest = self.source.rest();
        let length = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        Ok(length == rest.len() || tagscan::opens_tag(&rest[length..]))
    }

    fn token(&mut self, at: Place) -> io::Result<Option<Token>> {
        self.source.ensure(LOOKAHEAD)?;
        let rest = self.source.rest();
        let found = match rest {
            [] => return Ok(Some(Token::End)),
            [b'0'..=b'9', ..] => digits(rest, self.in_prose),
            [b'a'..=b'l' | b'A'..=b'L' | 0xD0 | 0xD1, ..] => moves(rest, self.in_prose),
            [b'[', ..] => return self.bracket(at).map(Some),
            [b'{', ..] => return self.braces(at).map(Some),
            [b'%', ..] => return self.line_comment().map(Some),
            [b';', ..] if self.gap != Gap::None => return self.line_comment().map(Some),
            [b'}', ..] => {
                self.source.skip(1);
                self.reports.push(Skipped { at, reason: Reason::StrayBrace });
                return Ok(None);
            }
            [b'(', ..] => Some(opening(rest)),
            [b')', ..] => Some((Token::Close, 1)),
            [b'!' | b'?', ..] => strength(rest, 0),
            [b'$', ..] => nag(rest),
            // Glued to a move a star means "the only move", else it ends the game.
            [b'*', ..] if self.gap == Gap::None && self.after_move => Some((Token::Nag(7), 1)),
            [b'*', ..] => Some((Token::Score(Score::Open), 1)),
            [b'.', b'.', b'.', ..] => Some((Token::Ellipsis, 3)),
            [0xE2, 0x80, 0xA6, ..] => Some((Token::Ellipsis, 3)),
            [b'.' | b',', ..] if self.gap == Gap::None => {
                self.source.skip(1);
                return Ok(None);
            }
            [b'-', ..] if !self.in_prose => unknown(rest),
            [b'/', ..] => return Ok(Some(self.setup())),
            [0xC2, 0xBD, ..] => score(rest),
            _ => None,
        };
        let token = match found {
            Some((token, length)) => {
                self.source.advance(length);
                token
            }
            None => self.word(),
        };
        Ok(Some(token))
    }

    /// Steps over blanks: real ones, zero bytes, byte order marks, and `\n` written out.
    fn blanks(&mut self) -> io::Result<Gap> {
        let start = self.source.offset();
        let mut lines = if start == 0 { 2 } else { 0 };
        loop {
            self.source.ensure(LOOKAHEAD)?;
            let rest = self.source.rest();
            let length = match rest {
                [b' ' | b'\t', ..] => {
                    let length = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                    self.source.skip(length);
                    continue;
                }
                [b'\n' | b'\r' | 0 | 0x0B | 0x0C | 0x1A, ..] => 1,
                [b'\\', b'n' | b'r' | b't', ..] | [0xC2, 0xA0, ..] => 2,
                [0xEF, 0xBB, 0xBF, ..] => 3,
                _ => break,
            };
            let written_out = rest[0] == b'\\' && rest[1] == b'n';
            lines += self.source.advance(length) + usize::from(written_out);
        }
        Ok(match lines {
            2.. => Gap::Blank,
            _ if self.source.offset() > start => Gap::Space,
            _ => Gap::None,
        })
    }

    fn bracket(&mut self, at: Place) -> io::Result<Token> {
        let at_line_start = self.source.at_line_start() || self.gap == Gap::Blank;
        let mut wanted = LOOKAHEAD;
        let scan = loop {
            self.source.ensure(wanted)?;
            let rest = self.source.rest();
            let complete = rest.len() < wanted || wanted >= LONGEST_TAG;
            match tagscan::scan(&rest[..rest.len().min(LONGEST_TAG)], at_line_start) {
                TagScan::Short if !complete => wanted *= 2,
                scan => break scan,
            }
        };
        // The file ends within the tag: as if its line did.
        let scan = if scan == TagScan::Short { tagscan::scan_cut(self.source.rest()) } else { scan };
        match scan {
            TagScan::Tag { name, value, length, closed } => {
                let rest = self.source.rest();
                let name = self.decoder.decode(&rest[name], self.source.sample());
                let value = self.decoder.decode(&tagscan::unescape(&rest[value]), self.source.sample());
                let tag = crate::tags::Tag { name, value: value.trim().replace(['\r', '\n'], " ") };
                if !closed {
                    self.reports.push(Skipped { at, reason: Reason::UnclosedTag(tag.name.clone()) });
                }
                self.source.advance(length);
                Ok(Token::Tag(tag))
            }
            TagScan::Short | TagScan::NotATag => Ok(self.other_bracket(at)),
        }
    }

    /// A command outside a comment, `[%clk 0:01]`, or brackets around something else.
    fn other_bracket(&mut self, at: Place) -> Token {
        let rest = self.source.rest();
        let near = &rest[..rest.len().min(LONGEST_BRACKET)];
        let line = near.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(near.len());
        let Some(close) = near[..line].iter().position(|byte| *byte == b']') else {
            return self.word();
        };
        let text = self.decoder.decode(&near[..=close], self.source.sample());
        let command = near.starts_with(b"[%");
        self.source.skip(close + 1);
        if command {
            return Token::Comment(text);
        }
        self.reports.push(Skipped { at, reason: Reason::NotATag(text) });
        // An empty comment says nothing and ends any prose.
        Token::Comment(String::new())
    }

    /// A comment in braces. They nest; but where they do not match, the first closing one counts.
    fn braces(&mut self, at: Place) -> io::Result<Token> {
        let nests = self.source.offset() >= self.flat_until;
        let mut depth = 0_u32;
        let mut first_close = None;
        let mut index = 0;
        let close = loop {
            if index + LOOKAHEAD / 16 > self.source.rest().len() {
                self.source.ensure(index + LOOKAHEAD)?;
            }
            let rest = self.source.rest();
            match rest.get(index) {
                None => break None,
                Some(b'{') => depth += 1,
                Some(b'}') => {
                    depth -= 1;
                    first_close = first_close.or(Some(index));
                    if depth == 0 || !nests {
                        break Some(index);
                    }
                }
                Some(b'\n' | b'\r') if tagscan::opens_tag(&rest[index + 1..]) => break None,
                Some(_) if index > self.longest_comment => break None,
                Some(_) => {}
            }
            index += 1;
        };
        let end = match close.or(first_close) {
            Some(end) => end,
            None => {
                self.reports.push(Skipped { at, reason: Reason::UnclosedComment });
                // Not in the middle of a letter.
                let rest = self.source.rest();
                (1..=index).rev().find(|end| rest[end - 1].is_ascii()).unwrap_or(index)
            }
        };
        if close.is_none() {
            self.flat_until = self.source.offset() + index as u64;
        }
        let text = self.decoder.decode(&self.source.rest()[1..end.max(1)], self.source.sample());
        let closed = close.or(first_close).is_some();
        self.source.advance(end.max(1) + usize::from(closed));
        Ok(Token::Comment(Comment::new(&text).text))
    }

    fn line_comment(&mut self) -> io::Result<Token> {
        let mut length = 1;
        loop {
            self.source.ensure(length + LOOKAHEAD)?;
            let rest = self.source.rest();
            let more = rest[length..].iter().take(LOOKAHEAD);
            let line = more.take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
            length += line;
            if line < LOOKAHEAD || length > self.longest_comment {
                break;
            }
        }
        let text = self.decoder.decode(&self.source.rest()[1..length], self.source.sample());
        self.source.skip(length);
        Ok(Token::Comment(Comment::new(&text).text))
    }

    fn setup(&mut self) -> Token {
        match setup(self.source.rest()) {
            Some((fen, length)) => {
                let fen = self.decoder.decode(&self.source.rest()[fen], self.source.sample());
                self.source.advance(length);
                Token::Setup(fen.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => self.word(),
        }
    }

    fn word(&mut self) -> Token {
        let rest = self.source.rest();
        let ends = |index: usize| match rest[index] {
            b'\\' => matches!(rest.get(index + 1), Some(b'n' | b'r' | b't')),
            byte => byte.is_ascii_whitespace() || byte == 0 || b"{}()[".contains(&byte),
        };
        let longest = rest.len().min(LONGEST_WORD);
        let mut length = (1..longest).find(|index| ends(*index)).unwrap_or(longest);
        if length == LONGEST_WORD {
            // Not in the middle of a letter.
            length = (1..=length).rev().find(|end| rest[end - 1].is_ascii()).unwrap_or(length);
        }
        let text = self.decoder.decode(&rest[..length], self.source.sample());
        self.source.skip(length);
        // A move in the Cyrillic letters of an old code page shows only now.
        let cyrillic = !text.is_ascii() && !self.in_prose;
        match cyrillic.then(|| text.parse()) {
            Some(Ok(text)) => Token::Move(text),
            _ => Token::Word(text),
        }
    }
}

/// A result, a move number or a move.
fn digits(rest: &[u8], in_prose: bool) -> Option<Found> {
    if let Some(found) = score(rest) {
        return Some(found);
    }
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if rest.get(length) == Some(&b'.') {
        return move_number(rest, length);
    }
    if let Some(found) = moves(rest, in_prose) {
        return Some(found);
    }
    if in_prose {
        return None;
    }
    let stands_alone = rest.get(length).is_none_or(u8::is_ascii_whitespace);
    if let Some((text, end)) = MoveText::scan_digits(rest).filter(|_| stands_alone) {
        return Some((Token::Move(text), end));
    }
    // `12 c3-d4`: a number without its dot.
    let blanks = rest[length..].iter().take(8).take_while(|byte| byte.is_ascii_whitespace()).count();
    let before_a_move = blanks > 0 && MoveText::scan(&rest[length + blanks..]).is_some();
    if before_a_move { move_number(rest, length) } else { None }
}

fn move_number(rest: &[u8], length: usize) -> Option<Found> {
    let digits = std::str::from_utf8(&rest[..length]).ok()?;
    let number = digits.parse().ok()?;
    let dots = rest[length..].iter().take_while(|byte| **byte == b'.').count();
    let ellipsis = rest[length + dots..].starts_with("…".as_bytes());
    let end = length + dots + if ellipsis { "…".len() } else { 0 };
    Some((Token::Number(MoveNumber { number, second: dots > 1 || ellipsis }), end))
}

/// A move; among words `ab4` is one of them.
fn moves(rest: &[u8], in_prose: bool) -> Option<Found> {
    let (text, length) = MoveText::scan(rest).filter(|(text, _)| !(in_prose && text.is_short()))?;
    Some((Token::Move(text), length))
}

fn score(rest: &[u8]) -> Option<Found> {
    Score::scan(rest).map(|(score, length)| (Token::Score(score), length))
}

/// `(`, or the opinion `(!)`.
fn opening(rest: &[u8]) -> Found {
    let marks = rest[1..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let opinion = marks > 0 && rest.get(marks + 1) == Some(&b')');
    opinion.then(|| strength(rest, 1)).flatten().unwrap_or((Token::Open, 1))
}

fn strength(rest: &[u8], parentheses: usize) -> Option<Found> {
    let marks = rest[parentheses..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let text = std::str::from_utf8(&rest[parentheses..parentheses + marks]).ok()?;
    let strength = Strength::new(text, parentheses > 0)?;
    Some((Token::Strength(strength), marks + 2 * parentheses))
}

fn nag(rest: &[u8]) -> Option<Found> {
    let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[1..=digits]).ok()?.parse().ok()?;
    Some((Token::Nag(number), digits + 1))
}

/// A dash, or dots of dashes, with nothing around it.
fn unknown(rest: &[u8]) -> Option<Found> {
    let dashes = rest.iter().take(3).take_while(|byte| **byte == b'-').count();
    let stands_alone = rest.get(dashes).is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b')');
    stands_alone.then_some((Token::Unknown, dashes))
}

/// The FEN inside `/FEN "..."/` as a range, and the length of the whole.
fn setup(rest: &[u8]) -> Option<(std::ops::Range<usize>, usize)> {
    let near = &rest[..rest.len().min(LONGEST_SETUP)];
    let start = 1 + near[1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let named = near[start..].len() >= 3 && near[start..start + 3].eq_ignore_ascii_case(b"FEN");
    let bare = matches!(near.get(start..), Some([b'W' | b'B' | b'?', b':', ..]));
    if !named && !bare {
        return None;
    }
    let close = start + near[start..].iter().position(|byte| *byte == b'/')?;
    let inside = if named { start + 3 } else { start };
    let quote = |from: usize| near[from..close].iter().position(|byte| *byte == b'"').map(|at| from + at);
    let range = match quote(inside) {
        Some(open) => open + 1..quote(open + 1).unwrap_or(close),
        None => inside..close,
    };
    Some((range, close + 1))
}
