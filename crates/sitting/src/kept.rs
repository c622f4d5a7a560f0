//! A sitting as it is kept between visits, and taken up again.
//!
//! The record says what was played; the rest is what only a game under way needs. Whatever is read may
//! have been written by an older program or by hand, so taking it up checks everything.

use damka_record::{Record, ReplayError, Tag};
use damka_rules::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::agreement::Agreement;
use crate::clock::{Clock, Control, Millis};
use crate::seats::{Seat, Seats};
use crate::sitting::Sitting;

/// A kept sitting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Kept {
    /// What was played, and how it ended.
    pub record: Record,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// How time is counted.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub control: Control,
    /// Milliseconds left, White's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<(Millis, Millis)>,
    /// The piece that was touched and must move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touched: Option<String>,
    /// The side whose draw offer stands: `W` or `B`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<char>,
    /// The plies at which the last draw offers were declined, White's first.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub declined: (Option<usize>, Option<usize>),
    /// Are the colours exchanged?
    #[serde(default, skip_serializing_if = "is_usual")]
    pub swapped: bool,
    /// Was it agreed that moves are not taken back?
    #[serde(default, skip_serializing_if = "is_usual")]
    pub no_takeback: bool,
    /// Does it count for a rating?
    #[serde(default, skip_serializing_if = "is_usual")]
    pub rated: bool,
    /// Does it count for the challenge?
    #[serde(default, skip_serializing_if = "is_usual")]
    pub challenge: bool,
    /// Was it broken off?
    #[serde(default, skip_serializing_if = "is_usual")]
    pub aborted: bool,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Sitting {
    /// The game written down, with the times of its moves and its tags.
    pub fn record(&self) -> Record {
        let mut record = Record { tags: self.tags.clone(), ..Record::from_game(&self.game) };
        for (ply, spent) in record.moves.iter_mut().zip(&self.times) {
            ply.spent = *spent;
        }
        record
    }

    /// Everything that has to be kept.
    pub fn keep(&self, now: Millis) -> Kept {
        let Agreement { seats, control, swapped, takeback, rated, challenge, .. } = self.agreement;
        Kept {
            record: self.record(),
            white: seats.0.white,
            black: seats.0.black,
            control,
            left: self.clock.as_ref().map(|c| (c.left(Side::White, now), c.left(Side::Black, now))),
            touched: self.game.touched().map(|square| self.game.position().square_name(square)),
            offer: self.game.draw_offer().filter(|_| !self.is_over()).map(Side::letter),
            declined: (self.declined.white, self.declined.black),
            swapped,
            no_takeback: !takeback,
            rated,
            challenge,
            aborted: self.aborted,
        }
    }

    /// Takes a kept sitting up again; [`Act::Sit`](crate::Act::Sit) lets it go on.
    pub fn resume(kept: &Kept, seed: u64) -> Result<Sitting, ReplayError> {
        let agreement = Agreement {
            variant: kept.record.variant,
            touch_move: kept.record.touch_move,
            seats: Seats(BySide { white: kept.white, black: kept.black }),
            control: kept.control,
            swapped: kept.swapped,
            takeback: !kept.no_takeback,
            rated: kept.rated,
            challenge: kept.challenge,
        };
        let mut sitting = Sitting::of_record(&kept.record, agreement, seed)?;
        if let Some(name) = &kept.touched {
            let pos = sitting.game.position();
            let square = pos.grid().parse_square(name);
            // A square that cannot have been touched binds nobody.
            let _ = square.map(|square| sitting.scene.game.touch(square));
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| kept.offer == Some(side.letter())) {
            // A game that is over has no offers.
            let _ = sitting.scene.game.offer_draw(side);
        }
        if let Some((white, black)) = kept.left {
            sitting.scene.clock = Clock::resume(kept.control, BySide { white, black });
        }
        sitting.declined = BySide { white: kept.declined.0, black: kept.declined.1 };
        sitting.scene.aborted = kept.aborted;
        Ok(sitting)
    }

    /// A sitting with the game of a record, its times and tags. What the record says of variant and
    /// touch-move is in force, whatever the agreement says; an end it knows is not told again.
    pub fn of_record(record: &Record, agreement: Agreement, seed: u64) -> Result<Sitting, ReplayError> {
        let Record { variant, touch_move, .. } = *record;
        let game = record.replay()?;
        let mut sitting = Sitting::with_game(Agreement { variant, touch_move, ..agreement }, game, seed);
        sitting.scene.times = record.moves.iter().map(|ply| ply.spent).collect();
        sitting.scene.tags = record.tags.clone();
        sitting.told = sitting.game.ending().is_some();
        Ok(sitting)
    }

    /// The names of the players, where a record tells them.
    pub fn name(&self, side: Side) -> Option<&str> {
        let wanted = if side == Side::White { "White" } else { "Black" };
        self.tags
            .iter()
            .find(|Tag(name, value)| name == wanted && !value.is_empty())
            .map(|tag| tag.1.as_str())
    }
}
