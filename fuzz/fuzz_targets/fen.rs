//! Whatever is read as a FEN is written back as the same position.
#![no_main]

use damka_rules::{AnyPosition, Notation, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let variant = Variant::EVERY[first as usize % Variant::EVERY.len()];
    let Ok(pos) = AnyPosition::from_fen(variant, text) else { return };
    for notation in [Notation::Numeric, Notation::Algebraic] {
        assert_eq!(AnyPosition::from_fen(variant, &pos.to_fen_in(notation)), Ok(pos));
    }
});
