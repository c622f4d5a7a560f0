//! Games as earlier versions of the page kept them, one for each variant: read once and put on the shelf.

use damka_record::{Ply, Record};
use damka_sitting::Kept;
use damka_sitting::clock::{Control, Millis};
use damka_sitting::dress::Dress;
use damka_sitting::seats::{Level, Seat};
use serde::Deserialize;

use super::shelf::{Shelved, culprit};

/// So many levels have been put below those of that time.
pub const NEW_LEVELS: u8 = 3;

/// A game as it was kept.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Old {
    variant: String,
    start: Option<String>,
    moves: Vec<String>,
    white: Seat,
    black: Seat,
    #[serde(default)]
    touch_move: bool,
    touched: Option<String>,
    #[serde(default)]
    swapped: bool,
    #[serde(default)]
    black_below: bool,
    #[serde(default)]
    control: Control,
    left: Option<(Millis, Millis)>,
    ending: Option<String>,
}

impl Old {
    /// As it is kept today; the error is what could not be read.
    pub fn renew(self, at: Millis) -> Result<Shelved, String> {
        let variant = self.variant.parse().map_err(|_| self.variant.clone())?;
        let unknown = |name: &String| name.parse().map_err(|_| name.clone());
        let mut record = Record {
            touch_move: self.touch_move,
            moves: self.moves.iter().map(|text| Ply::from(text.as_str())).collect(),
            ending: self.ending.as_ref().map(unknown).transpose()?,
            ..Record::new(variant)
        };
        // Played through once: an end on the board was not written down then.
        record.start.clone_from(&self.start);
        let game = record.replay().map_err(|error| culprit(&record, &error))?;
        record.ending = game.ending();
        record.outcome = game.outcome();
        Ok(Shelved {
            at,
            black_below: self.black_below,
            game: Kept {
                record,
                white: raised(self.white),
                black: raised(self.black),
                control: self.control,
                left: self.left,
                touched: self.touched,
                offer: None,
                declined: (None, None),
                swapped: self.swapped,
                no_takeback: false,
                rated: false,
                challenge: Dress::of(variant).challenge && self.start.is_none(),
                aborted: false,
            },
        })
    }
}

/// The same opponent by today's number.
fn raised(seat: Seat) -> Seat {
    match seat {
        Seat::Computer(level) => Seat::Computer(Level(level.0.saturating_add(NEW_LEVELS)).min(Level::FULL)),
        seat => seat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{Ending, Side};

    fn check(text: &str) -> Result<Shelved, String> {
        serde_json::from_str::<Old>(text).map_err(|e| e.to_string())?.renew(5)
    }

    #[test]
    fn old_games_are_renewed() {
        let shelved = check(
            r#"{"variant":"russian+optional-capture","moves":["c3-d4","d6-c5","b2-c3"],"white":"person",
            "black":{"computer":3},"touch-move":true,"black-below":true,"left":[60000,900],
            "control":{"fischer":{"base":60,"plus":1}},"ending":"resigned-black"}"#,
        )
        .unwrap();
        let session = shelved.session(1).unwrap();
        assert_eq!(session.game.ending(), Some(Ending::Resigned(Side::Black)));
        assert_eq!((session.bottom, session.game.touch_move()), (Side::Black, true));
        assert_eq!(session.clock.as_ref().map(|clock| clock.left(Side::Black, 0)), Some(900));
        assert!(shelved.is_over());
        assert_eq!(shelved.game.black, Seat::Computer(Level(6)), "the opponent was another one");
        // A game that ended on the board, and one of the challenge.
        let text = r#"{"variant":"shashki","start":"W:WKa1:Bc3","moves":["a1xd4"],"white":"person","black":"random"}"#;
        let shelved = check(text).unwrap();
        assert!(shelved.is_over() && !shelved.game.challenge);
    }

    #[test]
    fn corruption_is_explained() {
        for (text, part) in [
            (r#"{"variant":"chess","moves":[],"white":"person","black":"person"}"#, "chess"),
            (r#"{"variant":"russian","moves":["d6-d5"],"white":"person","black":"person"}"#, "d6-d5"),
            (r#"{"variant":"russian","start":"W:Wz9","moves":[],"white":"person","black":"person"}"#, "z9"),
            (
                r#"{"variant":"russian","moves":[],"white":"person","black":"person","ending":"eaten"}"#,
                "eaten",
            ),
            (r#"{"variant":1}"#, "expected a string"),
        ] {
            let error = check(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
