//! Positions with one best move, kept in suites and solved as an examination.
//!
//! A line of a suite is `variant | FEN | move | proof`. The proof says what a deep search saw: the end of
//! the game, or how far the move is ahead of the next best.

use std::fmt;

use damka_rules::{FenError, Game, MoveError, MoveText, Route, TextError, UnknownName, Variant};

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The game.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// The one best move.
    pub best: String,
    /// What the deep search saw.
    pub proof: String,
}

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct SuiteError {
    /// Counts from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: Wrong,
}

/// What is wrong with a problem.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// Too few or too many fields.
    #[error("four fields between | are expected")]
    Fields,
    /// No such game.
    #[error(transparent)]
    Variant(#[from] UnknownName),
    /// No such position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The move cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Problem {
    /// The game at its beginning, and the one best move.
    pub fn read(&self) -> Result<(Game, Route), Wrong> {
        let game = Game::from_fen(self.variant, &self.fen)?;
        let pos = game.position();
        let best = pos.resolve(&MoveText::parse(&self.best, pos.grid())?)?;
        Ok((game, best))
    }

    /// Does the engine find the move within the limits?
    #[cfg(feature = "engine")]
    pub fn solves(
        &self,
        engine: &mut damka_engine::Engine,
        limits: &damka_engine::Limits,
    ) -> Result<bool, Wrong> {
        let (game, best) = self.read()?;
        engine.new_game();
        let report = engine.search(&game, limits, &damka_engine::Stop::new(), &mut |_| ());
        Ok(report.best().is_some_and(|route| route.same_move(&best)))
    }
}

impl fmt::Display for Problem {
    /// A line of a suite.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { variant, fen, best, proof } = self;
        write!(f, "{variant} | {fen} | {best} | {proof}")
    }
}

/// Reads a suite and looks whether its moves are legal.
pub fn parse(text: &str) -> Result<Vec<Problem>, SuiteError> {
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    lines.map(|(n, line)| problem(line).map_err(|why| SuiteError { line: n + 1, why })).collect()
}

fn problem(line: &str) -> Result<Problem, Wrong> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [variant, fen, best, proof] = fields[..] else { return Err(Wrong::Fields) };
    let variant = variant.parse()?;
    let problem = Problem { variant, fen: fen.into(), best: best.into(), proof: proof.into() };
    problem.read()?;
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_suites_name_the_line() {
        let check = |text: &str, place: &str| {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(place), "{text}: {error}");
        };
        check("russian | W:Wc3:Bf6 | c3-d4", "line 1: four fields");
        check("# remark\nklingon | W:Wc3:Bf6 | c3-d4 | won", "line 2: unknown variant");
        check("russian | W:Wc9:Bf6 | c3-d4 | won", "line 1: ");
        check("russian | W:Wc3:Bf6 | c3-c4 | won", "line 1: ");
    }

    #[test]
    fn suites_survive_the_journey() {
        let text = "russian | W:Wd6:Bf8,h8 | d6-c7 | crowns";
        let problems = parse(text).unwrap();
        assert_eq!(problems[0].to_string(), text);
    }

    #[cfg(feature = "engine")]
    #[test]
    fn solves_what_is_easy() {
        // One step crowns, the other gives the man away.
        let problems = "russian | W:Wd6:Bf8,h8 | d6-c7 | crowns\nrussian | W:Wd6:Bf8,h8 | d6-e7 | loses";
        let mut engine = damka_engine::Engine::new(damka_engine::Options { hash_mb: 1, threads: 1 });
        let limits = damka_engine::Limits::nodes(20_000);
        let solved: Vec<bool> = parse(problems)
            .unwrap()
            .iter()
            .map(|problem| problem.solves(&mut engine, &limits).unwrap())
            .collect();
        assert_eq!(solved, [true, false]);
    }
}
