//! Games of ours written down as PDN.

use damka_record::Record;
use damka_rules::Game;

/// A game as PDN, with these tags before those that follow from the game.
pub(crate) fn to_pdn(game: &Game, tags: &[(&str, &str)]) -> damka_pdn::Game {
    let mut record = Record::from_game(game);
    for (name, value) in tags {
        record.set_tag(name, value);
    }
    record.to_pdn()
}
