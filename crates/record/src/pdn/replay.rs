//! Playing through games of PDN files: which game it is, how far it is legal, and why no further.

use damka_pdn::{Action, Game, Place, Reason, Step};
use damka_rules::{AnyPosition, MoveError, Route, Setup, Side, Variant};

use super::naming::Naming;
use super::which::{Manner, manners, variants};

/// A game played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game it was taken for.
    pub variant: Option<Variant>,
    /// How its squares are called.
    pub naming: Naming,
    /// Where it began.
    pub first: Option<AnyPosition>,
    /// The same, or the last setup in its middle, which begins it anew.
    pub start: Option<AnyPosition>,
    /// The legal moves since, up to the end or to what is wrong.
    pub moves: Vec<Route>,
    /// How many moves were legal, setups notwithstanding.
    pub plies: usize,
    /// Did it end at a move that nobody wrote down?
    pub unrecorded: bool,
    /// What is wrong.
    pub failure: Option<Failure>,
    /// Captures that may be several, where the rest of the game does not tell which; the first was taken.
    pub undecided: Vec<Undecided>,
    /// The start and what the moves made of it.
    positions: Vec<AnyPosition>,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply}: {reason}")]
pub struct Failure {
    /// The ply, from 1; 0 if the game cannot even begin.
    pub ply: usize,
    /// Where it stands in the file.
    pub at: Place,
    /// The text of the move, or what else it is.
    pub text: String,
    /// Why it does not go.
    pub reason: String,
}

/// A move that may be several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undecided {
    /// The ply, from 1.
    pub ply: usize,
    /// Where it stands in the file.
    pub at: Place,
    /// The text of the move.
    pub text: String,
    /// What it may be, in full.
    pub choices: Vec<String>,
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Undecided { ply, text, choices, .. } = self;
        write!(f, "ply {ply}: {text} may be {}; the rest of the game fits each", choices.join(" or "))
    }
}

impl Failure {
    /// A game that cannot even begin.
    pub(crate) fn at_start(game: &Game, reason: &str) -> Failure {
        let text = game.fen().unwrap_or_default().to_owned();
        Failure { ply: 0, at: game.at, text, reason: reason.to_owned() }
    }
}

impl Replay {
    /// Every position from the start on.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// What every step made of the position before it; `None` if a setup in the middle broke the line.
    pub(crate) fn afters(&self) -> Option<Vec<(Option<&Route>, AnyPosition)>> {
        let whole = self.plies == self.moves.len() && self.first == self.start;
        let moves = self.moves.iter().map(Some).zip(self.positions.iter().skip(1).copied());
        whole.then(|| moves.collect())
    }
}

/// Plays a game through as the given variant, or as the likeliest one that gets furthest.
pub fn replay(game: &Game, given: Option<Variant>) -> Replay {
    let candidates = given.map_or_else(|| variants(game), |variant| vec![variant]);
    let mut best: Option<Replay> = None;
    for variant in candidates {
        for manner in manners(game, variant) {
            let tried = replay_as(game, variant, manner);
            if tried.failure.is_none() {
                return tried;
            }
            if best.as_ref().is_none_or(|best| tried.plies > best.plies) {
                best = Some(tried);
            }
        }
    }
    best.unwrap_or_else(|| nameless(game))
}

/// No square is named, so nobody can tell which game it is. Without moves that is no matter.
fn nameless(game: &Game) -> Replay {
    let fen = game.fen().map(|_| Failure::at_start(game, "no variant is known to have this position"));
    Replay {
        variant: None,
        naming: Naming::OURS,
        first: None,
        start: None,
        moves: Vec::new(),
        plies: 0,
        unrecorded: !game.line.steps.is_empty(),
        failure: fen.or_else(|| unread(game)),
        undecided: Vec::new(),
        positions: Vec::new(),
    }
}

/// A game without a legal move that has words where moves should be.
fn unread(game: &Game) -> Option<Failure> {
    game.skipped.iter().find_map(|skipped| match &skipped.reason {
        Reason::NotAMove(words) => {
            let reason = skipped.reason.to_string();
            Some(Failure { ply: 1, at: skipped.at, text: words.clone(), reason })
        }
        _ => None,
    })
}

fn replay_as(game: &Game, variant: Variant, manner: Manner) -> Replay {
    let mut replay = Replay {
        variant: Some(variant),
        naming: manner.naming,
        first: None,
        start: None,
        moves: Vec::new(),
        plies: 0,
        unrecorded: false,
        failure: None,
        undecided: Vec::new(),
        positions: Vec::new(),
    };
    let start = match first_position(game, variant, manner) {
        Ok(start) => start,
        Err(reason) => {
            replay.failure = Some(Failure::at_start(game, &reason));
            return replay;
        }
    };
    let run = run(&game.line.steps, start, manner.naming);
    replay.first = Some(start);
    replay.start = Some(start);
    replay.positions.push(start);
    for After { route, pos } in run.afters {
        match route {
            Some(route) => {
                replay.moves.push(route);
                replay.plies += 1;
            }
            None => {
                replay.start = Some(pos);
                replay.moves.clear();
                replay.positions.clear();
            }
        }
        replay.positions.push(pos);
    }
    replay.failure = run.failure;
    replay.undecided = run.undecided;
    replay.unrecorded = run.unrecorded;
    if replay.plies == 0 && replay.failure.is_none() && game.line.steps.is_empty() {
        replay.failure = unread(game);
    }
    replay
}

