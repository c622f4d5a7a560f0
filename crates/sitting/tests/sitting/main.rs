//! Sittings from outside: whole games with everything that can happen at a board, without a browser.

mod challenge;
mod clocks;
mod draws;
mod kept;
mod moves;
mod properties;
mod takeback;
mod whole;

use damka_rules::{AnyPosition, Side, Square, Variant};
use damka_sitting::seats::Level;
use damka_sitting::{Act, Agreement, Denied, Effect, Found, Question, Seat, Seats, Sitting};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// A sitting from a position (`start` for the usual one).
fn sitting(variant: Variant, fen: &str, seats: Seats) -> Sitting {
    let start = (fen != "start").then_some(fen);
    Sitting::new(Agreement::new(variant, seats), start, 1).expect("a position")
}

fn against_computer() -> Seats {
    Seats::against(WHITE, Seat::Computer(Level(3)))
}

fn two_people() -> Seats {
    Seats::both(Seat::Person)
}

/// Plays written moves of whoever is to move; all must go.
fn play(sitting: &mut Sitting, moves: &str) {
    for text in moves.split_whitespace() {
        let effects = sitting.handle(Act::Write(sitting.game.turn(), text.into()), 0);
        assert!(matches!(effects[0], Effect::Moved { .. }), "{text}: {effects:?}");
    }
}

/// The computer finds this move at this score.
fn answer(sitting: &mut Sitting, text: &str, score: i32) -> Vec<Effect> {
    let id = question(sitting).id;
    sitting.handle(Act::Answer(id, Some(Found { text: text.into(), score })), 0)
}

fn question(sitting: &Sitting) -> Question {
    sitting.question().expect("the computer is asked")
}

/// The square of this name.
fn square(pos: &AnyPosition, name: &str) -> Square {
    pos.grid().parse_square(name).expect("a square")
}

fn refused(effects: &[Effect]) -> Option<&Denied> {
    effects.iter().find_map(|effect| match effect {
        Effect::Refused(_, denied) => Some(denied),
        _ => None,
    })
}
