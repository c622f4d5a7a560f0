//! Which game a PDN game is: by our own name for it, by its GameType, by its squares.

use damka_pdn::{Game, GameType};
use damka_rules::{Side, Variant};

use super::naming::{Naming, known};

/// The variants a game may belong to, the likeliest first.
///
/// A Variant tag with a name of ours comes first: it tells relatives and house rules apart, for which the
/// standard has no number. Then the GameType, other names, and the squares.
pub fn variants(game: &Game) -> Vec<Variant> {
    let mut found: Vec<Variant> = Vec::new();
    let tag = game.tags.known("Variant").unwrap_or_default();
    if let Ok(named) = tag.parse::<Variant>() {
        // Others call English draughts Checkers and Russian ones Shashki, but hardly in our spelling.
        let elsewhere = match named {
            Variant::Checkers => Some(Variant::English),
            Variant::Shashki => Some(Variant::Russian),
            _ => None,
        };
        found.push(named);
        found.extend(elsewhere);
        if tag != named.to_string() {
            found.reverse();
        }
        return found;
    }
    found.extend(game.variants().into_iter().filter_map(|name| name.parse::<Variant>().ok()));
    found
}

/// A way of calling squares, and who moves first where that is not as the variant has it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    pub(crate) naming: Naming,
    pub(crate) starts: Side,
}

/// The ways a game of this variant may be written, the likeliest first: as its GameType says, as the standard
/// has it for the game, as the rules library does. Some programs write a wrong corner, so none is sure.
pub(crate) fn manners(game: &Game, variant: Variant) -> Vec<Manner> {
    let grid = variant.grid();
    let written = game.game_type();
    let fits = |kind: GameType| {
        let details = kind.details?;
        let same = usize::from(details.width) == grid.width && usize::from(details.height) == grid.height;
        let starts = if details.white_starts { Side::White } else { Side::Black };
        same.then(|| Manner { naming: Naming::of(&details), starts })
    };
    let standard = known(variant).and_then(|known| fits(known.game_type()));
    let ours = Manner { naming: Naming::OURS, starts: variant.laws().starts };
    let mut manners: Vec<Manner> = Vec::new();
    // Our own name for the game means that we wrote it: as the standard has it, or plainly.
    for manner in [written.and_then(fits), standard, Some(ours)].into_iter().flatten() {
        if !manners.contains(&manner) {
            manners.push(manner);
        }
    }
    manners
}