/// Where a game begins.
pub(crate) fn first_position(game: &Game, variant: Variant, manner: Manner) -> Result<AnyPosition, String> {
    let setup = match game.fen() {
        Some(fen) => manner.naming.setup(fen, variant.grid()).map_err(|error| error.to_string())?,
        None => Setup { turn: manner.starts, ..AnyPosition::start(variant).to_setup() },
    };
    AnyPosition::from_setup(variant, &setup).map_err(|error| format!("FEN: {error}"))
}

/// What a step makes of the position before it.
#[derive(Clone, Debug)]
pub(crate) struct After {
    /// A legal move; `None` if another position was set up.
    pub(crate) route: Option<Route>,
    /// The position then.
    pub(crate) pos: AnyPosition,
}

/// A line of moves played through: one entry for each step, as far as it goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) afters: Vec<After>,
    plies: usize,
    unrecorded: bool,
    pub(crate) failure: Option<Failure>,
    undecided: Vec<Undecided>,
}

/// How often an ambiguous move is tried in one game.
const MOST_TRIALS: usize = 256;

/// Plays a line through. Where a move may be several, the one is kept that lets the line go on to its end.
pub(crate) fn run(steps: &[Step], start: AnyPosition, naming: Naming) -> Run {
    let mut trials = MOST_TRIALS;
    go_on(steps, start, naming, Run::default(), &mut trials)
}

fn go_on(steps: &[Step], mut pos: AnyPosition, naming: Naming, mut run: Run, trials: &mut usize) -> Run {
    for index in run.afters.len()..steps.len() {
        let step = &steps[index];
        let wrong = |run: &Run, text: String, reason: String| {
            Some(Failure { ply: run.plies + 1, at: step.at, text, reason })
        };
        match &step.action {
            Action::Unknown => {
                let goes_on = |step: &Step| !matches!(step.action, Action::Unknown);
                if steps[index..].iter().any(goes_on) {
                    let reason = "the move is missing, later ones are there";
                    run.failure = wrong(&run, String::new(), reason.to_owned());
                }
                run.unrecorded = run.failure.is_none();
                return run;
            }
            Action::Setup(fen) => match set_up(&pos, fen, naming) {
                Ok(next) => {
                    pos = next;
                    run.afters.push(After { route: None, pos });
                }
                Err(reason) => {
                    run.failure = wrong(&run, fen.clone(), reason);
                    return run;
                }
            },
            Action::Move(text) => {
                let Some(ours) = naming.to_ours(text, pos.grid()) else {
                    let reason = format!("{text} names a square this board does not have");
                    run.failure = wrong(&run, text.to_string(), reason);
                    return run;
                };
                match pos.play_text(&ours) {
                    Ok((next, route)) => {
                        pos = next;
                        run.plies += 1;
                        run.afters.push(After { route: Some(route), pos });
                    }
                    Err(MoveError::Ambiguous { choices, .. }) if *trials > 0 => {
                        return decide(steps, &pos, naming, run, choices, trials);
                    }
                    Err(error) => {
                        run.failure = wrong(&run, text.to_string(), error.to_string());
                        return run;
                    }
                }
            }
        }
    }
    run
}

/// Tries every move an ambiguous text may mean.
fn decide(
    steps: &[Step],
    pos: &AnyPosition,
    naming: Naming,
    run: Run,
    choices: Vec<String>,
    trials: &mut usize,
) -> Run {
    let step = &steps[run.afters.len()];
    let mut ends: Vec<Run> = Vec::new();
    let mut survivors: Vec<String> = Vec::new();
    for choice in &choices {
        *trials = trials.saturating_sub(1);
        let Ok((next, route)) = pos.play_text(choice) else { continue };
        let mut tried = run.clone();
        tried.plies += 1;
        tried.afters.push(After { route: Some(route), pos: next });
        let end = go_on(steps, next, naming, tried, trials);
        if end.failure.is_none() {
            survivors.push(choice.clone());
        }
        ends.push(end);
    }
    // The first that reaches the end, else the one that gets furthest.
    let best = ends.iter().position(|end| end.failure.is_none());
    let furthest = || {
        let longest = ends.iter().map(|end| end.plies).max()?;
        ends.iter().position(|end| end.plies == longest)
    };
    let Some(best) = best.or_else(furthest) else { return run };
    let mut best = ends.swap_remove(best);
    if survivors.len() > 1 {
        let text = match &step.action {
            Action::Move(text) => text.to_string(),
            _ => String::new(),
        };
        best.undecided.insert(0, Undecided { ply: run.plies + 1, at: step.at, text, choices: survivors });
    }
    best
}

/// A setup in the moves; `B::` only passes the turn.
fn set_up(pos: &AnyPosition, fen: &str, naming: Naming) -> Result<AnyPosition, String> {
    let setup = match fen.trim() {
        "W::" => Setup { turn: Side::White, ..pos.to_setup() },
        "B::" => Setup { turn: Side::Black, ..pos.to_setup() },
        _ => naming.setup(fen, pos.grid()).map_err(|error| error.to_string())?,
    };
    AnyPosition::from_setup(pos.variant(), &setup).map_err(|error| format!("FEN: {error}"))
}
