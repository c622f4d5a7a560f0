//! The table: the sitting on the screen, and how it gets there.
//!
//! The sitting decides; here are the signals views look at. What follows from an act is done in
//! `performing.rs` and nowhere else. Drawing is the business of the views, words the business of `i18n`.

use std::time::Duration;

use damka_rules::{Route, Side, Square};
use damka_sitting::Act;
use leptos::prelude::*;

use super::prefs::{Prefs, languages};
use super::show::{self, Extras};
use super::thinking::Mind;
use crate::board::{Display, Look};
use crate::i18n::{Paint, Words, fill};
use crate::model::challenge::{Challenge, Scored};
use crate::model::clock::Millis;
use crate::model::dress::Dress;
use crate::model::entry::{Entry, Help};
use crate::model::link::{self, Invite, variant_for};
use crate::model::old::NEW_LEVELS;
use crate::model::seats::{Level, Seat};
use crate::model::session::{Agreement, Session};
use crate::platform::shelf::{self, Keeping};
use crate::platform::storage::{self, Kept};
use crate::platform::{document, location, timing};

/// What a person is asked before something is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Really resign?
    Resign,
    /// Really offer a draw?
    OfferDraw,
    /// Really leave a game of the challenge?
    Abandon,
    /// Really forget the scores of the challenge?
    Reset,
    /// Play this move? (A setting.)
    Confirm(Route),
}

/// A refusal on the screen.
#[derive(Clone, PartialEq, Debug)]
pub struct Bubble {
    /// The reason in words.
    pub text: String,
    /// The squares that were tapped.
    pub squares: Vec<Square>,
    /// Routes that explain it.
    pub routes: Vec<Route>,
    /// Tells one bubble from the next of the same text.
    pub number: u32,
}

/// Where the level last played is kept; `level` held the numbers of earlier versions.
pub(super) const STRENGTH: &str = "strength";

/// The table. Copies are the same table.
#[derive(Clone, Copy)]
pub struct Table {
    /// Settings and language.
    pub prefs: Prefs,
    /// The sitting.
    pub session: RwSignal<Session>,
    /// A move was made: the board shows it before anything else does.
    pub moved: Trigger,
    /// The move being entered.
    pub entry: RwSignal<Entry>,
    /// The ply looked at, if it is an old one.
    pub looking: RwSignal<Option<usize>>,
    /// The refusal on the screen.
    pub bubble: RwSignal<Option<Bubble>>,
    /// A remark on the screen.
    pub note: RwSignal<Option<String>>,
    /// What a screen reader should say.
    pub spoken: RwSignal<String>,
    /// A hint on the board.
    pub hint: RwSignal<Option<Route>>,
    /// The question on the screen.
    pub question: RwSignal<Option<Question>>,
    /// Is computer against computer halted?
    pub paused: Memo<bool>,
    /// A move to be played when the turn comes.
    pub premove: RwSignal<Vec<Square>>,
    /// Is the next piece touched only to set it straight?
    pub adjusting: RwSignal<bool>,
    /// The challenge.
    pub challenge: RwSignal<Challenge>,
    /// What the last game of the challenge changed.
    pub scored: RwSignal<Option<Scored>>,
    /// Was the result card put away?
    pub card_away: RwSignal<bool>,
    /// The time, ticking while a clock runs.
    pub now: RwSignal<Millis>,
    /// The engine, and what it was asked.
    pub mind: Mind,
    /// What is still to be done after a move, and whether the views around the board still show the game before it.
    pub(super) waiting: StoredValue<(Option<Vec<damka_sitting::Effect>>, bool)>,
    /// The language and the colours.
    pub spoken_in: Memo<Words>,
    pub(super) keeping: StoredValue<Keeping>,
    pub(super) dice: StoredValue<fastrand::Rng>,
    pub(super) bubbles: StoredValue<u32>,
}

