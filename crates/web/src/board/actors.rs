//! The pieces as actors: each keeps its identity while positions change, so it can glide.

use std::time::Duration;

use damka_rules::{Piece, Role, Side, Square, arrange};
use leptos::{html, prelude::*};

use super::display::{Display, Journey, Look};
use super::layout::Layout;
use super::motion;

/// One piece on the stage.
#[derive(Clone)]
pub struct Actor {
    /// Who it is, for as long as it is on the board.
    pub id: u32,
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub square: ArcRwSignal<Square>,
    /// Man or king.
    pub role: ArcRwSignal<Role>,
    /// Is it taken and about to leave?
    pub ghost: ArcRwSignal<bool>,
    /// Is it on a way of more than a step? Then the browser moves it.
    pub flies: ArcRwSignal<bool>,
}

/// All of them.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The actors on the board.
    pub actors: RwSignal<Vec<Actor>>,
    /// Where they are in the document.
    pub host: NodeRef<html::Div>,
    next: StoredValue<u32>,
    /// Which scene is on; a timer of an earlier one does nothing.
    scene: StoredValue<u32>,
    ply: StoredValue<Option<usize>>,
}

/// One hop, and the longest a whole chain may take, in milliseconds.
const HOP: u64 = 170;
const CHAIN: u64 = 900;

impl Stage {
    /// An empty stage.
    pub fn new() -> Stage {
        Stage {
            actors: RwSignal::new(Vec::new()),
            host: NodeRef::new(),
            next: StoredValue::new(0),
            scene: StoredValue::new(0),
            ply: StoredValue::new(None),
        }
    }

    /// Brings the actors to where the display wants them.
    pub fn show(self, display: &Display, look: Look) {
        self.scene.update_value(|n| *n += 1);
        let before = self.ply.get_value();
        let ply = display.journey.as_ref().map(|j| j.ply);
        self.ply.set_value(ply);
        if let Some(journey) = &display.journey
            && look.motion
            && before.map_or(journey.ply == 1, |n| n + 1 == journey.ply)
            && self.travel(journey, display, look)
        {
            return;
        }
        self.settle(&display.pieces);
        self.haunt(&display.ghosts);
    }

    /// Plays a chain hop by hop; false if it is no chain, or its traveller is nowhere to be seen.
    fn travel(self, journey: &Journey, display: &Display, look: Look) -> bool {
        let route = &journey.route;
        let side = display.piece(route.to()).map(|piece| piece.side);
        let actors = self.actors.get_untracked();
        // A person may have hopped part of the way already.
        let found =
            route.stops()[..route.stops().len() - 1].iter().enumerate().rev().find_map(|(leg, stop)| {
                let here = |a: &&Actor| a.square.get_untracked() == *stop && Some(a.side) == side;
                actors.iter().find(here).map(|actor| (leg, actor.clone()))
            });
        let Some((gone, traveller)) = found else { return false };
        let legs = route.stops().len() - 1 - gone;
        if legs < 2 && !route.is_capture() {
            return false;
        }
        let hop = HOP.min(CHAIN / legs as u64) / if look.hurry { 2 } else { 1 };
        let scene = self.scene.get_value();
        // The browser moves it along the whole way by itself: all that is left to do is what befalls others.
        let layout = Layout { grid: display.grid, bottom: look.bottom };
        if let Some(host) = self.host.get_untracked() {
            motion::fly(&host, traveller.id, &route.stops()[gone..], hop, layout);
        }
        traveller.flies.set(true);
        traveller.square.set(route.to());
        let (at_once, mover) = (journey.at_once, traveller.id);
        for (i, &victim) in route.taken().get(gone..).unwrap_or_default().iter().enumerate() {
            let land = move || if at_once { self.remove(victim, mover) } else { self.haunt(&[victim]) };
            self.later(scene, hop * (i as u64 + 1), land);
        }
        let pieces = display.pieces.clone();
        self.later(scene, hop * legs as u64 + 40, move || self.settle(&pieces));
        true
    }

    fn later(self, scene: u32, millis: u64, act: impl FnOnce() + 'static) {
        let act = move || {
            if self.scene.try_get_value() == Some(scene) {
                act();
            }
        };
        set_timeout(act, Duration::from_millis(millis));
    }

    /// Marks the pieces on these squares as taken, and no others.
    fn haunt(self, squares: &[Square]) {
        for actor in self.actors.get_untracked() {
            let taken = squares.contains(&actor.square.get_untracked());
            if taken {
                actor.ghost.set(true);
            }
        }
    }

    /// Takes the piece on this square off the board, but never the one that moves.
    fn remove(self, victim: Square, mover: u32) {
        self.actors.update(|all| all.retain(|a| a.square.get_untracked() != victim || a.id == mover));
    }

    /// Lets every piece of the target be played by an actor: the one already there, else the nearest
    /// of its side that is free, else a new one.
    fn settle(self, target: &[(Square, Piece)]) {
        let mut free = self.actors.get_untracked();
        let mut cast: Vec<Actor> = Vec::with_capacity(target.len());
        let mut open: Vec<(Square, Piece)> = Vec::new();
        for &(square, piece) in target {
            let here = |a: &Actor| a.square.get_untracked() == square && a.side == piece.side;
            match free.iter().position(here) {
                Some(i) => cast.push(become_piece(free.swap_remove(i), square, piece)),
                None => open.push((square, piece)),
            }
        }
        for (square, piece) in open {
            let actor = match free.iter().position(|a| a.side == piece.side) {
                Some(i) => become_piece(free.swap_remove(i), square, piece),
                None => self.hire(square, piece),
            };
            cast.push(actor);
        }
        arrange(&mut cast, |a, b| a.id < b.id);
        let same =
            |all: &Vec<Actor>| all.len() == cast.len() && all.iter().zip(&cast).all(|(a, b)| a.id == b.id);
        if !self.actors.with_untracked(same) {
            self.actors.set(cast);
        }
    }

    fn hire(self, square: Square, piece: Piece) -> Actor {
        self.next.update_value(|n| *n += 1);
        Actor {
            id: self.next.get_value(),
            side: piece.side,
            square: ArcRwSignal::new(square),
            role: ArcRwSignal::new(piece.role),
            ghost: ArcRwSignal::new(false),
            flies: ArcRwSignal::new(false),
        }
    }
}

fn become_piece(actor: Actor, square: Square, piece: Piece) -> Actor {
    if actor.square.get_untracked() != square {
        actor.square.set(square);
    }
    if actor.role.get_untracked() != piece.role {
        actor.role.set(piece.role);
    }
    if actor.ghost.get_untracked() {
        actor.ghost.set(false);
    }
    if actor.flies.get_untracked() {
        motion::land();
        actor.flies.set(false);
    }
    actor
}
