//! Positions for tests: random games of every variant.

use damka_rules::{MoveList, Position, Rules};

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
