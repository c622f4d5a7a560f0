//! Lessons of two minutes: positions the learner plays, chosen by the laws of the game.

use damka_rules::{
    AnyPosition, Choice, Dirs, Goal, KingRange, Obligation, Piece, Playable, Promotion, Removal, Role, Route,
    Setup, Side, Variant,
};

/// What a step teaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Topic {
    Move,
    MoveStraight,
    MoveFan,
    Capture,
    CaptureStraight,
    CaptureBack,
    MustCapture,
    Eight,
    Chain,
    Most,
    MenDontTakeKings,
    KingFirst,
    Crown,
    FirstKing,
    CrownGoesOn,
    CrownStops,
    CrownAtEnd,
    KingFlies,
    KingShort,
    KingCaptures,
    KingLandsBehind,
    AtOnce,
    Lose,
}

/// What the learner has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Any legal move.
    Any,
    /// Take so many pieces.
    Take(usize),
    /// Crown a man.
    Crown,
    /// Go at least so far.
    Far(usize),
    /// Go back.
    Back,
}

/// One position of a lesson; White is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// What it teaches.
    pub topic: Topic,
    /// The position.
    pub position: AnyPosition,
    /// What is to be done.
    pub task: Task,
}

impl Step {
    /// Does this move do what is asked?
    pub fn done(&self, route: &Route) -> bool {
        let grid = self.position.grid();
        let ((r0, c0), (r1, c1)) = (grid.place(route.from()), grid.place(route.to()));
        match self.task {
            Task::Any => true,
            Task::Take(n) => route.taken().len() >= n,
            Task::Crown => route.promotes(),
            Task::Far(n) => r0.abs_diff(r1).max(c0.abs_diff(c1)) >= n,
            Task::Back => r1 > r0,
        }
    }
}

/// The lesson of a game.
pub fn steps(variant: Variant) -> Vec<Step> {
    let mut lesson = Lesson { variant, steps: Vec::new() };
    match variant.grid().playable {
        Playable::All => lesson.straight(),
        Playable::Checkered { .. } => lesson.diagonal(),
    }
    lesson.steps
}

/// A square as column and row from the learner's left corner, both from 0.
type Place = (usize, usize);

struct Lesson {
    variant: Variant,
    steps: Vec<Step>,
}

impl Lesson {
    fn diagonal(&mut self) {
        let laws = self.variant.laws();
        let top = self.variant.grid().height;
        let away: Place = (1, top - 1);
        let aside: Place = (7, top - 3);
        self.add(Topic::Move, Task::Any, &[(2, 2)], &[], &[away], &[]);
        self.add(Topic::Capture, Task::Take(1), &[(2, 2)], &[], &[(3, 3)], &[]);
        if laws.obligation == Obligation::Compulsory {
            self.add(Topic::MustCapture, Task::Take(1), &[(2, 2), (6, 2)], &[], &[(3, 3)], &[]);
        }
        match laws.man_captures {
            Dirs::FORWARD_DIAGONAL => {}
            Dirs::ALL => {
                self.add(Topic::Eight, Task::Take(1), &[(2, 2)], &[], &[(2, 4)], &[]);
                self.add(Topic::CaptureBack, Task::Take(1), &[(4, 4)], &[], &[(3, 3)], &[]);
            }
            _ => self.add(Topic::CaptureBack, Task::Take(1), &[(4, 4)], &[], &[(3, 3)], &[]),
        }
        self.add(Topic::Chain, Task::Take(2), &[(2, 2)], &[], &[(3, 3), (3, 5)], &[]);
        if !matches!(laws.choice, Choice::Free | Choice::KingFirst) {
            self.add(Topic::Most, Task::Take(2), &[(0, 2), (6, 2)], &[], &[(1, 3), (1, 5), (5, 3)], &[]);
        }
        if !laws.men_take_kings {
            self.add(Topic::MenDontTakeKings, Task::Take(1), &[(2, 2)], &[], &[(1, 3)], &[(3, 3)]);
        }
        let first_king = laws.goal == Goal::FirstKing;
        let crown = if first_king { Topic::FirstKing } else { Topic::Crown };
        self.add(crown, Task::Crown, &[(2, top - 2)], &[], &[aside], &[]);
        let (man, first) = ((1, top - 3), (2, top - 2));
        match (laws.promotion, laws.man_captures) {
            (Promotion::InPassing, _) => {
                self.add(Topic::CrownGoesOn, Task::Take(2), &[man], &[], &[first, (5, top - 3)], &[]);
            }
            (Promotion::AtEnd, Dirs::FORWARD_DIAGONAL) => {
                self.add(Topic::CrownStops, Task::Crown, &[man], &[], &[first, (4, top - 2)], &[]);
            }
            (Promotion::AtEnd, _) => {
                self.add(Topic::CrownAtEnd, Task::Take(2), &[man], &[], &[first, (4, top - 2)], &[]);
            }
        }
        if !first_king {
            self.diagonal_kings(aside);
        }
        if laws.goal == Goal::BeLeftWithoutMove {
            self.add(Topic::Lose, Task::Any, &[(0, 2)], &[], &[(2, 4)], &[]);
        }
    }

