//! A line of moves played out on the board.

use damka_rules::{AnyPosition, MoveError, Obligation, Route, Side};

/// Plies a line is followed beyond what was given, until the captures end.
const BEYOND: usize = 12;

/// A line of legal moves with every position on it.
#[derive(Clone, Debug)]
pub struct Line {
    positions: Vec<AnyPosition>,
    routes: Vec<Route>,
}

impl Line {
    /// No move yet.
    pub fn at(start: AnyPosition) -> Line {
        Line { positions: vec![start], routes: Vec::new() }
    }

    /// Plays texts as far as they are legal. What an engine says of a line may be cut or, rarely, wrong at its end.
    pub fn read<T: AsRef<str>>(start: AnyPosition, texts: &[T]) -> Line {
        let mut line = Line::at(start);
        for text in texts {
            if line.play_text(text.as_ref()).is_err() {
                break;
            }
        }
        line
    }

    /// Plays one more move.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let (next, route) = self.end().play_text(text)?;
        self.positions.push(next);
        self.routes.push(route);
        Ok(())
    }

    /// Plays one more move; false if it is not legal.
    pub fn play(&mut self, route: &Route) -> bool {
        let Some(next) = self.end().play_route(route) else { return false };
        self.positions.push(next);
        self.routes.push(route.clone());
        true
    }

    /// Where it begins.
    pub fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    /// Where it ends.
    pub fn end(&self) -> &AnyPosition {
        &self.positions[self.positions.len() - 1]
    }

    /// Every position, the first and the last included.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// Its moves.
    pub fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// How many moves.
    pub fn len(&self) -> usize {
        self.routes.len()
    }

    /// Is there no move?
    pub fn is_empty(&self) -> bool {
        self.routes.is_empty()
    }

    /// The first so many moves.
    #[must_use]
    pub fn cut(&self, plies: usize) -> Line {
        let plies = plies.min(self.len());
        Line { positions: self.positions[..=plies].to_vec(), routes: self.routes[..plies].to_vec() }
    }

    /// The moves as they are written, each in its position.
    pub fn texts(&self) -> Vec<String> {
        self.routes.iter().zip(&self.positions).map(|(route, pos)| pos.write(route)).collect()
    }

    /// Goes on until nobody has to take: an engine's line may stop in the middle of an exchange. Where several
    /// captures are legal the one that takes most is followed.
    pub fn settle(&mut self) {
        for _ in 0..BEYOND {
            if !must_capture(self.end()) {
                return;
            }
            let moves = self.end().moves();
            let Some(most) = moves.iter().rev().max_by_key(|route| route.taken().len()) else { return };
            self.play(&most.clone());
        }
    }

    /// Is the position after so many plies at rest: nobody can take there, whoever were to move?
    pub fn rests(&self, plies: usize) -> bool {
        self.positions.get(plies).is_some_and(|pos| !pos.can_capture() && !threatened(pos))
    }
}

/// Does the side to move have to take?
pub(crate) fn must_capture(pos: &AnyPosition) -> bool {
    pos.variant().laws().obligation == Obligation::Compulsory && pos.can_capture()
}

/// The same position with the other side to move.
pub(crate) fn passed(pos: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = pos.to_setup();
    setup.turn = setup.turn.other();
    AnyPosition::from_setup(pos.variant(), &setup).ok()
}

/// Could the other side take, if it were its move?
pub(crate) fn threatened(pos: &AnyPosition) -> bool {
    passed(pos).is_some_and(|pos| pos.can_capture())
}

/// Has the side to move lost, because it has no move?
pub(crate) fn stuck(pos: &AnyPosition) -> Option<Side> {
    pos.moves().is_empty().then(|| pos.turn())
}
