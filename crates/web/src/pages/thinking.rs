//! The computer's mind as the table sees it: questions to the engine and what becomes of the answers.

use std::time::Duration;

use damka_rules::{Route, Side};
use damka_wire::brain::{Ask, Limits, Report, Tell, Think};
use leptos::prelude::*;

use super::table::Table;
use crate::model::seats::{Level, Seat};
use crate::model::session::balance;
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
}

/// A move comes no sooner than this after the one before, so that it can be followed.
const PATIENCE: f64 = 450.0;

impl Mind {
    /// A mind that is not loaded yet.
    pub fn new() -> Mind {
        Mind {
            thinking: RwSignal::new(None),
            missing: RwSignal::new(false),
            brain: StoredValue::new_local(None),
            id: StoredValue::new(0),
            since: StoredValue::new(0.0),
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
        self.forget();
        self.since.set_value(js_sys::Date::now());
        let id = self.id.get_value();
        self.thinking.set(Some(Thinking { purpose, report: None }));
        let think = table.session.with_untracked(|s| Think {
            id,
            variant: s.agreement.variant.name().to_owned(),
            options: s
                .agreement
                .variant
                .house_rule()
                .map(|rule| rule.name().to_owned())
                .into_iter()
                .collect(),
            start: s.start.clone(),
            moves: s.game.moves().iter().map(|m| m.text.clone()).collect(),
            level: level.and_then(Level::for_engine),
            limits: Limits { millis: Some(millis), ..Limits::default() },
            seed: table.seed(),
        });
        self.brain.with_value(|brain| brain.as_ref().map(|brain| brain.ask(Ask::Think(think))));
    }

    /// Ends thinking: what was found so far is played.
    pub fn hurry(self, table: Table) {
        let Some(thinking) = self.thinking.get_untracked() else { return };
        self.brain.with_value(|brain| brain.as_ref().map(Brain::stop));
        match thinking.report {
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
        let found = report.line.first().and_then(|text| {
            table.session.with_untracked(|s| s.game.position().play_text(text).ok().map(|(_, route)| route))
        });
        let Some(route) = found else { return self.improvise(table) };
        match purpose {
            Purpose::Move => self.play_soon(table, route),
            Purpose::Hint => {
                self.thinking.set(None);
                table.hint.set(Some(route));
            }
            Purpose::Draw => {
                self.thinking.set(None);
                // The score is the person's, whose turn it is.
                table.answer_draw(sensible(table, -report.score));
            }
        }
    }

    /// Without an engine: a random legal move, and the count of pieces for a draw offer.
    fn improvise(self, table: Table) {
        let Some(Thinking { purpose, .. }) = self.thinking.get_untracked() else { return };
        let moves = table.session.with_untracked(|s| s.game.position().moves());
        let Some(route) = moves.get(table.below(moves.len())).cloned() else { return };
        match purpose {
            Purpose::Move => self.play_soon(table, route),
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

    fn play_soon(self, table: Table, route: Route) {
        let id = self.id.get_value();
        let gone = js_sys::Date::now() - self.since.get_value();
        let act = move || {
            if self.id.try_get_value() == Some(id) {
                self.thinking.set(None);
                table.play(&route);
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
