//! A message read column by column: every field has its fixed place.

use crate::message::MessageError;

/// What is left of a message.
pub(crate) struct Columns<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Columns<'a> {
    /// Begins behind the header letter.
    pub(crate) fn after_header(bytes: &'a [u8]) -> Self {
        Columns { bytes, at: 1 }
    }

    /// The next `count` bytes.
    pub(crate) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], MessageError> {
        let field = self.bytes.get(self.at..self.at + count);
        let field = field.ok_or(MessageError::Short { column: self.bytes.len() + 1, what })?;
        self.at += count;
        Ok(field)
    }

    /// The next byte, if `understand` knows it.
    pub(crate) fn letter<T>(
        &mut self,
        what: &'static str,
        expected: &'static str,
        understand: impl Fn(u8) -> Option<T>,
    ) -> Result<T, MessageError> {
        let field = self.take(1, what)?;
        understand(field[0]).ok_or_else(|| self.bad(what, expected, field))
    }

    /// A number of `count` digits; blanks in front count as zeros.
    pub(crate) fn number(&mut self, count: usize, what: &'static str) -> Result<u16, MessageError> {
        let field = self.take(count, what)?;
        let digits = field.trim_ascii_start();
        let all_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !all_digits {
            return Err(self.bad(what, "digits", field));
        }
        Ok(digits.iter().fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0')))
    }

    /// A square of the board.
    pub(crate) fn square(&mut self, what: &'static str) -> Result<u8, MessageError> {
        match self.number(2, what)? {
            // The bounds make the cast exact.
            square @ 1..=50 => Ok(square as u8),
            _ => Err(self.bad(what, "a square from 01 to 50", &self.bytes[self.at - 2..self.at])),
        }
    }

    /// Nothing more may follow, but blanks and line ends do no harm.
    pub(crate) fn finish(self) -> Result<(), MessageError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
            Some(index) => Err(MessageError::Trailing { column: self.at + index + 1 }),
            None => Ok(()),
        }
    }

    /// An error about the field just taken.
    pub(crate) fn bad(&self, what: &'static str, expected: &'static str, field: &[u8]) -> MessageError {
        MessageError::Bad { column: self.at - field.len() + 1, what, expected, found: text(field) }
    }
}

/// Bytes as printable text: what is not ASCII or not printable becomes `?`.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| printable(char::from(byte))).collect()
}

/// The character if a message may hold it, else `?`.
pub(crate) fn printable(c: char) -> char {
    if (' '..='~').contains(&c) { c } else { '?' }
}
