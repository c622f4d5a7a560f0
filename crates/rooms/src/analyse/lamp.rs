//! The engine that thinks on while somebody looks: is it on, how many lines, what it has found.

use damka_rules::{AnyPosition, Side};
use damka_web::platform::storage;
use damka_wire::brain::{Ask, AskId, MOST_LINES, Report, Tell};
use leptos::prelude::*;

use super::desk::Desk;
use super::glance::Ahead;
use super::judging::Judging;
use super::lessons::Lessons;
use super::question::{look, passed};
use super::room::{Mode, Room};

/// Where its settings are kept.
const KEPT: &str = "lamp";

/// The engine's lamp. Copies are the same lamp.
#[derive(Clone, Copy)]
pub(crate) struct Lamp {
    /// Is it on?
    pub(crate) on: RwSignal<bool>,
    /// How many lines are wanted.
    pub(crate) lines: RwSignal<u8>,
    /// Does it look at what the other side threatens?
    pub(crate) threat: RwSignal<bool>,
    /// Could it not be loaded?
    pub(crate) missing: RwSignal<bool>,
    /// The move of its lines that is pointed at.
    pub(crate) ahead: RwSignal<Option<Ahead>>,
    report: RwSignal<Option<Report>>,
    id: StoredValue<Option<AskId>>,
    /// Counts how often it was silenced: it thinks anew then, even about the same position.
    silenced: RwSignal<u32>,
}

impl Lamp {
    /// As it was left.
    pub(crate) fn load() -> Lamp {
        let (on, lines): (bool, u8) = storage::load(KEPT).value().unwrap_or((true, 3));
        let lamp = Lamp {
            on: RwSignal::new(on),
            lines: RwSignal::new(lines.clamp(1, MOST_LINES)),
            threat: RwSignal::new(false),
            missing: RwSignal::new(false),
            ahead: RwSignal::new(None),
            report: RwSignal::new(None),
            id: StoredValue::new(None),
            silenced: RwSignal::new(0),
        };
        Effect::new(move || _ = storage::save(KEPT, &(lamp.on.get(), lamp.lines.get())));
        lamp
    }

    /// Whatever changes its question.
    pub(crate) fn wanted(self) -> (bool, u8, bool, u32) {
        (self.on.get(), self.lines.get(), self.threat.get(), self.silenced.get())
    }

    /// What it has found about the position looked at.
    pub(crate) fn shown(self) -> Option<Report> {
        self.report.get().filter(|report| !report.lines.is_empty())
    }

    /// Whose turn it is in the position it looks at.
    pub(crate) fn turn(self, pos: &AnyPosition) -> Side {
        if self.threat.get() { pos.turn().other() } else { pos.turn() }
    }
}

impl Room {
    /// Thinks about the position looked at, if that is wanted; whatever was thought about before is dropped.
    pub(crate) fn think(self) {
        let Some(consulted) = self.consulted.get_value() else { return };
        let lamp = self.lamp;
        if lamp.id.try_update_value(Option::take).flatten().is_some() {
            consulted.stop();
        }
        lamp.report.set(None);
        let quiet = untrack(|| self.is_busy()) || self.mode.get_untracked() != Mode::Moves;
        if !lamp.on.get_untracked() || quiet {
            return;
        }
        let (game, pos) = self.desk.with_untracked(|desk| (desk.game(), desk.position()));
        let game = match lamp.threat.get_untracked() {
            true => passed(&pos).map(damka_rules::Game::from_position),
            false => Some(game).filter(|_| pos.count_moves() > 0),
        };
        if let Some(game) = game {
            let lines = lamp.lines.get_untracked();
            let id = consulted.ask(|id| Ask::Think(look(&game, lines, id)));
            lamp.id.set_value(Some(id));
        }
    }

    /// The engine says something.
    pub(crate) fn hear(self, tell: Tell) {
        if self.oracle.hear(&tell) {
            return;
        }
        match tell {
            Tell::Progress(report) | Tell::Done(report) if self.lamp.id.get_value() == Some(report.id) => {
                self.lamp.report.set(Some(report));
            }
            Tell::Done(report) => {
                let reviewed = self
                    .judging
                    .try_update(|judging| judging.as_mut().is_some_and(|judging| judging.hear(&report)));
                if reviewed == Some(true) {
                    return self.review_on();
                }
                let answered = self
                    .lessons
                    .try_update(|lessons| lessons.as_mut().is_some_and(|lessons| lessons.hear(&report)));
                if answered == Some(true) {
                    self.refresh();
                }
            }
            Tell::Failed { .. } => {
                self.lamp.missing.set(true);
                self.lamp.on.set(false);
                self.judging.set(None);
                self.lessons.set(None);
            }
            _ => {}
        }
    }

