//! Everything the evaluation knows besides men patterns: counts, kings, the turn, balance, drawn endings.

use damka_rules::{Bits, DrawLaw, Geometry, Goal, KingRange, Position, Rules, SetOf, Side};

use super::windows::Shape;

/// The plain terms, each with an opening and an ending weight. Numbers are places in the weights.
///
/// [`attacked`] is worked out only for weights that use [`Term::SafeReach`] or [`Term::Trapped`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum Term {
    /// Men more than the opponent.
    Men,
    /// Kings more than the opponent.
    Kings,
    /// Has a king at all.
    FirstKing,
    /// Being to move.
    Turn,
    /// Squares kings can go to.
    KingReach,
    /// Men evenly spread between left and right.
    Balance,
    /// Squares kings can go to without being taken there at once.
    SafeReach,
    /// Kings that have no such square.
    Trapped,
    /// Equally many pieces, and the side to move would have the last word if all met ("the move").
    Opposition,
}

/// How many plain terms there are; king squares follow them.
pub(crate) const TERMS: usize = 9;

/// Opening share of a position with so many pieces, out of [`PHASES`].
pub(crate) const PHASES: i32 = 64;

/// How much of the opening is left.
#[inline(always)]
pub(crate) fn phase<R: Rules>(pieces: u32) -> i32 {
    let all = const { 2 * R::LAWS.men_rows as u32 * Shape::of(R::Board::GRID).cols as u32 };
    (pieces.min(all) * PHASES as u32 / all) as i32
}

/// Full value of a score, see [`scale`].
pub(crate) const FULL: i32 = 16;

/// How much of its value a material balance keeps, out of [`FULL`]: endings that cannot be won are draws.
#[inline(always)]
pub(crate) fn scale<R: Rules>(pos: &Position<R>) -> i32 {
    if !matches!(R::LAWS.goal, Goal::LeaveNoMove) {
        return FULL;
    }
    let (white, black) = (pos.pieces(Side::White).count(), pos.pieces(Side::Black).count());
    if white + black > 8 {
        return FULL;
    }
    let one_each = const { DrawLaw::one_piece_each(R::LAWS.draws) };
    if one_each && white == 1 && black == 1 {
        return 0;
    }
    let straight = Shape::of(R::Board::GRID).symmetric;
    let flying = !matches!(R::LAWS.king_range, KingRange::Short);
    if straight || !flying || pos.kings().none() {
        return FULL;
    }
    // Alone on the main road a flying king holds out against any number.
    let road = SetOf::<R>::narrow(const { main_road::<R>() });
    let alone_on_road = |side: Side| {
        let own = pos.kings_of(side);
        own == pos.pieces(side) && own.any() && own.rest().none() && pos.occupied() & road == own
    };
    if alone_on_road(Side::White) || alone_on_road(Side::Black) {
        return 1;
    }
    // Elsewhere on the large diagonal board it holds out against three, on the small one against two.
    let held = if R::Board::GRID.height > 8 { 3 } else { 2 };
    let holds = |side: Side, stronger: u32| pos.kings_of(side).any() && stronger <= held;
    if white >= black && holds(Side::Black, white) || black >= white && holds(Side::White, black) {
        return 2;
    }
    // One piece more than the opponent and both have kings: often not enough.
    let kings_on_both = pos.kings_of(Side::White).any() && pos.kings_of(Side::Black).any();
    if kings_on_both && white.abs_diff(black) <= 1 { FULL / 2 } else { FULL }
}

/// The longest diagonal of the board, whichever corner it begins in.
const fn main_road<R: Rules>() -> u128 {
    let g = R::Board::GRID;
    let (mut set, mut i) = (R::Board::MAIN_ROAD, 0);
    if set == 0 {
        while i < g.height {
            if g.on(i as isize, i as isize) {
                set |= 1 << g.bit(i as isize, i as isize);
            }
            i += 1;
        }
    }
    set
}

/// Calls `add` with every plain term that is not zero: its place and how often it counts for White.
///
/// The terms about kings in danger cost time: `danger` says whether anybody wants them.
#[inline(always)]
pub(crate) fn scalars<R: Rules>(pos: &Position<R>, danger: bool, mut add: impl FnMut(usize, i32)) {
    let (white, black) = (pos.men(Side::White), pos.men(Side::Black));
    add(Term::Men as usize, white.count() as i32 - black.count() as i32);
    let turn = if pos.turn() == Side::White { 1 } else { -1 };
    add(Term::Turn as usize, turn);
    if !const { Shape::of(R::Board::GRID).symmetric }
        && pos.pieces(Side::White).count() == pos.pieces(Side::Black).count()
    {
        let odd = (pos.occupied() & SetOf::<R>::narrow(const { odd_rows::<R>() })).count() % 2;
        add(Term::Opposition as usize, if odd == 1 { turn } else { -turn });
    }
    add(Term::Balance as usize, lean::<R>(black) - lean::<R>(white));
    if pos.kings().any() {
        kings(pos, danger, &mut add);
    }
}

/// How far the men lean to one side of the board.
#[inline(always)]
fn lean<R: Rules>(men: SetOf<R>) -> i32 {
    let left = men & SetOf::<R>::narrow(const { columns::<R>(true) });
    let right = men & SetOf::<R>::narrow(const { columns::<R>(false) });
    (left.count() as i32 - right.count() as i32).abs()
}

