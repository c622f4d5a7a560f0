//! A place at a game on the server: the game as it is known, the move being entered, the line behind both.
//!
//! Here are the signals views look at, and what follows when something is heard. Entering moves is in `entering.rs`,
//! what is said about it in `told.rs`, drawing in the views.

use std::time::Duration;

use damka_rules::{Obligation, Outcome, Removal, Route, Side, Square, Variant};
use damka_sitting::Millis;
use damka_sitting::dress::Dress;
use damka_web::board::{Display, Journey, Look};
use damka_web::i18n::{Paint, Texts, Words, fill};
use damka_web::later::Visit;
use damka_web::model::entry::{Entry, Help};
use damka_web::pages::prefs::Prefs;
use damka_web::pages::show;
use damka_web::platform::{document, location, storage, timing};
use damka_web::sound::{Sound, play_sound};
use damka_wire::place::Place;
use damka_wire::room::{Act, ClientIn, ClientOut};
use leptos::prelude::*;

use super::live::{End, Live, News};
use super::phone::{Heard, Phone};
use super::{Said, kept, notice, told};

/// Where it is kept that a person does not want to be talked to.
const MUTED: &str = "muted";

/// What a person is asked before something is done.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Question {
    /// Really do this?
    Act(Act),
    /// Play this move? (A setting.)
    Confirm(Route),
}

/// A refusal on the screen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bubble {
    pub(crate) text: String,
    pub(crate) squares: Vec<Square>,
    pub(crate) routes: Vec<Route>,
    number: u32,
}

/// A place at a game. Copies are the same place.
#[derive(Clone, Copy)]
pub struct Desk {
    pub(crate) prefs: Prefs,
    pub(crate) said: Texts<Said>,
    pub(crate) id: StoredValue<String>,
    /// A remark on the screen.
    pub(crate) note: RwSignal<Option<String>>,
    pub(crate) live: RwSignal<Live>,
    /// Does the line stand?
    pub(crate) up: RwSignal<bool>,
    /// Why there is no such game.
    pub(crate) gone: RwSignal<Option<String>>,
    pub(crate) entry: RwSignal<Entry>,
    pub(crate) looking: RwSignal<Option<usize>>,
    pub(crate) bubble: RwSignal<Option<Bubble>>,
    pub(crate) hint: RwSignal<Option<Route>>,
    pub(crate) question: RwSignal<Option<Question>>,
    pub(crate) flipped: RwSignal<bool>,
    /// What a screen reader should say.
    pub(crate) spoken: RwSignal<String>,
    /// The time, ticking while somebody looks at a clock.
    pub(crate) now: RwSignal<Millis>,
    /// Does the player not want to hear the opponent?
    pub(crate) muted: RwSignal<bool>,
    /// Is the talk shown where it has no place of its own?
    pub(crate) talking: RwSignal<bool>,
    phone: StoredValue<Option<Phone>, LocalStorage>,
    bubbles: StoredValue<u32>,
}

/// Milliseconds that grow steadily.
pub(crate) fn now() -> Millis {
    timing::now() as Millis
}

impl Desk {
    /// Takes a place at a game, for as long as the room is not left.
    pub(crate) fn open(visit: Visit, said: Texts<Said>, id: &str) -> Desk {
        let Visit { prefs, table, .. } = visit;
        let desk = Desk {
            prefs,
            said,
            id: StoredValue::new(id.to_owned()),
            note: table.note,
            live: RwSignal::new(Live::default()),
            up: RwSignal::new(false),
            gone: RwSignal::new(None),
            entry: RwSignal::new(Entry::closed(Variant::Russian.grid())),
            looking: RwSignal::new(None),
            bubble: RwSignal::new(None),
            hint: RwSignal::new(None),
            question: RwSignal::new(None),
            flipped: RwSignal::new(false),
            spoken: RwSignal::new(String::new()),
            now: RwSignal::new(now()),
            muted: RwSignal::new(storage::load(MUTED).value().unwrap_or(false)),
            talking: RwSignal::new(false),
            phone: StoredValue::new_local(None),
            bubbles: StoredValue::new(0),
        };
        let ping = damka_wire::encode(&ClientOut::Ping);
        let phone = Phone::call(&format!("ws/game/{id}"), ping, move |heard| desk.heard(heard));
        desk.phone.set_value(Some(phone));
        let tick = move || {
            let ticks = |live: &Live| {
                live.claim_at.is_some() || live.clock.as_ref().is_some_and(|clock| clock.running().is_some())
            };
            if desk.live.try_with_untracked(ticks).unwrap_or(false) {
                let _ = desk.now.try_set(now());
            }
        };
        if let Ok(timer) = set_interval_with_handle(tick, Duration::from_millis(100)) {
            on_cleanup(move || timer.clear());
        }
        notice::title(desk);
        desk
    }

