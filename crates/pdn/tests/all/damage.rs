//! No bytes make the reader panic, hang or lose count.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use damka_pdn::{Game, Reader};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::show;

/// A reader that hands out a few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(into.len()).min(self.1);
        into[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = vec![
        b"[Event \"a\"]",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"{",
        b"}",
        b"(",
        b")",
        b"1.",
        b"...",
        b"32-28",
        b"c3:e5",
        b"1-0",
        b"*",
        b"$1",
        b"!?",
        b"(!)",
        b"/FEN \"W:W1:B2\"/",
        b"/",
        b"%",
        b";",
        b"\n",
        b"\n\n",
        b"\r",
        b" ",
        b"\\n",
        b"\xEF\xBB\xBF",
        b"\xC0\xE1\xE0",
        b"\xD0",
        b"\xFF\xFE",
        b"\0",
        b"[%clk 1]",
        b"word",
        b"-",
        b"1/2-1/2",
    ];
    vec(prop_oneof![4 => proptest::sample::select(known).prop_map(<[u8]>::to_vec), 1 => vec(any::<u8>(), 0..4)], 0..80)
        .prop_map(|pieces| pieces.concat())
}

fn check(bytes: &[u8]) -> Vec<Game> {
    let games = show::games(bytes);
    let mut before = 0;
    for game in &games {
        assert!(game.at.offset >= before && game.at.line >= 1 && game.at.column >= 1);
        before = game.at.offset;
    }
    games
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in vec(any::<u8>(), 0..2000)) {
        check(&bytes);
    }

    #[test]
    fn arbitrary_pieces(bytes in pieces(), drip in 1..9_usize) {
        let games = check(&bytes);
        let dripped: Vec<_> = Reader::new(Drip(&bytes, drip)).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(games, dripped);
    }
}

#[test]
fn long_rows_of_one_thing_take_linear_time() {
    let things = [
        "{",
        "}",
        "{{}",
        "(",
        ")",
        "(1-5",
        "[",
        "[a",
        "[a \"",
        "\"",
        "\\",
        "[A \"\\\"]",
        "1",
        "1.",
        "-",
        "x",
        "/",
        "/FEN",
        "%",
        ";",
        "$",
        "!",
        "(!",
        "*",
        "a",
        "a1",
        "1-",
        "1 ",
        "1x",
        "[%",
        "]",
        "\n",
        "\r",
        "\\n",
        "{\n[A \"",
        "\n[A \"b",
        "[A \"b\"]",
        "1-0 ",
        "1-5 ",
        "{a}",
        "Жук ",
        "[A \"b\" ",
    ];
    for thing in things {
        let read = |size: usize| {
            let text = thing.repeat(size / thing.len());
            let start = Instant::now();
            let count = Reader::new(text.as_bytes()).filter(Result::is_ok).count();
            (start.elapsed(), count)
        };
        // Linear work takes milliseconds here; only where it does not is it compared with less of the same.
        let (whole, count) = read(500_000);
        if whole > Duration::from_secs(2) {
            // The least of several: a machine that was busy with something else once is no reason to fail.
            let whole = (0..4).map(|_| read(500_000).0).min().unwrap_or(whole);
            let (part, _) = read(50_000);
            assert!(whole < 40 * part, "{thing:?}: {count} games took {whole:?}, a tenth of them {part:?}");
        }
    }
}

#[test]
fn errors_of_the_input_are_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let mut reader = Reader::new(b"1. 32-28 *\n1. 31-27".as_slice().chain(Broken));
    assert!(reader.any(|game| game.is_err()));
    assert!(reader.next().is_none());
}
