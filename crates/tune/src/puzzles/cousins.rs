//! Positions of one game on the board of another: a puzzle of a cousin is a good place to look for one, which then has
//! to be proved under the laws of this game like any other.

use damka_rules::{AnyPosition, Grid, Playable, Setup, Side, Square, Variant};

/// A position as it would stand in another game: on a board of the same size in one way, on the next larger in every
/// corner and in the middle. Where the boards are mirror images, left and right change places. None if there would be more
/// pieces than the game begins with, or if the game is played on other squares.
pub(crate) fn carried(pos: &AnyPosition, to: Variant) -> Vec<AnyPosition> {
    let setup = pos.to_setup();
    let begins = AnyPosition::start(to).to_setup();
    if !Side::BOTH.into_iter().all(|side| count(&setup, side) <= count(&begins, side)) {
        return Vec::new();
    }
    let (from, onto) = (pos.grid(), to.grid());
    let place = |shift: (usize, usize)| {
        let mut there = Setup::empty(setup.turn);
        for &(square, piece) in &setup.pieces {
            there.pieces.push((moved(from, onto, square, shift)?, piece));
        }
        AnyPosition::from_setup(to, &there).ok()
    };
    shifts(from, onto).iter().filter_map(|&shift| place(shift)).collect()
}

fn count(setup: &Setup, side: Side) -> usize {
    setup.pieces.iter().filter(|(_, piece)| piece.side == side).count()
}

/// Rows and columns a position can be moved by, so that it stays on squares of its colour.
fn shifts(from: Grid, onto: Grid) -> &'static [(usize, usize)] {
    let alike = matches!(from.playable, Playable::All) == matches!(onto.playable, Playable::All);
    match (onto.width.checked_sub(from.width), onto.height.checked_sub(from.height)) {
        (Some(0), Some(0)) if alike => &[(0, 0)],
        (Some(2), Some(2)) if alike => &[(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)],
        _ => &[],
    }
}

fn moved(from: Grid, onto: Grid, square: Square, (down, right): (usize, usize)) -> Option<Square> {
    let (row, col) = from.place(square);
    let col = if from.playable == onto.playable { col } else { from.width - 1 - col };
    onto.square_at(row + down, col + right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(variant: Variant, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(variant, fen).unwrap()
    }

    #[test]
    fn positions_stay_where_they_are_on_the_same_board() {
        let russian = position(Variant::Russian, "B:WKa1,c3:Bh8,d6");
        let [pool] = carried(&russian, Variant::Pool)[..] else { panic!("one way") };
        assert_eq!(pool.to_setup().pieces, russian.to_setup().pieces);
        assert_eq!((pool.variant(), pool.turn()), (Variant::Pool, Side::Black));
    }

    #[test]
    fn mirrored_boards_mirror_positions() {
        for (from, to) in [(Variant::Czech, Variant::Spanish), (Variant::English, Variant::Italian)] {
            let start = AnyPosition::start(from);
            let [there] = carried(&start, to)[..] else { panic!("one way") };
            assert_eq!(there.to_setup().pieces, AnyPosition::start(to).to_setup().pieces);
            assert_eq!(carried(&there, from)[0].to_setup().pieces, start.to_setup().pieces);
        }
        let corner = carried(&position(Variant::Czech, "W:Wa1:Bf6"), Variant::Spanish)[0];
        let (square, _) = corner.to_setup().pieces[1];
        assert_eq!(Variant::Spanish.grid().place(square), (7, 7), "a1 becomes h1");
    }

    #[test]
    fn larger_boards_have_five_places() {
        let small = position(Variant::International, "W:W28,32:B16,19");
        let large = carried(&small, Variant::Canadian);
        assert_eq!(large.len(), 5);
        for pos in large {
            assert_eq!((pos.moves().len(), pos.turn()), (small.moves().len(), Side::White));
        }
        let man = position(Variant::International, "W:W6:B45");
        assert_eq!(carried(&man, Variant::Canadian).len(), 5, "nobody is crowned by moving house");
    }

    #[test]
    fn other_boards_and_more_pieces_are_refused() {
        let start = AnyPosition::start(Variant::Russian);
        assert_eq!(carried(&start, Variant::Armenian), []);
        assert_eq!(carried(&start, Variant::Canadian), [], "two sizes larger");
        assert_eq!(carried(&start, Variant::Thai), [], "eight men each");
        assert_eq!(carried(&AnyPosition::start(Variant::International), Variant::Russian), []);
    }
}