    fn heard(self, heard: Heard) {
        match heard {
            Heard::Open => self.greet(),
            Heard::Down => {
                let _ = self.up.try_set(false);
            }
            Heard::Text(text) => match damka_wire::decode::<ClientIn>(&text) {
                // Signs of life change nothing on the screen; what a newer server says we do not understand.
                Ok(ClientIn::Pong) | Err(_) => {}
                Ok(event) => {
                    let news = self.live.try_update(|live| live.hear(event, now()));
                    news.into_iter().flatten().for_each(|news| self.learn(news));
                }
            },
        }
    }

    fn greet(self) {
        let Some(id) = self.id.try_get_value() else { return };
        let seat = kept::Seats::load().secret(&id).map(str::to_owned);
        let hello = self.live.try_with_untracked(|live| live.greeting(&id, seat));
        hello.into_iter().for_each(|hello| _ = self.say(&hello));
    }

    /// Comes in anew: somebody has got a seat.
    pub(crate) fn reenter(self) {
        self.phone.with_value(|phone| phone.iter().for_each(Phone::redial));
    }

    /// Says something to the room; false if nobody hears it now.
    pub(crate) fn say(self, said: &ClientOut) -> bool {
        let text = damka_wire::encode(said);
        self.phone
            .try_with_value(|phone| phone.as_ref().is_some_and(|phone| phone.say(&text)))
            .unwrap_or(false)
    }

    /// Does something besides moving.
    pub(crate) fn act(self, act: Act) {
        let ply = self.live.with_untracked(Live::known);
        if !self.up.get_untracked() || !self.say(&ClientOut::Act { ply, act }) {
            self.note.set(Some(self.said.say(|m| m.not_connected).to_owned()));
        }
    }

    fn learn(self, news: News) {
        match news {
            News::Welcomed { first } => self.welcomed(first),
            News::Moved(mover) => self.moved(mover),
            News::Confirmed => {}
            News::Undone => {
                self.looking.set(None);
                self.refresh();
            }
            News::Acted(side, act) => self.acted(side, act),
            News::Seated(side) => {
                if self.live.with_untracked(|live| live.side == Some(side.other())) {
                    self.sound(Sound::Turn);
                    notice::show(self, self.said.say(|m| m.sat_down));
                }
                self.refresh();
            }
            News::Here(..) => {}
            News::Said(side) => {
                let remark = self.live.with_untracked(|live| live.said.last().cloned());
                if let Some(remark) =
                    remark.filter(|_| self.live.with_untracked(|live| live.side != Some(side)))
                {
                    self.spoken.set(told::remark(self, &remark.words));
                }
            }
            News::Ended => self.ended(),
            News::Next(game) => self.follow(&game),
            News::Refused(reason) => {
                self.sound(Sound::Refused);
                self.refresh();
                self.note.set(Some(told::reason(self.said, &reason)));
            }
            News::Gap => self.reenter(),
            News::Gone(reason) => {
                self.gone.set(Some(reason));
                self.phone.with_value(|phone| phone.iter().for_each(Phone::end));
            }
        }
    }

    fn welcomed(self, first: bool) {
        self.up.set(true);
        self.phone.with_value(|phone| phone.iter().for_each(Phone::steady));
        for said in self.live.with_untracked(Live::again) {
            self.say(&said);
        }
        if self.muted.get_untracked() {
            self.say(&ClientOut::Mute(true));
        }
        // A capture half entered survives a short break.
        let routes = self.live.with_untracked(|live| {
            live.game.as_ref().filter(|_| live.my_turn()).map(|game| game.routes()).unwrap_or_default()
        });
        if first || self.entry.with_untracked(|entry| entry.routes() != routes) {
            self.refresh();
        }
    }

