//! The table: the sitting on the screen, and everything a person can do at it.
//!
//! State lives in signals; what the rules, the engine and the clock say goes through here and
//! nowhere else. Drawing is the business of the views, words the business of `i18n`.

use std::time::Duration;

use damka_rules::{Ending, MoveText, Outcome, Refusal, Route, Side, Square, Variant, Wish};
use leptos::prelude::*;

use super::prefs::{Prefs, languages};
use super::show::{self, Extras};
use super::thinking::{Mind, Purpose};
use crate::board::{BoardEvent, Display, Look};
use crate::i18n::{Paint, Words, fill};
use crate::model::challenge::{self, Challenge, Scored, Verdict};
use crate::model::clock::Control;
use crate::model::dice::Dice;
use crate::model::dress::Dress;
use crate::model::entry::{Entry, Heard, Help};
use crate::model::link::{Invite, variant_for};
use crate::model::seats::{Level, Seat, Seats};
use crate::model::session::{Agreement, Session};
use crate::model::store::Saved;
use crate::platform::storage::{self, Kept};
use crate::sound::{Sound, play_sound};

/// What a person is asked before something is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Really resign?
    Resign,
    /// Really offer a draw?
    OfferDraw,
    /// Play this move? (A setting.)
    Confirm(Route),
}

