//! Lines from outside, whatever bytes they hold.

use std::io::{self, BufRead, Read};

/// The longest line worth keeping; a game of thousands of moves fits.
const LONGEST: u64 = 1 << 20;

/// The next line without its end; `None` at the end of the input. Bytes that are no text are replaced, and a line
/// is cut at a length that no sender can exhaust the memory with: what is wrong with it is for others to say.
pub(crate) fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let mut rest = Vec::new();
    while line.last() != Some(&b'\n') && input.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0 {
        if rest.last() == Some(&b'\n') {
            break;
        }
        rest.clear();
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expect: &[&str]) {
        let mut input = bytes;
        let mut lines = Vec::new();
        while let Some(line) = line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, expect);
    }

    #[test]
    fn lines() {
        check(b"", &[]);
        check(b"one\r\n\ntwo", &["one", "", "two"]);
        check(b"c3-d4\xff\n\xd0\nend\n", &["c3-d4\u{fffd}", "\u{fffd}", "end"]);
        let long = vec![b'x'; 3 << 20];
        let cut = "x".repeat(1 << 20);
        check(&[&long[..], b"\nnext\n"].concat(), &[&cut, "next"]);
        check(&long, &[&cut]);
    }
}
