//! Checks that every position agrees with its successors, forwards, by the rules alone.

use std::ops::Range;
use std::time::Instant;

use damka_rules::{AnyPosition, MoveList, Position, Rules};

use crate::endings::{OneEach, without_move};
use crate::error::TableError;
use crate::frame::Frame;
use crate::index::Reader;
use crate::make::{Event, Report, plan, positions};
use crate::material::Material;
use crate::parallel::{self, CHUNK};
use crate::slice::{Census, Slice};
use crate::tables::{Tables, check_pieces};
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
        check_pieces(pieces)?;
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
                let layer = n / slice.index.len();
                let Some(frame) = s.reader.read(n % slice.index.len()) else { continue };
                let on_road = slice.index.road.is_some_and(|road| road.holds(&frame));
                if layer > 0 && !on_road {
                    continue;
                }
                let pos = frame.position();
                let stored = slice.verdict_at(n);
                match self.follows(slice, &pos, (layer, on_road), &mut s.moves) {
                    Err(m) => s.failure = Some(missing(m)),
                    Ok(expected) if Some(expected) == stored => {
                        if layer == 0 {
                            s.census.count(expected);
                        }
                    }
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
        for state in parallel::run(threads, slice.index.len() * slice.index.layers(), CHUNK, state, work) {
            state.failure.map_or(Ok(()), Err)?;
            total.add(&state.census);
        }
        Ok(total)
    }

    /// The verdict that follows from the successors of a position in a layer of a table.
    fn follows(
        &self,
        slice: &Slice<R>,
        pos: &Position<R>,
        (layer, on_road): (usize, bool),
        moves: &mut MoveList<R>,
    ) -> Result<Verdict, Material> {
        pos.legal_moves(moves);
        if moves.is_empty() {
            return Ok(without_move::<R>());
        }
        let material = slice.index.material;
        let one_each = if pos.can_capture() { OneEach::Silent } else { OneEach::of::<R>(material) };
        let full = layer > 0 && layer + 1 == slice.index.layers();
        if full || one_each == OneEach::Draw {
            return Ok(Verdict::DRAW);
        }
        let other = self.slice(material.swapped()).ok_or(material.swapped())?;
        let limit = material.limit::<R>();
        let (mut fastest, mut slowest, mut may_draw) = (None, 0, one_each == OneEach::Claim);
        for &m in moves.iter() {
            let next = pos.play(m);
            let missing = || Material::of(&next);
            let after = if m.is_capture() || m.promotes() {
                Verdict::new(self.probe(&next).ok_or_else(missing)?, 0)
            } else {
                let frame = Frame::of(&next);
                other.verdict(&frame, other.layer_after(layer, on_road, &frame)).ok_or_else(missing)?
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