/// A refusal on the screen.
#[derive(Clone, PartialEq, Debug)]
pub struct Bubble {
    /// The reason in words.
    pub text: String,
    /// The square that was tapped.
    pub square: Option<Square>,
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
    dice: StoredValue<Dice>,
    bubbles: StoredValue<u32>,
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
        table
    }

    // ---- Sitting down -------------------------------------------------------------------------

    /// Opens a board: the kept game of the variant, or what the link asks for.
    pub fn open(self, invite: &Invite) {
        self.leave();
        let variant = invite.variant;
        if Dress::of(variant).challenge {
            self.challenge.set(storage::load("challenge").value().unwrap_or_default());
        }
        storage::save("last", &variant.name());
        if invite.is_plain() {
            match storage::load::<Saved>(&kept_name(variant)) {
                Kept::Value(saved) => match saved.restore() {
                    Ok(session) => return self.sit(session),
                    Err(error) => self.complain_of_kept(variant, &error.to_string()),
                },
                Kept::Corrupt(reason) => self.complain_of_kept(variant, &reason),
                Kept::Nothing => {}
            }
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
                self.note.set(Some(fill(self.prefs.lang.get_untracked().messages().bad_link, &[&error.to_string()])));
                Session::new(agreement, None).expect("the start of a variant is a position")
            }
        };
        self.sit(session);
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
        self.begin(agreement, None);
    }

    /// Takes up a sitting.
    pub fn sit(self, session: Session) {
        self.leave();
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
        self.scored.set(None);
        self.card_away.set(false);
        self.paused.set(false);
    }

    // ---- What is so ---------------------------------------------------------------------------

    /// The language and the colours.
    pub fn words(self) -> Words {
        let paint = self.session.with(|s| match (Dress::of(s.agreement.variant).green, s.agreement.swapped) {
            (true, _) => Paint::Green,
            (_, true) => Paint::Swapped,
            _ => Paint::Plain,
        });
        Words { lang: self.prefs.lang.get(), paint }
    }

    /// What the board shows.
    pub fn display(self) -> Display {
        let bubble = self.bubble.get();
        let extras = Extras {
            looking: self.looking.get(),
            arrows: bubble.as_ref().map_or_else(Vec::new, |b| b.routes.clone()),
            shake: bubble.and_then(|b| b.square).into_iter().collect(),
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
        let (bottom, on_light) = self.session.with(|s| (s.bottom, Dress::of(s.agreement.variant).on_light));
        self.prefs.settings.with(|s| Look {
            bottom,
            theme: s.theme,
            king_style: s.king_style,
            paint: words.paint,
            on_light,
            coordinates: s.coordinates,
            dots: s.dots,
            motion,
        })
    }

    fn is_challenge(self) -> bool {
        self.session.with_untracked(|s| Dress::of(s.agreement.variant).challenge)
    }

    // ---- Entering moves -----------------------------------------------------------------------

    /// The board was touched.
    pub fn touch(self, event: BoardEvent) {
        self.bubble.set(None);
        match event {
            BoardEvent::Tap(square) => self.tap(square),
            BoardEvent::Drop(square) => self.drop(square),
            BoardEvent::Over(square) => {
                let hopped = self.entry.try_update(|entry| entry.drag_over(square)).unwrap_or(false);
                if hopped {
                    self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs)));
                }
            }
            BoardEvent::Settle => {}
            BoardEvent::Unsure(a, b) => self.say_bubble(self.words().m().two_targets.into(), None, Vec::new(), &[a, b]),
            BoardEvent::Unused => {
                let lifted = self.entry.with_untracked(|e| e.lifted().is_some());
                if lifted || self.bait.get_untracked().is_some() {
                    self.put_down();
                } else if !self.is_challenge() && self.session.with_untracked(Session::persons_turn) {
                    self.refuse(&Refusal::SquareNotUsed, None);
                }
            }
        }
    }

    /// A square was tapped.
    pub fn tap(self, square: Square) {
        if self.looking.get_untracked().is_some() {
            return self.look_at(None);
        }
        self.hint.set(None);
        if !self.session.with_untracked(Session::persons_turn) {
            return self.tap_out_of_turn(square);
        }
        if self.is_challenge() && self.tap_forbidden(square) {
            return;
        }
        let heard = self.entry.try_update(|entry| entry.tap(square));
        self.heed(heard);
    }

    fn drop(self, square: Square) {
        let heard = self.entry.try_update(|entry| entry.tap(square));
        // A piece dropped on a wrong square goes back.
        let refused = matches!(heard, Some(Heard::Refused(_)));
        self.heed(heard);
        if refused && !self.session.with_untracked(|s| s.game.touch_move()) {
            self.entry.update(|entry| _ = entry.put_down());
        }
    }

    /// The numbered choice, counted from 0.
    pub fn choose(self, number: usize) {
        let heard = self.entry.try_update(|entry| entry.choose(number)).flatten();
        self.heed(heard);
    }

    /// One step back: bubble, question, hint, hop, lifted piece, old position.
    pub fn back(self) {
        if self.bubble.get_untracked().is_some() {
            self.bubble.set(None);
        } else if self.question.get_untracked().is_some() {
            self.question.set(None);
        } else if self.hint.get_untracked().is_some() {
            self.hint.set(None);
        } else if !self.premove.get_untracked().is_empty() {
            self.premove.set(Vec::new());
        } else if self.looking.get_untracked().is_some() {
            self.look_at(None);
        } else {
            self.bait.set(None);
            self.entry.update(|entry| _ = entry.back());
        }
    }

    /// Puts the lifted piece down.
    pub fn put_down(self) {
        self.bait.set(None);
        self.entry.update(|entry| _ = entry.put_down());
    }

    /// A move was typed.
    pub fn type_move(self, text: &str) -> bool {
        self.bubble.set(None);
        let session = self.session.get_untracked();
        let pos = session.game.position();
        let words = self.words();
        if !session.persons_turn() {
            let refusal = if session.turn().is_none() { Refusal::GameOver } else { Refusal::NotYourTurn };
            self.refuse(&refusal, None);
            return false;
        }
        let resolved = MoveText::parse(text, pos.grid()).map_err(Into::into).and_then(|text| pos.resolve(&text));
        match resolved {
            Ok(route) => {
                self.commit(route);
                true
            }
            Err(error) => {
                let routes = match &error {
                    damka_rules::MoveError::Illegal { refusal, .. } => explaining(refusal),
                    _ => Vec::new(),
                };
                self.say_bubble(words.move_error(&error, pos), None, routes, &[]);
                false
            }
        }
    }

    fn heed(self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Played(route)) => self.commit(route),
            Some(Heard::Refused(wish)) => self.refuse_wish(&wish),
            Some(Heard::Lifted(square)) => {
                self.sound(Sound::Lift);
                self.touch_piece(square);
            }
            Some(Heard::Hopped(_)) => self.sound(Sound::Hop(self.entry.with_untracked(Entry::legs))),
            Some(Heard::Choose) => self.spoken.set(self.words().m().choose_route.into()),
            Some(Heard::PutDown) | None => {}
        }
    }

    /// Under touch-move a lifted piece must move.
    fn touch_piece(self, square: Square) {
        let agreed = self.session.with_untracked(|s| s.game.touch_move() && s.game.touched().is_none());
        if agreed {
            // The entry only lifts pieces that may be touched.
            self.session.update(|s| _ = s.game.touch(square));
            self.refresh();
            self.entry.update(|entry| _ = entry.grab(square));
            self.save();
        }
    }

    fn tap_out_of_turn(self, square: Square) {
        let session = self.session.get_untracked();
        let Some(_) = session.turn() else { return self.refuse(&Refusal::GameOver, Some(square)) };
        let Some(person) = session.agreement.seats.lone_person() else {
            return self.refuse(&Refusal::NotYourTurn, Some(square));
        };
        let own = session.game.position().piece_at(square).is_some_and(|p| p.side == person);
        let chosen = self.premove.get_untracked();
        match (own, &chosen[..]) {
            (true, [only]) if *only == square => self.premove.set(Vec::new()),
            (true, _) => self.premove.set(vec![square]),
            (false, [from, ..]) => self.premove.set(vec![*from, square]),
            (false, []) => self.refuse(&Refusal::NotYourTurn, Some(square)),
        }
    }

    /// In the challenge a quiet move may be tried although a capture is on; that is a forfeit.
    fn tap_forbidden(self, square: Square) -> bool {
        let session = self.session.get_untracked();
        let pos = session.game.position();
        if self.entry.with_untracked(|e| e.legs() > 0) {
            return false;
        }
        let forbidden = challenge::forbidden(pos);
        let from = self.bait.get_untracked().or(self.entry.with_untracked(Entry::lifted));
        if let Some(from) = from
            && forbidden.iter().any(|r| r.from() == from && r.to() == square)
        {
            self.session.update(|s| _ = s.game.end(Ending::Forfeit(challenge::PLAYER)));
            self.put_down();
            self.sound(Sound::Refused);
            self.refresh();
            self.proceed();
            return true;
        }
        let may_capture = self.entry.with_untracked(|e| e.movable().contains(&square));
        self.bait.set(None);
        if !may_capture && forbidden.iter().any(|r| r.from() == square) {
            self.put_down();
            self.bait.set(Some(square));
            self.sound(Sound::Lift);
            return true;
        }
        false
    }

    fn refuse_wish(self, wish: &Wish) {
        // The original ignores presses that are no move.
        if self.is_challenge() {
            return self.bait.set(None);
        }
        let refusal = self.session.with_untracked(|s| s.game.refuse(s.game.turn(), wish));
        if let Some(refusal) = refusal {
            self.refuse(&refusal, wish.stops.last().copied());
        }
    }

    fn refuse(self, refusal: &Refusal, square: Option<Square>) {
        let words = self.words();
        let text = self.session.with_untracked(|s| words.refusal(refusal, s.game.position()));
        self.sound(Sound::Refused);
        self.say_bubble(text, square, explaining(refusal), &[]);
    }

    fn say_bubble(self, text: String, square: Option<Square>, routes: Vec<Route>, _flash: &[Square]) {
        let number = self.bubbles.try_update_value(|n| { *n += 1; *n }).unwrap_or(0);
        self.bubble.set(Some(Bubble { text, square, routes, number }));
        let fade = move || {
            if self.bubble.try_get_untracked().flatten().is_some_and(|b| b.number == number) {
                self.bubble.set(None);
            }
        };
        set_timeout(fade, Duration::from_millis(6000));
    }

    // ---- Playing ------------------------------------------------------------------------------

    /// A person has entered a move.
    pub fn commit(self, route: Route) {
        if self.prefs.settings.with_untracked(|s| s.confirm) {
            return self.question.set(Some(Question::Confirm(route)));
        }
        self.play(&route);
    }

    /// Plays a legal move, whoever made it.
    pub fn play(self, route: &Route) {
        let now = js_sys::Date::now();
        let words = self.words();
        let mut said = None;
        self.session.update(|session| {
            let mover = session.game.turn();
            if let Ok(played) = session.game.play_route(route) {
                said = Some((mover, played.text.clone()));
                if let Some(clock) = &mut session.clock {
                    clock.punch(mover, now);
                }
            }
        });
        let Some((mover, text)) = said else { return };
        let mut speech = fill(words.m().announce_move, &[words.side(mover).0, &text]);
        if route.promotes {
            speech = format!("{speech} {}", words.m().announce_promotes);
        }
        self.spoken.set(speech);
        self.sound(match (route.promotes, route.taken.len()) {
            (true, _) => Sound::Promote,
            (_, 0) => Sound::Move,
            (_, n) => Sound::Chain(n),
        });
        self.question.set(None);
        self.hint.set(None);
        self.bait.set(None);
        self.refresh();
        self.proceed();
    }

    /// Lets the entry offer what is legal now.
    pub fn refresh(self) {
        let help = self.prefs.settings.with_untracked(|s| Help { finish_chain: s.finish_chain, one_tap: s.one_tap });
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
        let legal = self.session.with_untracked(|s| s.persons_turn() && s.game.routes().iter().any(|r| r == route));
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
            let saved = Saved::of(session, js_sys::Date::now());
            storage::save(&kept_name(session.agreement.variant), &saved);
            if session.game.ending().is_none() && Dress::of(session.agreement.variant).challenge {
                storage::forget("challenge-scored");
            }
        });
    }

    fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    fn tick(self) {
        let Some(running) = self.session.with_untracked(|s| s.clock.as_ref().map(|c| c.running())) else { return };
        if running.is_none() {
            return;
        }
        let now = js_sys::Date::now();
        self.now.set(now);
        let fallen = self.session.with_untracked(|s| s.clock.as_ref().and_then(|c| c.fallen(now)));
        if let Some(side) = fallen {
            self.mind.forget();
            self.session.update(|s| _ = s.game.end(Ending::Time(side)));
            self.refresh();
            self.proceed();
        }
    }

    // ---- Actions ------------------------------------------------------------------------------

    /// Takes back to the person's last turn.
    pub fn undo(self) {
        let hopping = self.entry.with_untracked(|e| e.legs() > 0);
        if hopping {
            return self.entry.update(|entry| _ = entry.back());
        }
        let plies = self.session.with_untracked(Session::takeback);
        if plies == 0 || self.is_challenge() {
            return;
        }
        self.mind.forget();
        let now = js_sys::Date::now();
        self.session.update(|s| {
            (0..plies).for_each(|_| _ = s.game.undo());
            let turn = s.game.turn();
            if let Some(clock) = &mut s.clock {
                clock.run(turn, now);
            }
        });
        self.looking.set(None);
        self.hint.set(None);
        self.question.set(None);
        self.bubble.set(None);
        self.card_away.set(false);
        self.premove.set(Vec::new());
        self.refresh();
        self.proceed();
    }

    /// May a move be taken back?
    pub fn can_undo(self) -> bool {
        self.session.with(|s| s.takeback() > 0 && !Dress::of(s.agreement.variant).challenge)
    }

    /// Asks the engine for advice.
    pub fn ask_hint(self) {
        if self.session.with_untracked(Session::persons_turn) && self.looking.get_untracked().is_none() {
            self.put_down();
            self.mind.ask(self, Purpose::Hint, None, 700);
        }
    }

    /// Turns the board.
    pub fn flip(self) {
        self.session.update(|s| s.bottom = s.bottom.other());
        self.save();
    }

    /// Gives up, for the person whose device it is or whose turn it is.
    pub fn resign(self) {
        self.question.set(None);
        self.mind.forget();
        self.session.update(|s| {
            let side = s.agreement.seats.lone_person().unwrap_or(s.game.turn());
            _ = s.game.resign(side);
        });
        self.refresh();
        self.proceed();
    }

    /// Offers a draw: the other person decides, or the computer.
    pub fn offer_draw(self) {
        self.question.set(None);
        let session = self.session.get_untracked();
        if session.game.ending().is_some() {
            return;
        }
        if session.agreement.seats.two_people() {
            self.session.update(|s| {
                let side = s.game.draw_offer().map_or(s.game.turn(), Side::other);
                _ = s.game.offer_draw(side);
            });
            if self.session.with_untracked(|s| s.game.ending().is_some()) {
                self.refresh();
                self.proceed();
            }
            return;
        }
        if session.persons_turn() {
            self.mind.ask(self, Purpose::Draw, None, 500);
        }
    }

    /// The computer's answer to a draw offer.
    pub fn answer_draw(self, accepted: bool) {
        let words = self.words();
        if accepted {
            self.session.update(|s| _ = s.game.end(Ending::Agreed));
            self.refresh();
            self.proceed();
        } else {
            self.note.set(Some(words.m().draw_declined.into()));
        }
    }

    /// Declines the draw another person offered.
    pub fn decline_draw(self) {
        self.session.update(|s| s.game.decline_draw());
    }

    /// Claims a draw.
    pub fn claim_draw(self) {
        self.session.update(|s| _ = s.game.claim_draw());
        self.refresh();
        self.proceed();
    }

    /// Halts or goes on with computer against computer.
    pub fn pause(self) {
        let paused = !self.paused.get_untracked();
        self.paused.set(paused);
        if paused { self.mind.forget() } else { self.proceed() }
    }

    /// Looks at an old position, or back at the game.
    pub fn look_at(self, ply: Option<usize>) {
        let last = self.session.with_untracked(|s| s.game.ply());
        self.put_down();
        self.bubble.set(None);
        self.looking.set(ply.filter(|&n| n < last));
    }

    /// One position forward or back.
    pub fn step(self, forward: bool) {
        let last = self.session.with_untracked(|s| s.game.ply());
        let now = self.looking.get_untracked().unwrap_or(last);
        let next = if forward { now + 1 } else { now.saturating_sub(1) };
        self.look_at(Some(next));
    }

    /// Shows the last move again.
    pub fn replay(self) {
        let (last, text) = self.session.with_untracked(|s| {
            (s.game.ply(), s.game.moves().last().map(|m| m.text.clone()))
        });
        let m = self.words().m();
        let Some(text) = text else { return self.spoken.set(m.no_moves_yet.into()) };
        self.spoken.set(fill(m.last_move_was, &[&text]));
        self.look_at(Some(last - 1));
        set_timeout(move || self.look_at(None), Duration::from_millis(350));
    }

    /// Says the legal moves.
    pub fn tell_moves(self) {
        let texts = self.session.with_untracked(|s| s.game.position().move_texts().join(", "));
        let text = fill(self.words().m().legal_moves, &[&texts]);
        self.spoken.set(text.clone());
        self.note.set(Some(text));
    }

    /// Changes the computer's strength in the middle of a game.
    pub fn set_level(self, seat: Seat) {
        if let Seat::Computer(level) = seat {
            storage::save("level", &level.0);
        }
        let thinking = self.mind.thinking.get_untracked().is_some();
        self.mind.forget();
        self.session.update(|s| {
            for side in Side::BOTH {
                if !s.agreement.seats.of(side).is_person() {
                    s.agreement.seats.0[side] = seat;
                }
            }
        });
        self.save();
        if thinking {
            self.proceed();
        }
    }

    /// A throw of the dice.
    pub fn below(self, n: usize) -> usize {
        self.dice.try_update_value(|dice| dice.below(n)).unwrap_or(0)
    }

    /// A seed for the engine's dice.
    pub fn seed(self) -> u64 {
        self.dice.try_update_value(Dice::bits).unwrap_or(0)
    }

    /// The link to the position and its agreements.
    pub fn invite(self) -> Invite {
        self.session.with(|s| Invite {
            variant: s.agreement.variant,
            touch_move: s.agreement.touch_move,
            control: s.agreement.control,
            fen: (s.game.ply() > 0 || s.start.is_some()).then(|| s.game.position().to_fen()),
        })
    }

    /// Forgets the challenge and begins it anew.
    pub fn reset_challenge(self) {
        self.challenge.set(Challenge::default());
        storage::save("challenge", &Challenge::default());
        self.begin(self.session.with_untracked(|s| s.agreement.clone()), None);
    }

    /// A fresh agreement for the new-game dialog.
    pub fn agree(self, variant: Variant, seats: Seats, touch_move: bool, control: Control) -> Agreement {
        let swapped = Dress::of(variant).lot && self.toss();
        Agreement { variant, touch_move, seats, control, swapped }
    }
}

fn kept_name(variant: Variant) -> String {
    format!("game.{}", variant.name())
}

/// The routes that explain a refusal.
fn explaining(refusal: &Refusal) -> Vec<Route> {
    match refusal {
        Refusal::MustCapture { routes, .. } => routes.clone(),
        Refusal::MustTakeMore { route, .. }
        | Refusal::MustTakeBetter { route }
        | Refusal::MustGoOn { route, .. }
        | Refusal::MustLandWhereItGoesOn { route, .. } => vec![route.clone()],
        _ => Vec::new(),
    }
}
