//! Random positions of few pieces, to try tables and those who play by them.

use damka_rules::{Bits, Geometry, Position, Rules, SetOf, Side};

/// A random position with so many pieces; none where chance put two on a square or the wrong kind on one.
///
/// `roll` gives a number below the one it is given, so that nobody here draws lots of their own.
///
/// ```
/// use damka_endgame::random_position;
/// use damka_rules::variants::Russian;
/// // Each piece rolls for its square, its side and its rank; the last roll is for the turn.
/// let mut rolls = [0, 0, 1, 31, 1, 1, 0].into_iter();
/// let position = random_position::<Russian>(2, &mut |_| rolls.next().unwrap()).unwrap();
/// assert_eq!(position.occupied().count_ones(), 2);
/// ```
pub fn random_position<R: Rules>(pieces: u32, roll: &mut dyn FnMut(usize) -> usize) -> Option<Position<R>> {
    let squares: Vec<_> = SetOf::<R>::narrow(R::Board::SQUARES).singles().collect();
    let [mut white, mut black, mut kings] = [SetOf::<R>::EMPTY; 3];
    for _ in 0..pieces {
        let square = squares[roll(squares.len())];
        *if roll(2) == 0 { &mut white } else { &mut black } |= square;
        if roll(2) == 1 {
            kings |= square;
        }
    }
    let turn = if roll(2) == 0 { Side::White } else { Side::Black };
    let position = Position::<R>::from_sets(white, black, kings, turn)?;
    (position.occupied().count() == pieces && white.any() && black.any()).then_some(position)
}
