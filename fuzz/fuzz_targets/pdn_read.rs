//! Any bytes can be read as PDN: no panic, no hang, places in order, the same however they arrive.
#![no_main]

use std::io::{self, Read};

use damka_pdn::Reader;
use libfuzzer_sys::fuzz_target;

/// Hands out a few bytes at a time.
struct Drip<'a>(&'a [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(into.len()).min(7);
        into[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut dripped = Reader::new(Drip(bytes));
    let mut before = 0;
    for game in Reader::new(bytes) {
        let game = game.expect("memory does not fail");
        assert!(game.at.offset >= before);
        before = game.at.offset;
        let again = dripped.next().expect("as many games").expect("memory does not fail");
        assert_eq!(game, again);
    }
    assert!(dripped.next().is_none());
});
