//! The computer's mind as the table sees it: questions to the engine and what becomes of the answers.

use std::rc::Rc;
use std::time::Duration;

pub use damka_sitting::Purpose;
use damka_sitting::{Act, Found, Question};
use damka_wire::brain::{Ask, AskId, Limits, Report, Tell, Think};
use leptos::prelude::*;

use super::table::Table;
use crate::model::clock::Millis;
use crate::model::seats::Level;
use crate::platform::brain::Brain;
use crate::platform::timing;

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
    since: StoredValue<Millis>,
    /// The number of the sitting's question.
    question: StoredValue<Option<u32>>,
    /// The room that asks for itself, and the numbers of its questions from the first on.
    guest: StoredValue<Option<Guest>, LocalStorage>,
}

/// A room that asks the engine for itself.
struct Guest {
    since: u32,
    hear: Rc<dyn Fn(Tell)>,
}

/// The engine as a room sees it: it asks, and hears the answers to its own questions only.
#[derive(Clone, Copy)]
pub struct Consulted(Mind);

impl Consulted {
    /// Asks; the number of the question is given here. Questions before are answered first: [`Consulted::stop`] them if
    /// they are not wanted any more.
    pub fn ask(self, ask: impl FnOnce(AskId) -> Ask) -> AskId {
        let Consulted(mind) = self;
        mind.id.update_value(|id| *id += 1);
        let id = mind.id.get_value();
        mind.brain.with_value(|brain| brain.as_ref().map(|brain| brain.ask(ask(id))));
        id
    }

    /// Ends whatever is being searched: true if every question asked so far is soon answered with what was found, false
    /// if none is answered any more.
    pub fn stop(self) -> bool {
        self.0.brain.with_value(|brain| brain.as_ref().is_some_and(Brain::stop))
    }
}

/// A move comes no sooner than this after the one before, so that it can be followed.
const PATIENCE: Millis = 450;

impl Default for Mind {
    /// A mind that is not loaded yet.
    fn default() -> Mind {
        Mind {
            thinking: RwSignal::new(None),
            missing: RwSignal::new(false),
            brain: StoredValue::new_local(None),
            id: StoredValue::new(0),
            since: StoredValue::new(0),
            question: StoredValue::new(None),
            guest: StoredValue::new_local(None),
        }
    }
}

impl Mind {
    /// Lets a room ask the engine for itself, as long as the room is there. What the table was thinking about is
    /// dropped; the table asks again when somebody comes back to it.
    pub fn consult(self, hear: impl Fn(Tell) + 'static) -> Consulted {
        self.forget();
        let since = self.id.get_value() + 1;
        self.guest.set_value(Some(Guest { since, hear: Rc::new(hear) }));
        on_cleanup(move || {
            // Another room may have taken its place already.
            let ours =
                self.guest.with_value(|guest| guest.as_ref().is_some_and(|guest| guest.since == since));
            if ours {
                self.guest.set_value(None);
                self.brain.with_value(|brain| brain.as_ref().map(Brain::stop));
            }
        });
        Consulted(self)
    }

    /// The room that this answer is for.
    fn guest(self, tell: &Tell) -> Option<Rc<dyn Fn(Tell)>> {
        if matches!(tell, Tell::Ready(_)) {
            return None;
        }
        let id = tell.id();
        let thinking = self.thinking.get_untracked().is_some();
        self.guest.with_value(|guest| {
            let guest = guest.as_ref()?;
            // Trouble without a number concerns whoever waits.
            id.map_or(!thinking, |id| id >= guest.since).then(|| guest.hear.clone())
        })
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

    /// Answers a question of the sitting, in time.
    pub fn answer(self, table: Table, question: Question) {
        if question.any_move {
            self.begin(question.purpose);
        } else {
            self.ask(table, &question);
        }
        self.question.set_value(Some(question.id));
        if question.any_move {
            self.improvise(table);
        }
    }

    /// From now on this is thought about.
    fn begin(self, purpose: Purpose) {
        self.forget();
        self.since.set_value(timing::wall());
        self.question.set_value(None);
        self.thinking.set(Some(Thinking { purpose, report: None }));
    }

    /// Asks the engine about the position on the table.
    fn ask(self, table: Table, question: &Question) {
        self.begin(question.purpose);
        let id = self.id.get_value();
        let think = table.session.with_untracked(|s| Think {
            id,
            variant: s.agreement.variant.to_string(),
            start: s.game.start_fen(),
            moves: s.game.moves().iter().map(|m| m.text.clone()).collect(),
            level: question.level.and_then(Level::for_engine),
            limits: Limits { millis: u32::try_from(question.millis).ok(), ..Limits::default() },
            seed: question.seed,
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
        if let Some(hear) = self.guest(&tell) {
            return hear(tell);
        }
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
        let found = report.best().map(|text| Found { text: text.to_owned(), score: report.score().value() });
        self.tell(table, purpose, found);
    }

    /// Without an engine there is nothing to say; the sitting knows what to do then.
    fn improvise(self, table: Table) {
        let Some(Thinking { purpose, .. }) = self.thinking.get_untracked() else { return };
        self.tell(table, purpose, None);
    }

    /// Tells the sitting what was found: a move so that it can be followed, all else at once.
    fn tell(self, table: Table, purpose: Purpose, found: Option<Found>) {
        let id = self.id.get_value();
        let Some(question) = self.question.get_value() else { return };
        let act = move || {
            if self.id.try_get_value() == Some(id) {
                self.thinking.set(None);
                table.act(Act::Answer(question, found.clone()));
            }
        };
        let gone = timing::wall().saturating_sub(self.since.get_value());
        match purpose {
            Purpose::Move => set_timeout(act, Duration::from_millis(PATIENCE.saturating_sub(gone))),
            _ => act(),
        }
    }
}
