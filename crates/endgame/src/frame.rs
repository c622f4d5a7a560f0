//! A position as the side to move sees it, in bare sets: the mover always plays up the board.

use std::marker::PhantomData;

use damka_rules::{Bits, Geometry, Position, Rules, SetOf, Side};

#[cfg(test)]
use crate::material::{Force, Material};

/// The sets of a position, turned so that the side to move is White.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame<R: Rules> {
    pub(crate) us: SetOf<R>,
    pub(crate) them: SetOf<R>,
    pub(crate) kings: SetOf<R>,
    pub(crate) rules: PhantomData<R>,
}

impl<R: Rules> Frame<R> {
    #[inline(always)]
    pub(crate) fn new(us: SetOf<R>, them: SetOf<R>, kings: SetOf<R>) -> Self {
        Frame { us, them, kings, rules: PhantomData }
    }

    /// The position seen by its side to move.
    #[inline(always)]
    pub(crate) fn of(pos: &Position<R>) -> Self {
        let (white, black, kings) = (pos.pieces(Side::White), pos.pieces(Side::Black), pos.kings());
        match pos.turn() {
            Side::White => Frame::new(white, black, kings),
            Side::Black => Frame::new(turned::<R>(black), turned::<R>(white), turned::<R>(kings)),
        }
    }

    /// The position with White to move.
    #[inline(always)]
    pub(crate) fn position(&self) -> Position<R> {
        Position::from_sets(self.us, self.them, self.kings, Side::White)
            .expect("the index numbers valid positions only")
    }

    /// The same pieces seen by the other side, as if it were to move.
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Self {
        Frame::new(turned::<R>(self.them), turned::<R>(self.us), turned::<R>(self.kings))
    }

    #[cfg(test)]
    pub(crate) fn material(&self) -> Material {
        let force = |set: SetOf<R>| Force {
            kings: (set & self.kings).count() as u8,
            men: (set & !self.kings).count() as u8,
        };
        Material { us: force(self.us), them: force(self.them) }
    }
}

/// The set turned by 180 degrees: every board numbers its bits so that this reverses their order.
#[inline(always)]
pub(crate) fn turned<R: Rules>(set: SetOf<R>) -> SetOf<R> {
    let used = const { 128 - R::Board::SQUARES.leading_zeros() };
    if SetOf::<R>::WIDTH == 64 {
        Bits::narrow((set.low_word().reverse_bits() >> (64 - used)) as u128)
    } else {
        Bits::narrow(set.widen().reverse_bits() >> (128 - used))
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{Armenian, Canadian, International, Italian, Russian};

    use super::*;

    #[test]
    fn turning_is_what_the_rules_call_mirroring() {
        fn check<R: Rules>() {
            for square in R::Board::GRID.all() {
                let set = R::Board::set_of(square);
                let pos = Position::<R>::from_sets(set, Bits::EMPTY, set, Side::White).unwrap();
                let frame = Frame::of(&pos.mirrored());
                assert_eq!(frame, Frame::of(&pos), "{:?}", R::VARIANT);
                assert_eq!(turned::<R>(set), pos.mirrored().pieces(Side::Black));
            }
        }
        check::<Russian>();
        check::<Italian>();
        check::<Armenian>();
        check::<International>();
        check::<Canadian>();
    }
}
