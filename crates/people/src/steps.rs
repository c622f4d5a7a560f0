//! Moves as bots of lidraughts write them: each step of a capture by itself, four digits, squares as numbers.
//!
//! They send one request per step. A move is played when its last step is there; until then nobody hears of it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use damka_rules::{AnyPosition, Game, Grid, MoveText, Route, Square};
use damka_wire::room::Ply;

/// No more beginnings of moves are remembered.
const MOST: usize = 10_000;

/// All moves of a game, step by step: `3228 1923 2819`.
pub(crate) fn written(game: &Game) -> String {
    let mut out = String::new();
    for played in game.moves() {
        for leg in played.route.stops().windows(2) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&format!("{:02}{:02}", leg[0].number(), leg[1].number()));
        }
    }
    out
}

/// What a path of steps amounts to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A whole move, as the game writes it.
    Whole(String),
    /// The beginning of a capture.
    Begun,
    /// Neither.
    Nothing,
}

/// A step, or several of them written together: `3228`, `322819`.
pub(crate) fn parse(text: &str, grid: Grid) -> Option<Vec<Square>> {
    if text.len() < 4 || !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let squares = (0..text.len()).step_by(2).map(|at| {
        let number: u8 = text[at..at + 2].parse().ok()?;
        (number > 0).then(|| Square::new(number)).filter(|square| grid.has(*square))
    });
    squares.collect()
}

/// What somebody means who has gone over these squares.
pub(crate) fn hear(position: &AnyPosition, path: &[Square]) -> Heard {
    let legs = path.len().saturating_sub(1);
    let resolve = |capture| MoveText::new(path, capture).and_then(|text| position.resolve(&text).ok());
    let quiet = resolve(false).filter(|route| !route.is_capture() && legs == 1);
    let capture = resolve(true).filter(Route::is_capture);
    let step_by_step = capture.clone().filter(|route| route.taken().len() == legs);
    if let Some(route) = quiet.or(step_by_step) {
        return Heard::Whole(position.write(&route));
    }
    if position.routes().iter().any(|route| begins(route, path, position.grid())) {
        return Heard::Begun;
    }
    // From where to where, if that is clear.
    capture.map_or(Heard::Nothing, |route| Heard::Whole(position.write(&route)))
}

/// Could a piece on this route have gone over these squares, one after each victim? Behind a victim it may have
/// landed on any square before the next one.
fn begins(route: &Route, path: &[Square], grid: Grid) -> bool {
    let legs = path.len() - 1;
    if route.from() != path[0] || route.taken().len() <= legs {
        return false;
    }
    let far = |one: Square, other: Square| {
        let ((r0, c0), (r1, c1)) = (grid.place(one), grid.place(other));
        r0.abs_diff(r1).max(c0.abs_diff(c1))
    };
    let mut landings: Vec<Vec<Square>> = vec![Vec::new(); route.taken().len() + 1];
    for (index, (leg, &victim)) in route.stops().windows(2).zip(route.taken()).enumerate() {
        let only = Route::new(leg.to_vec(), vec![victim], false);
        for square in only.map(|only| only.visited(grid)).unwrap_or_default() {
            let behind = usize::from(far(leg[0], square) > far(leg[0], victim));
            landings[index + behind].push(square);
        }
    }
    (1..=legs).all(|leg| landings[leg].contains(&path[leg]))
}

/// Captures that were begun and not finished, by game and account.
#[derive(Debug, Default)]
pub(crate) struct Steps(Mutex<HashMap<(String, i64), (Ply, Vec<Square>)>>);

impl Steps {
    /// The squares gone over at this ply with these ones; what was begun at another ply is void.
    pub(crate) fn join(&self, game: &str, account: i64, ply: Ply, step: Vec<Square>) -> Vec<Square> {
        let begun = self.forget(game, account).filter(|(then, _)| *then == ply);
        match begun {
            Some((_, mut path)) if path.last() == step.first() => {
                path.extend(step.into_iter().skip(1));
                path
            }
            _ => step,
        }
    }

    /// Waits for the rest.
    pub(crate) fn keep(&self, game: &str, account: i64, ply: Ply, path: Vec<Square>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.clear();
        }
        all.insert((game.to_owned(), account), (ply, path));
    }

    fn forget(&self, game: &str, account: i64) -> Option<(Ply, Vec<Square>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(game.to_owned(), account))
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    /// variant, position, steps so far; what they are
    #[test]
    fn captures_come_step_by_step() {
        let whole = |text: &str| Heard::Whole(text.into());
        let (three, kings) = ("W:W48:B42,32,22", "W:WK46:B41,23,14");
        for (variant, fen, path, expected) in [
            (Variant::International, "W:W31-50:B1-20", "3228", whole("32-28")),
            (Variant::International, "W:W31-50:B1-20", "3227", whole("32-27")),
            (Variant::International, "W:W31-50:B1-20", "3222", Heard::Nothing),
            (Variant::International, three, "4837", Heard::Begun),
            (Variant::International, three, "483728", Heard::Begun),
            (Variant::International, three, "48372817", whole("48x17")),
            (Variant::International, three, "4817", whole("48x17")),
            (Variant::International, three, "4826", Heard::Nothing),
            (Variant::International, kings, "4637", Heard::Begun),
            (Variant::International, kings, "4632", Heard::Begun),
            (Variant::Russian, "W:Wc3,a1:Bd4,f6", "2215", Heard::Begun),
            (Variant::Russian, "W:Wc3,a1:Bd4,f6", "221508", whole("c3:g7")),
            (Variant::Russian, "W:Wc3,a1:Bd4,f6", "2217", Heard::Nothing),
        ] {
            let position = AnyPosition::from_fen(variant, fen).unwrap();
            let squares = parse(path, position.grid()).unwrap();
            assert_eq!(hear(&position, &squares), expected, "{variant} {fen} {path}");
        }
    }

    /// Whatever is played is written in steps that are heard as the same move.
    #[test]
    fn what_is_written_is_heard() {
        for variant in Variant::games() {
            let mut game = Game::new(variant);
            let mut before = 0;
            for turn in 0..120usize {
                let routes = game.position().routes();
                if routes.is_empty() || game.ending().is_some() {
                    break;
                }
                let position = *game.position();
                let route = routes[turn * 7 % routes.len()].clone();
                game.play_route(&route).unwrap();
                let text = written(&game);
                let steps: Vec<&str> = text.split(' ').skip(before).collect();
                before += steps.len();
                let mut path: Vec<Square> = Vec::new();
                for (index, step) in steps.iter().enumerate() {
                    let squares = parse(step, position.grid()).unwrap();
                    path.extend(squares.into_iter().skip(usize::from(index > 0)));
                    let heard = hear(&position, &path);
                    let expected = match index + 1 == steps.len() {
                        true => Heard::Whole(position.write(&route)),
                        false => Heard::Begun,
                    };
                    assert_eq!(heard, expected, "{variant} {} {path:?}", position.to_fen());
                }
            }
        }
    }

    #[test]
    fn nonsense_is_no_step() {
        let grid = AnyPosition::start(Variant::International).grid();
        for text in ["", "32", "3a28", "0028", "3251", "32281", "ššš"] {
            assert_eq!(parse(text, grid), None, "{text}");
        }
    }
}
