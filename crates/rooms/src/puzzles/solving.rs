//! The desk on the screen: what a person does goes in, the board and the words follow.

use std::time::Duration;

use damka_explain::{Because, Catalogue};
use damka_puzzles::Day;
use damka_rules::{Route, Variant};
use damka_web::i18n::{Lang, Texts, in_tama};
use damka_web::later::Visit;
use damka_web::pages::prefs::Prefs;
use damka_web::pages::thinking::Consulted;
use damka_web::platform::{files, storage, timing};
use damka_web::sound::Sound;
use damka_wire::brain::{Ask, AskId, Limits, Tell, Think};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::desk::{Desk, Hint, Mode, Now, Reply};
use super::diary::Diary;
use super::refute::{Refutation, refute};
use super::{NAME, Said};
use crate::easel::Easel;

/// How hard the engine looks for an answer to a wrong move.
const LIMITS: Limits = Limits { depth: None, nodes: Some(250_000), millis: Some(4_000) };
/// Milliseconds before the next puzzle of a run comes.
const PAUSE: u64 = 900;

/// What is said about the puzzle now.
#[derive(Clone, Debug)]
pub(crate) enum Talk {
    /// The task.
    Task,
    /// Right so far.
    GoOn,
    /// Done.
    Solved,
    /// A wrong move, and the engine is looking for the answer.
    Asking(String),
    /// A wrong move: its text, the answer, the reason.
    Wrong(String, Option<String>, Option<Because>),
    /// A hint: a square.
    Piece(String),
    /// A hint: a move.
    Move(String),
    /// The solution is shown: its moves.
    Shown(String),
}

/// Somebody solving. Copies are the same.
#[derive(Clone, Copy)]
pub(crate) struct Solving {
    /// Settings and language.
    pub(crate) prefs: Prefs,
    /// The words of the room.
    pub(crate) said: Texts<Said>,
    /// The board.
    pub(crate) easel: Easel,
    /// The desk.
    pub(crate) desk: RwSignal<Desk, LocalStorage>,
    /// What is said.
    pub(crate) talk: RwSignal<Talk>,
    /// The time, ticking in a rush.
    pub(crate) clock: RwSignal<Duration>,
    /// Is something celebrated?
    pub(crate) party: RwSignal<bool>,
    visit: Visit,
    consulted: StoredValue<Option<Consulted>>,
    asked: StoredValue<Option<AskId>>,
    /// Sentences for reasons, in a language.
    reasons: RwSignal<Option<(Lang, Catalogue)>>,
    /// Tells one puzzle from the next, so that an old timer does nothing.
    turn: StoredValue<u32>,
}

impl Solving {
    /// The kind of puzzles; it does not change at a desk.
    pub(crate) fn mode(self) -> Mode {
        self.desk.with_untracked(Desk::mode)
    }

    /// Sits down at a desk.
    pub(crate) fn new(visit: Visit, desk: Desk) -> Solving {
        let prefs = visit.prefs;
        let easel = Easel::new(prefs, visit.variant);
        let solving = Solving {
            prefs,
            said: Texts::new(prefs, NAME, easel.words.with_untracked(|words| words.tama)),
            easel,
            desk: RwSignal::new_local(desk),
            talk: RwSignal::new(Talk::Task),
            clock: RwSignal::new(clock()),
            party: RwSignal::new(false),
            visit,
            consulted: StoredValue::new(None),
            asked: StoredValue::new(None),
            reasons: RwSignal::new(None),
            turn: StoredValue::new(0),
        };
        let consulted = visit.table.mind.consult(move |tell| solving.hear(tell));
        solving.consulted.set_value(Some(consulted));
        solving.learn_reasons();
        let tick = set_interval_with_handle(move || solving.tick(), Duration::from_millis(200));
        on_cleanup(move || {
            if let Ok(tick) = tick {
                tick.clear();
            }
        });
        solving.arrange();
        solving
    }

    /// The day, the clock and the dice.
    pub(crate) fn now(self) -> Now {
        now(self.visit)
    }

    /// The game.
    pub(crate) fn variant(self) -> Variant {
        self.visit.variant
    }

    /// Is a sheet over the room?
    pub(crate) fn dialog_open(self) -> bool {
        self.visit.dialog.get_untracked().is_some()
    }

