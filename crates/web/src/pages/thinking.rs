//! The computer's mind as the table sees it: questions to the engine and what becomes of the answers.

use std::time::Duration;

use damka_rules::{Route, Side};
use damka_wire::brain::{Ask, Limits, Report, Tell, Think};
use leptos::prelude::*;

use super::table::Table;
use crate::model::dress::Dress;
use crate::model::seats::{Level, Seat};
use crate::model::session::{Session, balance};
use crate::platform::brain::Brain;

/// Why the engine was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It is the computer's turn.
    Move,
    /// A person wants advice.
    Hint,
    /// A person offers a draw.
    Draw,
    /// The computer wonders, at full strength, whether to offer a draw.
    Offer,
    /// A finished game is looked through.
    Review,
}

/// What the engine is doing.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinking {
    /// Why.
    pub purpose: Purpose,
    /// What it has found.
    pub report: Option<Report>,
}

/// The engine, and what it was asked last.
#[derive(Clone, Copy)]
pub struct Mind {
    /// What the engine is doing, if anything.
    pub thinking: RwSignal<Option<Thinking>>,
    /// Did the engine fail to load? A simple opponent plays then.
    pub missing: RwSignal<bool>,
    brain: StoredValue<Option<Brain>, LocalStorage>,
    id: StoredValue<u32>,
    since: StoredValue<f64>,
    /// The ply at which the computer last wondered about a draw.
    offered: StoredValue<Option<usize>>,
}

/// A move comes no sooner than this after the one before, so that it can be followed.
const PATIENCE: f64 = 450.0;
/// A game is level within so many hundredths of a man; from so few pieces on the computer may offer a
/// draw, and then not again for so many plies.
const LEVEL: i32 = 25;
const FEW: usize = 8;
const REST: usize = 20;

impl Mind {
    /// A mind that is not loaded yet.
    pub fn new() -> Mind {
        Mind {
            thinking: RwSignal::new(None),
            missing: RwSignal::new(false),
            brain: StoredValue::new_local(None),
            id: StoredValue::new(0),
            since: StoredValue::new(0.0),
            offered: StoredValue::new(None),
        }
    }

    /// From now on answers go to this table.
    pub fn listen(self, table: Table) {
        let brain = Brain::new(move |tell| self.hear(table, tell));
        self.brain.set_value(Some(brain));
        // Loaded while the person looks at the board, so that the first answer comes soon.
        let warm = move || {
            if !table.session.with_untracked(|s| s.agreement.seats.two_people()) {
                self.brain.with_value(|brain| brain.as_ref().map(Brain::warm));
            }
        };
        set_timeout(warm, Duration::from_millis(1500));
    }

    /// Drops whatever is being thought about.
    pub fn forget(self) {
        self.id.update_value(|id| *id += 1);
        if self.thinking.get_untracked().is_some() {
            self.thinking.set(None);
            self.brain.with_value(|brain| brain.as_ref().map(Brain::stop));
        }
    }

    /// Makes the computer move.
    pub fn move_for(self, table: Table, seat: Seat) {
        match seat {
            Seat::Computer(level) => {
                let millis = table.session.with_untracked(|s| {
                    let left = s.clock.as_ref().map(|c| c.left(s.game.turn(), js_sys::Date::now()));
                    left.map_or(level.millis(), |left| level.millis().min((left / 25.0) as u32).max(20))
                });
                self.ask(table, Purpose::Move, Some(level), millis);
            }
            Seat::Random => {
                self.since.set_value(js_sys::Date::now());
                self.id.update_value(|id| *id += 1);
                self.thinking.set(Some(Thinking { purpose: Purpose::Move, report: None }));
                self.improvise(table);
            }
            Seat::Person => {}
        }
    }

    /// Asks the engine about the position on the table.
    pub fn ask(self, table: Table, purpose: Purpose, level: Option<Level>, millis: u32) {
        let ply = table.session.with_untracked(|s| s.game.ply());
        self.ask_at(table, purpose, level, millis, ply);
    }

    /// Asks the engine about the position after so many plies.
    pub fn ask_at(self, table: Table, purpose: Purpose, level: Option<Level>, millis: u32, ply: usize) {
        self.forget();
        self.since.set_value(js_sys::Date::now());
        let id = self.id.get_value();
        self.thinking.set(Some(Thinking { purpose, report: None }));
        let think = table.session.with_untracked(|s| Think {
            id,
            variant: s.agreement.variant.to_string(),
            start: s.start.clone(),
            moves: s.game.moves()[..ply].iter().map(|m| m.text.clone()).collect(),
            level: level.and_then(Level::for_engine),
            limits: Limits { millis: Some(millis), ..Limits::default() },
            seed: table.seed(),
            ..Think::default()
        });
        self.brain.with_value(|brain| brain.as_ref().map(|brain| brain.ask(Ask::Think(think))));
    }

