//! Checks that every position agrees with its successors, forwards, by the rules alone.

use std::ops::Range;
use std::time::Instant;

use damka_rules::{AnyPosition, MoveList, Position, Rules};

use crate::endings::{OneEach, without_move};
use crate::error::TableError;
use crate::index::Reader;
use crate::make::{Event, Report, plan, positions};
use crate::material::Material;
use crate::parallel::{self, CHUNK};
use crate::slice::Census;
use crate::tables::Tables;
use crate::value::{Verdict, Wdl};

impl<R: Rules> Tables<R>
where
    AnyPosition: From<Position<R>>,
{
    /// Looks at every position of every table of at most so many pieces: its outcome and its distance must
    /// follow from those of its successors.
    pub fn verify(
        &self,
        pieces: u8,
        threads: usize,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<(), TableError> {
        for pair in plan::<R>(pieces, on_event) {
            on_event(Event::Started { pair, positions: positions::<R>(pair) });
            let start = Instant::now();
            let materials = if pair == pair.swapped() { vec![pair] } else { vec![pair, pair.swapped()] };
            let census = materials.into_iter().map(|m| self.verify_table(m, threads));
            let census = census.collect::<Result<Vec<_>, _>>()?;
            on_event(Event::Finished(Report { pair, census, bytes: 0, took: start.elapsed() }));
        }
        Ok(())
    }

    fn verify_table(&self, material: Material, threads: usize) -> Result<Census, TableError> {
        let wanted = || material.to_string();
        let missing = |m: Material| TableError::Missing { wanted: wanted(), missing: m.to_string() };
        let slice = self.slice(material).ok_or_else(|| missing(material))?;
        struct State<R: Rules> {
            reader: Reader<R>,
            moves: MoveList<R>,
            census: Census,
            failure: Option<TableError>,
        }
        let state = || State {
            reader: Reader::new(&slice.index),
            moves: MoveList::new(),
            census: Census::empty(material),
            failure: None,
        };
        let work = |s: &mut State<R>, range: Range<usize>| {
            for n in range {
                let Some(frame) = s.reader.read(n) else { continue };
                let pos = frame.position();
                let stored = slice.verdict_at(n);
                match self.follows(&pos, material, &mut s.moves) {
                    Err(m) => s.failure = Some(missing(m)),
                    Ok(expected) if Some(expected) == stored => s.census.count(expected),
                    Ok(expected) => {
                        s.failure = Some(TableError::Wrong {
                            material: wanted(),
                            fen: AnyPosition::from(pos).to_fen(),
                            stored: format!("{stored:?}"),
                            expected: format!("{expected:?}"),
                        });
                    }
                }
                if s.failure.is_some() {
                    return;
                }
            }
        };
        let mut total = Census::empty(material);
        for state in parallel::run(threads, slice.index.len(), CHUNK, state, work) {
            state.failure.map_or(Ok(()), Err)?;
            total.add(&state.census);
        }
        Ok(total)
    }

    /// The verdict that follows from the successors of a position.
    fn follows(
        &self,
        pos: &Position<R>,
        material: Material,
        moves: &mut MoveList<R>,
    ) -> Result<Verdict, Material> {
        pos.legal_moves(moves);
        if moves.is_empty() {
            return Ok(without_move::<R>());
        }
        let one_each = if pos.can_capture() { OneEach::Silent } else { OneEach::of::<R>(material) };
        if one_each == OneEach::Draw {
            return Ok(Verdict::DRAW);
        }
        let limit = material.limit::<R>();
        let (mut fastest, mut slowest, mut may_draw) = (None, 0, one_each == OneEach::Claim);
        for &m in moves.iter() {
            let next = pos.play(m);
            let missing = || Material::of(&next);
            let converts = m.is_capture() || m.promotes();
            let after = if converts {
                Verdict::new(self.probe(&next).ok_or_else(missing)?, 0)
            } else {
                self.probe_distance(&next).ok_or_else(missing)?
            };
            let plies = after.plies + 1;
            match after.wdl {
                _ if plies > limit => may_draw = true,
                Wdl::Loss => fastest = Some(fastest.unwrap_or(plies).min(plies)),
                Wdl::Draw => may_draw = true,
                Wdl::Win => slowest = slowest.max(plies),
            }
        }
        Ok(match fastest {
            Some(plies) => Verdict::new(Wdl::Win, plies),
            None if may_draw => Verdict::DRAW,
            None => Verdict::new(Wdl::Loss, slowest),
        })
    }
}