    /// Loads the sentences for reasons, whenever the language changes.
    fn learn_reasons(self) {
        let (prefs, reasons) = (self.prefs, self.reasons);
        let tama = self.easel.words.with_untracked(|words| words.tama);
        Effect::new(move || {
            let lang = prefs.lang.get();
            spawn_local(async move {
                let Ok(text) = files::text(&format!("shelf/reasons/{}.txt", lang.tag())).await else {
                    return;
                };
                let text = if tama && lang == Lang::Hy { in_tama(&text) } else { text };
                if let Ok(catalogue) = Catalogue::read(&text) {
                    // The room may have been left meanwhile.
                    let _ = reasons.try_set(Some((lang, catalogue)));
                }
            });
        });
    }

    /// A reason in words, if they are there.
    pub(crate) fn reason(self, because: &Because) -> Option<String> {
        let lang = self.prefs.lang.get();
        self.reasons.with(|reasons| {
            let (_, catalogue) = reasons.as_ref().filter(|(known, _)| *known == lang)?;
            Some(catalogue.say(because))
        })
    }

    /// Puts the puzzle of the desk on the board.
    fn arrange(self) {
        self.turn.update_value(|n| *n += 1);
        self.hush();
        self.talk.set(Talk::Task);
        let now = self.now();
        self.desk.with_untracked(|desk| {
            if let Some(attempt) = desk.attempt() {
                self.easel.bottom.set(attempt.puzzle().start().turn());
                self.easel.put(attempt.game(), !desk.is_resting(now));
            }
        });
    }

    /// A question that nobody waits for any more.
    fn hush(self) {
        if self.asked.get_value().is_some() {
            self.asked.set_value(None);
            self.consulted.with_value(|consulted| consulted.as_ref().map(|consulted| consulted.stop()));
        }
    }

    /// A move was entered.
    pub(crate) fn play(self, route: &Route) {
        let now = self.now();
        let reply = self.change(|desk| desk.play(route, now));
        let game = self.desk.with_untracked(|desk| desk.attempt().map(|attempt| attempt.game().clone()));
        let Some(game) = game else { return };
        let run = self.desk.with_untracked(|desk| desk.mode().is_run());
        match reply {
            Reply::Refused => self.easel.put(&game, !self.desk.with_untracked(|desk| desk.is_resting(now))),
            Reply::Answered => {
                // The solver's own move is there already; the answer follows it.
                let mut own = game.clone();
                own.undo();
                self.easel.put(&own, false);
                self.easel.show(&game, true);
                self.talk.set(Talk::GoOn);
            }
            Reply::Solved => {
                self.easel.put(&game, false);
                self.talk.set(Talk::Solved);
                self.easel.sound(Sound::Won);
                if self.change(Desk::celebrate) {
                    self.party.set(true);
                }
                if run {
                    self.next_soon();
                }
            }
            Reply::Wrong => {
                self.easel.put(&game, false);
                self.easel.sound(Sound::Refused);
                self.refuse(&game.moves().last().map(|played| played.text.clone()).unwrap_or_default());
            }
        }
    }

    /// A wrong move: in a rush there is no time for reasons, otherwise the engine is asked what follows.
    fn refuse(self, text: &str) {
        let now = self.now();
        let hurried = self.desk.with_untracked(|desk| desk.rush().is_some() && !desk.is_resting(now));
        if hurried {
            self.talk.set(Talk::Wrong(text.to_owned(), None, None));
            return self.next_soon();
        }
        self.talk.set(Talk::Asking(text.to_owned()));
        let question = self.desk.with_untracked(|desk| {
            let attempt = desk.attempt()?;
            Some(Think {
                variant: attempt.puzzle().variant().to_string(),
                start: Some(attempt.puzzle().start().to_fen()),
                moves: attempt.game().moves().iter().map(|played| played.text.clone()).collect(),
                limits: LIMITS,
                ..Think::default()
            })
        });
        if let (Some(question), Some(consulted)) = (question, self.consulted.get_value()) {
            self.asked.set_value(Some(consulted.ask(|id| Ask::Think(Think { id, ..question }))));
        }
    }

    fn hear(self, tell: Tell) {
        let Some(Some(asked)) = self.asked.try_get_value() else { return };
        let line = match tell {
            Tell::Done(report) if report.id == asked => {
                report.lines.into_iter().next().map(|line| line.moves).unwrap_or_default()
            }
            // Without an engine the move is wrong all the same.
            Tell::Failed { id, .. } if id.is_none_or(|id| id == asked) => Vec::new(),
            _ => return,
        };
        self.asked.set_value(None);
        let found =
            self.desk.with_untracked(|desk| desk.attempt().and_then(|attempt| refute(attempt, &line)));
        if let Some(Refutation { game, wrong, answer, because }) = found {
            self.easel.show(&game, false);
            self.talk.set(Talk::Wrong(wrong, answer, because));
        }
    }

