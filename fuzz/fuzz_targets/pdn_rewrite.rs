//! What was read can be written, and what was written is read as the same game.
#![no_main]

use damka_pdn::{Action, Game, Line, Reader, to_pdn};
use libfuzzer_sys::fuzz_target;

fn read(text: &[u8]) -> Vec<Game> {
    Reader::new(text).collect::<Result<_, _>>().expect("memory does not fail")
}

/// Moves nobody wrote down become a comment, after which the numbers count differently.
fn all_known(line: &Line) -> bool {
    line.steps.iter().all(|step| step.action != Action::Unknown && step.variations.iter().all(all_known))
}

fuzz_target!(|bytes: &[u8]| {
    for game in read(bytes) {
        let Ok(first) = to_pdn(&game) else { continue };
        let again = read(first.as_bytes());
        assert_eq!(again.len(), 1, "{first}");
        if all_known(&game.line) {
            assert_eq!(to_pdn(&again[0]).expect("written once"), first);
            let moves = |game: &Game| game.moves().map(|text| text.squares().collect::<Vec<_>>()).collect::<Vec<_>>();
            assert_eq!(moves(&game), moves(&again[0]));
        }
    }
});
