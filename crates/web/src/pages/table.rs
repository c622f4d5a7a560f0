//! The table: the sitting on the screen, and everything a person can do at it.
//!
//! State lives in signals; what the rules, the engine and the clock say goes through here and
//! nowhere else. Drawing is the business of the views, words the business of `i18n`.

use std::time::Duration;

use damka_rules::{AnyPosition, Ending, Outcome, Route, Side, Square, Variant};
use leptos::prelude::*;

use super::prefs::{Prefs, languages};
use super::review::Review;
use super::show::{self, Extras};
use super::thinking::Mind;
use crate::board::{Display, Look};
use crate::i18n::{Paint, Words, fill};
use crate::model::challenge::{Challenge, Scored, Verdict};
use crate::model::clock::LOW;
use crate::model::dice::Dice;
use crate::model::dress::Dress;
use crate::model::entry::{Entry, Help};
use crate::model::link::{Invite, variant_for};
use crate::model::seats::{Level, Seat};
use crate::model::session::{Agreement, Session};
use crate::model::store::Saved;
use crate::platform::storage::{self, Kept};
use crate::platform::{document, location};
use crate::sound::{Sound, play_sound};

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

/// The table. Copies are the same table.
#[derive(Clone, Copy)]
pub struct Table {
    /// Settings and language.
    pub prefs: Prefs,
    /// The sitting.
    pub session: RwSignal<Session>,
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
    pub paused: RwSignal<bool>,
    /// A piece taken up for a forbidden move (the challenge).
    pub bait: RwSignal<Option<Square>>,
    /// A move to be played when the turn comes.
    pub premove: RwSignal<Vec<Square>>,
    /// Is the next piece touched only to set it straight?
    pub adjusting: RwSignal<bool>,
    /// What looking through a finished game has found.
    pub review: RwSignal<Review>,
    /// The challenge.
    pub challenge: RwSignal<Challenge>,
    /// What the last game of the challenge changed.
    pub scored: RwSignal<Option<Scored>>,
    /// Was the result card put away?
    pub card_away: RwSignal<bool>,
    /// The time, ticking while a clock runs.
    pub now: RwSignal<f64>,
    /// The engine, and what it was asked.
    pub mind: Mind,
    pub(super) dice: StoredValue<Dice>,
    pub(super) bubbles: StoredValue<u32>,
}

impl Table {
    /// An empty table with a board of the visitor's game.
    pub fn new(prefs: Prefs) -> Table {
        let spoken = languages();
        let variant = variant_for(spoken.iter().map(String::as_str));
        let agreement = Agreement::against(variant, Side::White, Seat::Computer(Level::FIRST));
        let session = Session::new(agreement, None).expect("the start of a variant is a position");
        let grid = session.game.position().grid();
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let table = Table {
            prefs,
            entry: RwSignal::new(Entry::closed(grid)),
            session: RwSignal::new(session),
            looking: RwSignal::new(None),
            bubble: RwSignal::new(None),
            note: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            hint: RwSignal::new(None),
            question: RwSignal::new(None),
            paused: RwSignal::new(false),
            bait: RwSignal::new(None),
            premove: RwSignal::new(Vec::new()),
            adjusting: RwSignal::new(false),
            review: RwSignal::new(Review::default()),
            challenge: RwSignal::new(Challenge::default()),
            scored: RwSignal::new(None),
            card_away: RwSignal::new(false),
            now: RwSignal::new(js_sys::Date::now()),
            mind: Mind::new(),
            dice: StoredValue::new(Dice::new(seed)),
            bubbles: StoredValue::new(0),
        };
        table.mind.listen(table);
        set_interval(move || table.tick(), Duration::from_millis(100));
        // A page that is left keeps the time that was used; one that comes back looks at once.
        let seen = move |_: web_sys::Event| {
            table.tick();
            if table.session.with_untracked(|s| s.clock.as_ref().is_some_and(|c| c.running().is_some())) {
                table.save();
            }
        };
        for event in ["visibilitychange", "pagehide"] {
            window_event_listener_untyped(event, seen);
        }
        table
    }

