//! One puzzle: a position, the line that solves it, how hard it is and what it is about.
//!
//! In a file it is one line of four words: the packed position, the moves with commas, the rating, and a letter for
//! each theme (`-` without any).

use std::fmt;

use damka_rules::{AnyPosition, Game, GameError, MoveError, MoveText, Route, TextError, Variant};

use crate::packed::{self, PackedError};
use crate::{Normal, Themes};

/// A position where one move wins at every turn of the solver, who moves first and last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    start: AnyPosition,
    line: Vec<Route>,
    rating: u16,
    themes: Themes,
}

/// Why a text is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// Too few or too many words.
    #[error("four words are expected: position, moves, rating, themes")]
    Words,
    /// No position.
    #[error("position: {0}")]
    Position(#[from] PackedError),
    /// A move that cannot be read.
    #[error("move {0}: {1}")]
    Text(String, TextError),
    /// A move that is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move after the end of the game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The solver has less than two moves, or not the last one.
    #[error("the solver moves first and last, twice at least")]
    Length,
    /// The rating is no number within its bounds.
    #[error("'{0}' is not a rating")]
    Rating(String),
    /// A letter that is no theme.
    #[error("'{0}' is not the letter of a theme")]
    Theme(char),
}

/// The shortest line: two moves of the solver and the answer between them.
const SHORTEST: usize = 3;

impl Puzzle {
    /// The puzzle of a position and its line; its themes are found from them.
    pub fn new(start: AnyPosition, line: Vec<Route>, rating: u16) -> Result<Puzzle, PuzzleError> {
        let themes = Themes::of(&replay(&start, &line)?);
        Ok(Puzzle { start, line, rating, themes })
    }

    /// Reads a line of a file. Every move is checked; the themes are believed.
    pub fn read(variant: Variant, text: &str) -> Result<Puzzle, PuzzleError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [position, moves, rating, themes] = words[..] else { return Err(PuzzleError::Words) };
        let start = packed::unpack(variant, position)?;
        let rating = rating.parse().map_err(|_| PuzzleError::Rating(rating.into()))?;
        let mut line = Vec::new();
        let mut pos = start;
        for text in moves.split(',') {
            let parsed =
                MoveText::parse(text, pos.grid()).map_err(|error| PuzzleError::Text(text.into(), error))?;
            let (next, route) = pos.play(&parsed)?;
            line.push(route);
            pos = next;
        }
        replay(&start, &line)?;
        let themes = Themes::read(themes).map_err(PuzzleError::Theme)?;
        Ok(Puzzle { start, line, rating, themes })
    }

    /// The game it belongs to.
    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// Where it begins.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The solver's moves with the answers between them.
    pub fn line(&self) -> &[Route] {
        &self.line
    }

    /// How many moves the solver has to find.
    pub fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// How hard it is, on the scale of players.
    pub fn rating(&self) -> u16 {
        self.rating
    }

    /// What it is about.
    pub fn themes(&self) -> Themes {
        self.themes
    }

    /// The same puzzle with another rating.
    #[must_use]
    pub fn rated(self, rating: u16) -> Puzzle {
        Puzzle { rating, ..self }
    }

    /// Its number: the same in every file that holds it.
    pub fn number(&self) -> u32 {
        Normal::of(&self.start).number()
    }

    /// The game from its beginning with the whole line played.
    pub fn replay(&self) -> Game {
        replay(&self.start, &self.line).expect("a puzzle is made of legal moves")
    }

    /// The texts of its moves.
    pub fn move_texts(&self) -> Vec<String> {
        self.replay().moves().iter().map(|played| played.text.clone()).collect()
    }
}

fn replay(start: &AnyPosition, line: &[Route]) -> Result<Game, PuzzleError> {
    if line.len() < SHORTEST || line.len().is_multiple_of(2) {
        return Err(PuzzleError::Length);
    }
    let mut game = Game::from_position(*start);
    for route in line {
        game.play_route(route)?;
    }
    Ok(game)
}

impl fmt::Display for Puzzle {
    /// A line of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.move_texts().join(",");
        write!(f, "{} {moves} {} {}", packed::pack(&self.start), self.rating, self.themes)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A puzzle from a FEN and move texts.
    pub(crate) fn puzzle(variant: Variant, fen: &str, moves: &[&str]) -> Puzzle {
        let start = AnyPosition::from_fen(variant, fen).unwrap();
        let mut game = Game::from_position(start);
        moves.iter().for_each(|text| _ = game.play_text(text).unwrap());
        let line = game.moves().iter().map(|played| played.route.clone()).collect();
        Puzzle::new(start, line, 1200).unwrap()
    }

    #[test]
    fn survives_the_journey() {
        let puzzle = puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]);
        let text = puzzle.to_string();
        assert!(text.len() < 60, "{text}");
        assert_eq!(Puzzle::read(Variant::Russian, &text).unwrap(), puzzle);
    }

    #[test]
    fn wrong_lines_name_what_is_wrong() {
        let good =
            puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]).to_string();
        let words: Vec<&str> = good.split(' ').collect();
        let check = |position: &str, moves: &str, rating: &str, themes: &str, expected: &str| {
            let text = format!("{position} {moves} {rating} {themes}");
            let error = Puzzle::read(Variant::Russian, &text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        };
        check("", words[1], "1200", "-", "four words");
        check("Qaa", words[1], "1200", "-", "W or B");
        check(words[0], "e3-d4", "1200", "-", "twice at least");
        check(words[0], "e3-d4,f6-g5", "1200", "-", "twice at least");
        check(words[0], "e3-e4,f6-g5,d4-e5", "1200", "-", "e3-e4");
        check(words[0], "e3-d4,f6-g5,e", "1200", "-", "move e");
        check(words[0], words[1], "many", "-", "'many' is not a rating");
        check(words[0], words[1], "1200", "!", "'!' is not");
    }

    #[test]
    fn the_number_is_the_position_s() {
        let white = puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]);
        let black = puzzle(Variant::Russian, "B:Wc3,e3,h2:Bf6,d6,b6", &["d6-e5", "c3-b4", "e5-d4"]);
        assert_eq!(white.number(), black.number());
        assert_ne!(white.number(), white.clone().rated(0).number() + 1);
    }
}