    /// Ends thinking: what was found so far is played.
    pub fn hurry(self, table: Table) {
        let Some(thinking) = self.thinking.get_untracked() else { return };
        let answers = self.brain.with_value(|brain| brain.as_ref().is_some_and(Brain::stop));
        match thinking.report {
            // The search ends at once and says what it has found.
            _ if answers => {}
            Some(report) => self.conclude(table, &report),
            None => self.improvise(table),
        }
    }

    fn hear(self, table: Table, tell: Tell) {
        let current = |id: u32| self.id.get_value() == id && self.thinking.get_untracked().is_some();
        match tell {
            Tell::Progress(report) if current(report.id) => {
                self.thinking.update(|t| {
                    if let Some(t) = t {
                        t.report = Some(report);
                    }
                });
            }
            Tell::Done(report) if current(report.id) => self.conclude(table, &report),
            Tell::Failed { id, .. } if id.is_none_or(current) => {
                if !self.missing.get_untracked() {
                    self.missing.set(true);
                    table.note.set(Some(table.words().m().engine_missing.into()));
                }
                if self.thinking.get_untracked().is_some() {
                    self.improvise(table);
                }
            }
            _ => {}
        }
    }

    fn conclude(self, table: Table, report: &Report) {
        let Some(Thinking { purpose, .. }) = self.thinking.get_untracked() else { return };
        if purpose == Purpose::Review {
            self.thinking.set(None);
            return table.judged(report.score().value(), report.best().map(str::to_owned));
        }
        let found = report.best().and_then(|text| {
            table.session.with_untracked(|s| s.game.position().play_text(text).ok().map(|(_, route)| route))
        });
        let Some(route) = found else { return self.improvise(table) };
        match purpose {
            Purpose::Move => {
                let wonders = self.may_offer(table, &route);
                self.play_soon(table, route, wonders);
            }
            Purpose::Hint => {
                self.thinking.set(None);
                table.hint.set(Some(route));
            }
            Purpose::Review => {}
            Purpose::Offer => {
                self.thinking.set(None);
                if report.score().value().abs() <= LEVEL {
                    table.session.update(|s| _ = s.game.offer_draw(s.game.turn().other()));
                }
            }
            Purpose::Draw => {
                self.thinking.set(None);
                // The score is the person's, whose turn it is.
                table.answer_draw(sensible(table, -report.score().value()));
            }
        }
    }

    /// Without an engine: a random legal move, and the count of pieces for a draw offer.
    fn improvise(self, table: Table) {
        let Some(Thinking { purpose, .. }) = self.thinking.get_untracked() else { return };
        let moves = table.session.with_untracked(|s| s.game.position().moves());
        if purpose == Purpose::Review {
            self.thinking.set(None);
            return table.look_at(Some(0));
        }
        let Some(route) = moves.get(table.below(moves.len())).cloned() else { return };
        match purpose {
            Purpose::Review | Purpose::Offer => self.thinking.set(None),
            Purpose::Move => self.play_soon(table, route, false),
            Purpose::Hint => {
                self.thinking.set(None);
                table.hint.set(Some(route));
            }
            Purpose::Draw => {
                self.thinking.set(None);
                let score = table.session.with_untracked(|s| -100 * balance(s.game.position()));
                table.answer_draw(sensible(table, score));
            }
        }
    }

    /// Is it worth wondering about a draw after this move? Few pieces, as strong on both sides, nothing
    /// to take, and not asked for a good while.
    fn may_offer(self, table: Table, route: &Route) -> bool {
        let ply = table.session.with_untracked(|s| s.game.ply());
        let quiet = table.session.with_untracked(|s| {
            let pos = s.game.position();
            let person =
                s.agreement.seats.lone_person().is_some() && !Dress::of(s.agreement.variant).challenge;
            let next = pos.play_route(route);
            let few = pos.to_setup().pieces.len() <= FEW;
            person && few && balance(pos) == 0 && next.is_some_and(|next| !next.can_capture())
        });
        let rested = self.offered.get_value().is_none_or(|last| ply < last || ply >= last + REST);
        if quiet && rested {
            self.offered.set_value(Some(ply));
        }
        quiet && rested
    }

    fn play_soon(self, table: Table, route: Route, wonders: bool) {
        let id = self.id.get_value();
        let gone = js_sys::Date::now() - self.since.get_value();
        let act = move || {
            if self.id.try_get_value() == Some(id) {
                self.thinking.set(None);
                table.play(&route);
                if wonders && table.session.with_untracked(Session::persons_turn) {
                    self.ask(table, Purpose::Offer, None, 300);
                }
            }
        };
        set_timeout(act, Duration::from_millis((PATIENCE - gone).max(0.0) as u64));
    }
}

/// Does the computer, standing at `score`, accept a draw? Not while it is ahead, and not early on.
fn sensible(table: Table, score: i32) -> bool {
    let (ply, few) = table.session.with_untracked(|s| {
        let pos = s.game.position();
        let count: usize = Side::BOTH.iter().map(|&side| crate::model::session::pieces(pos, side)).sum();
        (s.game.ply(), count <= 8)
    });
    score <= -150 || (score <= 30 && (ply >= 30 || few))
}