    /// Opens a board: the kept game of the variant, or what the link asks for.
    pub fn open(self, invite: &Invite) {
        self.leave();
        let variant = invite.variant;
        if Dress::of(variant).challenge {
            self.challenge.set(storage::load("challenge").value().unwrap_or_default());
        }
        storage::save("last", &variant.name());
        match storage::load::<Saved>(&kept_name(variant)) {
            Kept::Value(saved) => match saved.restore() {
                Ok(session) if invite.is_plain() || began_so(&session, invite) => return self.sit(session),
                // A link is no way out of a game of the challenge.
                Ok(session) if session.at_stake() => {
                    self.note.set(Some(self.words().m().ch_unfinished.into()));
                    return self.sit(session);
                }
                Ok(_) => {}
                Err(error) => self.complain_of_kept(variant, &error.to_string()),
            },
            Kept::Corrupt(reason) => self.complain_of_kept(variant, &reason),
            Kept::Nothing => {}
        }
        let agreement = Agreement {
            touch_move: invite.touch_move,
            control: invite.control,
            ..self.first_agreement(variant)
        };
        self.begin(agreement, invite.fen.as_deref());
    }

    fn complain_of_kept(self, variant: Variant, reason: &str) {
        storage::forget(&kept_name(variant));
        self.note.set(Some(fill(self.prefs.lang.get_untracked().messages().bad_saved, &[reason])));
    }

    /// What a newcomer finds: the weakest opponent, the side that begins.
    fn first_agreement(self, variant: Variant) -> Agreement {
        let dress = Dress::of(variant);
        let person = dress.person().unwrap_or(variant.laws().starts);
        let opponent = if dress.challenge { Seat::Random } else { Seat::Computer(self.level()) };
        let swapped = dress.lot && self.toss();
        Agreement { swapped, ..Agreement::against(variant, person, opponent) }
    }

    /// The level last played, or the first.
    pub fn level(self) -> Level {
        let kept: Option<u8> = storage::load("level").value();
        kept.filter(|&n| n < Level::COUNT).map_or(Level::FIRST, Level)
    }

    /// Heads or tails.
    pub fn toss(self) -> bool {
        self.dice.try_update_value(Dice::toss).unwrap_or(false)
    }

    /// Begins a game. A position that cannot be read is said so, and the start is used.
    pub fn begin(self, agreement: Agreement, fen: Option<&str>) {
        self.leave();
        if let Some(level) = agreement.seats.level() {
            storage::save("level", &level.0);
        }
        let session = match Session::new(agreement.clone(), fen) {
            Ok(session) => session,
            Err(error) => {
                let words = Words::plain(self.prefs.lang.get_untracked());
                self.note.set(Some(fill(words.m().bad_link, &[&words.fen_error(&error)])));
                Session::new(agreement, None).expect("the start of a variant is a position")
            }
        };
        self.sit(session);
    }

    /// Begins a game from the start; the address says what was agreed, so that a reload finds it.
    pub fn begin_anew(self, agreement: Agreement) {
        let Agreement { variant, touch_move, control, .. } = agreement;
        let invite = Invite { variant, touch_move, control, fen: None };
        if !invite.is_plain() || !location::query().is_empty() {
            location::replace(&invite.address());
        }
        self.begin(agreement, None);
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
        self.begin_anew(agreement);
    }

    /// Takes up a sitting.
    pub fn sit(self, mut session: Session) {
        self.leave();
        let turn = session.turn().filter(|_| session.game.ply() > 0);
        if let (Some(side), Some(clock)) = (turn, &mut session.clock) {
            clock.run(side, js_sys::Date::now());
        }
        self.session.set(session);
        self.refresh();
        self.proceed();
    }

    /// Clears everything that belongs to the sitting before.
    fn leave(self) {
        self.mind.forget();
        self.looking.set(None);
        self.bubble.set(None);
        self.hint.set(None);
        self.question.set(None);
        self.bait.set(None);
        self.premove.set(Vec::new());
        self.adjusting.set(false);
        self.review.set(Review::default());
        self.scored.set(None);
        self.card_away.set(false);
        self.paused.set(false);
    }

    /// The language and the colours.
    pub fn words(self) -> Words {
        let paint =
            self.session.with(|s| match (Dress::of(s.agreement.variant).green, s.agreement.swapped) {
                (true, _) => Paint::Green,
                (_, true) => Paint::Swapped,
                _ => Paint::Plain,
            });
        let tama = self.session.with(|s| Dress::of(s.agreement.variant).turn_victims);
        Words { lang: self.prefs.lang.get(), paint, tama }
    }

