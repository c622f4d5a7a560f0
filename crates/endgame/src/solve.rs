//! Solves the two tables of a pair of materials, backwards from what is known.
//!
//! 1. Every position is looked at once, forwards. Captures and promotions lead to tables that are finished,
//!    so they count at once; quiet moves within the pair are only counted.
//! 2. Level by level, each position just decided tells the positions a quiet move before it: a lost one
//!    makes them won, a won one takes away one of their hopes; who has none left is lost.
//! 3. What is undecided in the end, or beyond the limit the draw laws set, is drawn.
//!
//! The level is the number of plies to the next capture, promotion or end. That is what the draw laws count,
//! so going the shortest way by level is the way to beat them, and a win that takes longer is no win.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use damka_rules::{Bits, Geometry, KingRange, MoveList, Position, Rules, SetOf};

use crate::endings::{OneEach, may_crown, without_move};
use crate::error::TableError;
use crate::frame::Frame;
use crate::index::{Index, Reader};
use crate::material::Material;
use crate::parallel::{self, CHUNK};
use crate::slice::{Census, NOBODY, Slice};
use crate::tables::Tables;
use crate::value::{Verdict, Wdl};

/// Nothing more can happen to this position.
const SETTLED: u8 = 255;
/// It has a way to draw, so it cannot become lost.
const SAFE: u8 = 254;

/// A table in the making.
struct Work<R: Rules> {
    index: Index<R>,
    one_each: OneEach,
    /// One code a number, zero for what is undecided.
    codes: Vec<AtomicU8>,
    /// Quiet moves not yet known to lose, or [`SETTLED`] or [`SAFE`].
    hopes: Vec<AtomicU8>,
}

/// Solves a pair by its leading material; what it leads to must be in `tables`.
pub(crate) fn solve<R: Rules>(
    tables: &Tables<R>,
    pair: Material,
    threads: usize,
    on_level: &mut dyn FnMut(u8, u64),
) -> Result<Vec<(Slice<R>, Census)>, TableError> {
    let mut works = vec![Work::<R>::new(pair)];
    if pair != pair.swapped() {
        works.push(Work::new(pair.swapped()));
    }
    for work in &works {
        work.look_ahead(tables, threads)?;
    }
    let limit = pair.limit::<R>();
    let mut level = 0;
    while level < limit {
        // The other table of the pair; a table whose swapped material is its own leads to itself.
        let told: u64 = (0..works.len())
            .map(|i| works[i].tell_predecessors(&works[works.len() - 1 - i], level, threads))
            .sum();
        on_level(level, told);
        level += 1;
        if told == 0 && level > 2 {
            break;
        }
    }
    Ok(works.into_iter().map(Work::finish).collect())
}

impl<R: Rules> Work<R> {
    fn new(material: Material) -> Self {
        let index = Index::new(material);
        let len = index.len() * index.layers();
        Work {
            index,
            one_each: OneEach::of::<R>(material),
            codes: (0..len).map(|_| AtomicU8::new(0)).collect(),
            hopes: (0..len).map(|_| AtomicU8::new(SETTLED)).collect(),
        }
    }

    /// Step 1.
    fn look_ahead(&self, tables: &Tables<R>, threads: usize) -> Result<(), TableError> {
        struct State<R: Rules> {
            reader: Reader<R>,
            moves: MoveList<R>,
            missing: Option<Material>,
        }
        let state = || State { reader: Reader::new(&self.index), moves: MoveList::new(), missing: None };
        let work = |s: &mut State<R>, range: Range<usize>| {
            for n in range {
                let frame = s.reader.read(n);
                let (code, hopes) = match &frame {
                    None => (NOBODY, SETTLED),
                    Some(frame) => match self.first_look(tables, &frame.position(), &mut s.moves) {
                        Ok(found) => found,
                        Err(material) => {
                            s.missing = Some(material);
                            return;
                        }
                    },
                };
                self.settle(n, frame.as_ref(), code, hopes);
            }
        };
        let states = parallel::run(threads, self.index.len(), CHUNK, state, work);
        match states.into_iter().find_map(|s| s.missing) {
            Some(missing) => Err(TableError::Missing {
                wanted: self.index.material.to_string(),
                missing: missing.to_string(),
            }),
            None => Ok(()),
        }
    }

    /// Notes the first look in every layer the position is in.
    #[inline(always)]
    fn settle(&self, n: usize, frame: Option<&Frame<R>>, code: u8, hopes: u8) {
        self.codes[n].store(code, Relaxed);
        self.hopes[n].store(hopes, Relaxed);
        let Some(road) = self.index.road else { return };
        let (len, last) = (self.index.len(), self.index.layers() - 1);
        for layer in 1..=last {
            let at = layer * len + n;
            let (code, hopes) = match frame {
                Some(frame) if !road.holds(frame) => (NOBODY, SETTLED),
                _ if layer < last || code == NOBODY || code == without_move::<R>().code() => (code, hopes),
                _ => (0, SETTLED),
            };
            self.codes[at].store(code, Relaxed);
            self.hopes[at].store(hopes, Relaxed);
        }
    }

