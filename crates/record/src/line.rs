//! A record as one line of text: `russian c3-d4 d6-c5@1200/58800 end=resigned-white result=0-1 ~White=Ann`.
//!
//! Words with a blank between them: the variant, then moves and fields in any order. Behind a move stand
//! the milliseconds used and left. A field is `name=value`; a tag is a field whose name begins with `~`.

use std::fmt::{self, Write};
use std::str::FromStr;

use damka_rules::UnknownName;

use crate::record::{Ply, Record, Spent, Tag};

/// Why a line is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// No such variant, ending or result.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A word that means nothing.
    #[error("word {number}: '{word}' is {expected}")]
    Word {
        /// Which word, from 1.
        number: usize,
        /// The word.
        word: String,
        /// What is wrong with it.
        expected: &'static str,
    },
}

const TOUCH_MOVE: &str = "touch-move";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.variant)?;
        if self.touch_move {
            write!(f, " option={TOUCH_MOVE}")?;
        }
        if let Some(fen) = &self.start {
            write!(f, " from={}", Escaped(fen))?;
        }
        for ply in &self.moves {
            write!(f, " {}", Escaped(&ply.text))?;
            if let Some(used) = ply.spent.used {
                write!(f, "@{used}")?;
            }
            if let Some(left) = ply.spent.left {
                write!(f, "/{left}")?;
            }
        }
        if let Some(ending) = self.ending {
            write!(f, " end={}", ending.key())?;
        }
        if let Some(outcome) = self.outcome {
            write!(f, " result={outcome}")?;
        }
        for Tag(name, value) in &self.tags {
            write!(f, " ~{}={}", Escaped(name), Escaped(value))?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Record, LineError> {
        let mut words = line.split_ascii_whitespace().enumerate();
        let variant = words.next().map_or("", |(_, word)| word).parse()?;
        let mut record = Record::new(variant);
        for (index, word) in words {
            let wrong = |expected| LineError::Word { number: index + 1, word: word.to_owned(), expected };
            let Some((name, value)) = word.split_once('=') else {
                record.moves.push(ply(word).ok_or_else(|| wrong("not a move with its times"))?);
                continue;
            };
            let value = unescaped(value).ok_or_else(|| wrong("escaped wrongly"))?;
            match name {
                "option" if value == TOUCH_MOVE => record.touch_move = true,
                "option" => return Err(wrong("an unknown option")),
                "from" => record.start = Some(value),
                "end" => record.ending = Some(value.parse()?),
                "result" => record.outcome = Some(value.parse()?),
                _ => {
                    let name = name.strip_prefix('~').and_then(unescaped);
                    record.tags.push(Tag(name.ok_or_else(|| wrong("an unknown field"))?, value));
                }
            }
        }
        Ok(record)
    }
}

/// A move with what stands behind it: `c3-d4`, `c3-d4@1200`, `c3-d4@1200/58800`, `c3-d4/58800`.
fn ply(word: &str) -> Option<Ply> {
    let (word, left) = match word.split_once('/') {
        Some((word, left)) => (word, Some(left.parse().ok()?)),
        None => (word, None),
    };
    let (text, used) = match word.split_once('@') {
        Some((text, used)) => (text, Some(used.parse().ok()?)),
        None => (word, None),
    };
    Some(Ply { text: unescaped(text)?, spent: Spent { used, left } })
}

/// Text without the signs that part the words of a line; `%20` for a blank, as in addresses.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            // Only ASCII is escaped: the words are parted at ASCII blanks.
            match letter {
                '\0'..=' ' | '%' | '=' | '@' | '/' | '~' | '\x7f' => write!(f, "%{:02X}", letter as u32)?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('%');
    plain.push_str(parts.next()?);
    for part in parts {
        let code = u8::from_str_radix(part.get(..2)?, 16).ok().filter(u8::is_ascii)?;
        plain.push(char::from(code));
        plain.push_str(&part[2..]);
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |line: &str| {
            let record: Record = line.parse().unwrap();
            assert_eq!(record.to_string(), line);
        };
        check("russian");
        check("russian+optional-capture option=touch-move c3-d4 d6-c5");
        check("international from=W:W31:B5 31-26@1200 5-10@3/58800 26-21/7");
        check("thai end=time-black result=1-0 ~White=Ann%20Lee ~Event=");
        check("russian result=1/2-1/2");
    }

    #[test]
    fn wrong_lines() {
        let check = |line: &str, expect: &str| {
            let error = line.parse::<Record>().unwrap_err().to_string();
            assert!(error.contains(expect), "{line}: {error}");
        };
        check("", "unknown variant ''");
        check("chess e2-e4", "unknown variant 'chess'");
        check("russian c3-d4 d6-c5@x", "word 3: 'd6-c5@x'");
        check("russian option=flying", "unknown option");
        check("russian shape=round", "unknown field");
        check("russian end=eaten", "unknown ending 'eaten'");
        check("russian result=3-0", "unknown result '3-0'");
        check("russian ~White=%2", "escaped wrongly");
        check("russian ~White=%ff", "escaped wrongly");
    }
}
