//! The tables of one variant, ready to be asked.

use std::sync::Arc;

use damka_rules::{Bits, DrawClock, DrawLaw, Move, MoveList, Position, Rules};

use crate::choose::MOST;
use crate::endings::over;
use crate::error::TableError;
use crate::frame::Frame;
use crate::make::positions;
use crate::material::Material;
use crate::slice::Slice;
use crate::solve::solve;
use crate::value::{DEEPEST, Verdict, Wdl};

/// Places for every material: four counts of three bits.
const PLACES: usize = 1 << 12;

/// A stage of [`Tables::probe_progress`]: longer than any way within one.
const STAGE: u16 = DEEPEST as u16 + 2;

/// The tables of one variant. Cheap to clone: clones share the data.
///
/// ```
/// use damka_endgame::{Tables, Wdl};
/// use damka_rules::{AnyPosition, Variant};
/// let tables = Tables::in_memory(2).unwrap();
/// let pos = AnyPosition::from_fen(Variant::Russian, "W:WKa1:Bb6").unwrap();
/// let AnyPosition::Russian(pos) = pos else { unreachable!() };
/// assert_eq!(tables.probe(&pos), Some(Wdl::Win));
/// ```
#[derive(Clone)]
pub struct Tables<R: Rules> {
    slices: Vec<Option<Arc<Slice<R>>>>,
    most_pieces: u8,
}

impl<R: Rules> Default for Tables<R> {
    fn default() -> Self {
        Tables::empty()
    }
}

impl<R: Rules> std::fmt::Debug for Tables<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let slices = self.slices.iter().flatten().count();
        f.debug_struct("Tables").field("most_pieces", &self.most_pieces).field("slices", &slices).finish()
    }
}

impl<R: Rules> Tables<R> {
    /// No tables.
    pub fn empty() -> Self {
        Tables { slices: vec![None; PLACES], most_pieces: 0 }
    }

    /// Builds all tables of at most so many pieces in memory, on this thread.
    ///
    /// Three pieces on 32 squares take a fraction of a second; see [`Tables::quick`].
    pub fn in_memory(pieces: u8) -> Result<Self, TableError> {
        let mut tables = Tables::empty();
        tables.extend_in_memory(pieces)?;
        Ok(tables)
    }

    /// Builds the tables of one material and of all it can lead to in memory, on this thread.
    pub fn of_material(material: Material) -> Result<Self, TableError> {
        let mut tables = Tables::empty();
        tables.extend_to(material)?;
        Ok(tables)
    }

    /// Adds what is missing of one material and of all it can lead to, built in memory on this thread.
    pub fn extend_to(&mut self, material: Material) -> Result<(), TableError> {
        self.solve_missing(material.pieces(), |pair| material.leads_to(pair))
    }

    /// How many positions [`Tables::extend_to`] would have to solve, about; `None` if it cannot be done at all.
    pub fn missing_to(&self, material: Material) -> Option<u64> {
        check_pieces(material.pieces()).ok().filter(|()| material.is_covered::<R>())?;
        let pairs = (2..=material.pieces()).flat_map(Material::pairs::<R>);
        Some(pairs.filter(|&pair| material.leads_to(pair) && !self.has(pair)).map(positions::<R>).sum())
    }

    /// Adds what is missing up to so many pieces, built in memory on this thread.
    pub fn extend_in_memory(&mut self, pieces: u8) -> Result<(), TableError> {
        self.solve_missing(pieces, |_| true)
    }

    fn solve_missing(&mut self, pieces: u8, wanted: impl Fn(Material) -> bool) -> Result<(), TableError> {
        check_pieces(pieces)?;
        for pair in (2..=pieces).flat_map(Material::pairs::<R>).filter(|&pair| wanted(pair)) {
            if !self.has(pair) {
                let solved = solve(self, pair, 1, &mut |_, _| ())?;
                self.add(solved.into_iter().map(|(slice, _)| slice));
            }
        }
        Ok(())
    }