    fn moved(self, mover: Side) {
        let (mine, last) = self.live.with_untracked(|live| {
            let game = live.game.as_ref();
            let last = game.and_then(|game| {
                let route = game.moves().last()?.route.clone();
                let before = game.position_at(game.ply() - 1)?;
                Some((self.words().spoken_move(mover, &route, before), route))
            });
            (live.my_turn(), last)
        });
        if let Some((speech, route)) = last {
            self.spoken.set(speech);
            self.sound(match mine && document().hidden() {
                true => Sound::Turn,
                false => Sound::of(&route),
            });
        }
        self.question.set(None);
        self.hint.set(None);
        self.refresh();
        if mine {
            notice::show(self, self.prefs.lang.get_untracked().messages().your_turn);
            self.play_only_move();
        }
    }

    /// The only move there is, if the person wants that.
    fn play_only_move(self) {
        let wanted = self.prefs.settings.with_untracked(|s| s.play_only_move);
        let moves = self.live.with_untracked(|live| {
            live.game
                .as_ref()
                .filter(|_| wanted && live.premove.is_empty())
                .map(|game| game.position().moves())
        });
        if let Some([only]) = moves.as_deref() {
            let only = only.clone();
            let play = move || {
                let still = self.live.try_with_untracked(|live| {
                    live.my_turn() && live.game.as_ref().is_some_and(|game| game.routes().contains(&only))
                });
                if still == Some(true) {
                    self.play(&only);
                }
            };
            set_timeout(play, Duration::from_millis(600));
        }
    }

    fn acted(self, side: Side, act: Act) {
        let mine = self.live.with_untracked(|live| live.side == Some(side));
        let name = told::name(self, side);
        let said = self.said;
        let text = match act {
            Act::DeclineDraw if !mine => self.prefs.lang.get_untracked().messages().draw_declined.to_owned(),
            Act::DeclineTakeback if !mine => said.say(|m| m.takeback_declined).to_owned(),
            Act::Rematch if !mine => fill(said.say(|m| m.rematch_wanted), &[&name]),
            Act::Draw if mine => said.say(|m| m.draw_sent).to_owned(),
            Act::Takeback if mine => said.say(|m| m.takeback_sent).to_owned(),
            Act::Rematch if mine => said.say(|m| m.rematch_sent).to_owned(),
            _ => return,
        };
        self.note.set(Some(text));
    }

    fn ended(self) {
        self.question.set(None);
        // What was offered or asked is settled, and the ribbon wants its place.
        self.note.set(None);
        self.refresh();
        let (end, side) = self.live.with_untracked(|live| (live.end, live.side));
        let text = self.live.with_untracked(|live| told::ending(self, live));
        self.spoken.set(text.unwrap_or_default());
        self.sound(match (end, side) {
            (Some(End::Result(_, Outcome::Win(winner))), Some(me)) if winner != me => Sound::Lost,
            (Some(End::Result(_, Outcome::Win(_))), _) => Sound::Won,
            _ => Sound::Draw,
        });
    }

    /// To the game that follows; the seat there is proven by the same secret.
    fn follow(self, game: &str) {
        let seat = self.id.with_value(|id| kept::Seats::load().secret(id).map(str::to_owned));
        if let Some(secret) = seat {
            kept::keep_seat(game, &secret);
        }
        // Whoever only watches may stay.
        if self.live.with_untracked(|live| live.side.is_some()) {
            location::go(&Place::People(Some(game.to_owned())).address());
        }
    }

    /// Lets the entry offer what is legal now.
    pub(crate) fn refresh(self) {
        let help =
            self.prefs.settings.with_untracked(|s| Help { finish_chain: s.finish_chain, one_tap: false });
        let entry = self.live.with_untracked(|live| {
            let game = live.game.as_ref()?;
            let grid = game.position().grid();
            Some(match live.my_turn() {
                true => Entry::new(grid, game.routes(), help),
                false => Entry::closed(grid),
            })
        });
        entry.into_iter().for_each(|entry| self.entry.set(entry));
    }

