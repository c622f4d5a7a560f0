//! The computer's manners: when it accepts a draw, when it offers one, how long it thinks.

use damka_rules::{Game, Route, Side};

use crate::clock::Millis;
use crate::scene::{Scene, balance};
use crate::seats::Level;

/// A game is level within so many hundredths of a man.
const LEVEL: i32 = 25;
/// From so few pieces on a draw is in the air.
const FEW: usize = 8;
/// After wondering about a draw the computer does not do so again for so many plies.
const REST: usize = 20;

/// How long it thinks about an offer, about making one, and about advice.
pub(crate) const WEIGHING: Millis = 500;
pub(crate) const WONDERING: Millis = 300;
pub(crate) const ADVISING: Millis = 700;

/// Does the computer, standing at `score`, accept a draw? Not while it is ahead, and not early on.
pub fn accepts(game: &Game, score: i32) -> bool {
    let late = game.ply() >= 30 || count(game) <= FEW;
    score <= -150 || (score <= 30 && late)
}

/// Is a position of this score worth a draw offer?
pub fn offers(score: i32) -> bool {
    score.abs() <= LEVEL
}

/// Is it worth wondering about a draw after this move? Few pieces, as strong on both sides, nothing
/// to take, a person to ask, and not wondered about for a good while.
pub fn wonders(scene: &Scene, route: &Route, last: Option<usize>) -> bool {
    let pos = scene.game.position();
    let person = scene.agreement.seats.of(pos.turn().other()).is_human() && !scene.agreement.challenge;
    let rested = last.is_none_or(|last| scene.game.ply() < last || scene.game.ply() >= last + REST);
    person
        && rested
        && count(&scene.game) <= FEW
        && balance(pos) == 0
        && pos.play_route(route).is_some_and(|next| !next.can_capture())
}

/// How long the computer may think about a move: as its level asks, but never long on a short clock.
pub fn patience(scene: &Scene, side: Side, level: Level, now: Millis) -> Millis {
    let usual = level.millis();
    scene.clock.as_ref().map_or(usual, |clock| usual.min(clock.left(side, now) / 25).max(20))
}

fn count(game: &Game) -> usize {
    game.position().to_setup().pieces.len()
}
