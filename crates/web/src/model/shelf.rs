//! Games on this device: what is kept of each, and which are given up when there are too many.

use damka_record::{Record, ReplayError};
use damka_rules::{Side, arrange};
use damka_sitting::clock::Millis;
use damka_sitting::{Kept, Sitting};
use serde::{Deserialize, Serialize};

use super::link::{self, Invite};
use super::session::Session;

/// A game on the shelf.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shelved {
    /// When it was last written, in milliseconds since 1970.
    pub at: Millis,
    /// Is Black at the bottom?
    #[serde(default)]
    pub black_below: bool,
    /// The game.
    pub game: Kept,
}

/// So many finished games are kept; unfinished ones are never given up.
pub const MOST_FINISHED: usize = 500;

impl Shelved {
    /// What is to be kept of a session; nothing while nobody has moved or touched anything, unless its
    /// agreements were chosen by hand.
    pub fn of(session: &Session, chosen: bool, at: Millis) -> Option<Shelved> {
        let worth = chosen || session.game.ply() > 0 || session.game.touched().is_some();
        worth.then(|| Shelved { at, black_below: session.bottom == Side::Black, game: session.keep(at) })
    }

    /// Takes it up again; the error is what could not be read.
    pub fn session(&self, seed: u64) -> Result<Session, String> {
        let sitting =
            Sitting::resume(&self.game, seed).map_err(|error| culprit(&self.game.record, &error))?;
        let mut session = Session::from(sitting);
        session.bottom = if self.black_below { Side::Black } else { Side::White };
        Ok(session)
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.game.aborted || self.game.record.ending.is_some() || self.game.record.outcome.is_some()
    }

    /// The address that asks for a game like this one.
    pub fn invite(&self) -> Invite {
        let record = &self.game.record;
        Invite {
            touch_move: record.touch_move,
            clock: link::clock(self.game.control),
            fen: record.start.clone(),
            ..Invite::to(record.variant)
        }
    }
}

/// What of a record could not be played, in its own words: those of the rules are English, and long.
pub fn culprit(record: &Record, error: &ReplayError) -> String {
    match error {
        ReplayError::Start(_) => record.start.clone().unwrap_or_default(),
        ReplayError::Move { ply, text, .. } => format!("{text} ({ply})"),
    }
}

/// The names of finished games beyond the number that is kept, oldest first; `games` is a list of name,
/// time and whether it is over.
pub fn surplus<'a>(games: &[(&'a str, Millis, bool)]) -> Vec<&'a str> {
    let mut finished: Vec<_> = games.iter().filter(|(.., over)| *over).collect();
    arrange(&mut finished, |a, b| a.1 < b.1);
    let spare = finished.len().saturating_sub(MOST_FINISHED);
    finished[..spare].iter().map(|(name, ..)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::clock::Control;
    use crate::model::seats::{Level, Seat};
    use crate::model::session::Agreement;
    use damka_rules::Variant;
    use damka_sitting::Act;

    fn session() -> Session {
        let agreement = Agreement {
            control: Control::Fischer { base: 60, plus: 1 },
            ..Agreement::against(Variant::RussianOptional, Side::White, Seat::Computer(Level(3)))
        };
        Session::new(agreement, None, 1).unwrap()
    }

    #[test]
    fn games_survive_the_journey() {
        let mut session = session();
        assert_eq!(Shelved::of(&session, false, 0), None, "a game nobody has touched is kept");
        session.act(Act::Write(Side::White, "c3-d4".into()), 10);
        session.bottom = Side::Black;
        let kept = Shelved::of(&session, false, 20).unwrap();
        let text = serde_json::to_string(&kept).unwrap();
        let read: Shelved = serde_json::from_str(&text).unwrap();
        assert_eq!(read, kept);
        let again = read.session(2).unwrap();
        assert_eq!((again.bottom, again.game.ply()), (Side::Black, 1));
        assert_eq!(read.invite().address(), "russian?rules=optional-capture&clock=60%2B1");
        assert!(!read.is_over());
    }

    #[test]
    fn only_finished_games_are_given_up_the_oldest_first() {
        let names: Vec<String> = (0..MOST_FINISHED + 5).map(|n| n.to_string()).collect();
        let check = |over: fn(usize) -> bool, expected: &[&str]| {
            let games: Vec<_> =
                names.iter().enumerate().rev().map(|(n, name)| (&name[..], n as Millis, over(n))).collect();
            assert_eq!(surplus(&games), expected);
        };
        check(|_| true, &["0", "1", "2", "3", "4"]);
        check(|n| n != 1, &["0", "2", "3", "4"]);
        check(|_| false, &[]);
    }
}
