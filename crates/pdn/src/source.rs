//! A window onto a file of any length that knows where it stands.

use std::io::{self, Read};

use crate::encoding::{Charset, Transcoder};
use crate::place::Place;

/// How much is read at a time.
const CHUNK: usize = 64 * 1024;

/// The bytes around the reading position. Lengths and indices are relative to that position.
pub(crate) struct Source<R> {
    inner: R,
    /// Where the input puts what it has, however little at a time.
    chunk: Box<[u8]>,
    buffer: Vec<u8>,
    position: usize,
    /// Offset in the file of the first byte of the buffer.
    base: u64,
    line: u32,
    line_start: u64,
    ended: bool,
    transcoder: Option<Transcoder>,
    given: Option<Charset>,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R, given: Option<Charset>) -> Source<R> {
        Source {
            inner,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            buffer: Vec::new(),
            position: 0,
            base: 0,
            line: 1,
            line_start: 0,
            ended: false,
            transcoder: given.and_then(Charset::transcoder),
            given,
        }
    }

    /// Everything at hand from the reading position on.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.position..]
    }

    /// Everything at hand, also what has been read: a sample of the file.
    pub(crate) fn sample(&self) -> &[u8] {
        &self.buffer
    }

    pub(crate) fn place(&self) -> Place {
        let offset = self.offset();
        let column = u32::try_from(offset - self.line_start + 1).unwrap_or(u32::MAX);
        Place { offset, line: self.line, column }
    }

    pub(crate) fn offset(&self) -> u64 {
        self.base + self.position as u64
    }

    pub(crate) fn at_line_start(&self) -> bool {
        self.offset() == self.line_start
    }

    /// The encoding the text is being turned into UTF-8 from, if it is.
    pub(crate) fn transcoded(&self) -> Option<Charset> {
        self.transcoder.as_ref().map(Transcoder::charset)
    }

    /// Makes `wanted` bytes available unless the file ends before.
    #[inline]
    pub(crate) fn ensure(&mut self, wanted: usize) -> io::Result<()> {
        if self.rest().len() < wanted && !self.ended { self.read_to(wanted) } else { Ok(()) }
    }

    #[cold]
    fn read_to(&mut self, wanted: usize) -> io::Result<()> {
        while self.rest().len() < wanted && self.more()? {}
        Ok(())
    }

    /// Makes more bytes available; false at the end of the file.
    pub(crate) fn more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.position > CHUNK {
            self.base += self.position as u64;
            self.buffer.drain(..self.position);
            self.position = 0;
        }
        let before = self.buffer.len();
        let first = self.base == 0 && before == 0;
        self.read_chunk()?;
        if first {
            self.begin()?;
        }
        tame(&mut self.buffer[before..]);
        Ok(!self.ended || self.buffer.len() > before)
    }

    /// Steps over bytes of one line.
    pub(crate) fn skip(&mut self, length: usize) {
        self.position += length;
    }

    /// Steps over bytes and counts the lines among them; true for each line end.
    pub(crate) fn advance(&mut self, length: usize) -> usize {
        let mut lines = 0;
        for index in self.position..self.position + length {
            let byte = self.buffer[index];
            let lone_return = byte == b'\r' && self.buffer.get(index + 1) != Some(&b'\n');
            if byte == b'\n' || lone_return {
                lines += 1;
                self.line = self.line.saturating_add(1);
                self.line_start = self.base + index as u64 + 1;
            }
        }
        self.position += length;
        lines
    }

    /// Looks at the first bytes: a byte order mark goes, UTF-16 is turned into UTF-8.
    fn begin(&mut self) -> io::Result<()> {
        while self.buffer.len() < 64 && !self.ended {
            self.read_chunk()?;
        }
        if self.given.is_none() && self.transcoder.is_none() {
            self.transcoder = Charset::wide(&self.buffer).and_then(Charset::transcoder);
            if self.transcoder.is_some() {
                let raw = std::mem::take(&mut self.buffer);
                self.transcode(&raw);
            }
        }
        if self.buffer.starts_with(b"\xEF\xBB\xBF") {
            self.position = 3;
            self.line_start = 3;
        }
        Ok(())
    }

    fn read_chunk(&mut self) -> io::Result<()> {
        let length = read(&mut self.inner, &mut self.chunk)?;
        self.ended = length == 0;
        if self.transcoder.is_some() {
            let raw = self.chunk[..length].to_vec();
            self.transcode(&raw);
        } else {
            self.buffer.extend_from_slice(&self.chunk[..length]);
        }
        Ok(())
    }

    fn transcode(&mut self, raw: &[u8]) {
        let Some(decoder) = &mut self.transcoder else { return };
        let text = decoder.decode(raw, self.ended);
        self.buffer.extend_from_slice(text.as_bytes());
    }
}

/// Control characters mean nothing here, but much to the terminal on which a name or a comment is shown.
fn tame(bytes: &mut [u8]) {
    for byte in bytes {
        if byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

fn read(inner: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match inner.read(into) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