impl Table {
    /// An empty table with a board of the visitor's game.
    pub fn new(prefs: Prefs) -> Table {
        let spoken = languages();
        let variant = variant_for(spoken.iter().map(String::as_str));
        let agreement = Agreement::against(variant, Side::White, Seat::Computer(Level::FIRST));
        let session = Session::new(agreement, None, 0).expect("the start of a variant is a position");
        let grid = session.game.position().grid();
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let session = RwSignal::new(session);
        let table = Table {
            prefs,
            entry: RwSignal::new(Entry::closed(grid)),
            session,
            moved: Trigger::new(),
            looking: RwSignal::new(None),
            bubble: RwSignal::new(None),
            note: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            hint: RwSignal::new(None),
            question: RwSignal::new(None),
            paused: Memo::new(move |_| session.with(|s| s.paused)),
            premove: RwSignal::new(Vec::new()),
            adjusting: RwSignal::new(false),
            challenge: RwSignal::new(Challenge::default()),
            scored: RwSignal::new(None),
            card_away: RwSignal::new(false),
            now: RwSignal::new(timing::wall()),
            mind: Mind::default(),
            waiting: StoredValue::new((None, false)),
            spoken_in: Memo::new(move |_| words(prefs, session)),
            keeping: StoredValue::new(Keeping::default()),
            dice: StoredValue::new(fastrand::Rng::with_seed(seed)),
            bubbles: StoredValue::new(0),
        };
        table.mind.listen(table);
        set_interval(move || table.tick(), Duration::from_millis(100));
        // A page that is left keeps the time that was used; one that comes back looks at once.
        let seen = move |_: web_sys::Event| {
            table.catch_up();
            table.tick();
            if table.clock_runs() {
                table.save();
            }
            // A game that another tab went on with may wait for the computer, and that tab may be gone.
            let waits =
                |s: &Session| s.question().is_none() && s.mover().is_some_and(|seat| !seat.is_human());
            if !document().hidden() && table.session.with_untracked(waits) {
                table.act(Act::Sit);
            }
        };
        for event in ["visibilitychange", "pagehide"] {
            window_event_listener_untyped(event, seen);
        }
        window_event_listener(leptos::ev::storage, move |event| {
            let text = event.new_value();
            let ours = table.keeping.with_value(|keeping| {
                shelf::changed_elsewhere(keeping, &event.key().unwrap_or_default(), text.as_deref())
            });
            if ours {
                table.follow();
            }
        });
        table
    }

    /// Opens a board: the game the link leads to on this device, or a new one as it asks for.
    pub fn open(self, invite: &Invite) {
        self.leave();
        let variant = invite.variant;
        let dress = Dress::of(variant);
        if dress.challenge {
            self.challenge.set(storage::load("challenge").value().unwrap_or_default());
        }
        storage::save("last", &variant.name());
        if let Err(reason) = shelf::renew(variant.base(), || self.fresh_id(), timing::wall()) {
            self.complain(&reason);
        }
        // A link is no way out of a game of the challenge.
        if dress.challenge
            && !invite.is_plain()
            && let Some((session, keeping)) = self.take(&Invite::to(variant))
            && session.at_stake()
        {
            self.note.set(Some(self.words().m().ch_unfinished.into()));
            return self.sit(session, keeping);
        }
        // A position from a link can be played again when its game is over.
        let kept = self.take(invite).filter(|(session, _)| invite.fen.is_none() || !session.is_over());
        if let Some((session, keeping)) = kept {
            return self.sit(session, keeping);
        }
        let agreement = Agreement {
            touch_move: invite.touch_move,
            control: link::control(invite),
            ..self.first_agreement(invite)
        };
        if invite.moves.is_empty() || !self.follow_moves(invite, agreement.clone()) {
            self.begin(agreement, invite.fen.as_deref(), Keeping::default());
        }
    }

    /// The game an address leads to on this device.
    fn take(self, invite: &Invite) -> Option<(Session, Keeping)> {
        let (shelved, keeping) = match shelf::load(&shelf::find(invite)?) {
            Kept::Value(found) => found,
            Kept::Corrupt(reason) => {
                self.complain(&reason);
                return None;
            }
            Kept::Nothing => return None,
        };
        match shelved.session(self.seed()) {
            Ok(session) => Some((session, keeping)),
            Err(reason) => {
                self.complain(&reason);
                None
            }
        }
    }

    fn complain(self, reason: &str) {
        self.note.set(Some(fill(self.prefs.lang.get_untracked().messages().bad_saved, &[reason])));
    }

    /// What a newcomer finds: the weakest opponent, the side that begins; in a position the side to move.
    fn first_agreement(self, invite: &Invite) -> Agreement {
        let variant = invite.variant;
        let dress = Dress::of(variant);
        let begun = invite.fen.is_some() || !invite.moves.is_empty();
        let person = match invite.played().ok().filter(|_| begun) {
            Some(game) => game.turn(),
            None => dress.person().unwrap_or(variant.laws().starts),
        };
        let opponent = if dress.challenge { Seat::Random } else { Seat::Computer(self.level()) };
        let swapped = dress.lot && self.toss();
        let challenge = dress.challenge && !begun;
        Agreement { swapped, challenge, ..Agreement::against(variant, person, opponent) }
    }

    /// The level last played, or the first.
    pub fn level(self) -> Level {
        let old = || storage::load::<u8>("level").value().map(|n| n.saturating_add(NEW_LEVELS));
        let kept = storage::load(STRENGTH).value().or_else(old);
        kept.filter(|&n| n < Level::COUNT).map_or(Level::FIRST, Level)
    }

    /// Heads or tails.
    pub fn toss(self) -> bool {
        self.seed() & 1 == 1
    }

    /// A throw of the dice.
    pub fn seed(self) -> u64 {
        self.dice.try_update_value(|dice| dice.u64(..)).unwrap_or(0)
    }

    pub(super) fn fresh_id(self) -> String {
        format!("{:08x}", self.seed() as u32)
    }

