//! Numbers for all positions of one material, without gaps between kings.
//!
//! Men are numbered within the squares where they may stand, each side by itself, so a number whose two sets
//! of men share a square is nobody's; kings are numbered within the squares left over. The other side's
//! kings change fastest.

use damka_rules::{Bits, Geometry, Position, Rules, SetOf, Side};

use crate::choose::{Subsets, choose, rank};
use crate::frame::Frame;
use crate::material::Material;
use crate::road::Road;

/// The numbering of one material.
#[derive(Clone, Debug)]
pub(crate) struct Index<R: Rules> {
    pub(crate) material: Material,
    pub(crate) road: Option<Road>,
    /// How many sets there are of our men, their men, our kings, their kings.
    sizes: [u64; 4],
    zones: [SetOf<R>; 2],
    zone_size: u32,
    /// Squares left over by the men, and by our kings too.
    left: [u32; 2],
}

impl<R: Rules> Index<R> {
    pub(crate) fn new(material: Material) -> Self {
        let squares = SetOf::<R>::narrow(R::Board::SQUARES);
        let zones = Side::BOTH.map(|side| squares & !Position::<R>::last_row(side));
        let zone_size = zones[0].count();
        let Material { us, them } = material;
        let left = squares.count() - material.men() as u32;
        let left = [left, left - us.kings as u32];
        let sizes = [
            choose(zone_size as usize, us.men as usize),
            choose(zone_size as usize, them.men as usize),
            choose(left[0] as usize, us.kings as usize),
            choose(left[1] as usize, them.kings as usize),
        ];
        Index { material, road: Road::of::<R>(material), sizes, zones, zone_size, left }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.sizes.iter().product::<u64>() as usize
    }

    /// How many times over: more than once where a law counts within the table.
    pub(crate) fn layers(&self) -> usize {
        Road::layers(self.road)
    }

    /// The number of a position of this material.
    #[inline(always)]
    pub(crate) fn rank(&self, frame: &Frame<R>) -> usize {
        let Frame { us, them, kings, .. } = *frame;
        let (our_men, their_men) = (us & !kings, them & !kings);
        let empty_of_men = SetOf::<R>::narrow(R::Board::SQUARES) & !(our_men | their_men);
        let mut n = rank(our_men, self.zones[0], self.zone_size);
        n = n * self.sizes[1] + rank(their_men, self.zones[1], self.zone_size);
        n = n * self.sizes[2] + rank(us & kings, empty_of_men, self.left[0]);
        n = n * self.sizes[3] + rank(them & kings, empty_of_men & !us, self.left[1]);
        n as usize
    }
}

/// Reads numbers back, remembering what neighbours have in common.
pub(crate) struct Reader<R: Rules> {
    subsets: [Subsets; 4],
    sizes: [u64; 4],
    zones: [Vec<SetOf<R>>; 2],
    outer: u64,
    middle: u64,
    men: Option<[SetOf<R>; 2]>,
    our_kings: SetOf<R>,
    left: [Vec<SetOf<R>>; 2],
}

impl<R: Rules> Reader<R> {
    pub(crate) fn new(index: &Index<R>) -> Self {
        let Material { us, them } = index.material;
        let zone = index.zone_size as usize;
        Reader {
            subsets: [
                Subsets::new(zone, us.men as usize),
                Subsets::new(zone, them.men as usize),
                Subsets::new(index.left[0] as usize, us.kings as usize),
                Subsets::new(index.left[1] as usize, them.kings as usize),
            ],
            sizes: index.sizes,
            zones: index.zones.map(|zone| zone.singles().collect()),
            outer: u64::MAX,
            middle: u64::MAX,
            men: None,
            our_kings: SetOf::<R>::EMPTY,
            left: [Vec::new(), Vec::new()],
        }
    }

    /// The position with this number; `None` if it is nobody's.
    #[inline(always)]
    pub(crate) fn read(&mut self, number: usize) -> Option<Frame<R>> {
        let (middle, last) = (number as u64 / self.sizes[3], number as u64 % self.sizes[3]);
        if middle != self.middle {
            self.turn_to(middle);
        }
        let [our_men, their_men] = self.men?;
        let their_kings = pick(&self.left[1], self.subsets[3].get(last as usize));
        Some(Frame::new(our_men | self.our_kings, their_men | their_kings, self.our_kings | their_kings))
    }

    fn turn_to(&mut self, middle: u64) {
        let outer = middle / self.sizes[2];
        if outer != self.outer {
            self.outer = outer;
            let ours = pick(&self.zones[0], self.subsets[0].get((outer / self.sizes[1]) as usize));
            let theirs = pick(&self.zones[1], self.subsets[1].get((outer % self.sizes[1]) as usize));
            self.men = (ours & theirs).none().then_some([ours, theirs]);
            self.left[0].clear();
            self.left[0].extend((SetOf::<R>::narrow(R::Board::SQUARES) & !(ours | theirs)).singles());
        }
        self.middle = middle;
        if self.men.is_some() {
            self.our_kings = pick(&self.left[0], self.subsets[2].get((middle % self.sizes[2]) as usize));
            let ours = self.our_kings;
            let [after_men, after_kings] = &mut self.left;
            after_kings.clear();
            after_kings.extend(after_men.iter().filter(|&&one| (one & ours).none()));
        }
    }
}

#[inline(always)]
fn pick<B: Bits>(squares: &[B], members: &[u8]) -> B {
    members.iter().fold(B::EMPTY, |set, &i| set | squares[i as usize])
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{Armenian, Canadian, Italian, Russian};

    use super::*;

    fn check<R: Rules>(name: &str, positions: usize) {
        let index = Index::<R>::new(name.parse().unwrap());
        let mut reader = Reader::new(&index);
        let mut found = 0;
        for n in 0..index.len() {
            if let Some(frame) = reader.read(n) {
                found += 1;
                assert_eq!(index.rank(&frame), n, "{name}");
                assert_eq!(frame.material(), index.material);
                frame.position();
            }
        }
        assert_eq!(found, positions, "{name}");
    }

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        check::<Russian>("K-K", 32 * 31);
        check::<Russian>("m-m", 28 * 28 - 24);
        check::<Russian>("Km-K", 28 * 31 * 30);
        check::<Italian>("mm-K", 28 * 27 / 2 * 30);
        check::<Italian>("KK-m", 28 * 31 * 30 / 2);
        check::<Armenian>("K-m", 56 * 63);
        check::<Canadian>("K-m", 66 * 71);
    }
}
