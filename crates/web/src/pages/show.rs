//! From the state of a sitting to what the board shows: plain functions.

use damka_rules::{AnyPosition, Obligation, Piece, Promotion, Removal, Role, Route, Side, Square};

use crate::board::{Display, Journey};
use crate::model::entry::Entry;
use crate::model::session::Session;

/// What else is on the board besides the position and the move being entered.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extras {
    /// The ply looked at, if it is an old one.
    pub looking: Option<usize>,
    /// Routes that explain a refusal.
    pub arrows: Vec<Route>,
    /// Squares that shake.
    pub shake: Vec<Square>,
    /// A hint.
    pub hint: Option<Route>,
    /// A piece taken up for a forbidden move (the challenge).
    pub bait: Option<Square>,
    /// A move to be played when the turn comes.
    pub premove: Vec<Square>,
}

/// What the board shows of a sitting.
pub fn display(session: &Session, entry: &Entry, extras: &Extras) -> Display {
    let game = &session.game;
    let ply = extras.looking.unwrap_or(game.ply()).min(game.ply());
    let pos = game.position_at(ply).unwrap_or(game.position());
    let laws = pos.variant().laws();
    let mut display = still(pos);
    if let Some(played) = ply.checked_sub(1).and_then(|i| game.moves().get(i)) {
        display.last = played.route.stops().to_vec();
        let at_once = laws.removal == Removal::AtOnce;
        display.journey = Some(Journey { ply, route: played.route.clone(), at_once });
    }
    display.hint = extras.hint.clone();
    if extras.looking.is_some() {
        return display;
    }
    display.movable = entry.movable();
    if entry.routes().iter().any(Route::is_capture) && laws.obligation == Obligation::Compulsory {
        display.must = display.movable.clone();
    }
    lift(&mut display, entry, pos);
    if let Some(bait) = extras.bait {
        display.lifted = Some(bait);
    }
    display.arrows = extras.arrows.clone();
    display.shake = extras.shake.clone();
    display.premove = extras.premove.clone();
    display
}

/// A position with nothing going on.
pub fn still(pos: &AnyPosition) -> Display {
    Display { pieces: pos.to_setup().pieces, ..Display::empty(pos.grid(), pos.notation()) }
}

/// Shows the move being entered: the piece where it has got to, its ways ahead.
pub fn lift(display: &mut Display, entry: &Entry, pos: &AnyPosition) {
    let (Some(from), Some(&at)) = (entry.lifted(), entry.trail().last()) else { return };
    let laws = pos.variant().laws();
    display.lifted = Some(at);
    display.trail = entry.trail().to_vec();
    display.ends = entry.ends();
    display.vias = entry.vias();
    display.ways = entry.fitting().to_vec();
    display.choices = entry.choices().to_vec();
    let taken = entry.taken();
    match laws.removal {
        Removal::AtOnce => display.pieces.retain(|(sq, _)| !taken.contains(sq)),
        Removal::AfterMove => display.ghosts = taken.to_vec(),
    }
    let side = pos.turn();
    let last_row = if side == Side::White { 0 } else { pos.grid().height - 1 };
    let crowned = laws.promotion == Promotion::InPassing
        && entry.trail().iter().any(|&stop| pos.grid().place(stop).0 == last_row);
    if let Some((square, piece)) = display.pieces.iter_mut().find(|(sq, _)| *sq == from) {
        *square = at;
        if crowned && display.trail.len() > 1 {
            *piece = Piece { role: Role::King, ..*piece };
        }
    }
}