/// The left or the right half of the board.
const fn columns<R: Rules>(left: bool) -> u128 {
    let g = R::Board::GRID;
    let (mut set, mut row) = (0, 0);
    while row < g.height {
        let mut col = if left { 0 } else { g.width / 2 };
        let end = if left { g.width / 2 } else { g.width };
        while col < end {
            if g.on(row as isize, col as isize) {
                set |= 1 << g.bit(row as isize, col as isize);
            }
            col += 1;
        }
        row += 1;
    }
    set
}

/// Every other row.
const fn odd_rows<R: Rules>() -> u128 {
    let g = R::Board::GRID;
    let (mut set, mut row) = (0, 1);
    while row < g.height {
        set |= g.rows(row, row + 1);
        row += 2;
    }
    set
}

#[inline(never)]
fn kings<R: Rules>(pos: &Position<R>, danger: bool, add: &mut impl FnMut(usize, i32)) {
    let (white, black) = (pos.kings_of(Side::White), pos.kings_of(Side::Black));
    add(Term::Kings as usize, white.count() as i32 - black.count() as i32);
    add(Term::FirstKing as usize, white.any() as i32 - black.any() as i32);
    let empty = pos.empty();
    let mut moves = 0;
    for (own, side, sign) in [(white, Side::White, 1), (black, Side::Black, -1)] {
        if own.none() {
            continue;
        }
        let calm = if danger { empty & !attacked(pos, side.other()) } else { SetOf::<R>::EMPTY };
        let (mut safe, mut trapped) = (0, 0);
        for one in own.singles() {
            let [all, calm] = reach::<R>(one, empty, calm);
            moves += sign * all;
            safe += calm;
            trapped += (calm == 0) as i32;
            add(TERMS + king_square::<R>(one, side), sign);
        }
        if danger {
            add(Term::SafeReach as usize, sign * safe);
            add(Term::Trapped as usize, sign * trapped);
        }
    }
    add(Term::KingReach as usize, moves);
}

/// Squares where a king would be taken by this side's neighbours, or along the lines of its flying kings.
#[inline(always)]
fn attacked<R: Rules>(pos: &Position<R>, side: Side) -> SetOf<R> {
    let (men, kings, empty) = (pos.men(side), pos.kings_of(side), pos.empty());
    let ways = match side {
        Side::White => R::LAWS.man_captures,
        Side::Black => R::LAWS.man_captures.turned(),
    };
    let mut set = SetOf::<R>::EMPTY;
    for d in 0..8 {
        let mut takers = SetOf::<R>::EMPTY;
        if ways.has(d) && R::LAWS.men_take_kings {
            takers |= men;
        }
        if R::LAWS.king_captures.has(d) {
            takers |= kings;
            if !matches!(R::LAWS.king_range, KingRange::Short) {
                let mut on = R::Board::step(kings, d) & empty;
                while on.any() {
                    takers |= on;
                    on = R::Board::step(on, d) & empty;
                }
            }
        }
        set |= R::Board::step(takers, d) & R::Board::step(empty, d ^ 2);
    }
    set
}

/// How many moves a king has, and how many of them to `calm` squares.
#[inline(always)]
fn reach<R: Rules>(king: SetOf<R>, empty: SetOf<R>, calm: SetOf<R>) -> [i32; 2] {
    let mut all = SetOf::<R>::EMPTY;
    for d in 0..8 {
        if R::LAWS.king_moves.has(d) {
            let mut to = R::Board::step(king, d) & empty;
            while to.any() {
                all |= to;
                to = match R::LAWS.king_range {
                    KingRange::Short => SetOf::<R>::EMPTY,
                    _ => R::Board::step(to, d) & empty,
                };
            }
        }
    }
    [all.count() as i32, (all & calm).count() as i32]
}

/// The weight number of a king's square, seen from its own side of the board.
#[inline(always)]
fn king_square<R: Rules>(one: SetOf<R>, side: Side) -> usize {
    let shape = const { Shape::of(R::Board::GRID) };
    let place = shape.place(R::Board::INDEX[one.index() as usize] as usize);
    let place = match side {
        Side::White => place,
        Side::Black => shape.height * shape.cols - 1 - place,
    };
    if !shape.symmetric {
        return place;
    }
    let (row, col) = (place / shape.cols, place % shape.cols);
    row * (shape.cols / 2) + col.min(shape.cols - 1 - col)
}

/// How many king squares have a weight of their own.
pub(crate) const fn king_squares(shape: Shape) -> usize {
    let all = shape.height * shape.cols;
    if shape.symmetric { all / 2 } else { all }
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{English, Russian, Turkish};

    use super::*;

    /// The squares that Black attacks, by name.
    fn names<R: Rules>(fen: &str) -> Vec<String> {
        let pos = Position::<R>::from_fen(fen).unwrap();
        let name = |one| R::VARIANT.script().square(R::Board::square_of(one));
        let mut list: Vec<String> = (attacked(&pos, Side::Black) & pos.empty()).singles().map(name).collect();
        list.sort();
        list
    }

    #[test]
    fn a_square_is_attacked_if_the_one_behind_it_is_free() {
        assert_eq!(names::<Russian>("W:WKc1,c3:Be5"), ["d6", "f4", "f6"], "c3 guards d4");
        assert_eq!(names::<Russian>("W:WKa1:Bh2,h4"), ["g3", "g5"]);
        assert_eq!(names::<English>("W:WK1:B14"), ["17", "18"], "men take forwards only");
        assert_eq!(names::<Turkish>("W:WKa1:Be5"), ["d5", "e4", "f5"]);
    }
}
