//! PDN as a record.

use damka_pdn::{Action, Game, Step, Winner};
use damka_rules::{AnyPosition, Ending, Outcome, Side, Variant};

use super::replay::{Failure, Replay, replay};
use super::writing::{OPTIONS, TOUCH_MOVE};
use crate::record::{Ply, Record, Tag};

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

impl Replay {
    /// What was played, as a record; `None` if it is not known which game it is.
    pub fn record(&self, game: &Game) -> Option<Record> {
        let (variant, start) = (self.variant?, self.start?);
        let mut record = Record {
            touch_move: game.tags.known(OPTIONS).is_some_and(|options| options.contains(TOUCH_MOVE)),
            start: (start != AnyPosition::start(variant)).then(|| start.to_fen()),
            moves: self.plies(game, start),
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
    fn plies(&self, game: &Game, start: AnyPosition) -> Vec<Ply> {
        let is_move = |step: &&Step| matches!(step.action, Action::Move(_));
        // A setup in the middle begins the record anew.
        let steps = game.line.steps.iter().filter(is_move).skip(self.plies - self.moves.len());
        let mut pos = start;
        let mut plies = Vec::with_capacity(self.moves.len());
        for (route, step) in self.moves.iter().zip(steps) {
            let mut ply = Ply::from(pos.write(route).as_str());
            ply.read_times(&step.comments);
            plies.push(ply);
            // A route of a replayed game is legal.
            pos = pos.play_route(route).unwrap_or(pos);
        }
        plies
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
