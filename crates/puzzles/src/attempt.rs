//! Somebody solving a puzzle: moves go in, what follows comes out.

use damka_rules::{Game, Outcome, Route};

use crate::Puzzle;

/// What follows a move of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The move was right; the opponent answers with this one.
    Answer(Route),
    /// That was the last one: solved.
    Solved,
    /// The move was wrong. It stays on the board until [`Attempt::back`]: let the opponent show why.
    Wrong,
    /// The move was not legal, or it is not the time for one: nothing happened.
    Refused,
}

/// An attempt at a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    game: Game,
    wrong: bool,
    mistakes: u32,
    hints: u32,
}

impl Attempt {
    /// At the beginning.
    pub fn new(puzzle: Puzzle) -> Attempt {
        let game = Game::from_position(*puzzle.start());
        Attempt { puzzle, game, wrong: false, mistakes: 0, hints: 0 }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The solver moves.
    pub fn play(&mut self, route: &Route) -> Effect {
        let Some(expected) = self.expected().cloned() else { return Effect::Refused };
        if self.wrong || self.game.play_route(route).is_err() {
            return Effect::Refused;
        }
        let won = self.game.outcome() == Some(Outcome::Win(self.puzzle.start().turn()));
        if won {
            return Effect::Solved;
        }
        if !route.same_move(&expected) {
            self.wrong = true;
            self.mistakes += 1;
            return Effect::Wrong;
        }
        let Some(answer) = self.puzzle.line().get(self.game.ply()).cloned() else { return Effect::Solved };
        self.game.play_route(&answer).expect("a puzzle is made of legal moves");
        Effect::Answer(answer)
    }

    /// Takes a wrong move back; `false` if there is none.
    pub fn back(&mut self) -> bool {
        let back = self.wrong;
        if back {
            self.game.undo();
            self.wrong = false;
        }
        back
    }

    /// The move that is to be found, for a hint or to be shown; it counts against the solver.
    pub fn hint(&mut self) -> Option<&Route> {
        self.hints += 1;
        self.expected()
    }

    fn expected(&self) -> Option<&Route> {
        let over = self.game.ending().is_some();
        self.puzzle.line().get(self.game.ply()).filter(|_| !over || self.wrong)
    }

    /// Has every move been found?
    pub fn is_solved(&self) -> bool {
        !self.wrong && self.expected().is_none()
    }

    /// Was it solved without a mistake and without a hint?
    pub fn is_clean(&self) -> bool {
        self.is_solved() && self.mistakes == 0 && self.hints == 0
    }

    /// Wrong moves so far.
    pub fn mistakes(&self) -> u32 {
        self.mistakes
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::{MoveText, Variant};

    use super::*;
    use crate::puzzle::tests::puzzle;

    fn attempt() -> Attempt {
        Attempt::new(puzzle(Variant::Russian, "W:Wc3,e3,g3:Bd6,f6,a7", &["e3-d4", "f6-g5", "d4-e5"]))
    }

    fn route(attempt: &Attempt, text: &str) -> Route {
        let pos = attempt.game().position();
        pos.resolve(&MoveText::parse(text, pos.grid()).unwrap()).unwrap()
    }

    #[test]
    fn right_moves_are_answered_to_the_end() {
        let mut attempt = attempt();
        let first = route(&attempt, "e3-d4");
        assert!(matches!(attempt.play(&first), Effect::Answer(_)));
        assert_eq!(attempt.play(&first), Effect::Refused);
        let last = route(&attempt, "d4-e5");
        assert_eq!(attempt.play(&last), Effect::Solved);
        assert!(attempt.is_clean());
        assert_eq!(attempt.play(&last), Effect::Refused);
    }

    #[test]
    fn wrong_moves_wait_to_be_taken_back() {
        let mut attempt = attempt();
        let wrong = route(&attempt, "g3-h4");
        assert!(!attempt.back());
        assert_eq!(attempt.play(&wrong), Effect::Wrong);
        assert_eq!(attempt.play(&wrong), Effect::Refused);
        assert!(!attempt.is_solved());
        assert!(attempt.back());
        let right = route(&attempt, "e3-d4");
        assert_eq!(attempt.hint(), Some(&right));
        attempt.play(&right);
        let last = route(&attempt, "d4-e5");
        assert_eq!(attempt.play(&last), Effect::Solved);
        assert!(attempt.is_solved() && !attempt.is_clean());
        assert_eq!(attempt.mistakes(), 1);
    }
}