    /// Looks at an old position, or back at the game.
    pub(crate) fn look_at(self, ply: Option<usize>) {
        let last = self.live.with_untracked(|live| live.game.as_ref().map_or(0, |game| game.ply()));
        self.entry.update(|entry| _ = entry.put_down());
        self.bubble.set(None);
        self.looking.set(ply.filter(|&ply| ply < last));
    }

    /// One position forward or back.
    pub(crate) fn step(self, forward: bool) {
        let last = self.live.with_untracked(|live| live.game.as_ref().map_or(0, |game| game.ply()));
        let ply = self.looking.get_untracked().unwrap_or(last);
        self.look_at(Some(if forward { ply + 1 } else { ply.saturating_sub(1) }));
    }

    /// Does not want to hear the opponent any more, or does again.
    pub(crate) fn mute(self, muted: bool) {
        self.muted.set(muted);
        storage::save(MUTED, &muted);
        self.say(&ClientOut::Mute(muted));
    }

    pub(crate) fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    pub(crate) fn say_bubble(self, text: String, squares: Vec<Square>, routes: Vec<Route>) {
        let number = self.bubbles.get_value() + 1;
        self.bubbles.set_value(number);
        self.bubble.set(Some(Bubble { text, squares, routes, number }));
        let fade = move || {
            if self.bubble.try_get_untracked().flatten().is_some_and(|bubble| bubble.number == number) {
                self.bubble.set(None);
            }
        };
        set_timeout(fade, Duration::from_millis(6000));
    }

    /// The game, with its house rule.
    pub(crate) fn variant(self) -> Option<Variant> {
        self.live.with(|live| live.game.as_ref().map(|game| game.variant()))
    }

    /// The language and the colours.
    pub(crate) fn words(self) -> Words {
        let dress = self.live.with(|live| live.game.as_ref().map(|game| Dress::of(game.variant())));
        let dress = dress.unwrap_or_default();
        let paint = if dress.green { Paint::Green } else { Paint::Plain };
        Words { lang: self.prefs.lang.get(), paint, tama: dress.turn_victims }
    }

    /// Who sits at the bottom.
    pub(crate) fn bottom(self) -> Side {
        let side = self.live.with(|live| live.side).unwrap_or(Side::White);
        if self.flipped.get() { side.other() } else { side }
    }

    /// What the board shows.
    pub(crate) fn display(self) -> Display {
        let bubble = self.bubble.get();
        self.live.with(|live| {
            let Some(game) = &live.game else {
                let variant = Variant::Russian;
                return Display::empty(variant.grid(), variant.laws().notation);
            };
            let looking = self.looking.get();
            let ply = looking.unwrap_or(game.ply()).min(game.ply());
            let pos = game.position_at(ply).unwrap_or(game.position());
            let laws = pos.variant().laws();
            let mut display = show::still(pos);
            if let Some(played) = ply.checked_sub(1).and_then(|last| game.moves().get(last)) {
                display.last = played.route.stops().to_vec();
                let at_once = laws.removal == Removal::AtOnce;
                display.journey = Some(Journey { ply, route: played.route.clone(), at_once });
            }
            display.hint = self.hint.get();
            if looking.is_some() {
                return display;
            }
            self.entry.with(|entry| {
                display.movable = entry.movable();
                if entry.routes().iter().any(Route::is_capture) && laws.obligation == Obligation::Compulsory {
                    display.must = display.movable.clone();
                }
                show::lift(&mut display, entry, pos);
            });
            if let Some(bubble) = bubble {
                (display.arrows, display.shake) = (bubble.routes, bubble.squares);
            }
            display.premove = live.premove.clone();
            display
        })
    }

    /// How the board looks.
    pub(crate) fn look(self) -> Look {
        let dress = self.variant().map(Dress::of).unwrap_or_default();
        let now = self.now.get();
        let hurry = self.live.with(|live| live.clock.as_ref().is_some_and(|clock| clock.is_short(now)));
        Look { hurry, ..self.prefs.look(dress, self.words().paint, self.bottom()) }
    }
}
