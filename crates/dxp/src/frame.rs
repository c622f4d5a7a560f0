//! Frames: each message of 1 to 127 bytes is followed by one NUL.

use crate::message::Message;

/// The longest message the protocol allows.
pub const MAX_FRAME: usize = 127;

/// The bytes to write for a message, the final NUL included.
pub fn encode(message: &Message) -> Vec<u8> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(0);
    bytes
}

/// A frame longer than the protocol allows; what came up to its NUL is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message longer than {MAX_FRAME} characters")]
pub struct TooLong;

/// Cuts a byte stream into frames however the network has chopped it.
#[derive(Debug, Default)]
pub struct Frames {
    open: Vec<u8>,
    overlong: bool,
}

impl Frames {
    /// A stream of which nothing has been read.
    pub fn new() -> Self {
        Frames::default()
    }

    /// Takes what one read returned and gives back the frames it completes. Empty frames are nothing.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Result<Vec<u8>, TooLong>> {
        let mut frames = Vec::new();
        for &byte in bytes {
            if byte != 0 {
                self.overlong |= self.open.len() == MAX_FRAME;
                if !self.overlong {
                    self.open.push(byte);
                }
            } else if std::mem::take(&mut self.overlong) {
                self.open.clear();
                frames.push(Err(TooLong));
            } else if !self.open.is_empty() {
                frames.push(Ok(std::mem::take(&mut self.open)));
            }
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reads: &[&[u8]], expect: &[Result<&[u8], TooLong>]) {
        let mut frames = Frames::new();
        let got: Vec<_> = reads.iter().flat_map(|bytes| frames.push(bytes)).collect();
        let expect: Vec<_> = expect.iter().map(|frame| frame.map(<[u8]>::to_vec)).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn frames() {
        check(&[b"E00\0"], &[Ok(b"E00")]);
        check(&[b"E", b"00", b"\0C", b"hi\0"], &[Ok(b"E00"), Ok(b"Chi")]);
        check(&[b"\0\0E00\0K0\0\0"], &[Ok(b"E00"), Ok(b"K0")]);
        check(&[b"never ended"], &[]);
        check(&[&[b'x'; 127], b"\0"], &[Ok(&[b'x'; 127])]);
        check(&[&[b'x'; 128], b"\0E00\0"], &[Err(TooLong), Ok(b"E00")]);
        check(&[&[b'x'; 100_000], b"x\0E00\0"], &[Err(TooLong), Ok(b"E00")]);
    }
}