    /// Takes a wrong move back.
    pub(crate) fn retry(self) {
        self.change(Desk::back);
        self.arrange();
    }

    /// Shows which piece moves, then which move it is.
    pub(crate) fn hint(self) {
        self.retry();
        let now = self.now();
        let name = |desk: &Desk, square| desk.attempt().map(|a| a.game().position().square_name(square));
        match self.change(|desk| desk.hint(now)) {
            Some(Hint::Piece(square)) => {
                self.easel.ring.set(Some(square));
                let name = self.desk.with_untracked(|desk| name(desk, square)).unwrap_or_default();
                self.talk.set(Talk::Piece(name));
            }
            Some(Hint::Move(route)) => {
                let text = self.desk.with_untracked(|desk| {
                    desk.attempt().map(|attempt| route.text(attempt.game().position().script()))
                });
                self.easel.hint.set(Some(route));
                self.talk.set(Talk::Move(text.unwrap_or_default()));
            }
            None => {}
        }
    }

    /// Shows the whole solution.
    pub(crate) fn solution(self) {
        self.retry();
        let now = self.now();
        if let Some(game) = self.change(|desk| desk.solution(now)) {
            let texts: Vec<&str> = game.moves().iter().map(|played| played.text.as_str()).collect();
            self.talk.set(Talk::Shown(texts.join(" ")));
            self.easel.show(&game, false);
        }
    }

    /// The next puzzle.
    pub(crate) fn next(self) {
        let now = self.now();
        self.change(|desk| desk.next(now));
        self.arrange();
    }

    /// Leaves a puzzle of a streak out.
    pub(crate) fn skip(self) {
        let now = self.now();
        if self.change(|desk| desk.skip(now)) {
            self.arrange();
        }
    }

    /// Begins a run.
    pub(crate) fn begin(self) {
        let now = self.now();
        self.party.set(false);
        self.clock.set(now.clock);
        self.change(|desk| desk.begin(now));
        self.arrange();
    }

    /// Ends a rush.
    pub(crate) fn stop(self) {
        let now = self.now();
        self.change(|desk| desk.stop(now));
        self.clock.set(now.clock);
    }

    /// After a moment, unless something else came first.
    fn next_soon(self) {
        let turn = self.turn.get_value();
        let next = move || {
            let now = self.now();
            let ours = self.turn.try_get_value() == Some(turn);
            if ours && !self.desk.with_untracked(|desk| desk.is_resting(now)) {
                self.next();
            }
        };
        set_timeout(next, Duration::from_millis(PAUSE));
    }

    fn tick(self) {
        let (now, before) = (self.now(), self.clock.get_untracked());
        let running =
            |clock| self.desk.with_untracked(|desk| desk.rush().is_some_and(|rush| !rush.is_over(clock)));
        if running(before) {
            self.clock.set(now.clock);
            if !running(now.clock) {
                self.easel.sound(Sound::LowTime);
                self.stop();
            }
        }
    }

    /// Changes the desk and keeps what is to be kept.
    fn change<T>(self, change: impl FnOnce(&mut Desk) -> T) -> T {
        let mut done = None;
        self.desk.update(|desk| {
            let before = desk.diary().clone();
            done = Some(change(desk));
            if *desk.diary() != before {
                // A browser that keeps nothing has been told so where games are kept.
                storage::save(&name(self.visit.variant), desk.diary());
            }
        });
        done.expect("the desk is there as long as the room")
    }
}

/// The day, the clock and the dice.
pub(crate) fn now(visit: Visit) -> Now {
    let clock = clock();
    Now { day: Day::of_seconds(timing::wall() / 1000), clock, dice: visit.table.seed() }
}

fn clock() -> Duration {
    Duration::from_secs_f64(timing::now().max(0.0) / 1000.0)
}

/// What the device remembers of a game's puzzles.
pub(crate) fn remembered(variant: Variant) -> Diary {
    storage::load(&name(variant)).value().unwrap_or_default()
}

fn name(variant: Variant) -> String {
    format!("puzzles.{}", variant.name())
}
