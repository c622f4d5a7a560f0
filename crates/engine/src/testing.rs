//! Positions for tests: random games of every variant.

use damka_rules::{Bits, Geometry, MoveList, Position, Rules, SetOf, Side};

/// All positions of some random games, the same every time.
pub(crate) fn positions<R: Rules>(games: u64) -> Vec<Position<R>> {
    let mut list = Vec::new();
    let mut moves = MoveList::new();
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut pos = Position::<R>::start();
        for _ in 0..120 {
            list.push(pos);
            pos.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            pos = pos.play(moves[random.usize(..moves.len())]);
        }
    }
    list
}

/// Positions of one king against a few men and kings beside it: full of captures, often round ones.
pub(crate) fn few_kings<R: Rules>(count: u64) -> Vec<Position<R>> {
    let squares = R::Board::GRID.squares() as u64;
    let place = |n: u64| SetOf::<R>::narrow(1 << R::Board::ORDER[(n % squares) as usize]);
    let make = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        // Half of all kings stand in the corner whose captures once had no tag.
        let king = if seed.is_multiple_of(2) { place(0) } else { place(random.u64(..)) };
        let mut others = SetOf::<R>::EMPTY;
        for _ in 0..random.usize(3..7) {
            others |= place(random.u64(..squares / 2));
        }
        let others = others & !king;
        Position::from_sets(king, others, king | others, Side::White)
    };
    (0..count).filter_map(make).collect()
}
