//! A program that answers one line with one line as a player of matches, for engines without a protocol.
//!
//! It is told `new` before a game and `go SECONDS FEN` for a move, the FEN in numbers, and answers
//! `bestmove 22x15x18 depth=9 score=12 nodes=1000`: start, end and the pieces taken in any order; what follows may be
//! left out. It is told `quit` at the end.

use std::time::{Duration, Instant};

use damka_arena::{Choice, Fault, Player};
use damka_engine::{Limits, Score};
use damka_rules::{AnyPosition, Game, Notation, Route, Square, Variant};

use super::beside::Beside;

/// How long beyond its time a program is waited for: it may count processor time on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
pub(super) struct LinePlayer {
    name: String,
    program: Beside,
    /// Does its processor time count?
    processor: bool,
}

impl LinePlayer {
    pub(super) fn start(command: &str, processor: bool) -> Result<LinePlayer, Fault> {
        Ok(LinePlayer { name: command.into(), program: Beside::start(command)?, processor })
    }
}

impl Player for LinePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
        self.program.send("new")
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let time = limits
            .move_time
            .ok_or_else(|| Fault::Crashed("it wants --time: a time for every move".into()))?;
        let fen = game.position().to_fen_in(Notation::Numeric);
        self.program.send(&format!("go {:.3} {fen}", time.as_secs_f64()))?;
        let deadline = Instant::now() + time + PATIENCE;
        loop {
            let line = self.program.hear(deadline)?;
            if let Some(answer) = line.strip_prefix("bestmove ") {
                return choice(game.position(), answer).ok_or_else(|| Fault::Illegal(answer.into()));
            }
        }
    }

    fn processor_time(&self) -> Option<Duration> {
        self.processor.then(|| self.program.processor_time()).flatten()
    }
}

impl Drop for LinePlayer {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.program.send("quit");
    }
}

/// What an answer means: a legal move, and what the program thinks of it.
fn choice(pos: &AnyPosition, answer: &str) -> Option<Choice> {
    let mut words = answer.split_whitespace();
    let route = route(pos, words.next()?)?;
    let mut choice = Choice { route, score: None, nodes: 0, depth: 0 };
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        match key {
            "score" => choice.score = value.parse().ok().map(Score::centimen),
            "nodes" => choice.nodes = value.parse().unwrap_or(0),
            "depth" => choice.depth = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    Some(choice)
}

fn route(pos: &AnyPosition, text: &str) -> Option<Route> {
    let square = |number: &str| number.parse().ok().filter(|&number| number > 0).map(Square::new);
    let squares = text.split(['-', 'x']).map(square);
    match squares.collect::<Option<Vec<_>>>()?.as_slice() {
        [from, to, taken @ ..] => pos.find_move(*from, *to, taken),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let pos = AnyPosition::from_fen(Variant::English, "W:W22:B18").expect("a position");
        let read = choice(&pos, "22x15x18 depth=9 score=-12 nodes=77 ms=3").expect("a legal move");
        assert_eq!((read.nodes, read.depth, read.score), (77, 9, Some(Score::centimen(-12))));
        for wrong in ["", "22-17", "22x15x17", "22", "x", "0-22", "a3-b4", "22x15x18x300"] {
            assert!(choice(&pos, wrong).is_none(), "{wrong}");
        }
    }
}