    fn diagonal_kings(&mut self, aside: Place) {
        let laws = self.variant.laws();
        if laws.king_range == KingRange::Short {
            return self.add(Topic::KingShort, Task::Back, &[], &[(3, 3)], &[aside], &[]);
        }
        self.add(Topic::KingFlies, Task::Far(3), &[], &[(0, 0)], &[aside], &[]);
        let topic = match laws.king_range {
            KingRange::Adjacent => Topic::KingLandsBehind,
            _ => Topic::KingCaptures,
        };
        self.add(topic, Task::Take(1), &[], &[(0, 0)], &[(4, 4)], &[]);
        if laws.choice == Choice::KingFirst {
            self.add(Topic::KingFirst, Task::Take(1), &[(6, 2)], &[(0, 0)], &[(3, 3), (5, 3)], &[]);
        }
    }

    fn straight(&mut self) {
        let laws = self.variant.laws();
        let fan = laws.man_moves == Dirs::FORWARD_FAN_AND_SIDEWAYS;
        let topic = if fan { Topic::MoveFan } else { Topic::MoveStraight };
        self.add(topic, Task::Any, &[(3, 2)], &[], &[(0, 6)], &[]);
        self.add(Topic::CaptureStraight, Task::Take(1), &[(3, 2)], &[], &[(3, 3)], &[]);
        self.add(Topic::MustCapture, Task::Take(1), &[(3, 2), (0, 1)], &[], &[(4, 2)], &[]);
        self.add(Topic::Chain, Task::Take(2), &[(3, 2)], &[], &[(3, 3), (4, 4)], &[]);
        self.add(Topic::Most, Task::Take(2), &[(0, 2), (6, 2)], &[], &[(0, 3), (1, 4), (6, 3)], &[]);
        self.add(Topic::Crown, Task::Crown, &[(3, 6)], &[], &[(0, 5)], &[]);
        if laws.promotion == Promotion::InPassing {
            self.add(Topic::CrownGoesOn, Task::Take(2), &[(2, 5)], &[], &[(2, 6), (5, 7)], &[]);
        }
        self.add(Topic::KingFlies, Task::Far(3), &[], &[(0, 0)], &[(3, 6)], &[]);
        self.add(Topic::KingCaptures, Task::Take(1), &[], &[(0, 0)], &[(0, 4)], &[]);
        if laws.removal == Removal::AtOnce {
            self.add(Topic::AtOnce, Task::Take(2), &[], &[(0, 0)], &[(0, 2), (0, 5)], &[]);
        }
    }

    /// Adds a position of white men, white kings, black men and black kings.
    fn add(&mut self, topic: Topic, task: Task, wm: &[Place], wk: &[Place], bm: &[Place], bk: &[Place]) {
        let grid = self.variant.grid();
        let mut setup = Setup::empty(Side::White);
        let groups = [
            (wm, Side::White, Role::Man),
            (wk, Side::White, Role::King),
            (bm, Side::Black, Role::Man),
            (bk, Side::Black, Role::King),
        ];
        for (places, side, role) in groups {
            for &(col, row) in places {
                // Boards whose left corner is not used are mirrored.
                let col = match grid.playable {
                    Playable::Checkered { a1: false } => grid.width - 1 - col,
                    _ => col,
                };
                let square = grid.square_at(grid.height - 1 - row, col);
                setup.pieces.extend(square.map(|square| (square, Piece { side, role })));
            }
        }
        // Every position is valid (a test plays them all); a lesson without one step is still a lesson.
        if let Ok(position) = AnyPosition::from_setup(self.variant, &setup) {
            self.steps.push(Step { topic, position, task });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_done() {
        for &variant in Variant::EVERY {
            let steps = steps(variant);
            assert!(steps.len() >= 5, "{variant}");
            for step in steps {
                let done = step.position.routes().iter().any(|route| step.done(route));
                assert!(done, "{variant} {:?} {}", step.topic, step.position.to_fen());
            }
        }
    }

    #[test]
    fn what_is_special_is_taught() {
        let check = |variant, topic, expected| {
            assert_eq!(steps(variant).iter().any(|s| s.topic == topic), expected, "{variant} {topic:?}");
        };
        check(Variant::Russian, Topic::CrownGoesOn, true);
        check(Variant::Checkers, Topic::CrownStops, true);
        check(Variant::International, Topic::Most, true);
        check(Variant::Russian, Topic::Most, false);
        check(Variant::Frisian, Topic::Eight, true);
        check(Variant::Italian, Topic::MenDontTakeKings, true);
        check(Variant::Czech, Topic::KingFirst, true);
        check(Variant::Antidraughts, Topic::Lose, true);
        check(Variant::Breakthrough, Topic::FirstKing, true);
        check(Variant::Armenian, Topic::MoveFan, true);
        check(Variant::RussianOptional, Topic::MustCapture, false);
    }

    #[test]
    fn the_special_steps_leave_no_other_way() {
        for &variant in Variant::EVERY {
            for step in steps(variant) {
                if matches!(
                    step.topic,
                    Topic::Most | Topic::CrownStops | Topic::CrownAtEnd | Topic::CrownGoesOn
                ) {
                    let routes = step.position.routes();
                    assert!(
                        routes.iter().filter(|r| r.is_capture()).all(|r| step.done(r)),
                        "{variant} {:?}",
                        step.topic
                    );
                }
            }
        }
    }
}
