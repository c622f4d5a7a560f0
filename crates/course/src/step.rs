//! One position of a lesson: what to do, and what to think of the moves made.

use damka_rules::{AnyPosition, Route};

use crate::Text;

/// What the learner has to do.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Make the moves that win: every other move lets the win go.
    Win,
    /// Find the move that does not lose: every other one does.
    Hold,
    /// Win with several moves against the best defence; each time some moves win and the others do not.
    Defeat,
    /// Choose one of the moves shown.
    Choose,
}

impl Task {
    /// Every task.
    pub const ALL: [Task; 4] = [Task::Win, Task::Hold, Task::Defeat, Task::Choose];

    /// Its name in files and catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Hold => "hold",
            Task::Defeat => "defeat",
            Task::Choose => "choose",
        }
    }
}

/// What to think of the moves made so far.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Right; the other side answers so, and it goes on.
    Right {
        /// The answer.
        answer: Route,
    },
    /// Right, and that was it.
    Done,
    /// Not right. How the other side shows it, where that is known.
    Wrong {
        /// The answer.
        answer: Option<Route>,
    },
    /// These are not moves of this step.
    Refused,
}

/// A turn of the learner: the moves that are right, the first of which the line follows.
pub(crate) type Turn = Vec<Route>;

/// One position of a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub(crate) start: AnyPosition,
    pub(crate) task: Task,
    pub(crate) turns: Vec<Turn>,
    /// The answer after each turn but the last.
    pub(crate) answers: Vec<Route>,
    /// The moves to choose from.
    pub(crate) options: Vec<Route>,
    /// Wrong first moves and how they are answered.
    pub(crate) refuted: Vec<(Route, Route)>,
    pub(crate) text: Text,
    pub(crate) after: Text,
}

impl Step {
    /// The position; the learner has the side to move.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The task.
    pub fn task(&self) -> Task {
        self.task
    }

    /// What to say with the task.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// What to say when it is done.
    pub fn after(&self) -> &Text {
        &self.after
    }

    /// The moves to choose from; empty unless that is the task.
    pub fn options(&self) -> &[Route] {
        &self.options
    }

    /// How many moves the learner has to make.
    pub fn length(&self) -> usize {
        self.turns.len()
    }

    /// The right moves at a turn of the learner, counted from 0; the line follows the first.
    pub fn right(&self, turn: usize) -> &[Route] {
        self.turns.get(turn).map_or(&[], Vec::as_slice)
    }

    /// The whole line, the learner's moves and the answers, for showing it.
    pub fn line(&self) -> Vec<Route> {
        let mut line = Vec::new();
        for (number, turn) in self.turns.iter().enumerate() {
            line.push(turn[0].clone());
            line.extend(self.answers.get(number).cloned());
        }
        line
    }

    /// Wrong first moves that are answered on the board, with the answers.
    pub fn refuted(&self) -> &[(Route, Route)] {
        &self.refuted
    }

    /// What to think of the moves made since the start: the learner's and, between them, the answers given. The last
    /// is the learner's.
    pub fn judge(&self, played: &[Route]) -> Verdict {
        let turn = played.len() / 2;
        let Some(last) = played.last().filter(|_| played.len() % 2 == 1 && turn < self.turns.len()) else {
            return Verdict::Refused;
        };
        let line = self.line();
        if !played[..turn * 2].iter().zip(&line).all(|(made, due)| made.same_move(due)) {
            return Verdict::Refused;
        }
        match self.turns[turn].iter().position(|right| right.same_move(last)) {
            // Another move that is as good ends the step: the line does not follow it.
            Some(0) => match self.answers.get(turn) {
                Some(answer) => Verdict::Right { answer: answer.clone() },
                None => Verdict::Done,
            },
            Some(_) => Verdict::Done,
            None => {
                let shown = self.refuted.iter().find(|(wrong, _)| turn == 0 && wrong.same_move(last));
                Verdict::Wrong { answer: shown.map(|(_, answer)| answer.clone()) }
            }
        }
    }
}
