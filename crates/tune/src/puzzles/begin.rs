//! Where the games of the maker begin.

use damka_arena::Openings;
use damka_rules::{AnyPosition, Game, Piece, Role, Setup, Side, Variant};
use fastrand::Rng;

/// Random plies a game begins with, at least and at most.
const OPENING: (usize, usize) = (6, 18);
/// The fewest pieces of an ending; one out of so many is a king.
const FEWEST: usize = 4;
const KINGS: usize = 6;
/// How often chance is asked for an ending.
const TRIES: usize = 200;

/// The beginning of the game of a number: some plies of chance, or pieces thrown on the board, at most so many.
pub(crate) fn begin(
    variant: Variant,
    endings: Option<usize>,
    seed: u64,
    number: u64,
    random: &mut Rng,
) -> Game {
    let thrown = endings.and_then(|most| {
        let pieces = random.usize(FEWEST..=most.max(FEWEST));
        (0..TRIES).find_map(|_| ending(variant, pieces, random))
    });
    thrown.map_or_else(
        || {
            let plies = random.usize(OPENING.0..=OPENING.1);
            Openings::random(variant, plies, seed).get(number as usize)
        },
        Game::from_position,
    )
}

/// Pieces on random squares, as many of each side, in which nobody can take.
fn ending(variant: Variant, pieces: usize, random: &mut Rng) -> Option<AnyPosition> {
    let squares: Vec<_> = variant.grid().all().collect();
    let mut setup = Setup::empty(if random.bool() { Side::White } else { Side::Black });
    for n in 0..pieces / 2 * 2 {
        let side = Side::BOTH[n % 2];
        let role = if random.usize(..KINGS) == 0 { Role::King } else { Role::Man };
        setup.pieces.push((squares[random.usize(..squares.len())], Piece { side, role }));
    }
    let position = AnyPosition::from_setup(variant, &setup).ok()?;
    let game = Game::from_position(position);
    (!position.can_capture() && game.outcome().is_none()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_the_same_way_each_time_and_can_be_played() {
        for &variant in Variant::EVERY {
            for endings in [None, Some(8)] {
                let game = || begin(variant, endings, 7, 3, &mut Rng::with_seed(5));
                assert_eq!(game().position(), game().position(), "{variant}");
                assert!(game().outcome().is_none() && !game().position().moves().is_empty(), "{variant}");
                let pieces = game().position().to_setup().pieces.len();
                assert!(endings.is_none() || (FEWEST..=8).contains(&pieces), "{variant}: {pieces}");
            }
        }
    }
}