    /// What the board shows.
    pub fn display(self) -> Display {
        let bubble = self.bubble.get();
        let extras = Extras {
            looking: self.looking.get(),
            arrows: bubble.as_ref().map_or_else(Vec::new, |b| b.routes.clone()),
            shake: bubble.map_or_else(Vec::new, |b| b.squares),
            hint: self.hint.get(),
            bait: self.bait.get(),
            premove: self.premove.get(),
        };
        self.session.with(|session| self.entry.with(|entry| show::display(session, entry, &extras)))
    }

    /// How the board looks.
    pub fn look(self) -> Look {
        let words = self.words();
        let motion = self.prefs.motion();
        let (bottom, dress, timed) =
            self.session.with(|s| (s.bottom, Dress::of(s.agreement.variant), s.clock.is_some()));
        let hurry = timed && {
            let now = self.now.get();
            self.session.with(|s| s.clock.as_ref().is_some_and(|clock| clock.is_short(now)))
        };
        self.prefs.settings.with(|s| Look {
            bottom,
            theme: s.theme,
            king_style: s.king_style,
            paint: words.paint,
            on_light: dress.on_light,
            turn_victims: dress.turn_victims,
            coordinates: s.coordinates,
            dots: s.dots,
            motion,
            hurry,
        })
    }

    pub(super) fn is_challenge(self) -> bool {
        self.session.with_untracked(|s| Dress::of(s.agreement.variant).challenge)
    }

    /// A person has entered a move.
    pub fn commit(self, route: Route) {
        if self.prefs.settings.with_untracked(|s| s.confirm) {
            self.hint.set(Some(route.clone()));
            return self.question.set(Some(Question::Confirm(route)));
        }
        self.play(&route);
    }

    /// Plays a legal move, whoever made it.
    pub fn play(self, route: &Route) {
        self.tick();
        let now = js_sys::Date::now();
        let words = self.words();
        let mut said = None;
        self.session.update(|session| {
            let mover = session.game.turn();
            let speech = words.spoken_move(mover, route, session.game.position());
            if session.game.play_route(route).is_ok() {
                said = Some(speech);
                if let Some(clock) = &mut session.clock {
                    clock.punch(mover, now);
                }
            }
        });
        let Some(speech) = said else { return };
        self.spoken.set(speech);
        let called = document().hidden() && self.session.with_untracked(Session::persons_turn);
        self.sound(match (route.promotes(), route.taken().len()) {
            _ if called => Sound::Turn,
            (true, _) => Sound::Promote,
            (_, 0) => Sound::Move,
            (_, n) => Sound::Chain(n),
        });
        self.question.set(None);
        self.hint.set(None);
        self.bait.set(None);
        self.adjusting.set(false);
        self.refresh();
        self.turn_board();
        self.proceed();
    }

    /// Two people may want the board turned to whoever is to move, once the pieces have come to rest.
    fn turn_board(self) {
        let turns = self.prefs.settings.with_untracked(|s| s.turn_board)
            && self.session.with_untracked(|s| s.agreement.seats.two_people());
        if turns {
            let turn = move || {
                self.session.update(|s| s.bottom = s.turn().unwrap_or(s.bottom));
                self.save();
            };
            set_timeout(turn, Duration::from_millis(700));
        }
    }

    /// Lets the entry offer what is legal now.
    pub fn refresh(self) {
        let help =
            self.prefs.settings.with_untracked(|s| Help { finish_chain: s.finish_chain, one_tap: s.one_tap });
        self.entry.set(self.session.with_untracked(|session| {
            let grid = session.game.position().grid();
            // One tap is for games against the computer: two people want to see what is lifted.
            let help = Help { one_tap: help.one_tap && !session.agreement.seats.two_people(), ..help };
            match session.persons_turn() {
                true => Entry::new(grid, session.game.routes(), help),
                false => Entry::closed(grid),
            }
        }));
        self.save();
    }

    /// What comes next: the end, the computer, a premove, an only move.
    pub fn proceed(self) {
        let session = self.session.get_untracked();
        if session.game.ending().is_some() {
            return self.finish();
        }
        match session.mover() {
            Some(Seat::Person) => self.begin_turn(&session),
            Some(seat) if !self.paused.get_untracked() => self.mind.move_for(self, seat),
            _ => {}
        }
    }