    /// Looks through the game of the main line.
    pub(crate) fn review(self) {
        let game = self.desk.with_untracked(|desk| desk.study.tree.main_game());
        if game.ply() == 0 {
            return;
        }
        self.lamp.missing.set(false);
        self.lessons.set(None);
        self.silence();
        self.reasons.forget();
        self.judging.set(Some(Judging::new(game)));
        self.review_on();
    }

    /// Asks the next question of the review, or shows what came of it.
    fn review_on(self) {
        let Some(consulted) = self.consulted.get_value() else { return };
        if self.judging.with_untracked(|judging| judging.as_ref().is_some_and(Judging::goes_on)) {
            consulted.ask(|id| {
                let asked = self.judging.try_update(|judging| judging.as_mut().and_then(|j| j.ask(id)));
                Ask::Think(asked.flatten().unwrap_or_default())
            });
            return;
        }
        // Whoever has not looked elsewhere meanwhile is shown what cost most.
        let at_end = self.desk.with_untracked(|desk| desk.at() == desk.study.tree.main_end());
        let person = self.person.get_value();
        let worst = self.told.with_untracked(|told| {
            let told = told.as_ref()?;
            let own = told.moves.iter().filter(|one| person.is_none_or(|side| one.side == side));
            let bad = own.filter(|one| one.judgement.is_some());
            bad.reduce(|worst, one| if one.loss > worst.loss { one } else { worst }).map(|one| one.ply)
        });
        if let Some(ply) = worst.filter(|_| at_end) {
            self.go_main(ply + 1);
        }
        self.spoken.set(self.said.say(|m| m.review_done).to_owned());
    }

    /// Ends the review, if there is one.
    pub(crate) fn stop_review(self) {
        self.silence();
        self.judging.set(None);
        self.lessons.set(None);
        self.reasons.forget();
    }

    fn silence(self) {
        if let Some(consulted) = self.consulted.get_value() {
            consulted.stop();
        }
        self.lamp.id.set_value(None);
        self.lamp.silenced.update(|times| *times += 1);
    }

    /// Begins to learn from the mistakes of a side, both if none is named; from this one on, if it is given.
    pub(crate) fn learn(self, first: Option<usize>) {
        let person = self.person.get_value();
        let game = self.judging.with_untracked(|judging| judging.as_ref().map(|j| j.game().clone()));
        let mistakes = self.told.with_untracked(|told| {
            let told = told.as_ref()?;
            let mut plies = told.lessons(person);
            plies.extend(first.filter(|ply| !plies.contains(ply)));
            Some(told.moves.iter().filter(|one| plies.contains(&one.ply)).cloned().collect::<Vec<_>>())
        });
        let (Some(game), Some(mistakes)) = (game, mistakes) else { return };
        self.silence();
        self.lessons.set(Lessons::new(game, mistakes, first));
        self.lesson_begins();
    }

    /// The next question, or the end of them.
    pub(crate) fn learn_on(self) {
        let more = self.lessons.try_update(|lessons| lessons.as_mut().is_some_and(Lessons::next));
        match more {
            Some(true) => self.lesson_begins(),
            _ => self.leave_lessons(),
        }
    }

    fn lesson_begins(self) {
        let begun = self.lessons.with_untracked(|lessons| {
            lessons.as_ref().map(|lessons| (lessons.mistake().ply, lessons.side()))
        });
        let Some((ply, side)) = begun else { return };
        let before = self.desk.with_untracked(|desk| desk.main_at(ply));
        self.bottom.set(side);
        self.change(|desk| desk.go(before));
    }

    /// Back to looking, at the mistake that was asked about.
    pub(crate) fn leave_lessons(self) {
        let ply = self.lessons.with_untracked(|lessons| lessons.as_ref().map(|l| l.mistake().ply));
        self.lessons.set(None);
        self.refresh();
        if let Some(ply) = ply {
            self.go_main(ply + 1);
        }
    }

    /// Somebody answers the question with a move.
    pub(crate) fn answer(self, route: &damka_rules::Route) {
        let Some(consulted) = self.consulted.get_value() else { return };
        let text = self.desk.with_untracked(Desk::position).write(route);
        // The number is only known by asking, so the question is made first with none.
        let asked = self.lessons.try_update(|lessons| lessons.as_mut().and_then(|l| l.try_move(&text, 0)));
        if asked.flatten().is_some() {
            consulted.ask(|id| {
                let asked = self.lessons.try_update(|l| l.as_mut().and_then(|l| l.try_move(&text, id)));
                Ask::Think(asked.flatten().unwrap_or_default())
            });
        }
        self.refresh();
    }
}