    /// Builds what can be had at once: three pieces on 32 squares, two on larger boards.
    pub fn quick() -> Self {
        Self::in_memory(Self::quick_pieces()).expect("two and three pieces can be built")
    }

    /// How many pieces [`Tables::quick`] covers.
    pub fn quick_pieces() -> u8 {
        use damka_rules::Geometry;
        if R::Board::GRID.squares() <= 32 { 3 } else { 2 }
    }

    /// The number of pieces up to which every position is known; zero without tables.
    pub fn most_pieces(&self) -> u8 {
        self.most_pieces
    }

    /// Are the tables of this material there?
    pub fn has(&self, material: Material) -> bool {
        place(material).is_some_and(|p| self.slices[p].is_some())
    }

    /// Are the tables of everything there that captures and promotions make of this pair?
    pub(crate) fn has_all_below(&self, pair: Material) -> bool {
        let below = (2..=pair.pieces()).flat_map(Material::pairs::<R>);
        below.filter(|&other| other != pair && pair.leads_to(other)).all(|other| self.has(other))
    }

    /// Every material there is a table of, the side to move first.
    pub fn materials(&self) -> Vec<Material> {
        let mut all: Vec<Material> = self.slices.iter().flatten().map(|s| s.index.material).collect();
        all.sort_by_key(|m| (m.pieces(), m.men(), *m));
        all
    }

    /// How the position ends with best play; `None` if there is no table.
    ///
    /// The counts of the draw laws are taken to begin here.
    #[inline]
    pub fn probe(&self, pos: &Position<R>) -> Option<Wdl> {
        if pos.occupied().count() > MOST as u32 {
            return None;
        }
        match self.slice(Material::of(pos)) {
            Some(slice) => slice.wdl(&Frame::of(pos)),
            None => over(pos).map(|verdict| verdict.wdl),
        }
    }

    /// How the position ends, and how far away the next capture, promotion or end is.
    ///
    /// The counts of the draw laws are taken to begin here; [`Tables::probe_clocked`] knows better.
    pub fn probe_distance(&self, pos: &Position<R>) -> Option<Verdict> {
        self.probe_clocked(pos, &DrawClock::default())
    }

    /// How the position ends when the draw laws have counted so far.
    ///
    /// One thing it does not know: moves by men that begin the count of moves by kings anew, so that count is
    /// only looked at where there are no men.
    pub fn probe_clocked(&self, pos: &Position<R>, clock: &DrawClock) -> Option<Verdict> {
        if pos.occupied().count() > MOST as u32 {
            return None;
        }
        let Some(slice) = self.slice(Material::of(pos)) else { return over(pos) };
        let frame = Frame::of(pos);
        if *clock == DrawClock::default() {
            return slice.verdict(&frame, 0);
        }
        let road = slice.index.road.filter(|road| road.holds(&frame));
        let count = |law| clock.counts::<R>().find(|&(l, _)| l == law).map_or(0, |(_, count)| count);
        let layer = road.map_or(0, |road| (count(road.law()) as usize).min(slice.index.layers() - 1));
        let verdict = slice.verdict(&frame, layer)?;
        let too_late = clock.counts::<R>().any(|(law, count)| {
            let men_reset = matches!(law, DrawLaw::KingsOnly { .. }) && slice.index.material.men() > 0;
            let within = matches!(law, DrawLaw::MainRoad { .. });
            let limit = law.plies().unwrap_or(u8::MAX);
            count > 0 && !men_reset && !within && count.saturating_add(verdict.plies) > limit
        });
        Some(if too_late { Verdict::DRAW } else { verdict })
    }