    fn begin_turn(self, session: &Session) {
        let premove = self.premove.get_untracked();
        self.premove.set(Vec::new());
        let moves = session.game.position().moves();
        if let [from, to] = premove[..] {
            let wanted: Vec<&Route> = moves.iter().filter(|r| r.from() == from && r.to() == to).collect();
            if let [only] = wanted[..] {
                let route = only.clone();
                return set_timeout(move || self.play_if_legal(&route), Duration::from_millis(250));
            }
        }
        let only = self.prefs.settings.with_untracked(|s| s.play_only_move);
        if let ([route], true, false) = (&moves[..], only, session.agreement.seats.two_people()) {
            let route = route.clone();
            set_timeout(move || self.play_if_legal(&route), Duration::from_millis(600));
        }
    }

    fn play_if_legal(self, route: &Route) {
        let legal =
            self.session.with_untracked(|s| s.persons_turn() && s.game.routes().iter().any(|r| r == route));
        if legal {
            self.play(route);
        }
    }

    fn finish(self) {
        let now = js_sys::Date::now();
        self.session.update(|s| {
            if let Some(clock) = &mut s.clock {
                clock.stop(now);
            }
        });
        let session = self.session.get_untracked();
        let (Some(ending), Some(outcome)) = (session.game.ending(), session.game.outcome()) else { return };
        // A finished game of the challenge that is merely looked at again was scored before.
        if self.is_challenge() && self.scored.get_untracked().is_none() {
            let done: Option<bool> = storage::load("challenge-scored").value();
            if done != Some(true) {
                let verdict = Verdict::of(ending, outcome, session.game.position());
                let scored = self.challenge.try_update(|c| c.score(verdict));
                self.scored.set(scored);
                self.challenge.with_untracked(|c| storage::save("challenge", c));
                storage::save("challenge-scored", &true);
            }
        }
        self.save();
        let words = self.words();
        self.spoken.set(words.ending(ending, session.agreement.variant.laws().goal));
        let won = session.agreement.seats.lone_person().map(|person| outcome == Outcome::Win(person));
        self.sound(match (outcome, won) {
            (Outcome::Draw, _) => Sound::Draw,
            (_, Some(false)) => Sound::Lost,
            _ => Sound::Won,
        });
    }

    /// Keeps the sitting.
    pub fn save(self) {
        self.session.with_untracked(|session| {
            // A position from a link that is only looked at does not replace the game that is kept.
            if session.start.is_some() && session.game.ply() == 0 {
                return;
            }
            let saved = Saved::of(session, js_sys::Date::now());
            storage::save(&kept_name(session.agreement.variant), &saved);
            if session.game.ending().is_none() && Dress::of(session.agreement.variant).challenge {
                storage::forget("challenge-scored");
            }
        });
    }

    pub(super) fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    fn tick(self) {
        let Some(running) = self.session.with_untracked(|s| s.clock.as_ref().map(|c| c.running())) else {
            return;
        };
        if running.is_none() {
            return;
        }
        let now = js_sys::Date::now();
        let before = self.now.get_untracked();
        self.now.set(now);
        let warned = self.session.with_untracked(|s| {
            let low = |at: f64| s.clock.as_ref().is_some_and(|c| c.left(s.game.turn(), at) < LOW);
            s.persons_turn() && low(now) && !low(before)
        });
        if warned {
            self.sound(Sound::LowTime);
        }
        let fallen = self.session.with_untracked(|s| s.clock.as_ref().and_then(|c| c.fallen(now)));
        if let Some(side) = fallen {
            self.mind.forget();
            self.session.update(|s| _ = s.game.end(Ending::Time(side)));
            self.refresh();
            self.proceed();
        }
    }
}

/// Did the sitting begin as the link asks?
fn began_so(session: &Session, invite: &Invite) -> bool {
    let Agreement { variant, touch_move, control, .. } = session.agreement;
    let wanted = match &invite.fen {
        Some(fen) => AnyPosition::from_fen(invite.variant, fen).ok(),
        None => Some(AnyPosition::start(invite.variant)),
    };
    (variant, touch_move, control) == (invite.variant, invite.touch_move, invite.control)
        && wanted.is_some_and(|wanted| session.game.positions()[0] == wanted)
}

fn kept_name(variant: Variant) -> String {
    format!("game.{}", variant.name())
}
