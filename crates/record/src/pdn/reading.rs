//! PDN as a record.

use damka_pdn::{Action, Game, Reader, Step, Winner};
use damka_rules::{AnyPosition, Ending, Outcome, Route, Side, Variant};

use super::replay::{Failure, Replay, replay};
use super::which::variants;
use super::writing::{OPTIONS, TOUCH_MOVE};
use crate::record::{Ply, Record, Spent, Tag};

/// Tags that a record says in its own way.
const SAID: [&str; 5] = ["GameType", "Variant", "FEN", "SetUp", OPTIONS];

impl Record {
    /// Reads a game of a PDN file as the given variant, or as the one its tags and squares tell.
    ///
    /// Comments and variations are not part of a record.
    pub fn from_pdn(game: &Game, given: Option<Variant>) -> Result<Record, Failure> {
        let replay = replay(game, given);
        match (replay.failure.clone(), replay.record(game)) {
            (Some(failure), _) => Err(failure),
            (None, Some(record)) => Ok(record),
            (None, None) => Err(Failure::at_start(game, "nothing tells which game of draughts this is")),
        }
    }
}

impl Record {
    /// Reads the first game of a text: what somebody pasted or opened.
    ///
    /// Where nothing tells which game it is, it is the `usual` one; where only its GameType tells, and the usual
    /// one is that game with a house rule, the agreement is kept.
    ///
    /// ```
    /// use damka_record::Record;
    /// use damka_rules::Variant;
    /// let record = Record::from_pdn_text("1. cd4 dc5 2. bc3 1-0", Variant::Russian).unwrap();
    /// assert_eq!(record.to_string(), "russian c3-d4 d6-c5 b2-c3 result=1-0");
    /// ```
    pub fn from_pdn_text(text: &str, usual: Variant) -> Result<Record, Failure> {
        // Memory does not fail.
        let game = Reader::new(text.as_bytes()).next().and_then(Result::ok);
        let Some(game) = game else {
            return Err(Failure::at_start(&Game::default(), "there is no game in this text"));
        };
        let told = variants(&game);
        let named = game.tags.known("Variant").is_some();
        let untold = !named && game.game_type().is_none();
        let relative = !named && usual.house_rule().is_some() && told.contains(&usual.base());
        if untold || relative {
            let as_usual = Record::from_pdn(&game, Some(usual));
            // What does not go as the usual game may be another one; if not, the usual one's fault is told.
            return as_usual.or_else(|failure| Record::from_pdn(&game, None).map_err(|_| failure));
        }
        Record::from_pdn(&game, None)
    }
}

impl Replay {
    /// What was played, as a record; `None` if it is not known which game it is.
    pub fn record(&self, game: &Game) -> Option<Record> {
        let (variant, start) = (self.variant?, self.start?);
        let mut record = Record {
            touch_move: game.tags.known(OPTIONS).is_some_and(|options| options.contains(TOUCH_MOVE)),
            start: (start != AnyPosition::start(variant)).then(|| start.to_fen()),
            moves: self.written(game),
            ending: game.tags.known("Termination").and_then(|text| ending(variant, text)),
            outcome: game.score().and_then(|score| score.winner()).and_then(outcome),
            ..Record::new(variant)
        };
        let said = |name: &str| {
            let said = SAID.iter().any(|said| said.eq_ignore_ascii_case(name));
            let result =
                name.eq_ignore_ascii_case("Result") && (record.outcome.is_some() || game.score().is_none());
            let open = name.eq_ignore_ascii_case("Result") && game.tags.known("Result") == Some("*");
            let termination = name.eq_ignore_ascii_case("Termination") && record.ending.is_some();
            said || result || open || termination
        };
        let tags = game.tags.iter().filter(|tag| !said(&tag.name));
        record.tags = tags.map(|tag| Tag(tag.name.clone(), tag.value.clone())).collect();
        Some(record)
    }

    /// The moves with what their comments say of the clock.
    fn written(&self, game: &Game) -> Vec<Ply> {
        let is_move = |step: &&Step| matches!(step.action, Action::Move(_));
        // A setup in the middle begins the record anew.
        let steps = game.line.steps.iter().filter(is_move).skip(self.plies - self.moves.len());
        let played = self.positions().iter().zip(&self.moves).zip(steps);
        let ply = |((pos, route), step): ((&AnyPosition, &Route), &Step)| {
            let mut ply = Ply::from(pos.write(route).as_str());
            ply.spent = Spent::read(&step.comments);
            ply
        };
        played.map(ply).collect()
    }
}

fn outcome(winner: Winner) -> Option<Outcome> {
    match winner {
        Winner::White => Some(Outcome::Win(Side::White)),
        Winner::Black => Some(Outcome::Win(Side::Black)),
        Winner::Draw => Some(Outcome::Draw),
        Winner::Nobody => None,
    }
}

/// An ending by the sentence our writer has for it, or by its key.
fn ending(variant: Variant, text: &str) -> Option<Ending> {
    let of = [
        Ending::NoPieces,
        Ending::Blocked,
        Ending::FirstKing,
        Ending::Resigned,
        Ending::Time,
        Ending::Forfeit,
    ];
    let sides = of.iter().flat_map(|of| Side::BOTH.map(of));
    let laws = variant.laws().draws.iter().map(|law| Ending::Law(*law));
    let mut all = sides.chain(laws).chain([Ending::Agreed]);
    all.find(|ending| ending.to_string() == text).or_else(|| text.parse().ok())
}