    /// The code of a position with White to move and its hopes, as far as one ply tells.
    #[inline(always)]
    fn first_look(
        &self,
        tables: &Tables<R>,
        pos: &Position<R>,
        moves: &mut MoveList<R>,
    ) -> Result<(u8, u8), Material> {
        let can_capture = pos.can_capture();
        let (mut quiet, mut drawn) = (0, false);
        if can_capture || may_crown(pos) {
            pos.legal_moves(moves);
            for &m in moves.iter() {
                if !m.is_capture() && !m.promotes() {
                    quiet += 1;
                    continue;
                }
                let next = pos.play(m);
                match tables.probe(&next).ok_or_else(|| Material::of(&next))? {
                    Wdl::Loss => return Ok((Verdict::new(Wdl::Win, 1).code(), SETTLED)),
                    Wdl::Draw => drawn = true,
                    Wdl::Win => {}
                }
            }
            if moves.is_empty() {
                return Ok((without_move::<R>().code(), SETTLED));
            }
        } else {
            quiet = pos.count_moves(moves);
            if quiet == 0 {
                return Ok((without_move::<R>().code(), SETTLED));
            }
        }
        if !can_capture {
            match self.one_each {
                OneEach::Silent => {}
                OneEach::Draw => return Ok((0, SETTLED)),
                OneEach::Claim => drawn = true,
            }
        }
        Ok(match (quiet, drawn) {
            (0, true) => (0, SETTLED),
            (0, false) => (Verdict::new(Wdl::Loss, 1).code(), SETTLED),
            (_, true) => (0, SAFE),
            (n, false) => (0, u8::try_from(n).unwrap_or(SAFE).min(SAFE - 1)),
        })
    }

    /// Step 2 for one level: returns how many positions were decided.
    fn tell_predecessors(&self, other: &Work<R>, level: u8, threads: usize) -> u64 {
        let won = Verdict::new(Wdl::Win, level).code();
        let lost = Verdict::new(Wdl::Loss, level).code();
        let len = self.index.len();
        let work = |s: &mut (Option<Reader<R>>, u64), range: Range<usize>| {
            for at in range {
                let code = self.codes[at].load(Relaxed);
                if code != won && code != lost {
                    continue;
                }
                let reader = s.0.get_or_insert_with(|| Reader::new(&self.index));
                let Some(frame) = reader.read(at % len) else { continue };
                let here =
                    Here { layer: at / len, on_road: self.index.road.is_some_and(|r| r.holds(&frame)) };
                let told = &mut s.1;
                if code == lost {
                    let code = Verdict::new(Wdl::Win, level + 1).code();
                    before(&frame, |earlier| {
                        other.at(&earlier, here, |at| *told += other.becomes_won(at, code) as u64)
                    });
                } else {
                    let code = Verdict::new(Wdl::Loss, level + 1).code();
                    before(&frame, |earlier| {
                        other.at(&earlier, here, |at| *told += other.loses_hope(at, code) as u64)
                    });
                }
            }
        };
        let states = parallel::run(threads, self.codes.len(), CHUNK, || (None, 0), work);
        states.into_iter().map(|s| s.1).sum()
    }

    /// Visits the places of an earlier position from which a quiet move leads here.
    #[inline(always)]
    fn at(&self, earlier: &Frame<R>, here: Here, mut visit: impl FnMut(usize)) {
        let n = self.index.rank(earlier);
        match self.index.road {
            None => visit(n),
            Some(road) => {
                let layers = road.before(here.layer, road.holds(earlier), here.on_road);
                layers.for_each(|layer| visit(layer * self.index.len() + n));
            }
        }
    }

    #[inline(always)]
    fn becomes_won(&self, at: usize, code: u8) -> bool {
        let settled = self.hopes[at].load(Relaxed) == SETTLED;
        !settled && self.codes[at].compare_exchange(0, code, Relaxed, Relaxed).is_ok()
    }

    /// A position that is or will be won keeps the hope that makes it so, hence is never found lost.
    #[inline(always)]
    fn loses_hope(&self, at: usize, code: u8) -> bool {
        if self.hopes[at].load(Relaxed) >= SAFE || self.hopes[at].fetch_sub(1, Relaxed) > 1 {
            return false;
        }
        self.codes[at].store(code, Relaxed);
        true
    }

    fn finish(self) -> (Slice<R>, Census) {
        let codes: Vec<u8> = self.codes.into_iter().map(AtomicU8::into_inner).collect();
        let mut census = Census::empty(self.index.material);
        for &code in codes[..self.index.len()].iter().filter(|&&code| code != NOBODY) {
            census.count(Verdict::from_code(code));
        }
        (Slice::from_codes(self.index, &codes), census)
    }
}

/// Where a decided position is: its layer, and whether the lone king stands on the road.
#[derive(Copy, Clone)]
struct Here {
    layer: usize,
    on_road: bool,
}

/// Every position from which a quiet move that crowns nobody leads to `frame`, capture or no capture.
#[inline(always)]
fn before<R: Rules>(frame: &Frame<R>, mut visit: impl FnMut(Frame<R>)) {
    let now = frame.swapped();
    let empty = SetOf::<R>::narrow(R::Board::SQUARES) & !(now.us | now.them);
    for d in 0..8 {
        if R::LAWS.man_moves.has(d) {
            for from in (R::Board::step(now.us & !now.kings, d ^ 2) & empty).singles() {
                let to = R::Board::step(from, d);
                visit(Frame::new((now.us ^ to) | from, now.them, now.kings));
            }
        }
        if R::LAWS.king_moves.has(d) {
            for to in (now.us & now.kings).singles() {
                let mut from = R::Board::step(to, d) & empty;
                while from.any() {
                    visit(Frame::new((now.us ^ to) | from, now.them, (now.kings ^ to) | from));
                    let flying = !matches!(R::LAWS.king_range, KingRange::Short);
                    from = if flying { R::Board::step(from, d) & empty } else { Bits::EMPTY };
                }
            }
        }
    }
}
