//! Playing through recorded games: which game it is, how far it is legal, and why no further.

use damka_openings::Opening;
use damka_pdn::{Action, Line, Place, Step};
use damka_rules::{AnyPosition, Route, Setup, Side, Variant};

/// A recorded game played through.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    /// The game it was taken for.
    pub(crate) variant: Option<Variant>,
    /// Where it began.
    pub(crate) start: Option<AnyPosition>,
    /// The legal moves, up to the end or to what is wrong. A setup in the middle begins them anew.
    pub(crate) moves: Vec<Route>,
    /// How many moves were legal, setups notwithstanding.
    pub(crate) plies: usize,
    /// Did it end at a move that nobody wrote down?
    pub(crate) unrecorded: bool,
    /// What is wrong.
    pub(crate) failure: Option<Failure>,
}

/// What is wrong with a game.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The ply, from 1; 0 if the game cannot even begin.
    pub(crate) ply: usize,
    /// Where it stands in the file.
    pub(crate) at: Place,
    /// The text of the move, or what else it is.
    pub(crate) text: String,
    /// Why it does not go.
    pub(crate) reason: String,
}

impl Replay {
    /// The opening, if it has a name.
    pub(crate) fn opening(&self) -> Option<&'static Opening> {
        let mut positions = vec![self.start?];
        for route in &self.moves {
            positions.push(positions[positions.len() - 1].play_route(route)?);
        }
        damka_openings::recognise_line(&positions)
    }
}

/// Plays a game through as the given variant, or as the likeliest one that gets furthest.
pub(crate) fn replay(game: &damka_pdn::Game, given: Option<Variant>) -> Replay {
    let candidates = match given {
        Some(variant) => vec![variant],
        None => game.variants().into_iter().filter_map(|name| name.parse().ok()).collect(),
    };
    let mut best: Option<Replay> = None;
    for variant in candidates {
        let tried = replay_as(game, variant);
        if tried.failure.is_none() {
            return tried;
        }
        if best.as_ref().is_none_or(|best| tried.plies > best.plies) {
            best = Some(tried);
        }
    }
    best.unwrap_or_else(|| nameless(game))
}

/// No square is named, so nobody can tell which game it is. Without moves that is no matter.
fn nameless(game: &damka_pdn::Game) -> Replay {
    let failure = game.fen().map(|fen| Failure {
        ply: 0,
        at: game.at,
        text: fen.to_owned(),
        reason: "no variant is known to have this position".into(),
    });
    let unrecorded = !game.line.steps.is_empty();
    Replay { variant: None, start: None, moves: Vec::new(), plies: 0, unrecorded, failure }
}

fn replay_as(game: &damka_pdn::Game, variant: Variant) -> Replay {
    let mut replay = Replay {
        variant: Some(variant),
        start: None,
        moves: Vec::new(),
        plies: 0,
        unrecorded: false,
        failure: None,
    };
    let fen = game.fen().unwrap_or("start");
    let mut pos = match AnyPosition::from_fen(variant, fen) {
        Ok(pos) => pos,
        Err(error) => {
            let (text, reason) = (fen.to_owned(), error.to_string());
            replay.failure = Some(Failure { ply: 0, at: game.at, text, reason });
            return replay;
        }
    };
    replay.start = Some(pos);
    for (index, step) in game.line.steps.iter().enumerate() {
        match after(&pos, step) {
            After::Move(next, route) => {
                pos = next;
                replay.moves.push(route);
                replay.plies += 1;
            }
            After::Setup(next) => {
                pos = next;
                replay.start = Some(pos);
                replay.moves.clear();
            }
            After::Unrecorded => {
                let goes_on = |step: &Step| !matches!(step.action, Action::Unknown);
                if game.line.steps[index..].iter().any(goes_on) {
                    let (text, reason) =
                        (String::new(), "the move is missing, later ones are there".to_owned());
                    replay.failure = Some(Failure { ply: replay.plies + 1, at: step.at, text, reason });
                }
                replay.unrecorded = replay.failure.is_none();
                break;
            }
            After::Wrong(reason) => {
                let text = match &step.action {
                    Action::Move(text) => text.to_string(),
                    Action::Setup(fen) => fen.clone(),
                    Action::Unknown => String::new(),
                };
                replay.failure = Some(Failure { ply: replay.plies + 1, at: step.at, text, reason });
                break;
            }
        }
    }
    replay
}

/// What a step makes of a position.
pub(crate) enum After {
    /// A legal move.
    Move(AnyPosition, Route),
    /// Another position altogether.
    Setup(AnyPosition),
    /// Nobody knows.
    Unrecorded,
    /// It does not go, and why.
    Wrong(String),
}

/// Takes one step of a record.
pub(crate) fn after(pos: &AnyPosition, step: &Step) -> After {
    match &step.action {
        Action::Move(text) => match pos.play_text(&text.to_string()) {
            Ok((next, route)) => After::Move(next, route),
            Err(error) => After::Wrong(error.to_string()),
        },
        Action::Unknown => After::Unrecorded,
        Action::Setup(fen) => match set_up(pos, fen) {
            Ok(next) => After::Setup(next),
            Err(reason) => After::Wrong(reason),
        },
    }
}

/// A setup in the moves; `B::` only passes the turn.
fn set_up(pos: &AnyPosition, fen: &str) -> Result<AnyPosition, String> {
    let turn = match fen.trim() {
        "W::" => Side::White,
        "B::" => Side::Black,
        _ => return AnyPosition::from_fen(pos.variant(), fen).map_err(|error| error.to_string()),
    };
    let setup = Setup { turn, ..pos.to_setup() };
    AnyPosition::from_setup(pos.variant(), &setup).map_err(|error| error.to_string())
}

/// Calls `visit` with every step of a line and its variations and the position before it, as far as legal.
pub(crate) fn walk(
    line: &mut Line,
    start: Option<AnyPosition>,
    visit: &mut impl FnMut(&AnyPosition, &mut Step),
) {
    let mut pos = start;
    for step in &mut line.steps {
        for variation in &mut step.variations {
            walk(variation, pos, visit);
        }
        let Some(before) = pos else { continue };
        pos = match after(&before, step) {
            After::Move(next, _) | After::Setup(next) => Some(next),
            After::Unrecorded | After::Wrong(_) => None,
        };
        visit(&before, step);
    }
}
