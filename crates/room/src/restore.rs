//! A room made again from its rows.

use damka_record::{Ply, Record, ReplayError, Spent};
use damka_rules::{BySide, FenError, Side, UnknownName};
use damka_sitting::clock::Millis;
use damka_sitting::{Kept, Seat, Sitting};

use crate::plans::Plan;
use crate::room::Room;
use crate::row::{Deed, Row};
use crate::terms::Terms;

/// Why stored rows make no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RestoreError {
    /// The rows are not numbered 1, 2, 3, ...
    #[error("row {0} is missing")]
    Missing(u32),
    /// The start is no position.
    #[error("the start: {0}")]
    Start(#[from] FenError),
    /// A move does not go.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// More moves were taken back than played.
    #[error("row {0} takes back what was not played")]
    Undone(u32),
    /// An unknown ending.
    #[error(transparent)]
    Ending(#[from] UnknownName),
}

/// What the rows say, added up.
struct Sum {
    first: Side,
    kept: Kept,
    takebacks: u32,
    told_left: Option<[u32; 2]>,
    plans: BySide<Plan>,
    next: Option<String>,
}

impl Room {
    /// The room that wrote these rows, nobody being there. Premoves, chat and questions that were open are
    /// forgotten; what was played, offered, declined and planned is not.
    pub fn restore(id: &str, mut terms: Terms, rows: &[Row], now: Millis) -> Result<Room, RestoreError> {
        for row in rows {
            if let Deed::Seated { white, holder } = &row.deed {
                terms.sit(if *white { Side::White } else { Side::Black }, holder.clone());
            }
        }
        let record = Record { start: terms.start.clone(), ..Record::new(terms.variant) };
        let first = record.opening_game()?.turn();
        let founded = Sitting::new(terms.agreement(), terms.start.as_deref(), terms.seed)?;
        let mut sum = Sum {
            first,
            kept: founded.keep(now),
            takebacks: 0,
            told_left: None,
            plans: Default::default(),
            next: None,
        };
        for (number, row) in (1..).zip(rows) {
            if row.number != number {
                return Err(RestoreError::Missing(number));
            }
            sum.add(row)?;
        }
        let sitting = Sitting::resume(&sum.kept, terms.seed)?;
        let mut room = Room::with_sitting(id, terms, sitting, now);
        if let Some(last) = rows.last() {
            room.number = last.number;
            room.written_at = last.at;
        }
        room.takebacks = sum.takebacks;
        room.told_left = sum.told_left;
        room.plans = sum.plans;
        room.following = sum.next.is_some();
        room.next = sum.next;
        Ok(room)
    }
}

impl Sum {
    fn turn(&self) -> Side {
        if self.kept.record.moves.len().is_multiple_of(2) { self.first } else { self.first.other() }
    }

    fn offer(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.kept.offer == Some(side.letter()))
    }

    fn declined(&mut self, offerer: Side) {
        let ply = Some(self.kept.record.moves.len());
        match offerer {
            Side::White => self.kept.declined.0 = ply,
            Side::Black => self.kept.declined.1 = ply,
        }
        self.kept.offer = None;
    }

    fn add(&mut self, row: &Row) -> Result<(), RestoreError> {
        let side = |white: bool| if white { Side::White } else { Side::Black };
        match &row.deed {
            Deed::Seated { .. } => {}
            Deed::Moved { text, used, left } => {
                let mover = self.turn();
                let own = left.map(|left| left[mover as usize]);
                self.kept
                    .record
                    .moves
                    .push(Ply { text: text.clone(), spent: Spent { used: *used, left: own } });
                if self.offer() == Some(mover.other()) {
                    self.declined(mover.other());
                }
                Side::BOTH.into_iter().for_each(|side| self.plans[side].follow(text));
                self.clocks(left);
            }
            Deed::Offered { white } => self.kept.offer = Some(side(*white).letter()),
            Deed::Declined { white } => self.declined(side(*white).other()),
            Deed::Undone { plies, left } => {
                let moves = &mut self.kept.record.moves;
                let rest =
                    moves.len().checked_sub(*plies as usize).ok_or(RestoreError::Undone(row.number))?;
                moves.truncate(rest);
                self.kept.offer = None;
                self.takebacks += 1;
                self.plans = Default::default();
                self.clocks(left);
            }
            Deed::Planned { white, lines } => self.plans[side(*white)].lines.clone_from(lines),
            Deed::Ended { ending, left } => {
                self.kept.record.ending = Some(ending.parse()?);
                self.clocks(left);
            }
            Deed::Aborted => self.kept.aborted = true,
            Deed::Next { game } => self.next = Some(game.clone()),
        }
        Ok(())
    }

    fn clocks(&mut self, left: &Option<[u32; 2]>) {
        self.told_left = *left;
        if let Some([white, black]) = *left {
            self.kept.left = Some((white.into(), black.into()));
        }
    }
}

/// What of a room its rows remember; for comparing.
#[derive(Clone, PartialEq, Debug)]
#[doc(hidden)]
pub struct Memory {
    kept: Kept,
    left: Option<[u32; 2]>,
    seats: [Seat; 2],
    takebacks: u32,
    lines: [Vec<Vec<String>>; 2],
    next: Option<String>,
    number: u32,
    written_at: Millis,
    terms: Terms,
}

impl Room {
    /// What has to survive, clocks as the last row told them.
    #[doc(hidden)]
    pub fn memory(&self) -> Memory {
        Memory {
            kept: Kept { left: None, ..self.sitting.keep(self.written_at) },
            left: self.told_left,
            seats: Side::BOTH.map(|side| self.sitting.agreement.seats.of(side)),
            takebacks: self.takebacks,
            lines: Side::BOTH.map(|side| self.plans[side].lines.clone()),
            next: self.next.clone(),
            number: self.number,
            // A game without rows begins when it is taken up.
            written_at: if self.number > 0 { self.written_at } else { 0 },
            terms: self.terms.clone(),
        }
    }
}
