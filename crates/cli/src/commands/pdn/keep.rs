//! Games that are copied from file to file: as they are, unless PDN has no word for how they are written.

use damka_pdn::{Game, WriteError, to_pdn};
use damka_record::pdn::rewrite;

use crate::replay::{Replay, replay};

/// A game as text. Short moves (`cb4`), which PDN does not have, are written in full.
pub(crate) fn written(mut game: Game, replayed: Option<Replay>) -> Result<String, WriteError> {
    match to_pdn(&game) {
        Err(WriteError::Move(_)) => {
            let replayed = replayed.unwrap_or_else(|| replay(&game, None));
            let notation =
                replayed.variant.map_or(damka_rules::Notation::Algebraic, |variant| variant.laws().notation);
            rewrite(&mut game, &replayed, notation);
            to_pdn(&game)
        }
        other => other,
    }
}