    /// How the position ends, and a number that falls with every good move of the winner to the end of the
    /// game, over captures and promotions too. A search that prefers small ones to win and large ones to
    /// lose plays endings out; the distance alone would make it wait for ever before the next capture.
    pub fn probe_progress(&self, pos: &Position<R>, clock: &DrawClock) -> Option<(Wdl, u16)> {
        let verdict = self.probe_clocked(pos, clock)?;
        // Whatever is taken or crowned, this becomes less: a man counts two, a king one.
        let stage = pos.occupied().count() as u16 + Material::of(pos).men() as u16;
        Some((verdict.wdl, if verdict.wdl == Wdl::Draw { 0 } else { stage * STAGE + verdict.plies as u16 }))
    }

    /// Would an answer about this position come at once? Otherwise a part of a file has to be unpacked first, which takes as
    /// long as a search of some hundred positions.
    pub fn is_ready(&self, pos: &Position<R>) -> bool {
        let slice = if pos.occupied().count() > MOST as u32 { None } else { self.slice(Material::of(pos)) };
        slice.is_none_or(|slice| slice.is_ready(&Frame::of(pos)))
    }

    /// What a move is worth to the side that makes it: the outcome, and the plies to the next capture,
    /// promotion or end, the move included.
    pub fn probe_move(&self, pos: &Position<R>, clock: &DrawClock, m: Move<R>) -> Option<Verdict> {
        let next = pos.play(m);
        let after = self.probe_clocked(&next, &clock.after(pos, m, &next))?;
        let plies = if m.is_capture() || m.promotes() { 1 } else { after.plies.saturating_add(1) };
        let wdl = after.wdl.reversed();
        Some(Verdict::new(wdl, if wdl == Wdl::Draw { 0 } else { plies }))
    }

    /// The moves that keep the outcome, best first: the winner's shortest, the loser's longest way.
    /// Empty if the tables do not know the position or there is no move.
    ///
    /// Of two moves that take or crown at once the better is the one that leaves the shorter (to the loser:
    /// the longer) way thereafter.
    pub fn best_moves(&self, pos: &Position<R>, clock: &DrawClock) -> Vec<(Move<R>, Verdict)> {
        let mut moves = MoveList::new();
        pos.legal_moves(&mut moves);
        let judged = moves.iter().map(|&m| {
            let verdict = self.probe_move(pos, clock, m)?;
            let next = pos.play(m);
            Some((m, verdict, self.probe_progress(&next, &clock.after(pos, m, &next))?.1 as i32))
        });
        let Some(mut judged) = judged.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let Some(best) = judged.iter().map(|(_, verdict, _)| verdict.wdl).max() else { return Vec::new() };
        judged.retain(|(_, verdict, _)| verdict.wdl == best);
        judged.sort_by_key(|&(_, _, progress)| if best == Wdl::Loss { -progress } else { progress });
        judged.into_iter().map(|(m, verdict, _)| (m, verdict)).collect()
    }

    #[inline(always)]
    pub(crate) fn slice(&self, material: Material) -> Option<&Slice<R>> {
        self.slices[place(material)?].as_deref()
    }

    pub(crate) fn add(&mut self, slices: impl IntoIterator<Item = Slice<R>>) {
        for slice in slices {
            if let Some(p) = place(slice.index.material) {
                self.slices[p] = Some(Arc::new(slice));
            }
        }
        let whole = |&n: &u8| Material::pairs::<R>(n).iter().all(|&m| self.has(m) && self.has(m.swapped()));
        self.most_pieces = (2..=MOST as u8).take_while(whole).last().unwrap_or(0);
    }
}

/// Refuses numbers of pieces no table can have.
pub(crate) fn check_pieces(pieces: u8) -> Result<(), TableError> {
    if (2..=MOST as u8).contains(&pieces) {
        return Ok(());
    }
    Err(TableError::Pieces { asked: pieces, most: MOST as u8 })
}

#[inline(always)]
fn place(m: Material) -> Option<usize> {
    let packed = |force: crate::Force| force.kings as usize | (force.men as usize) << 3;
    let p = packed(m.us) | packed(m.them) << 6;
    (p < PLACES).then_some(p)
}
