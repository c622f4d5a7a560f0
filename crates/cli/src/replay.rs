//! Recorded games played through, and the openings they are.

use damka_openings::Opening;
pub(crate) use damka_record::pdn::{Failure, Replay, replay};

/// The opening of a game, if it has a name.
pub(crate) fn opening(replay: &Replay) -> Option<&'static Opening> {
    replay.start?;
    damka_openings::recognise_line(replay.positions())
}
