//! One attempt at a study: a move goes in, what it did and the answer come out.

use damka_rules::{Game, Outcome, Route, Side};

use crate::{Duty, Oracle, Stage, Study, Wdl};

/// How things stand for the player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How it ends with best play, for the player.
    pub wdl: Wdl,
    /// Moves of the player to the end when both sides play the oracle's best; only where it is won.
    pub distance: Option<u16>,
    /// Moves to spare: those allowed, less those used, less the distance; only where one piece is hunted.
    pub slack: Option<i32>,
}

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The stage of Petrov's plan, where that is what is played.
    pub stage: Option<Stage>,
    /// A best move.
    pub route: Route,
}

/// How well a study was done.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Medal {
    /// Done.
    Bronze,
    /// In at most two moves more than needed.
    Silver,
    /// In as few moves as possible.
    Gold,
}

/// What follows a move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// How it stood before the move, and stands after it.
    Told {
        /// Before.
        before: Standing,
        /// After.
        after: Standing,
    },
    /// The other side plays this.
    Answer(Route),
    /// The task is done.
    Done(Medal),
    /// It can no longer be done, or the game ended otherwise.
    Failed,
    /// The move was not legal, or it is over: nothing happened.
    Refused,
}

/// No line of best moves is longer, in plies.
const LONGEST: usize = 300;

/// One attempt.
#[derive(Clone, Debug)]
pub struct Session {
    study: Study,
    game: Game,
    player: Side,
    used: u16,
    /// Moves of the best line from the beginning.
    needed: u16,
    over: bool,
}

impl Session {
    /// From a beginning of the study; see [`Study::start`].
    pub fn new(study: &Study, game: Game, oracle: &dyn Oracle) -> Session {
        let player = game.turn();
        let mut session = Session { study: *study, game, player, used: 0, needed: 0, over: false };
        session.needed = session.best_line(oracle);
        session
    }

    /// Moves of the player to the end when both sides play their best.
    fn best_line(&self, oracle: &dyn Oracle) -> u16 {
        let (mut game, mut moves) = (self.game.clone(), 0);
        while game.outcome().is_none() && game.ply() < LONGEST {
            let Some(route) = oracle.best(&game).into_iter().next() else { break };
            moves += u16::from(game.turn() == self.player);
            if game.play_route(&route).is_err() {
                break;
            }
        }
        moves
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Moves the player has made.
    pub fn used(&self) -> u16 {
        self.used
    }

    /// Moves that were needed from the beginning, when both sides play their best.
    pub fn needed(&self) -> u16 {
        self.needed
    }

    /// Is it done or failed?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How things stand; `None` if the oracle does not know.
    pub fn standing(&self, oracle: &dyn Oracle) -> Option<Standing> {
        let wdl = self.wdl(oracle)?;
        let distance = (wdl == Wdl::Win).then(|| self.best_line(oracle));
        // With more than one piece to catch the counts of the law begin anew on the way.
        let hunted = self.study.theirs.0 + self.study.theirs.1 == 1;
        let slack = distance
            .filter(|_| hunted)
            .map(|moves| i32::from(self.study.moves) - i32::from(self.used) - i32::from(moves));
        Some(Standing { wdl, distance, slack })
    }

    /// How it ends, for the player.
    fn wdl(&self, oracle: &dyn Oracle) -> Option<Wdl> {
        let wdl = match self.game.outcome() {
            Some(outcome) => wdl_of(outcome, self.game.turn()),
            None => oracle.verdict(&self.game)?.wdl,
        };
        Some(if self.game.turn() == self.player { wdl } else { reversed(wdl) })
    }

    /// What to do next: the stage of the plan and a best move.
    pub fn hint(&self, oracle: &dyn Oracle) -> Option<Hint> {
        if self.over || self.game.turn() != self.player {
            return None;
        }
        let route = oracle.best(&self.game).into_iter().next()?;
        let distance = self.standing(oracle)?.distance;
        let stage = distance.filter(|_| self.study.key == "petrov" && self.study.material() == "KKK-K");
        let stage = stage.map(|distance| Stage::of(self.game.position(), self.player, distance));
        Some(Hint { stage, route })
    }

    /// The player moves; the other side answers with its best.
    pub fn play(&mut self, route: &Route, oracle: &dyn Oracle) -> Vec<Effect> {
        let before = self.standing(oracle);
        if self.over || self.game.turn() != self.player || self.game.play_route(route).is_err() {
            return vec![Effect::Refused];
        }
        self.used += 1;
        let mut effects = Vec::new();
        if let (Some(before), Some(after)) = (before, self.standing(oracle)) {
            effects.push(Effect::Told { before, after });
        }
        if self.end(oracle, &mut effects) {
            return effects;
        }
        if let Some(answer) = self.answer(oracle)
            && self.game.play_route(&answer).is_ok()
        {
            effects.push(Effect::Answer(answer));
            self.end(oracle, &mut effects);
        }
        effects
    }

    /// The other side's move. In a lost position the longest way; where it is drawn, the move after which the player
    /// has the fewest good replies.
    fn answer(&self, oracle: &dyn Oracle) -> Option<Route> {
        let best = oracle.best(&self.game);
        if oracle.verdict(&self.game)?.wdl != Wdl::Draw {
            return best.into_iter().next();
        }
        best.into_iter().min_by_key(|route| {
            let mut game = self.game.clone();
            let played = game.play_route(route).is_ok();
            if played && game.outcome().is_none() { oracle.best(&game).len() } else { usize::MAX }
        })
    }

    /// Is it over now? Then that is said.
    fn end(&mut self, oracle: &dyn Oracle, effects: &mut Vec<Effect>) -> bool {
        let standing = self.wdl(oracle);
        let outcome = self.game.outcome();
        let won = outcome == Some(Outcome::Win(self.player));
        let effect = match self.study.duty {
            Duty::Win if won => Some(Effect::Done(self.medal())),
            Duty::Win if outcome.is_some() || standing.is_some_and(|wdl| wdl != Wdl::Win) => {
                Some(Effect::Failed)
            }
            Duty::Hold if outcome == Some(Outcome::Draw) || won => Some(Effect::Done(Medal::Gold)),
            Duty::Hold if outcome.is_some() || standing == Some(Wdl::Loss) => Some(Effect::Failed),
            Duty::Hold if self.used >= self.study.moves => Some(Effect::Done(Medal::Gold)),
            _ => None,
        };
        self.over = effect.is_some();
        effects.extend(effect);
        self.over
    }

    fn medal(&self) -> Medal {
        match self.used.saturating_sub(self.needed) {
            0 => Medal::Gold,
            1 | 2 => Medal::Silver,
            _ => Medal::Bronze,
        }
    }
}

fn reversed(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::Loss => Wdl::Win,
        Wdl::Draw => Wdl::Draw,
        Wdl::Win => Wdl::Loss,
    }
}

fn wdl_of(outcome: Outcome, turn: Side) -> Wdl {
    match outcome {
        Outcome::Draw => Wdl::Draw,
        Outcome::Win(side) if side == turn => Wdl::Win,
        Outcome::Win(_) => Wdl::Loss,
    }
}
