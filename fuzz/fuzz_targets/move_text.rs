//! A text that is played is one of the legal moves, and its own text means the same move again.
#![no_main]

use damka_rules::{Game, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut game = Game::new(Variant::EVERY[first as usize % Variant::EVERY.len()]);
    for word in text.split_whitespace().take(60) {
        let before = *game.position();
        let Ok(played) = game.play_text(word) else { continue };
        let (route, short) = (played.route.clone(), played.text.clone());
        assert!(before.routes().contains(&route));
        let (again, _) = before.play_text(&short).expect("our own text is understood");
        assert_eq!(again, *game.position());
    }
});