    /// Begins a game. A position that cannot be read is said so, and the start is used.
    pub fn begin(self, agreement: Agreement, fen: Option<&str>, keeping: Keeping) {
        if let Some(level) = agreement.seats.level() {
            storage::save(STRENGTH, &level.0);
        }
        let seed = self.seed();
        let session = match Session::new(agreement.clone(), fen, seed) {
            Ok(session) => session,
            Err(error) => {
                let words = Words::plain(self.prefs.lang.get_untracked());
                self.note.set(Some(fill(words.m().bad_link, &[&words.fen_error(&error)])));
                Session::new(agreement, None, seed).expect("the start of a variant is a position")
            }
        };
        self.sit(session, keeping);
    }

    /// Begins a game from the start; the address says what was agreed, so that a reload finds it.
    pub fn begin_anew(self, agreement: Agreement) {
        let Agreement { variant, touch_move, control, .. } = agreement;
        let invite = Invite { touch_move, clock: link::clock(control), ..Invite::to(variant) };
        if !invite.is_plain() || !location::query().is_empty() {
            location::replace(&invite.address());
        }
        self.begin(agreement, None, Keeping::chosen());
    }

    /// The same agreement again, sides exchanged where they were free.
    pub fn rematch(self) {
        let mut agreement = self.session.with_untracked(|s| s.agreement.clone());
        let dress = Dress::of(agreement.variant);
        if dress.lot {
            agreement.swapped = self.toss();
        }
        if dress.person().is_none() {
            let seats = agreement.seats.0;
            agreement.seats.0 = damka_rules::BySide { white: seats.black, black: seats.white };
        }
        agreement.challenge = dress.challenge;
        self.begin_anew(agreement);
    }

    /// Takes up a sitting.
    pub fn sit(self, session: Session, keeping: Keeping) {
        self.leave();
        self.keeping.set_value(keeping);
        self.session.set(session);
        self.refresh();
        self.act(Act::Sit);
        self.save();
    }

    /// Clears everything that belongs to the sitting before. A game in which nothing happened is not kept.
    pub(super) fn leave(self) {
        self.catch_up();
        self.mind.forget();
        self.looking.set(None);
        self.bubble.set(None);
        self.hint.set(None);
        self.question.set(None);
        self.premove.set(Vec::new());
        self.adjusting.set(false);
        self.scored.set(None);
        self.card_away.set(false);
        let empty = self.session.with_untracked(|s| s.game.ply() == 0 && s.game.touched().is_none());
        let id = self.keeping.try_update_value(std::mem::take).and_then(|keeping| keeping.id);
        if let Some(id) = id.filter(|_| empty) {
            shelf::delete(&id);
        }
    }

    /// The language and the colours.
    pub fn words(self) -> Words {
        self.spoken_in.get()
    }

    /// What the board shows.
    pub fn display(self) -> Display {
        self.moved.track();
        let bubble = self.bubble.get();
        let extras = Extras {
            looking: self.looking.get(),
            arrows: bubble.as_ref().map_or_else(Vec::new, |b| b.routes.clone()),
            shake: bubble.map_or_else(Vec::new, |b| b.squares),
            hint: self.hint.get(),
            bait: self.entry.with(Entry::bait),
            premove: self.premove.get(),
        };
        self.session.with(|session| self.entry.with(|entry| show::display(session, entry, &extras)))
    }

    /// How the board looks.
    pub fn look(self) -> Look {
        let (bottom, dress, timed) =
            self.session.with(|s| (s.bottom, Dress::of(s.agreement.variant), s.clock.is_some()));
        let hurry = timed && {
            let now = self.now.get();
            self.session.with(|s| s.clock.as_ref().is_some_and(|clock| clock.is_short(now)))
        };
        Look { hurry, ..self.prefs.look(dress, self.words().paint, bottom) }
    }

    pub(super) fn is_challenge(self) -> bool {
        self.session.with_untracked(|s| s.forfeits())
    }

    /// Lets the entry offer what is legal now.
    pub fn refresh(self) {
        let help =
            self.prefs.settings.with_untracked(|s| Help { finish_chain: s.finish_chain, one_tap: s.one_tap });
        self.entry.set(self.session.with_untracked(|session| session.entry(help)));
    }

    fn clock_runs(self) -> bool {
        self.session.with_untracked(|s| s.clock.as_ref().is_some_and(|clock| clock.running().is_some()))
    }

    fn tick(self) {
        if self.clock_runs() {
            self.now.set(timing::wall());
            self.act(Act::Tick);
        }
    }
}

/// The words for a game. They change with the language and the game, not with every move.
fn words(prefs: Prefs, session: RwSignal<Session>) -> Words {
    let (paint, tama) = session.with(|s| {
        let dress = Dress::of(s.agreement.variant);
        let paint = match (dress.green, s.agreement.swapped) {
            (true, _) => Paint::Green,
            (_, true) => Paint::Swapped,
            _ => Paint::Plain,
        };
        (paint, dress.turn_victims)
    });
    Words { lang: prefs.lang.get(), paint, tama }
}
